//@ run: -T vs_6_0 -E main
void main(float3 p : POSITION, float4 o : SV_Position) { o = float4(p, 1); }
//~                                       ^ warning[W2544]: vertex shader has no SV_Position output
//~                                       ^ note: parameter is an input; is 'out' missing?
