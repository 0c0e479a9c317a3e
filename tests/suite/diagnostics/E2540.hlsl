//@ run: -T ps_6_0
struct Material { Texture2D image; };
struct Element { float value; };
Texture2D images[2][3];
RWStructuredBuffer<Element> counted[][3];
Texture2D unused[2][3];
Material materials[2][2];
SamplerState sampling;
float4 main(float2 at : AT) : SV_Target {
    Texture2D local[1][1];
    local[0][0] = materials[1][0].image;
    counted[1][2].IncrementCounter();
//~ ^ error[E2540]: 'counted' is an array of arrays of resources, which Vulkan does not have
    return images[1][2].Sample(sampling, at) + local[0][0].Sample(sampling, at);
//~        ^ error[E2540]: 'images' is an array of arrays of resources, which Vulkan does not have
}
