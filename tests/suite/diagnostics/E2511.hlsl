//@ run: -T ps_6_0
[[vk::binding(1)]] void f() { [numthreads(1, 1, 1)] return; }
//~ error[E2511]: attribute 'vk::binding' is not allowed here
//~                            ^ error[E2511]: attribute 'numthreads' is not allowed here
[[vk::offset(0)]] Texture2D t;
//~ error[E2511]: attribute 'vk::offset' is not allowed here
struct S { [[vk::push_constant]] float x; };
//~          ^ error[E2511]: attribute 'vk::push_constant' is not allowed here
float4 main() : SV_Target { return 0; }
