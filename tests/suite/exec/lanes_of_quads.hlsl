//@ only on the CPU: the wave must be as large as the group
//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.1
//@ run: -T cs_6_0 -E main -fspv-target-env=vulkan1.2
//@ in: values = u32:5,1,7,3,2,8,6,4
//@ in: result = u32:0*16
//@ dispatch: 1 1 1
//@ out: result = u32:1,1,1,1,4,4,4,4,7351,7351,7351,7351,6428,6428,6428,6428
// A lane of a quad that is not a constant: before SPIR-V 1.5, the instruction for it takes only constants.

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    const uint value = values[lane];
    const uint quad = lane / 4;
    result[lane] = QuadReadLaneAt(value, values[1 + quad * 3] == 1 ? 1 : 3);
    uint digits = 0;
    [loop]
    for (uint i = 0; i < 4; i++) digits = digits * 10 + QuadReadLaneAt(value, i ^ 2);
    result[8 + lane] = digits;
}
