//@ run: -T ps_6_0 -HV 202x
struct Two { float x; operator float2() { return x; } operator float3() { return x; } };
float4 main() : SV_Target {
    Two t = { 1 };
    return (float)t;
//~               ^ error[E2681]: conversion from 'Two' to 'float' is ambiguous
}
