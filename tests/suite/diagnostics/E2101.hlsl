//@ run: -T ps_6_0
float f(float2 v, float4 w, float4x4 m, float s) {
    float a = v.z;
//~             ^ error[E2101]: invalid swizzle 'z' on 'float2'
    float4 b = w.xyzwx;
//~              ^ error[E2101]: invalid swizzle 'xyzwx' on 'float4'
    float2 c = w.xg;
//~              ^ error[E2101]: invalid swizzle 'xg' on 'float4'
    float d = m._m44;
//~             ^ error[E2101]: invalid swizzle '_m44' on 'float4x4'
    float2 e = m._11_m00;
//~              ^ error[E2101]: invalid swizzle '_11_m00' on 'float4x4'
    float3 g = s.xyx;
//~              ^ error[E2101]: invalid swizzle 'xyx' on 'float'
    float h = w.q;
//~             ^ error[E2101]: invalid swizzle 'q' on 'float4'
    return a;
}
float4 main() : SV_Target { return 0; }
