//@ run: -T cs_6_0 -O3
//@ emit: spirv
//@ check-not: OpLoopMerge
//@ in: v = f32:5,3,4,1,2
//@ in: o = f32:0*5
//@ in: n = u32:0*2
//@ dispatch: 1 1 1
//@ out: o = f32:1,2,3,4,5
//@ out: n = u32:20,19
// Loops whose ends depend on the counter of an outer loop are unrolled with it.

StructuredBuffer<float> v;
RWStructuredBuffer<float> o;
RWStructuredBuffer<uint> n;

void pass(int done, inout float k[5]) {
    [unroll]
    for (int a = 0; a < 4 - done; a++) {
        [flatten]
        if (k[a] > k[a + 1]) {
            float t = k[a];
            k[a] = k[a + 1];
            k[a + 1] = t;
        }
    }
}

[numthreads(1, 1, 1)]
void main() {
    float k[5];
    [unroll]
    for (int a = 0; a < 5; a++)
        k[a] = v[a];
    [unroll]
    for (int d = 0; d < 4; d++)
        pass(d, k);
    [unroll]
    for (int b = 0; b < 5; b++)
        o[b] = k[b];
    uint triples = 0, pairs = 0;
    [unroll]
    for (uint i = 0; i < 4; i++)
        [unroll]
        for (uint j = i + 1; j < 5; j++) {
            pairs += uint(v[i] > 2) + uint(v[j] > 0);
            [unroll]
            for (uint l = j + 1; l < 6; l++)
                triples += uint(v[j] > 0);
        }
    n[0] = triples;
    n[1] = pairs;
}
