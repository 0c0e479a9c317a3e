//@ run: -T ps_6_0
float4 main() : SV_Target { return (1 + 2]; }
//~                                      ^ error[E1104]: unmatched ']'
//~                                      ^ error[E1102]: expected ')'
