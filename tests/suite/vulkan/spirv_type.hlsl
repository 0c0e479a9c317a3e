//@ run: -T cs_6_0 -fcgl -Vd
//@ emit: spirv
//@ check: OpCapability Int8
//@ check: OpExecutionMode %main SubgroupSize 32
//@ check: {int8} = OpTypeInt 8 0
//@ check: OpTypePointer Function {int8}
//@ check-not: OpExtension "of_unused"
using Byte [[vk::ext_capability(39)]] =
    vk::SpirvType<21, 1, 1, vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<bool, false> > >;
typedef vk::SpirvOpaqueType<28, Byte, vk::integral_constant<uint, 4> > Bytes;

struct Unused {
  [[vk::ext_extension("of_unused")]] int field;
};

[numthreads(1, 1, 1)]
void main() {
  vk::ext_execution_mode(35, 32);
  Byte byte;
  Bytes bytes;
}
