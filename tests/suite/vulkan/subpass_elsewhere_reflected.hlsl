//@ run: -T cs_6_0 -O0 -fspv-reflect
//@ emit: spirv
//@ check-not: %input
// A subpass input has no variable in a module without pixel shaders, whatever is told of types.
[[vk::input_attachment_index(0)]] SubpassInput<float4> input;
float4 pixel() : SV_Target { return input.SubpassLoad(); }
[numthreads(1, 1, 1)] void main() {}
