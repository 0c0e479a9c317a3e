//@ run: -T ps_6_0
static uniform float a;
//~    ^ error[E2067]: 'static' and 'uniform' cannot be combined
extern groupshared float b;
//~    ^ error[E2067]: 'extern' and 'groupshared' cannot be combined
typedef static float T;
//~     ^ error[E2067]: 'typedef' and 'static' cannot be combined
struct S { nointerpolation linear float x; row_major column_major float2x2 y; };
//~                        ^ error[E2067]: 'nointerpolation' and 'linear' cannot be combined
//~                                                  ^ error[E2067]: 'row_major' and 'column_major' cannot be combined
float4 f(linear nointerpolation float x) { static extern float y = x; return y; }
//~             ^ error[E2067]: 'linear' and 'nointerpolation' cannot be combined
//~                                               ^ error[E2067]: 'static' and 'extern' cannot be combined
float4 main() : SV_Target { return 0; }
