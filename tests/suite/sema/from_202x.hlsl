//@ run: -T ps_6_0 -HV 2021
// What HLSL 202x has is an error before it that names it.
struct S { float x; operator float() { return x; } };
//~                 ^ error[E2060]: conversion operators require HLSL 202x (option '-HV 202x')
auto twice(float x) { return 2 * x; }
//~  ^ error[E2683]: a deduced result requires HLSL 202x (option '-HV 202x')

float4 main(float x : X) : SV_Target {
    float a = 1, b = 2;
    (x > 0 ? a : b) = 5;
//~  ^ error[E2102]: expression is not assignable: it is not an lvalue
    return a + b;
}
