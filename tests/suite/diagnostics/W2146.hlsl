//@ run: -T ps_6_0
struct S { float2 v; };
float4 main(float x : X, nointerpolation int n : N) : SV_Target {
    S s = { x, x };
    bool a = x != x;
//~            ^ warning[W2146]: self-comparison with '!=' is always false, even for NaN; use isnan()
    bool b = any(s.v.xy != s.v.xy);
//~                     ^ warning[W2146]: self-comparison with '!=' is always false, even for NaN; use isnan()
    float parts[3] = { x, x, x };
    bool e = parts[n] != parts[n], f = parts[1] != parts[1], g = parts[0] != parts[1];
//~                   ^ warning[W2146]: self-comparison with '!=' is always false, even for NaN; use isnan()
//~                                             ^ warning[W2146]: self-comparison with '!=' is always false, even for NaN; use isnan()
    bool c = n != n, d = x != s.v.x;
    return float4(a, b, c, d) + float4(e, f, g, 0);
}
