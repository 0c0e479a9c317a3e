//@ run: -T ps_6_0
struct S { float x; };
void f(float x, int2 v, S s) {
    switch (x) { case 1: break; }
//~         ^ warning[W2167]: the switch selector of type 'float' is converted to an integer
    switch (v) { case 1: break; }
//~         ^ error[E2203]: switch selector of type 'int2' is not an integer
    switch (s) { default: break; }
//~         ^ error[E2203]: switch selector of type 'S' is not an integer
}
float4 main() : SV_Target { return 0; }
