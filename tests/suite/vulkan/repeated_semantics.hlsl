//@ run: -T cs_6_0
//@ check: %gl_GlobalInvocationID = OpVariable
// What a group is told may be asked for twice; there is one variable of it.
RWStructuredBuffer<uint> result;
[numthreads(64, 1, 1)]
void main(uint3 a : SV_DispatchThreadID, uint3 b : SV_DispatchThreadID) { result[a.x] = b.y; }
