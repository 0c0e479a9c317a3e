//@ run: -T vs_6_0 -E main
float4 main(float3 p : POSITION) : POSITION { return float4(p, 1); }
//~                                ^ warning[W2544]: vertex shader has no SV_Position output
//~                                ^ note: did you mean 'SV_Position'?
