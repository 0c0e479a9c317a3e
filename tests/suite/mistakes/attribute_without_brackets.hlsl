//@ run: -T cs_6_0
RWBuffer<uint> list;
numthreads(8, 8, 1)
//~ error[E1103]: expected a declaration, found 'numthreads'
void main(uint3 id : SV_DispatchThreadID) { list[0] = 1; }
