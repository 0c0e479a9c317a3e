// -T ps_6_6 -E main
float4 main(float2 uv : TEXCOORD0) : SV_Target
{
    float sum = uv.x + uv.y
    sum *= 2;
    float more = max(sum, 1;
    return sum + more;
}
//= messages
//| E1102 expected ';' after declaration main.hlsl:4 float sum = uv.x + uv.y
//|   Insert ';'
//| E1102 expected ')' main.hlsl:6 float more = max(sum, 1;
//|   to match this one: main.hlsl:6 float more = max(sum, 1;
//|   Insert ')'
