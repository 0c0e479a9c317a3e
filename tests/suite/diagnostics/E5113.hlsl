//@ run: -T ps_6_0 -fspv-max-id 8 -fspv-optimizer=own
float4 main(float4 a : A) : SV_Target { return sin(a) * cos(a); }
//~? error[E5113]: the module needs more ids than the 8 of '-fspv-max-id'
