//@ run: -T ps_6_0
[[vk::image_format(3)]] RWTexture2D<float4> t;
//~                ^ error[E2513]: attribute 'vk::image_format' requires a string argument
float4 main() : SV_Target { return 0; }
