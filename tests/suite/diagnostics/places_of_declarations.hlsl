//@ run: -T ps_6_0 -E main -HV 2021
// Messages about what is declared elsewhere say where.
enum Mode { PLAIN, FANCY };
//~ note: declared here
struct Later;
//~    ^ note: declared here
template<typename T> struct Box { T value; };
//~                         ^ note: declared here
static const float list[4] = { 1, 2, 3, 4 };
//~                ^ note: declared here
const static float fixed = 2;
struct Pair { float a; float method(); };
void fill(out float value) { value = 1; }
float nothing() {
//~   ^ note: declared here
    return;
//~ ^ error[E2200]: non-void function must return a value
}
float4 main(float4 at : AT) : SV_Target {
    Mode mode = Mode.FANCY;
//~             ^ error[E2004]: 'Mode' does not name a value
//~             ^ note: use '::' to access members of a type: Mode::FANCY
    Later later;
//~       ^ error[E2031]: incomplete type 'Later'
    Box plain;
//~ ^ error[E2020]: use of template 'Box' requires template arguments
    fixed = 3;
//~ ^ error[E2102]: expression is not assignable: it is a constant
    fill(fixed);
//~      ^ error[E2127]: argument for out parameter 'value' is not assignable: it is a constant
    return list[4];
//~             ^ error[E2104]: index 4 is out of bounds (length is 4)
}
