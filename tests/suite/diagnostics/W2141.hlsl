//@ run: -T ps_6_0
#define HALF 1.5
int f(uint x) { return x; }
int g() { int a = 1.5; uint b = 2.0; int c = (int)1.5; int d = HALF; return f(2.75) + a + b + c + d; }
//~               ^ warning[W2141]: converting 1.5 to 'int' drops the fraction
//~                                                                           ^ warning[W2141]: converting 2.75 to 'uint' drops the fraction
int h() { switch (2.5) { case 2: return 1; default: return 0; } }
//~               ^ warning[W2141]: converting 2.5 to 'int' drops the fraction
float4 main() : SV_Target { return 0; }
