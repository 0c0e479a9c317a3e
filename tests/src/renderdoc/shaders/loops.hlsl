//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:2,3,9,4,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint n = input[id.x];
    uint steps = 0;
    while (n != 1 && steps < 20) {
        bool odd = n & 1;
        n = odd ? 3 * n + 1 : n / 2;
        ++steps;
    }
    int k = 3;
    do {
        k -= 1;
        if (k == 1)
            continue;
        steps += k;
    } while (k > 0);
    output[id.x] = steps;
}
