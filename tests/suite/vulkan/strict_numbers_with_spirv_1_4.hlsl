//@ run: -T ps_6_0 -fspv-target-env=vulkan1.1spirv1.4 -Gis -fspv-extension=SPV_KHR_float_controls
//@ emit: spirv
//@ check: OpCapability SignedZeroInfNanPreserve
//@ check: OpExtension "SPV_KHR_float_controls"
// The capability is of SPIR-V 1.4, and of Vulkan 1.2: before that Vulkan wants the extension.
float4 main(float4 tint : TINT) : SV_Target { return tint * 0; }
