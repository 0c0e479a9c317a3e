//@ run: -T ps_6_0
static const float a;
//~                ^ error[E2050]: constant 'a' needs an initializer
[[vk::constant_id(0)]] const int c;
//~                              ^ error[E2050]: constant 'c' needs an initializer
float4 main() : SV_Target { return 0; }
