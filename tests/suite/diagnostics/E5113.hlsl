//@ run: -T ps_6_0 -fspv-max-id 8 -fspv-optimizer=own
float4 main(float4 a : A) : SV_Target { return sin(a) * cos(a); }
//~? error[E5113]: module exceeds the id limit of 8 set by '-fspv-max-id'
