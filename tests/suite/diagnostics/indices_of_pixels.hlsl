//@ run: -T ps_6_8 -E main
struct Output { float4 colour : SV_Target3; float depth : SV_Depth1; };
//~                                                       ^ error[E2593]: semantic index of 'SV_Depth1' exceeds the maximum (0)
Output main(float3 weights : SV_Barycentrics2, uint id : SV_PrimitiveID0) { return (Output)0; }
//~                          ^ error[E2593]: semantic index of 'SV_Barycentrics2' exceeds the maximum (1)
