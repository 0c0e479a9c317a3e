//@ run: -T ps_6_0 -fspv-max-id 8
float4 f(float4 a) { if (a.x > 1) return 1; return sin(a) * cos(a); }
float4 main(float4 a : A) : SV_Target { return f(a) + f(-a); }
//~? error[E5113]: module exceeds the id limit of 8 set by '-fspv-max-id'
