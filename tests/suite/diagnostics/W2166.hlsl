//@ run: -T ps_6_0
Texture2D image : t0;
//~               ^ warning[W2166]: 't0' is a semantic here and binds no register
//~               ^ note: did you mean 'register(t0)'?
SamplerState filter : S1;
//~                   ^ warning[W2166]: 'S1' is a semantic here and binds no register
//~                   ^ note: did you mean 'register(S1)'?
cbuffer Frame : b2 { float4 gain; };
//~             ^ warning[W2166]: 'b2' is a semantic here and binds no register
//~             ^ note: did you mean 'register(b2)'?
Texture2D named : ALBEDO;
Texture2D placed : register(t1);
float4 main(float2 uv : t0) : SV_Target {
    return image.Sample(filter, uv) + named.Sample(filter, uv) + placed.Sample(filter, uv);
}
