//@ run: -T ps_6_0
void f(float x, float y) { x == y; x < y; (void)(x == y); }
//~                        ^ warning[W2213]: comparison result unused
//~                                ^ warning[W2213]: comparison result unused
float4 main() : SV_Target { return 0; }
