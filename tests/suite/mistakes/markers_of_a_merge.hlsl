//@ run: -T cs_6_0
RWBuffer<float> list;
<<<<<<< HEAD
//~ error[E1103]: expected a declaration, found '<<'
//~ note: unresolved merge conflict marker
[numthreads(64, 1, 1)]
=======
[numthreads(32, 1, 1)]
>>>>>>> branch
void main(uint at : SV_GroupIndex) { list[at] = 1; }
