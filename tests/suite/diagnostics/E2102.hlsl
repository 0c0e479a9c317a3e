//@ run: -T ps_6_0
static const float4 limit = 1;
float4 uniforms;
cbuffer C { float inside; };
StructuredBuffer<float> values;
float make() { return 1; }
void f(const int fixed, float4 v) {
    1 = 2;
//~ ^ error[E2102]: expression is not assignable: it is a constant
    limit.x = 1;
//~       ^ error[E2102]: expression is not assignable: 'limit' is const
    uniforms = 0;
//~ ^ error[E2102]: expression is not assignable: the application sets it; a global that is 'static' can be written
    inside = 1;
//~ ^ error[E2102]: expression is not assignable: members of constant buffers are read-only
    values[0] = 1;
//~ ^ error[E2102]: expression is not assignable: elements of 'StructuredBuffer<float>' are read-only
    fixed++;
//~ ^ error[E2102]: expression is not assignable: 'fixed' is const
    v.xx = 1;
//~   ^ error[E2102]: expression is not assignable: the swizzle takes a component twice
    make() = 2;
//~ ^ error[E2102]: expression is not assignable: it is a value, not a variable
    (v + v) = 0;
//~  ^ error[E2102]: expression is not assignable: it is a value, not a variable
}
float4 main() : SV_Target { return 0; }
