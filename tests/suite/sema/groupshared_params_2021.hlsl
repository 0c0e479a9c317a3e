// Before HLSL 202x a groupshared parameter takes any variable; the module is legal after legalisation alone.
//@ run: -T cs_6_0 -fcgl
//@ run: -T cs_6_0
RWStructuredBuffer<uint> result;
uint twice(groupshared uint x) { return x * 2; }
float half_of(groupshared float x) { return x / 2; }
[numthreads(1, 1, 1)]
void main(uint lane : SV_GroupIndex) { result[lane] = twice(lane) + (uint)half_of(lane); }
