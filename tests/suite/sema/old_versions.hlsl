//@ run: -T ps_6_0 -HV 2018
// Before 2021: logical operators work component by component, structs of one shape convert.
struct A { float2 x; float y; }; struct B { float3 z; };
float4 main(float4 p : P, float4 q : Q) : SV_Target {
    bool4 both = p > 0 && q > 0;
    float4 chosen = p > q ? p : q;
    A a; a.x = 1; a.y = 2;
    B b = a;
    return chosen + both + b.z.x;
}
