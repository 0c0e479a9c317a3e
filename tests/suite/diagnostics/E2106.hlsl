//@ run: -T ps_6_0
struct S { float x; };
enum class Mode { On, Off };
Texture2D t;
void f(S s, float2 v, float4x4 m, float3x3 n, Mode mode, double d) {
    s + s;
//~   ^ error[E2106]: invalid operands to '+': 'S' and 'S'
    t * 2;
//~   ^ error[E2106]: invalid operands to '*': 'Texture2D<float4>' and 'literal int'
    m * n;
//~ ^ warning[W2126]: implicit truncation of 'float4x4' to 'float3x3'
//~ ^ warning[W2209]: expression result unused
    v % s;
//~   ^ error[E2106]: invalid operands to '%': 'float2' and 'S'
    1.5 & 2;
//~     ^ error[E2106]: invalid operands to '&': 'literal float' and 'literal int'
    1 << 2.5;
//~   ^ error[E2106]: invalid operands to '<<': 'literal int' and 'literal float'
    v == t;
//~   ^ error[E2106]: invalid operands to '==': 'float2' and 'Texture2D<float4>'
    mode + 1;
//~      ^ error[E2106]: invalid operands to '+': 'Mode' and 'literal int'
    d % d;
//~   ^ error[E2106]: invalid operands to '%': 'double' and 'double'
}
float4 main() : SV_Target { return 0; }
