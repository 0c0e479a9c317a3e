//@ run: -T ps_6_2 -enable-16bit-types
//@ check: OpCapability Float16
//@ check: OpTypeFloat 16
float4 main(nointerpolation half4 p : P) : SV_Target { half4 q = p * p; return q; }
