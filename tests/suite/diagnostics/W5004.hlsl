//@ run: -T ps_6_0 -fspv-debug=vulkan -Vd
float4 main() : SV_Target { return 0; }
//~? warning[W5004]: '-fspv-debug=vulkan' has no effect: the module gets files, lines and source, but no extended instructions
