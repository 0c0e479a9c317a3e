//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// Threads that have nothing to do return before a barrier.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    if (index >= 60)
        return;
    data[index] = index;
    AllMemoryBarrierWithGroupSync();
//~ ^ warning[E6102]: 4 of 64 threads returned before this barrier (barrier-after-return)
    data[index] += 1;
}
