//@ run: -T ps_6_0 -fspv-reflect
//@ emit: spirv
//@ check: OpDecorateString %out_var_SV_Target UserSemantic "SV_Target"
float4 main() : SV_Target { return 0; }
