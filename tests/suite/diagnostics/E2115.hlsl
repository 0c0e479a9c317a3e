//@ run: -T ps_6_0
struct S { float a; float2 b; };
void f() {
    float3 v = { 1, 2 };
//~            ^ error[E2115]: wrong number of values for 'float3': expected 3, found 2
    float2 w = { 1, 2, 3 };
//~            ^ error[E2115]: wrong number of values for 'float2': expected 2, found 3
    S s = { 1, { 2, 3, 4 } };
//~       ^ error[E2115]: wrong number of values for 'S': expected 3, found 4
    float a[2] = { 1, 2, 3 };
//~              ^ error[E2115]: wrong number of values for 'float[2]': expected 2, found 3
    float4 c = float4(1, 2);
//~            ^ error[E2115]: wrong number of values for 'float4': expected 4, found 2
    float2 d = float2(1, 2, 3);
//~            ^ error[E2115]: wrong number of values for 'float2': expected 2, found 3
    int i = { };
//~         ^ error[E2115]: wrong number of values for 'int': expected 1, found 0
}
float4 main() : SV_Target { return 0; }
