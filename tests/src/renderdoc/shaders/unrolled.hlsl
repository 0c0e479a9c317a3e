//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:4,6,8,10,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float sum = 0;
    [unroll]
    for (int i = 0; i < 3; ++i) {
        float value = input[i + id.x];
        if (i == 1)
            continue;
        sum += value;
    }
    output[id.x] = sum;
}
