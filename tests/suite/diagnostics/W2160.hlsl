//@ run: -T ps_6_0
struct Vertex { float4 at : SV_Position; float2 uv : TEXCOORD0; float2 texel : TEXEL; };
Texture2D<float4> image;
Texture2D<float4> other;
float4 main(Vertex v) : SV_Target {
    float4 sum = image[v.uv];
//~                      ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
//~                      ^ note: 'TEXCOORD0' is by convention from 0 to 1
    float2 wrapped = frac(v.texel);
    sum += image[wrapped];
//~              ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
//~              ^ note: 'frac' gives numbers from 0 to 1
    sum += other.Load(float3(v.uv, 0));
//~                   ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
//~                   ^ note: 'TEXCOORD0' is by convention from 0 to 1
    sum += image[v.at.xy] + image[v.texel] + image[v.uv * 256];
    return sum;
}
