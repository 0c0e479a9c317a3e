//@ run: -T ps_6_0
float f() { return this.x; }
//~                ^ error[E2114]: 'this' outside of a method
struct S { float x; static float get() { return this.x; } };
//~                                             ^ error[E2114]: 'this' outside of a method
float4 main() : SV_Target { return 0; }
