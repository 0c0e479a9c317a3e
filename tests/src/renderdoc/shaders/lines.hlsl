//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:2,6,12,20,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

float plus(float x) {
    float y = x + 1;
    return y;
}
#line 100
float minus(float x) {
    float z = x - 1;
    return z;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float x = input[id.x];
    float p = plus(x);
    float m = minus(p);
    output[id.x] = p * m;
}
