//@ run: -T ps_6_0
cbuffer C { int2x3 m; row_major int2x3 n; };
//~                ^ error[E2533]: integer and bool matrices in memory must be row_major
float4 main() : SV_Target { return m[0][0] + n[0][0]; }
