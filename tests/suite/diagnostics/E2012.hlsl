//@ run: -T ps_6_0
struct S { void get(); };
void S::put() { }
//~     ^ error[E2012]: out-of-line definition of 'put' does not match any declaration in 'S'
void S::get(int x) { }
//~     ^ error[E2012]: out-of-line definition of 'get' does not match any declaration in 'S'
void S::get() { }
float4 main() : SV_Target { return 0; }
