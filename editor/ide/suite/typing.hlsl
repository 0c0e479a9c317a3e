// -T ps_6_6 -E main
struct Light { float3 position; float power; };
float lit(Light light, float3 normal)
{
    return light.
//               ^ complete
//| position float3 Light::position
//| power float Light::power
}
float4 main(float3 n : NORMAL) : SV_Target
{
    Light lamp = (Light)0;
    float a = lit(lamp,
//                     ^ signature
//| > float lit(Light light, float3 normal) [float3 normal]
//| float4 lit(float l, float h, float m) [float h]
    float b = lamp.po
//                 ^ complete
//| position float3 Light::position
//| power float Light::power
    float c = lerp(a, b, 
//                      ^ signature
//| > float<> lerp(float<> a, float<> b, float<> s) [float<> s]
    return a + b + c + n.
//                       ^ complete
//| x float
//| y float
//| z float
//| xy float2
//| yz float2
//| xyz float3
//| r float
//| g float
//| b float
//| rg float2
//| gb float2
//| rgb float3
}
//= messages
//| E1103 expected a type, found '}' main.hlsl:6 }
//| E1101 unexpected 'float' main.hlsl:10 float a = lit(lamp,
