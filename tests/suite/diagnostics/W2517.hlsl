//@ run: -T ps_6_0
float f(float x, int n) {
    [unroll(-1)] for (int i = 0; i < 3; i++) { x++; }
//~         ^ warning[W2517]: argument of attribute 'unroll' ignored: the value is out of range (0 to 4294967295)
    [unroll(1.5)] for (int j = 0; j < 3; j++) { x++; }
//~         ^ warning[W2517]: argument of attribute 'unroll' ignored: it is not an integer constant expression
    [unroll(n)] for (int k = 0; k < 3; k++) { x++; }
//~         ^ warning[W2517]: argument of attribute 'unroll' ignored: it is not an integer constant expression
    [unroll(3, 4)] for (int l = 0; l < 3; l++) { x++; }
//~  ^ warning[W2517]: argument of attribute 'unroll' ignored: too many arguments
    [branch(1)] if (x > 0) { x++; }
//~  ^ warning[W2517]: argument of attribute 'branch' ignored: too many arguments
    return x;
}
float4 main() : SV_Target { return f(1, 2); }
