//@ run: -T cs_6_0 -fcgl
// Literals that stand where ids belong may name anything, the type itself included.
using Looped = vk::SpirvType</* OpTypeStruct */ 30, 1, 1,
                             vk::Literal<vk::integral_constant<uint, 8> >, vk::Literal<vk::integral_constant<uint, 9> > >;
using Beyond = vk::SpirvType</* OpTypeStruct */ 30, 1, 1, vk::Literal<vk::integral_constant<uint, 4000000> > >;

[numthreads(1, 1, 1)] void main() {
//~                        ^ fatal error[E5110]: inline SPIR-V makes the module invalid: spirv.TypeStruct: id 4000000 is not less than the bound 14
    Looped looped;
    Beyond beyond;
}
