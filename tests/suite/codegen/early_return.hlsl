//@ run: -T cs_6_0 -E main
//@ check-not: OpPhi %bool
//@ check-not: OpConstantTrue
//@ in: o = f32:9*4
//@ dispatch: 1
//@ out: o = f32:1,1,4,5

// Whether a function has returned early is what its condition says; no value stands for it.
struct Pair {
    float a, b;
};
RWStructuredBuffer<float> o : register(u0);

Pair pair(uint id) {
    Pair made;
    if (id == 0) {
        made.a = 1;
        made.b = 0;
        return made;
    }
    made.a = o[id - 1] * 2;
    made.b = o[3] + id;
    if (made.b > 20) return made;
    made.b = id;
    return made;
}

[numthreads(1, 1, 1)]
void main() {
    o[3] = 0;
    [unroll] for (uint i = 0; i < 4; i++) {
        Pair made = pair(i / 2 + (o[3] > 100 ? 1 : 0));
        o[i] = made.a + made.b * i;
    }
}
