//@ run: -T ps_6_0 -fspv-optimizer=spirv-tools
//@ only without SPIRV-Tools: others have them
float4 main() : SV_Target { return 0; }
//~? error[E5104]: '-fspv-optimizer=spirv-tools' requires SPIRV-Tools, which this build does not include
