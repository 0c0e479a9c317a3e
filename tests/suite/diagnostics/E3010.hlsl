//@ run: -T cs_6_2 -enable-16bit-types
RWBuffer<half2> list : register(u0);
//~             ^ error[E3010]: Vulkan does not support textures and buffers of 16-bit floats; use 'float', which reads texels of any width
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { list[i] = half2(i, 1); }
