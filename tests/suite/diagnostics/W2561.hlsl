//@ run: -T ps_6_0 -Wpadded -Wno-packoffset
struct Light
//~    ^ warning[W2561]: relaxed-std430 leaves 4 bytes free at the end of 'Light'
{
    float4 colour;
    float size;
    float4 place;
//~        ^ warning[W2561]: relaxed-std430 leaves 12 bytes free before 'place'
    float3 normal;
};
StructuredBuffer<Light> lights;
cbuffer Scene {
    float weights[3];
//~       ^ warning[W2561]: relaxed-std140 leaves 12 bytes free after each element of 'weights'
    float3x3 turn;
//~          ^ warning[W2561]: relaxed-std140 leaves 4 bytes free after each vector of 'turn'
    float last : packoffset(c20);
};
float4 main(uint i : I) : SV_Target { return lights[i].colour * weights[1] + turn[0][0] + last; }
