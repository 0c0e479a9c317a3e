//@ run: -T ps_6_0
float4 main(float4 v : V) : SV_Target { return EvaluateAttributeCentroid(v * 2); }
//~                                            ^ fatal error[E5116]: only an input can be interpolated, or a part of one, and not what is computed from it
