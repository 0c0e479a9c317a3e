//@ run: -T ps_6_0 -E paint -fspv-entrypoint-name=main
//@ emit: spirv
//@ check: OpEntryPoint Fragment %paint "main"
float4 paint() : SV_Target { return 0; }
