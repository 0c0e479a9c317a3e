//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3 -O0
//@ emit: spirv
// The scope is the one that is named; what orders nothing and waits for nobody is nothing.
//@ check-not: OpMemoryBarrier %uint_4
//@ check: OpControlBarrier %uint_2 %uint_4 %uint_0
//@ check: OpControlBarrier %uint_2 %uint_2 %uint_2120
//@ check: OpMemoryBarrier %uint_1 %uint_2120
//@ check: OpControlBarrier %uint_2 %uint_2 %uint_264
RWStructuredBuffer<uint> o;
RWTexture2D<float> t;
groupshared uint shared_;
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    shared_ = i;
    Barrier(0, GROUP_SCOPE);
    Barrier(0, GROUP_SYNC);
    Barrier(0, 0);
    Barrier(UAV_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    Barrier(UAV_MEMORY, DEVICE_SCOPE);
    Barrier(t, 0);
    Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE);
    o[i] = shared_;
    t[uint2(i, 0)] = 1;
}
