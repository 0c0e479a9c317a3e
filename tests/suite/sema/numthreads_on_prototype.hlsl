//@ run: -T cs_6_0 -HV 2018
// Attributes of a declaration hold for the definition, which comes before others of the same name.
//@ emit: spirv
//@ check: OpExecutionMode %main LocalSize 4 2 1
//@ dispatch: 1 1 1
//@ in: count = u32:0
//@ out: count = u32:8
RWStructuredBuffer<uint> count ;
[numthreads(4, 2, 1)]
void main(uint i : SV_GroupIndex);
void main(uint i : SV_GroupIndex) { InterlockedAdd(count[0], 1); }
