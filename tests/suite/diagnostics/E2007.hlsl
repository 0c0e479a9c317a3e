//@ run: -T ps_6_0
float f(float x) { return x; }
float f(float y) { return y; }
//~   ^ error[E2007]: redefinition of function 'f'
struct S {
    float get() { return 1; }
    float get() { return 2; }
//~       ^ error[E2007]: redefinition of function 'get'
};
float4 main() : SV_Target { return 0; }
