//@ run: -T ps_6_0
[[vk::binding(-1)]] Texture2D t;
//~           ^ error[E2514]: argument of 'vk::binding' must be between 0 and 4294967295
[[vk::binding(0, 5000000000)]] Texture2D u;
//~              ^ error[E2514]: argument of 'vk::binding' must be between 0 and 4294967295
float4 main() : SV_Target { return 0; }
