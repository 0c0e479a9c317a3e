//@ run: -T ps_6_0
[[vk::constant_id(0)]] const int c;
//~                              ^ error[E2050]: constant 'c' requires an initializer
float4 main() : SV_Target { auto x; return 0; }
//~                              ^ error[E2050]: constant 'x' requires an initializer
