//@ run: -T ps_6_0
#define A 1
#define A 2
//~     ^ warning[W1001]: macro 'A' redefined
#define B 1
#define B 1
float4 main() : SV_Target { return 0; }
