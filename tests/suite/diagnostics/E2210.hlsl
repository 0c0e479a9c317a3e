//@ run: -T ps_6_0
void f(int x) {
    [unroll] [loop] for (int i = 0; i < 4; i++) { x++; }
//~           ^ error[E2210]: attributes 'unroll' and 'loop' cannot be combined
    [branch] [flatten] if (x > 0) { x++; }
//~           ^ warning[W2515]: attribute 'flatten' has no effect
}
float4 main() : SV_Target { return 0; }
