//@ run: -T cs_6_0 -Wno-implicit-fallthrough
//@ in: kinds = u32:0,1,2,3,4,7,9,11
//@ in: o = u32:0*8
//@ dispatch: 8
//@ out: o = u32:111130,34551,39972,184543,211254,307892,382091,464331
// Switches of at most three cases become comparisons; larger ones, and those whose cases fall through, stay.
StructuredBuffer<uint> kinds;
RWStructuredBuffer<uint> o;
groupshared uint last;
uint three(uint kind, uint x) {
    uint r;
    switch (kind) {
    case 0: r = x * 3; last = 1; break;
    case 7:
        if (x > 1000)
            return 5;
        r = x + 5;
        last = 2;
        break;
    case 9: r = 1; last = 3; break;
    default: r = x; last = 4; break;
    }
    return r;
}
uint none(uint kind, uint x) {
    uint r = x;
    switch (kind) {
    case 1: r += 3; last = 5; break;
    case 2: r *= 3; last = 6; break;
    }
    return r;
}
uint four(uint kind, uint x) {
    uint r = x;
    switch (kind) {
    case 1: r += 3; last = 7; break;
    case 2: r *= 3; last = 8; break;
    case 3: r ^= 3; last = 9; break;
    case 4: r -= 3; last = 10; break;
    }
    return r;
}
uint falls(uint kind, uint x) {
    uint r = x;
    switch (kind) {
    case 1:
    case 2: r *= 3; break;
    case 3: r ^= 3;
    default: r += x * x; last = 11; break;
    }
    return r;
}
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    uint kind = kinds[id.x], x = kind + 10;
    o[id.x] = three(kind, x) + 10 * none(kind, x) + 100 * four(kind, x) + 1000 * falls(kind, x);
}
