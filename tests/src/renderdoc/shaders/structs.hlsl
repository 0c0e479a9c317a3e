//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:30.5,33.5,36.5,39.5,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;

struct Inner { float a; int b; };
struct Light {
    float3 color;
    Inner inner;
    float power;
    float brightness(float s) {
        float r = power * s;
        return r + inner.a;
    }
};
float total(uint n) {
    float sum = 0;
    for (uint i = 0; i < n; i++) {
        float t = i * 0.5;
        sum += t;
    }
    return sum;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Light l;
    l.color = float3(1, 2, 3);
    l.inner.a = input[id.x];
    l.inner.b = input[1];
    l.power = 4;
    float b = l.brightness(2);
    if (b > 3) {
        float inside = b * 2;
        b += inside;
    }
    output[id.x] = total(3) + b + l.inner.b;
}
