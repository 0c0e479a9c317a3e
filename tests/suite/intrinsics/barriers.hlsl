//@ run: -T cs_6_0
//@ check: OpMemoryBarrier %uint_1 %uint_2376
//@ check: OpControlBarrier %uint_2 %uint_1 %uint_2376
//@ check: OpMemoryBarrier %uint_1 %uint_2120
//@ check: OpControlBarrier %uint_2 %uint_1 %uint_2120
//@ check: OpMemoryBarrier %uint_2 %uint_264
//@ check: OpControlBarrier %uint_2 %uint_2 %uint_264
[numthreads(1, 1, 1)] void main() {
    AllMemoryBarrier(); AllMemoryBarrierWithGroupSync(); DeviceMemoryBarrier(); DeviceMemoryBarrierWithGroupSync();
    GroupMemoryBarrier(); GroupMemoryBarrierWithGroupSync();
}
