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
//~ ^ error[E2102]: expression is not assignable: uniforms are read-only; declare the global 'static' to make it writable
    inside = 1;
//~ ^ error[E2102]: expression is not assignable: members of constant buffers are read-only
    values[0] = 1;
//~ ^ error[E2102]: expression is not assignable: elements of 'StructuredBuffer<float>' are read-only
    fixed++;
//~ ^ error[E2102]: expression is not assignable: 'fixed' is const
    v.xx = 1;
//~   ^ error[E2102]: expression is not assignable: the swizzle repeats a component
    make() = 2;
//~ ^ error[E2102]: expression is not assignable: it is not an lvalue
    (v + v) = 0;
//~  ^ error[E2102]: expression is not assignable: it is not an lvalue
}
float4 main() : SV_Target { return 0; }
