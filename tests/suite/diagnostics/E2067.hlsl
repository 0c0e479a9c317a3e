//@ run: -T ps_6_0
static uniform float a;
//~    ^ error[E2067]: 'static' and 'uniform' exclude each other
extern groupshared float b;
//~    ^ error[E2067]: 'extern' and 'groupshared' exclude each other
typedef static float T;
//~     ^ error[E2067]: 'typedef' and 'static' exclude each other
struct S { nointerpolation linear float x; row_major column_major float2x2 y; };
//~                        ^ error[E2067]: 'nointerpolation' and 'linear' exclude each other
//~                                                  ^ error[E2067]: 'row_major' and 'column_major' exclude each other
float4 f(linear nointerpolation float x) { static extern float y = x; return y; }
//~             ^ error[E2067]: 'linear' and 'nointerpolation' exclude each other
//~                                               ^ error[E2067]: 'static' and 'extern' exclude each other
float4 main() : SV_Target { return 0; }
