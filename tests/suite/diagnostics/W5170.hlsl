//@ run: -T ps_6_0 -fspv-extension=KHR -fspv-extension=SPV_EXT_descriptor_indexing -fspv-extension=SPV_KHR_multiveiw
float4 main() : SV_Target { return 0; }
//~? warning[W5170]: unknown SPIR-V extension 'SPV_KHR_multiveiw' is ignored
