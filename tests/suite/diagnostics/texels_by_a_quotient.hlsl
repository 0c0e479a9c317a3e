//@ run: -T cs_6_0 -E quotient
Texture2D<float4> image;
RWTexture2D<float4> result;
[numthreads(8, 8, 1)]
void quotient(uint3 id : SV_DispatchThreadID) {
    float2 size = 256;
    float2 uv = (id.xy + 0.5) / size;
    float2 tile = id.xy / size;
    result[id.xy] = image[uv] + image[tile];
//~                       ^ warning[W2160]: normalized coordinates are converted to integers, and texels are numbered from 0 to the texture's size
//~                       ^ note: by its name, 'uv' is from 0 to 1
}
