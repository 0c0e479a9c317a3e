//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// Values that nobody wrote decide, index, and are stored; copies do not matter.
RWStructuredBuffer<uint> data : register(u0);
groupshared uint shared_[32];
struct Pair { uint first; uint second; };

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint weight;
    if (index > 4)
        weight = 3;
    Pair pair;
    pair.first = index;
    Pair copy = pair;
    data[index] = copy.first + (weight & 0);
    if (weight == 3)
//~     ^ error[E6207]: branch condition depends on uninitialized 'weight' (uninit)
        data[index] += 1;
    uint place;
    shared_[index] = 0;
    if (index == 9)
        data[place] = 1;
//~     ^ error[E6207]: index depends on uninitialized 'place' (uninit)
//~     ^ error[E6001]: write-write data race on data[0] (race)
    data[32 + index] = copy.second;
//~ ^ error[E6207]: stored value depends on uninitialized 'copy.second' (uninit)
}
