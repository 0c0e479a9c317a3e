//@ run: -T ps_6_0
[[vk::input_attachment_index(0)]] Texture2D colour;
//~ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
[[vk::input_attachment_index(1)]] SubpassInput depth[2];
[[vk::input_attachment_index(3)]] float4 factor;
//~ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
float4 main() : SV_Target { return 0; }
