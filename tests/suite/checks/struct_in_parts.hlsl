//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: totals = u32:0*10
//@ dispatch: 1

// A struct is filled in part and stored as a whole, while others write the rest of its place.
struct Totals {
    uint sum;
    uint most;
    uint bins[8];
};
RWStructuredBuffer<Totals> totals : register(u0);
groupshared uint bins[8];

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    bins[index] = 3 * index;
    GroupMemoryBarrierWithGroupSync();
    if (index == 0) {
        Totals all;
        all.sum = bins[1] + bins[7];
        all.most = bins[7];
        totals[0] = all;
//~     ^ error[E6207]: stored value depends on uninitialized 'all.bins[7]' (uninit)
    }
    AllMemoryBarrierWithGroupSync();
    totals[0].bins[index] = bins[index];
}
