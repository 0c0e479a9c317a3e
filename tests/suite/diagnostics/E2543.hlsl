//@ run: -T ps_6_0 -E main
float4 main(float4 p : SV_Positon, float4 q : SV_Frobnicate, float4 r : TEXCOORD) : SV_Target { return p + q + r; }
//~                    ^ error[E2543]: 'SV_Positon' is no system value
//~                                           ^ error[E2543]: 'SV_Frobnicate' is no system value
