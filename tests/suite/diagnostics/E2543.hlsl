//@ run: -T ps_6_0 -E main
float4 main(float4 p : SV_Positon, float4 q : SV_Frobnicate, float4 r : TEXCOORD) : SV_Target { return p + q + r; }
//~                    ^ error[E2543]: unknown system value 'SV_Positon'
//~                                           ^ error[E2543]: unknown system value 'SV_Frobnicate'
