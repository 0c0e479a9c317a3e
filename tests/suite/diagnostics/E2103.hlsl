//@ run: -T ps_6_0
struct S { float x; };
SamplerState s;
float f(float a, S b) { return a[0] + b[1] + s[0]; }
//~                            ^ error[E2103]: 'float' cannot be indexed
//~                                   ^ error[E2103]: 'S' cannot be indexed
//~                                          ^ error[E2103]: 'SamplerState' cannot be indexed
float4 main() : SV_Target { return 0; }
