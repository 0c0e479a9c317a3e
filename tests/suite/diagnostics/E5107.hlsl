//@ run: -T ps_6_0 -fspv-extension=KHR -fspv-extension=SPV_EXT_descriptor_indexing -fspv-extension=SPV_KHR_no_such
float4 main() : SV_Target { return 0; }
//~? error[E5107]: unknown SPIR-V extension 'SPV_KHR_no_such'
