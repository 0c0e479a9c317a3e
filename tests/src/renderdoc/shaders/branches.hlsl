//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:1,1,21,37,0,0,0,0,9,19,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint n = input[id.x];
    float r = 0;
    if (n > 2) {
        float big = n * 2.0;
        if (n > 3) {
            float bigger = big + 1;
            r = bigger;
        } else {
            float smaller = big - 1;
            r = smaller;
        }
    } else if (n == 1) {
        float one = 0.5;
        r = one;
    }
    for (uint i = 0; i < n; ++i) {
        if (i == 2)
            break;
        float step = i + r;
        output[8 + i] = step;
        r += step;
    }
    output[id.x] = r;
}
