//@ run: -T cs_6_0
RWBuffer<float> values;
[numthreads(8, 8)]
//~ error[E2512]: wrong number of arguments for attribute 'numthreads': expected 3, found 2
//~ note: a size that is not needed is 1, as in 'numthreads(64, 1, 1)'
void main(uint3 id : SV_DispatchThreadID) { values[id.x] = 1; }
