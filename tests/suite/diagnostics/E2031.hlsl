//@ run: -T ps_6_0
struct Later;
static Later a;
//~          ^ error[E2031]: incomplete type 'Later'
struct S { Later b; };
//~              ^ error[E2031]: incomplete type 'Later'
struct D : Later { };
//~        ^ error[E2031]: incomplete type 'Later'
float4 main() : SV_Target { return 0; }
