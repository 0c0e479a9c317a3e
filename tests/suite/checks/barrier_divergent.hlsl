//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// Half of the group comes to one barrier, half to another.
RWStructuredBuffer<uint> data : register(u0);

[numthreads(64, 1, 1)]
void main(uint index : SV_GroupIndex) {
    data[index] = index;
    if (index < 32)
        AllMemoryBarrierWithGroupSync();
//~     ^ error[E6101]: barrier in divergent control flow: 32 of 64 threads wait here; 32 wait at line 17 (barrier-divergent)
    else
        data[index] = 1;
    AllMemoryBarrierWithGroupSync();
}
