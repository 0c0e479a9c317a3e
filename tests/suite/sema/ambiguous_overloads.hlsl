//@ run: -T ps_6_0 -no-warnings
float f(float2 x); float f(float3 x);
int g(int x); int g(uint x);
float h(float x); float h(double x);
float i(half x); float i(float x);
int j(int x); int j(float x);
float4 main(float4 v : V, bool b : B) : SV_Target {
    f(v);
//~ ^ error[E2112]: call to 'f' is ambiguous
    g(1);
//~ ^ error[E2112]: call to 'g' is ambiguous
    h(1);
//~ ^ error[E2112]: call to 'h' is ambiguous
    h(1.0);
//~ ^ error[E2112]: call to 'h' is ambiguous
    j(b);
//~ ^ error[E2112]: call to 'j' is ambiguous
    return 0;
}
