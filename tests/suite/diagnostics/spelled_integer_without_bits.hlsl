//@ run: -T ps_6_0 -fcgl
using Nothing = vk::SpirvType<21, 8, 8, vk::Literal<vk::integral_constant<uint, 0> >, vk::Literal<vk::integral_constant<bool, false> > >;
[[vk::ext_instruction(43)]] Nothing made([[vk::ext_literal]] int value);
static const Nothing answer = made(42);
//~                           ^ fatal error[E5110]: inline SPIR-V makes the module invalid: 0-bit integer type is not supported, or requires a capability
float4 main() : SV_Target { return 0; }
