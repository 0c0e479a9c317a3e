//@ run: -T ps_6_0
float4 main(uint id : SV_VertexID, float4 c : SV_Target) : SV_Position { return 0; }
//~                                                        ^ error[E2521]: semantic 'SV_Position' is not allowed on a pixel shader's output
//~                   ^ error[E2521]: semantic 'SV_VertexID' is not allowed on a pixel shader's input
//~                                           ^ error[E2521]: semantic 'SV_Target' is not allowed on a pixel shader's input
