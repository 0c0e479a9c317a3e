//@ run: -T ps_6_0
sampler2D paint : register(s1);
//~ error[E2002]: unknown type name 'sampler2D'
//~ note: 'sampler2D' is Direct3D 9; in HLSL declare a Texture2D and a SamplerState
float4 main(float2 at : TEXCOORD0) : COLOR {
    return tex2D(paint, at);
}
