//@ run: -T cs_6_6 -fcgl -fspv-target-env=vulkan1.2
// The format of an array is that of its elements.
[[vk::image_format("rgba16f")]] Buffer<int4> integers[2];
//~                                          ^ error[E2051]: image format 'rgba16f' does not fit texels of type 'int4'
[[vk::image_format("r32ui")]] RWTexture2D<float> floats[];
//~                                              ^ error[E2051]: image format 'r32ui' does not fit texels of type 'float'
[[vk::image_format("r32i")]] RWTexture2D<int64_t> wide[3];
//~                                               ^ error[E2051]: image format 'r32i' does not fit texels of type 'int64_t'
[[vk::image_format("rgba16f")]] RWBuffer<float4> right[2];
[[vk::image_format("r32ui")]] RWBuffer<int> signs[2];

[numthreads(1, 1, 1)] void main() { right[1][0] = 1; }
