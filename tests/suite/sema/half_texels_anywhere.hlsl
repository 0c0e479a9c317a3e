//@ run: -T ps_6_2 -enable-16bit-types -fspv-target-env=universal1.5
//@ run: -T ps_6_2
Texture2D<half4> image;
Buffer<half> list[2];
float4 main() : SV_Target { return image[uint2(0, 0)] + list[1][0]; }
