//@ run: -T ps_6_0
[[vk::input_attachment_index(1)]] cbuffer Far { float4 far; };
//~ error[E2511]: attribute 'vk::input_attachment_index' is not allowed here
[[vk::input_attachment_index(2)]] SubpassInput near;
float4 main() : SV_Target { return far + near.SubpassLoad(); }
