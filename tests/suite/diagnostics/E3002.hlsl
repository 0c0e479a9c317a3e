//@ run: -T ps_6_0
// Each level makes a text eight times as long.
#define A "01234567890123456789012345678901"
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D
#define F E E E E E E E E
float4 main() : SV_Target { printf(F); return 0; }
//~                         ^ error[E3002]: instruction exceeds the maximum length in SPIR-V
