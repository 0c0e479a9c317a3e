//@ run: -T ps_6_0
float4 main(float4 v : V) : SV_Target { return EvaluateAttributeCentroid(v * 2); }
//~                                            ^ fatal error[E5116]: interpolation requires an input or a part of one, not a computed value
