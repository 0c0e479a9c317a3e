//@ run: -T ps_6_0
struct S { float x; };
enum Mode { On, Off };
void f(S s, float a, Mode m, Texture2D t, bool b) {
    -s;
//~ ^ error[E2107]: invalid operand to '-': 'S'
    ~a;
//~ ^ error[E2107]: invalid operand to '~': 'float'
    !t;
//~ ^ error[E2107]: invalid operand to '!': 'Texture2D<float4>'
    m++;
//~ ^ error[E2107]: invalid operand to '++': 'Mode'
    --b;
//~ ^ error[E2107]: invalid operand to '--': 'bool'
    b += 1;
//~   ^ error[E2106]: invalid operands to '+=': 'bool' and 'literal int'
}
float4 main() : SV_Target { return 0; }
