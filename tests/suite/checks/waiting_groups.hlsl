//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: arrived = u32:0
//@ in: flags = u32:0*8
//@ dispatch: 8

// Groups wait for one another: for the one before, which always has begun, and for all, which may have no room.
globallycoherent RWStructuredBuffer<uint> arrived : register(u0);
globallycoherent RWStructuredBuffer<uint> flags : register(u1);

void wait_for_all() {
    uint before;
    InterlockedAdd(arrived[0], 1, before);
    [loop] while (before < 8)
//~               ^ error[E6106]: no forward progress: iteration 1025 waits for memory that no running thread writes; 4 of 8 groups have started, and others may have to wait for them (no-progress)
        InterlockedAdd(arrived[0], 0, before);
}

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    uint before = group.x == 0 ? 1 : 0;
    [loop] while (before == 0)
        InterlockedAdd(flags[group.x - 1], 0, before);
    InterlockedAdd(flags[group.x], 1, before);
    wait_for_all();
}
