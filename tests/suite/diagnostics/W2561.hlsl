//@ run: -T ps_6_0 -Wpadded -Wno-packoffset
struct Light
//~    ^ warning[W2561]: relaxed-std430 adds 4 bytes of padding at the end of 'Light'
{
    float4 colour;
    float size;
    float4 place;
//~        ^ warning[W2561]: relaxed-std430 adds 12 bytes of padding before 'place'
    float3 normal;
};
StructuredBuffer<Light> lights;
cbuffer Scene {
    float weights[3];
//~       ^ warning[W2561]: relaxed-std140 adds 12 bytes of padding after each element of 'weights'
    float3x3 turn;
//~          ^ warning[W2561]: relaxed-std140 adds 4 bytes of padding after each vector of 'turn'
    float last : packoffset(c20);
};
float4 main(uint i : I) : SV_Target { return lights[i].colour * weights[1] + turn[0][0] + last; }
