//@ run: -T cs_6_0 -E main
//@ in: 0:0 = u32:0*6
//@ dispatch: 6
//@ out: 0:0 = u32:95,166,237,307,337,407

// Swizzles, unrolled and other loops, parameters that are written, a switch.
RWStructuredBuffer<uint> result : register(u0);

void turn(inout uint4 v, out uint4 before) {
    before = v;
    v = v.wzyx;
}

uint code(uint k) {
    switch (k) {
    case 0:
        return 5;
    case 1:
        return 6;
    default:
        return 7;
    }
}

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint k = id.x;
    uint4 v, before;
    [unroll]
    for (uint i = 0; i < 4; ++i) {
        v[i] = k + i;
    }
    turn(v, before);
    uint sum = before.x - k;
    [loop]
    for (uint j = 0; j < 20; ++j) {
        if (j == k) {
            continue;
        }
        if (j > 6) {
            break;
        }
        sum += v[j % 4];
    }
    result[k] = sum * 10 + code(k);
}
