//@ run: -T ps_6_0
// A compound assignment keeps the type of its left side.
static int i; static float f; static float2 v2; static float4 v4; static bool b;
#define SAME(expression, type) _Static_assert(__is_same(decltype(expression), type), #expression)
SAME(i += 1.5, int); SAME(f -= i, float); SAME(v2 *= f, float2); SAME(v4 = f, float4); SAME(i++, int); SAME(++f, float);
float4 main() : SV_Target {
    v2 += v4;
//~       ^ warning[W2126]: implicit truncation of 'float4' to 'float2'
    b += 1;
//~   ^ error[E2106]: invalid operands to '+=': 'bool' and 'literal int'
    v4 += v2;
//~    ^ error[E2106]: invalid operands to '+=': 'float4' and 'float2'
    return 0;
}
