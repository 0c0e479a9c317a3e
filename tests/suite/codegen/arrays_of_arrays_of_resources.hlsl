//@ run: -T ps_6_0 -fspv-target-env=vulkan1.2
//@ check: OpCapability RuntimeDescriptorArray
//@ check: OpDecorate %images Binding 5
//@ check: OpDecorate %material_maps Binding
//@ check: OpTypeArray %type_2d_image %uint_6
//@ check: OpTypeRuntimeArray %type_2d_image
//@ check: OpTypeArray %type_2d_image %uint_4
//@ check: OpAccessChain %_ptr_UniformConstant_type_2d_image %images %uint_5

//@ run: -T ps_6_0 -O0 -fspv-target-env=vulkan1.2
//@ check: OpTypeArray %type_2d_image %uint_6
//@ check: OpTypeRuntimeArray %type_2d_image

//@ run: -T ps_6_0 -fspv-debug=vulkan-with-source -fspv-target-env=vulkan1.3
//@ check: OpTypeArray %type_2d_image %uint_6
// Arrays of arrays of resources, which Vulkan does not have, are one array each, wherever they are declared.
struct Material { Texture2D maps[2][2]; };
Texture2D images[2][3] : register(t5);
Texture2D open[][2] : register(t0, space1);
RWStructuredBuffer<uint> counted[2][2] : register(u0, space2);
StructuredBuffer<float4> deep[2][3][4] : register(t0, space3);
Material material : register(t20);
SamplerState sampling;
cbuffer Chosen { uint row; int column; };

float4 one(Texture2D image, float2 at) { return image.Sample(sampling, at); }
float4 ends(Texture2D images[3], float2 at) { return images[0].Sample(sampling, at) + images[2].Sample(sampling, at); }

float4 main(float2 at : AT, nointerpolation uint id : ID) : SV_Target {
    Texture2D copied[3] = images[row];
    counted[1][0][4] = counted[row][column].IncrementCounter();
    float4 sum = images[1][2].Sample(sampling, at) + images[row][column].Sample(sampling, at);
    sum += one(images[row][2], at) + ends(images[1], at) + ends(images[row], at) + copied[1].Sample(sampling, at);
    sum += open[NonUniformResourceIndex(id)][1].Sample(sampling, at) + deep[row][column][3][7];
    return sum + material.maps[1][0].Sample(sampling, at);
}
