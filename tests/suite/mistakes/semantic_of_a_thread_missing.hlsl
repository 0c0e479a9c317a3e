//@ run: -T cs_6_0
RWBuffer<float> values;
[numthreads(64, 1, 1)]
void main(uint3 id) { values[id.x] = 1; }
//~             ^ error[E2520]: a compute shader's input requires a semantic
//~             ^ note: such as SV_DispatchThreadID, SV_GroupThreadID, SV_GroupID or SV_GroupIndex
