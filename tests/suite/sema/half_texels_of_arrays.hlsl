//@ run: -T ps_6_2 -enable-16bit-types
// What nothing uses may be an array of what Vulkan does not have.
[[vk::binding(0, 1)]] Buffer<half4> halves[];
[[vk::binding(0, 1)]] Buffer<float4> floats[];
float4 main() : SV_Target { return floats[1][0]; }
