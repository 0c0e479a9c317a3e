//@ run: -T ps_6_0
float4 f(float4 a, float4 b) {
    bool4 c = a > b && b > a;
//~                 ^ error[E2108]: operands of '&&' must be scalar; use 'and' for vectors
    bool4 d = a > b || b > a;
//~                 ^ error[E2108]: operands of '||' must be scalar; use 'or' for vectors
    return a > b ? a : b;
//~        ^ error[E2108]: condition of '?:' must be scalar; use 'select' for vectors
}
float4 main() : SV_Target { return 0; }
