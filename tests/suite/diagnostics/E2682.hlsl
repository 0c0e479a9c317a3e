//@ run: -T ps_6_0 -HV 202x
float4 main() : SV_Target { return hlsl::numeric_limits<float4>::max() + hlsl::numeric_limits<float, 2>::max(); }
//~                                      ^ error[E2682]: 'numeric_limits' requires one scalar type as its argument, not 'float4'
//~                                                                            ^ error[E2682]: 'numeric_limits' requires one scalar type as its argument, not this
