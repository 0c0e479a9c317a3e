//@ run: -T ps_6_0
float f() { float a; return dot(a) + max(1, 2, 3) + float() + sin(); }
//~                         ^ error[E2120]: wrong number of arguments for 'dot': expected 2, found 1
//~                                  ^ error[E2120]: wrong number of arguments for 'max': expected 2, found 3
//~                                                 ^ error[E2120]: wrong number of arguments for 'float': expected 1, found 0
//~                                                           ^ error[E2120]: wrong number of arguments for 'sin': expected 1, found 0
Texture2D t; SamplerState s;
float4 g() { return t.Sample(s) + t.Load(); }
//~                   ^ error[E2120]: wrong number of arguments for 'Sample': expected 2 to 5, found 1
//~                                 ^ error[E2120]: wrong number of arguments for 'Load': expected 1 to 3, found 0
float4 main() : SV_Target { return 0; }
