//@ run: -T ps_6_0 -fspv-debug=rich -Vd
float4 main() : SV_Target { return 0; }
//~? warning[W5005]: '-fspv-debug=rich' does not link methods to their struct; prefer -fspv-debug=vulkan-with-source
