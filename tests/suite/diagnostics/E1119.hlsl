//@ run: -T ps_6_0
[[using vk: binding(2, 1)]] Texture2D<float4> albedo;
//~ error[E1119]: 'using' is not allowed in attributes; qualify each attribute, as in 'vk::binding(2, 1)'
[[using Vulkan: set(1), binding(2)]] Texture2D<float4> normals;
//~ error[E1119]: 'using' is not allowed in attributes; qualify each attribute, as in 'vk::binding(2, 1)'
float4 main() : SV_Target { return 0; }
