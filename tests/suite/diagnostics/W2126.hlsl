//@ run: -T ps_6_0
float3 f(float4 v, float4x4 m) {
    float2 a = v;
//~            ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    a = v;
//~     ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    float3x3 n = m;
//~              ^ warning[W2126]: implicit truncation of 'float4x4' to 'float3x3'
    v.xy += v;
//~         ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    return v;
//~        ^ warning[W2126]: implicit truncation of 'float4' to 'float3'
}
float4 main() : SV_Target { return 0; }
