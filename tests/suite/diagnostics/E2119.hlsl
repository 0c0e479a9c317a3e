//@ run: -T ps_6_0
#define A x > 0 ? x :
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
float f(float x) { return D B x; }
//~                       ^ error[E2119]: expression is nested too deeply
float4 main() : SV_Target { return 0; }
