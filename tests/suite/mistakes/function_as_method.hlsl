//@ run: -T ps_6_0
Texture2D images[4];
SamplerState smooth;
float4 main(float3 normal : NORMAL) : SV_Target {
    return normal.length() + images.Sample(smooth, normal.xy);
//~               ^ error[E2100]: no member named 'length' in 'float3'
//~               ^ note: 'length' is a function, which takes the value as an argument
//~                                 ^ error[E2100]: no member named 'Sample' in 'Texture2D<float4>[4]'
//~                                 ^ note: this is an array, whose elements are of the type 'Texture2D<float4>'
}
