//@ run: -T ps_6_0
struct In { float a : A; float b : B; };
//~                   ^ warning[W2526]: semantic 'A' is overridden by the enclosing 'OUTER'
//~                                ^ warning[W2526]: semantic 'B' is overridden by the enclosing 'OUTER'
float4 main(In i : OUTER) : SV_Target { return i.a + i.b; }
