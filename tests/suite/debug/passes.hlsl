//@ run: -T ps_6_0 -fspv-debug=vulkan
//@ run: -T ps_6_0 -O0 -fspv-debug=vulkan
//@ run: -T ps_6_0 -fspv-debug=rich -Wno-debug-info
//@ run: -T ps_6_0 -fspv-debug=vulkan -fspv-flatten-resource-arrays
// Textures that are handed on have to go from parameters, locals and members, whatever a debugger would like to know, and
// methods that are known to their struct must not keep the passes from it. Statics become variables of a function.
static float4 sum;
static float2 unused;
struct Surface {
    Texture2D<float4> image;
    SamplerState filtering;
    float4 at(float2 uv) { return image.SampleLevel(filtering, uv, 0); }
};
Surface surface : register(t0);
Texture2D<float4> layers[2] : register(t4);
SamplerState filtering : register(s9);
float4 blend(Texture2D<float4> first, Texture2D<float4> second, float2 uv) {
    Texture2D<float4> chosen = first;
    sum = chosen.SampleLevel(filtering, uv, 0);
    chosen = second;
    return sum + chosen.SampleLevel(filtering, uv, 0);
}
float4 main(float2 uv : UV) : SV_Target {
    Surface local;
    local.image = layers[1];
    local.filtering = filtering;
    return blend(layers[0], layers[1], uv) + local.at(uv) + surface.at(uv);
}
