//@ run: -T ps_6_0 -HV 202x
struct P { float2 a; float b; };
float4 main(float2 v : V) : SV_Target {
    float4 flat = { v, 1, 1 };
    float4 w = { v, 1 };
//~              ^ error[E2687]: a value of type 'float2' in an initializer list does not initialize 'float'
    P p = { 1, 2, 3, 4 };
//~       ^ error[E2115]: wrong number of values for 'P': expected 3, found 4
    float2 u = { float3(1, 2, 3) };
//~              ^ error[E2687]: a value of type 'float3' in an initializer list does not initialize 'float'
    P q = { v, v };
//~            ^ error[E2687]: a value of type 'float2' in an initializer list does not initialize 'float'
    float s = { 1, 2 };
//~           ^ error[E2115]: wrong number of values for 'float': expected 1, found 2
    P good = { v, 1 };
    return w + flat;
}
