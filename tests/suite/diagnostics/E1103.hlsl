//@ run: -T ps_6_0
float4 main() : SV_Target { return 1 + ; }
//~                                    ^ error[E1103]: expected an expression, found ';'
float a;
)
//~ error[E1104]: unmatched ')'
