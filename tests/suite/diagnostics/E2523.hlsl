//@ run: -T ps_6_0
float4 main(float2 p : SV_Position, float4 i : SV_PrimitiveID, float f : SV_IsFrontFace) : SV_Target { return 0; }
//~                ^ error[E2523]: 'SV_Position' must be float4, not 'float2'
//~                                        ^ error[E2523]: 'SV_PrimitiveID' must be uint, not 'float4'
//~                                                                  ^ error[E2523]: 'SV_IsFrontFace' must be bool, not 'float'
