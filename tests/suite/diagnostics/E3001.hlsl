//@ run: -T ps_6_0
float4 main(float x : X) : SV_Target { return WaveActiveSum(x); }
//~                                           ^ error[E3001]: capability GroupNonUniformArithmetic is needed here, but not available: it needs SPIR-V 1.3
