//@ run: -T cs_6_0 -O0
//@ check-not: SubpassData
// A subpass input belongs to the pixel shaders of a file.
[[vk::input_attachment_index(0)]] SubpassInput<float4> input;
float4 pixel() : SV_Target { return input.SubpassLoad(); }
[numthreads(1, 1, 1)] void main() {}
