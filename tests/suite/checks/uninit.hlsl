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
//~     ^ error[E6207]: the way taken here depends on 'weight', which nobody has given a value (uninit)
        data[index] += 1;
    uint place;
    shared_[index] = 0;
    if (index == 9)
        data[place] = 1;
//~     ^ error[E6207]: the index depends on 'place', which nobody has given a value (uninit)
//~     ^ error[E6001]: two threads access data[0] at the same time, and both write (race)
    data[32 + index] = copy.second;
//~ ^ error[E6207]: what is stored here depends on 'copy.second', which nobody has given a value (uninit)
}
