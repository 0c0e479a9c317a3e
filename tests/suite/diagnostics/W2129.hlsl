//@ run: -T ps_6_0
int f(int n) { return 1 << n; }
//~                     ^ warning[W2129]: the shifted literal has no type of its own; give it one, as in '1u'
int g(int n) { return 1u << n; }
float4 main() : SV_Target { return 0; }
