//@ run: -T ps_6_0
#define A for (;;)
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
void f(float x) { D B x--; }
//~                 ^ error[E2205]: statements are nested too deeply
float4 main() : SV_Target { return 0; }
