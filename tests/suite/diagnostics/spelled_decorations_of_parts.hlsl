//@ run: -T ps_6_0
// Passes split the struct; a decoration that is spelled stays the source's.
struct Surface {
    [[vk::ext_decorate(1, 2)]] Texture2D<float4> image;
    SamplerState filtering;
    float4 at(float2 uv) { return image.SampleLevel(filtering, uv, 0); }
};
Surface surface : register(t0);
//~     ^ fatal error[E5110]: inline SPIR-V makes the module invalid: SpecId cannot decorate OpVariable %4
float4 main(float2 uv : UV) : SV_Target { return surface.at(uv); }
