//@ run: -T ps_6_0
float f(float x, int n) {
    [unroll(-1)] for (int i = 0; i < 3; i++) { x++; }
//~         ^ warning[W2517]: an argument of attribute 'unroll' is left out: it does not lie between 0 and 4294967295
    [unroll(1.5)] for (int j = 0; j < 3; j++) { x++; }
//~         ^ warning[W2517]: an argument of attribute 'unroll' is left out: it is no integer that is known at compile time
    [unroll(n)] for (int k = 0; k < 3; k++) { x++; }
//~         ^ warning[W2517]: an argument of attribute 'unroll' is left out: it is no integer that is known at compile time
    [unroll(3, 4)] for (int l = 0; l < 3; l++) { x++; }
//~  ^ warning[W2517]: an argument of attribute 'unroll' is left out: there are more than it takes
    [branch(1)] if (x > 0) { x++; }
//~  ^ warning[W2517]: an argument of attribute 'branch' is left out: there are more than it takes
    return x;
}
float4 main() : SV_Target { return f(1, 2); }
