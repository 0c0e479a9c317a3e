//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:457775,128057410,9043202000,267249340000,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float third(float x) {
    float y = x + 0.25;
    return y * x;
}
float second(float x) {
    float a = third(x);
    float b = third(a);
    return a + b;
}
float first(float x) {
    float s = second(x + 1);
    return s - x;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float x = input[id.x];
    float f = first(x);
    float g = first(f);
    output[id.x] = g;
}
