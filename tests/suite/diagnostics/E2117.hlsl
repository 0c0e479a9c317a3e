//@ run: -T ps_6_0
struct S { float2 a; };
struct Big { float4 a; };
Texture2D t;
void f(S s, float v, float2 w) {
    Big b = (Big)s;
//~         ^ error[E2117]: cannot convert 'S' to 'Big'
    float4 x = (float4)t;
//~            ^ error[E2117]: cannot convert 'Texture2D<float4>' to 'float4'
    Texture2D u = (Texture2D)v;
//~               ^ error[E2117]: cannot convert 'float' to 'Texture2D<float4>'
    float4 y = (float4)w;
//~            ^ error[E2117]: cannot convert 'float2' to 'float4'
    float3x3 m = (float3x3)w;
//~              ^ error[E2117]: cannot convert 'float2' to 'float3x3'
}
float4 main() : SV_Target { return 0; }
