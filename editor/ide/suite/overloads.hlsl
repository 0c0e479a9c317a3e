// -T ps_6_6 -E main
float pick(float a) { return a; }
float pick(float a, float b) { return a + b; }
float pick(float a, float b, float c) { return a + b + c; }
float4 main() : SV_Target
{
    float two = pick(1, 2);
//               ^ definition
//| main.hlsl:3 float pick(float a, float b) { return a + b; }
//               ^ references
//| main.hlsl:3 float pick(float a, float b) { return a + b; }
//| main.hlsl:7 float two = pick(1, 2);
    return pick(two) + pick(1, 2, 3);
//          ^ definition
//| main.hlsl:2 float pick(float a) { return a; }
//                      ^ definition
//| main.hlsl:4 float pick(float a, float b, float c) { return a + b + c; }
//                      ^ hover
//| ```hlsl
//| float pick(float a, float b, float c)
//| ```
}
