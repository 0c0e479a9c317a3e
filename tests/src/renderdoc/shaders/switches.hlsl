//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:30,54,55,70,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float kind(uint k) {
    float r = 1;
    switch (k) {
    case 1: {
        float one = 10;
        r = one;
        break;
    }
    case 2:
    case 3:
        r = 20;
        break;
    default:
        r = 30 + k;
    }
    return r;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float a = kind(input[id.x]);
    float b = kind(id.x + 3);
    output[id.x] = a + b;
}
