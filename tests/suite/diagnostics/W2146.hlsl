//@ run: -T ps_6_0
struct S { float2 v; };
float4 main(float x : X, nointerpolation int n : N) : SV_Target {
    S s = { x, x };
    bool a = x != x;
//~            ^ warning[W2146]: '!=' between a value and itself does not hold for NaN either
    bool b = any(s.v.xy != s.v.xy);
//~                     ^ warning[W2146]: '!=' between a value and itself does not hold for NaN either
    bool c = n != n, d = x != s.v.x;
    return float4(a, b, c, d);
}
