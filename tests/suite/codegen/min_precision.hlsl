//@ run: -T ps_6_0
//@ check: OpDecorate %{*} RelaxedPrecision
//@ check-not: OpTypeFloat 16
float4 main(min16float4 p : P) : SV_Target { min16float4 q = p * p; return q; }
