//@ run: -T ps_6_0
float g(float x) { return x; }
void f(float x) {
    x;
//~ ^ warning[W2209]: expression result unused
    x + 1;
//~ ^ warning[W2209]: expression result unused
    x == 2;
//~ ^ warning[W2213]: comparison result unused
    -x;
//~ ^ warning[W2209]: expression result unused
    g(x);
    (void)x;
}
float4 main() : SV_Target { return 0; }
