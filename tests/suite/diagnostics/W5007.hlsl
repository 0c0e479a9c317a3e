//@ run: -T ps_6_0 -Qembed_debug -all-resources-bound
float4 main() : SV_Target { return 0; }
//~? warning[W5007]: an option is for DXIL, but the output is SPIR-V; use -spirv to silence this warning
