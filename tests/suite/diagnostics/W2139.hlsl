//@ run: -T ps_6_0
#define EITHER(a, b, c) (a && b || c)
bool f(bool a, bool b, bool c) {
    if (EITHER(a, b, c)) { return a || (b && c); }
    if ((a && b) || c) { return a && b && c; }
    return a && b || c;
//~          ^ warning[W2139]: '&&' within '||'; add parentheses to clarify
}
bool g(bool a, bool b, bool c) { return a || b && c; }
//~                                            ^ warning[W2139]: '&&' within '||'; add parentheses to clarify
float4 main() : SV_Target { return 0; }
