//@ run: -T ps_6_0
float f() { return tex2D(1, 2); }
//~                ^ error[E2128]: 'tex2D' is not supported
template<typename T> struct S { T x; };
float4 main() : SV_Target { return 0; }
