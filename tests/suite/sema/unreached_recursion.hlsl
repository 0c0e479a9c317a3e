//@ run: -T ps_6_0
// What no entry point leads to may call itself, as functions of other stages of the same file may.
int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }
float4 main() : SV_Target { return 1; }
