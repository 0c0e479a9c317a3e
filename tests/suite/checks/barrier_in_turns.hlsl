//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// One wave goes round once more than the other.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    for (uint turn = 0; turn < 2 + index / 32; turn++) {
        if (turn == 1 && index / 32 == 1)
            continue;
        AllMemoryBarrierWithGroupSync();
//~     ^ error[E6101]: barrier in divergent control flow: 32 of 64 threads wait here; 32 wait in iteration 2 of the loop instead of 1 (barrier-divergent)
    }
    data[index] = index;
}
