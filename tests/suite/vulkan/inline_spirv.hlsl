//@ run: -T ps_6_0 -fspv-target-env=vulkan1.1
//@ check: OpCapability ShaderClockKHR
//@ check: OpExtension "SPV_KHR_shader_clock"
//@ check: OpExtInst %float {*} Fract
//@ check: OpReadClockKHR
[[vk::ext_capability(5055)]] [[vk::ext_extension("SPV_KHR_shader_clock")]] [[vk::ext_instruction(5056)]] uint64_t clock(uint scope);
[[vk::ext_instruction(10, "GLSL.std.450")]] float fraction(float x);
float4 main(float x : X) : SV_Target { return fraction(x) + (float)clock(1); }
