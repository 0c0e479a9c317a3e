//@ run: -T ps_6_2 -enable-16bit-types
Texture2D<half4> image;
//~              ^ error[E3010]: Vulkan does not support textures and buffers of 16-bit floats; use 'float', which reads texels of any width
// One of several declarations of the same bindings, none of which has to be used.
Buffer<half> list[2];
RWTexture2D<float16_t2> written;
//~                     ^ error[E3010]: Vulkan does not support textures and buffers of 16-bit floats; use 'float', which reads texels of any width
// Not used.
Texture2D<half4> spare;
Texture2D<float4> wide;
Buffer<uint16_t> integers;
float4 main() : SV_Target {
    written[uint2(0, 0)] = 1;
    return image[uint2(0, 0)] + wide[uint2(0, 0)] + integers[0];
}
