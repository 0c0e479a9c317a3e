//@ run: -T ps_6_0 -flegacy-macro-expansion
// Operands of ## are expanded first: the variable is called value3.
#define N 3
#define NAMED(number) value ## number
static const float value3 = 1;
float4 main() : SV_Target { return NAMED(N); }
