//@ run: -T ps_6_0
[[vk::binding]] Texture2D t;
//~ error[E2512]: wrong number of arguments for attribute 'vk::binding': expected 1 to 2, found 0
[[vk::binding(1, 2, 3)]] Texture2D u;
//~ error[E2512]: wrong number of arguments for attribute 'vk::binding': expected 1 to 2, found 3
[numthreads(1, 1)] void f() { }
//~ error[E2512]: wrong number of arguments for attribute 'numthreads': expected 3, found 2
void g(int x) { [unroll(1, 2)] for (; x < 3; x++) { } }
//~              ^ warning[W2517]: argument of attribute 'unroll' ignored: too many arguments
float4 main() : SV_Target { return 0; }
