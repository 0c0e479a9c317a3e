//@ run: -T ps_6_0
Texture2D images[4];
SamplerState smooth;
float4 main(float3 normal : NORMAL) : SV_Target {
    return normal.length() + images.Sample(smooth, normal.xy);
//~               ^ error[E2100]: no member named 'length' in 'float3'
//~               ^ note: 'length' is a function; pass the value as its argument
//~                                 ^ error[E2100]: no member named 'Sample' in 'Texture2D<float4>[4]'
//~                                 ^ note: expression is an array with elements of type 'Texture2D<float4>'
}
