//@ run: -T cs_6_6 -Wno-everything
//@ rules: hlsl
//@ in: data = u32:0*64
//@ dispatch: 1

// A variable without a value is found at each of its uses, in the lanes in which it has none, and wherever its value goes.
RWStructuredBuffer<uint> data : register(u0);
groupshared uint shared_[32];

uint of(uint value) {
    if (value == 7)
//~     ^ error[E6207]: branch condition depends on uninitialized 'param.var.value' (uninit)
        return 1;
    return value;
}

void set(inout uint2 pair, uint index) {
    pair.x = index;
    if (pair.y == 3)
//~     ^ error[E6207]: branch condition depends on uninitialized 'pair.y' (uninit)
        pair.x = 4;
}

[numthreads(32, 1, 1)]
void main(uint index : SV_GroupIndex) {
    uint weight;
    if (index > 4)
        weight = index;
    if (weight == 100)
//~     ^ error[E6207]: branch condition depends on uninitialized 'weight' (uninit)
        data[0] = 1;
    if (weight == 101)
//~     ^ error[E6207]: branch condition depends on uninitialized 'weight' (uninit)
        data[0] = 1;
    uint2 pair;
    set(pair, index);
    shared_[index] = pair.y;
    data[index] = pair.x + shared_[index];
//~ ^ error[E6207]: stored value depends on uninitialized 'shared_[0]' (uninit)
    [loop]
    for (uint turn = 0; turn < 2; ++turn) {
        uint own;
        if (turn == 1 && own == 5)
            data[index] = 2;
        own = 5;
    }
    data[32 + index] = weight;
//~ ^ error[E6207]: stored value depends on uninitialized 'weight' (uninit)
    data[32 + index] += of(weight);
//~ ^ error[E6207]: stored value depends on uninitialized 'param.var.value' (uninit)
}
