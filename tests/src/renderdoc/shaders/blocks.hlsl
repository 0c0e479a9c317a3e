//@ run: -T cs_6_0
//@ in: input = u32:1,2,3,4,5,6,7,8
//@ in: material = f32:1,2,3,4
//@ in: output = f32:0*16
//@ dispatch: 1
//@ out: output ~4ulp = f32:10,12,14,16,0,0,0,0,0,0,0,0,0,0,0,0
StructuredBuffer<uint> input : register(t0);
[[vk::binding(1)]] RWStructuredBuffer<float> output;
[[vk::binding(2)]] cbuffer material {
    float3 tint;
    float shine;
};
float luminance(float3 color) {
    float l = dot(color, float3(0.25, 0.5, 0.25));
    return l;
}
[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    float own = shine + input[id.x];
    float l = luminance(tint);
    float bright = l * own;
    output[id.x] = bright;
}
