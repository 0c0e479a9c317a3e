//@ run: -T cs_6_8 -fspv-target-env=vulkan1.3
RWStructuredBuffer<uint> list;
[numthreads(1, 1, 1)]
void main() {
    Barrier(256, GROUP_SCOPE);
//~         ^ error[E2602]: memory flags of 'Barrier' have unknown bits: 0x100
    Barrier(UAV_MEMORY, 8 | GROUP_SYNC);
//~                     ^ error[E2602]: semantic flags of 'Barrier' have unknown bits: 0x8
    Barrier(list, -1);
//~               ^ error[E2602]: semantic flags of 'Barrier' have unknown bits: 0xfffffff8
    Barrier(ALL_MEMORY, DEVICE_SCOPE | GROUP_SYNC);
}
