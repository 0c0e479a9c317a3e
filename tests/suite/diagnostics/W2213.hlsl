//@ run: -T ps_6_0
void f(float x, float y) { x == y; x < y; (void)(x == y); }
//~                        ^ warning[W2213]: result of the comparison unused
//~                                ^ warning[W2213]: result of the comparison unused
float4 main() : SV_Target { return 0; }
