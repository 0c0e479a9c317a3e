// -T lib_6_6
float4 other() { return missing_elsewhere; }
float4 half_way(float3 n)
{
    float unfinished = n.
    float4 c = n;
    return c + unfinished + missing_here;
}
//= messages
//| E1103 expected an operator or ';', found 'c' main.hlsl:6 float4 c = n;
//| E2001 use of undeclared identifier 'missing_elsewhere' main.hlsl:2 float4 other() { return missing_elsewhere; }
//| E2118 cannot implicitly convert 'float3' to 'float4' main.hlsl:6 float4 c = n;
