//@ run: -T vs_6_0 -E main
float4 main(float3 p : POSITION) : POSITION { return float4(p, 1); }
//~                                ^ warning[W2544]: the vertex shader has no output SV_Position
//~                                ^ note: did you mean 'SV_Position'?
