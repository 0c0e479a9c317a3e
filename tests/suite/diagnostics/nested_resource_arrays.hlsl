//@ run: -T ps_6_0
struct Material { Texture2D image; };
struct Buffers { RWStructuredBuffer<float> buffer; Texture2D image; };
Texture2D images[2][3];
//~       ^ error[E2540]: 'images' is an array of arrays of resources, which Vulkan does not have
Texture2D unused[2][3];
//~       ^ error[E2540]: 'unused' is an array of arrays of resources, which Vulkan does not have
Material materials[2][2];
Buffers buffers;
//~     ^ error[E2061]: global 'buffers' mixes resources and other members in a way that is not supported
SamplerState sampling;
float4 main(float2 at : AT) : SV_Target {
    Texture2D local[1][1];
    local[0][0] = materials[1][0].image;
    return images[1][2].Sample(sampling, at) + local[0][0].Sample(sampling, at);
}
