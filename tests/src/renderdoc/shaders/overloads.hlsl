//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:2,4,1.5,2,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float pick(float x) {
    float half_of = x * 0.5;
    return half_of;
}
float pick(int x) {
    int twice = x * 2;
    return twice;
}
float pick(float2 x) {
    float sum = x.x + x.y;
    return sum;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float x = input[id.x];
    float a = pick(x);
    float b = pick(int(x));
    float2 both = float2(a, b);
    float c = pick(both);
    float result = c > 5 ? a : b;
    output[id.x] = result;
}
