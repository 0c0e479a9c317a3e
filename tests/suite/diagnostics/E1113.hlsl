//@ run: -T ps_6_0
float4 main() : SV_Target { auto f = [](int x) { return x; }; return 0; }
//~                                  ^ error[E1113]: HLSL has no lambda expressions
