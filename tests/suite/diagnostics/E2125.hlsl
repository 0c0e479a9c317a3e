//@ run: -T ps_6_0
static int v;
enum E { A = v };
//~          ^ error[E2125]: enumerator value must be a constant expression
_Static_assert(v == 0, "unknown");
//~            ^ error[E2125]: asserted condition must be a constant expression
void f(int x) { switch (x) { case v: break; } }
//~                               ^ error[E2125]: case value must be a constant expression
[numthreads(v, 1, 1)] void g() { }
//~         ^ error[E2125]: attribute argument must be a constant expression
[[vk::binding(v)]] Texture2D t;
//~           ^ error[E2125]: attribute argument must be a constant expression
Texture2D u : register(t1);
[[vk::constant_id(0)]] const int s = v;
//~                                  ^ error[E2125]: default of specialization constant 's' must be a constant expression
float4 main() : SV_Target { return 0; }
