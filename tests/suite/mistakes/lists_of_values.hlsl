//@ run: -T ps_6_0
// A list of values is the initial value of a declaration and no expression: one message each.
float4 main() : SV_Target {
    float2 a = { 1, 2 };
    a = { 1, 2 };
//~     ^ error[E1103]: expected an expression, found '{'
    a += { 1, 2 };
//~      ^ error[E1103]: expected an expression, found '{'
    return { a, a };
//~        ^ error[E1103]: expected an expression, found '{'
}
