/// What a light does to a surface.
enum Mode { Lit, Shadowed = 4 };
/// A light,
/// and its flags.
struct Light {
    /// In metres.
    float3 place;
    Mode mode;
    /// Set by the editor.
    uint layer : 5;
    int bias : 4;
    uint count : 20;
    Mode others[2];
    bool on;
};
cbuffer Scene {
    float3 corners[2];
    float exposure;
    Light light;
    row_major float2x3 turn;
    float last;
};
RWStructuredBuffer<Light> lights;
RWStructuredBuffer<float> sum;
[numthreads(8, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    lights[id] = light;
    sum[id] = corners[1].x + exposure + turn[1][2] + last;
}
