//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: total = u32:0*2
//@ in: parts = u32:0*4
//@ dispatch: 4

// Groups are ordered by no barrier; atomic operations need none.
RWStructuredBuffer<uint> total : register(u0);
RWStructuredBuffer<uint> parts : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    parts[group.x] = group.x;
    InterlockedAdd(total[1], group.x);
    DeviceMemoryBarrierWithGroupSync();
    total[0] += group.x;
//~ ^ error[E6001]: read-write data race on total[0] (race)
//~ ^ error[E6001]: write-write data race on total[0] (race)
}
