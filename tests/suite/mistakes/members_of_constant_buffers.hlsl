//@ run: -T ps_6_0
cbuffer Frame { float4 gain; };
struct Scene { float4 tint; };
ConstantBuffer<Scene> scene;
Texture2D image;
SamplerState smooth;
float4 main(float2 uv : UV) : SV_Target {
    float4 sum = Frame.gain + tint;
//~              ^ error[E2001]: use of undeclared identifier 'Frame'
//~              ^ note: 'Frame' is a constant buffer, whose members are named without it
//~                           ^ error[E2001]: use of undeclared identifier 'tint'
//~                           ^ note: 'scene' has such a member: 'scene.tint'
    sum += Sample(image, smooth, uv);
//~        ^ error[E2001]: use of undeclared identifier 'Sample'
//~        ^ note: 'Sample' is a method, called on an object, as in 'object.Sample(...)'
    sum += smooth.Sample(image, uv);
//~               ^ error[E2100]: no member named 'Sample' in 'SamplerState'
//~               ^ note: this is a method of textures, which take the sampler as their first argument
    return sum;
}
