//@ run: -T ps_6_0
[[vk::binding(1)]] void f() { [numthreads(1, 1, 1)] return; }
//~ error[E2511]: attribute 'vk::binding' cannot stand here
//~                            ^ error[E2511]: attribute 'numthreads' cannot stand here
[[vk::offset(0)]] Texture2D t;
//~ error[E2511]: attribute 'vk::offset' cannot stand here
struct S { [[vk::push_constant]] float x; };
//~          ^ error[E2511]: attribute 'vk::push_constant' cannot stand here
float4 main() : SV_Target { return 0; }
