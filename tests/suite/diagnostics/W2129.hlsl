//@ run: -T ps_6_0
int f(int n) { return 1 << n; }
//~                     ^ warning[W2129]: ambiguous type of the shifted literal; add a suffix, as in '1u'
int g(int n) { return 1u << n; }
float4 main() : SV_Target { return 0; }
