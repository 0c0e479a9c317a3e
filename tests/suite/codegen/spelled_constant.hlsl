//@ run: -T ps_6_0 -HV 2021 -fcgl -fspv-target-env=vulkan1.3
//@ emit: spirv
//@ check: %spirvIntrinsicType = OpTypeInt 8 0
//@ check: OpConstant %spirvIntrinsicType 42
using Byte [[vk::ext_capability(/* Int8 */ 39)]] =
    vk::SpirvType<21, 8, 8, vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<bool, false> > >;
[[vk::ext_instruction(43)]] Byte made([[vk::ext_literal]] int value);
static const Byte answer = made(42);
float4 main() : SV_Target { return 0; }
