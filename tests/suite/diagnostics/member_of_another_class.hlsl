//@ run: -T ps_6_0
struct A { float a; };
struct B { float b, c; };
float4 main() : SV_Target { A object = { 1 }; return object.B::c; }
//~                                                            ^ error[E2100]: no member named 'c' in 'A'
