// -T ps_6_6 -E main
struct Light { float3 position; float power; };
float4 faulty() { return undeclared_elsewhere; }
float4 main(float3 n : NORMAL) : SV_Target
{
    Light light = (Light)0;
    float a = lerp(1.0, 2.0);
    light.
    float4 c = n;
    float2 d = n.xq;
    return a + c + undeclared_here;
}
float4 after(float4 y) { return undeclared_after + y.q; }
//= messages
//| E1103 expected an operator or ';', found 'c' main.hlsl:9 float4 c = n;
//| E2120 wrong number of arguments for 'lerp': expected 3, found 2 / candidate: float<> lerp(float<> a, float<> b, float<> s) main.hlsl:7 float a = lerp(1.0, 2.0);
//| E2118 cannot implicitly convert 'float3' to 'float4' main.hlsl:9 float4 c = n;
//| E2101 invalid swizzle 'xq' on 'float3' main.hlsl:10 float2 d = n.xq;
//|   components are named 'xyzw' or 'rgba': main.hlsl:10 float2 d = n.xq;
//| E2001 use of undeclared identifier 'undeclared_here' main.hlsl:11 return a + c + undeclared_here;
//| E2001 use of undeclared identifier 'undeclared_elsewhere' main.hlsl:3 float4 faulty() { return undeclared_elsewhere; }
//| E2001 use of undeclared identifier 'undeclared_after' main.hlsl:13 float4 after(float4 y) { return undeclared_after + y.q; }
//| E2101 invalid swizzle 'q' on 'float4' main.hlsl:13 float4 after(float4 y) { return undeclared_after + y.q; }
//|   components are named 'xyzw' or 'rgba': main.hlsl:13 float4 after(float4 y) { return undeclared_after + y.q; }
