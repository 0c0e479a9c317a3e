//@ run: -T ps_6_0
struct S { float x = 1; int y; };
//~                  ^ error[E2056]: fields cannot have initializers
float4 main() : SV_Target { return 0; }
