// Arithmetic and conversions, each as the one instruction that its types call for.
#ifndef HLSL2SPIRV_VK_OPCODE_SELECTOR_H
#define HLSL2SPIRV_VK_OPCODE_SELECTOR_H

#define HLSL2SPIRV_UNARY(NAME, OPCODE)                                                                                 \
  template <typename R, typename T> [[vk::ext_instruction(OPCODE)]] R NAME(T operand)
#define HLSL2SPIRV_BINARY(NAME, OPCODE)                                                                                \
  template <typename T> [[vk::ext_instruction(OPCODE)]] T NAME(T left, T right)

namespace vk {
namespace util {
namespace ops {

HLSL2SPIRV_UNARY(Copy, 83);
HLSL2SPIRV_UNARY(FloatToUnsigned, 109);
HLSL2SPIRV_UNARY(FloatToSigned, 110);
HLSL2SPIRV_UNARY(SignedToFloat, 111);
HLSL2SPIRV_UNARY(UnsignedToFloat, 112);
HLSL2SPIRV_UNARY(ResizeUnsigned, 113);
HLSL2SPIRV_UNARY(ResizeSigned, 114);
HLSL2SPIRV_UNARY(ResizeFloat, 115);
HLSL2SPIRV_UNARY(Reinterpret, 124);
HLSL2SPIRV_UNARY(NegateInteger, 126);
HLSL2SPIRV_UNARY(NegateFloat, 127);
HLSL2SPIRV_BINARY(AddIntegers, 128);
HLSL2SPIRV_BINARY(AddFloats, 129);
HLSL2SPIRV_BINARY(SubtractIntegers, 130);
HLSL2SPIRV_BINARY(SubtractFloats, 131);
HLSL2SPIRV_BINARY(MultiplyIntegers, 132);
HLSL2SPIRV_BINARY(MultiplyFloats, 133);
HLSL2SPIRV_BINARY(DivideUnsigned, 134);
HLSL2SPIRV_BINARY(DivideSigned, 135);
HLSL2SPIRV_BINARY(DivideFloats, 136);

} // namespace ops

// Arithmetic on components of a type.
template <typename Component> struct ArithmeticSelector;

#define HLSL2SPIRV_ARITHMETIC(COMPONENT, KIND, DIVIDE, NEGATE)                                                         \
  template <> struct ArithmeticSelector<COMPONENT> {                                                                   \
    template <typename T> static T Negate(T a) { return ops::NEGATE<T, T>(a); }                                        \
    template <typename T> static T Add(T a, T b) { return ops::Add##KIND<T>(a, b); }                                   \
    template <typename T> static T Sub(T a, T b) { return ops::Subtract##KIND<T>(a, b); }                              \
    template <typename T> static T Mul(T a, T b) { return ops::Multiply##KIND<T>(a, b); }                              \
    template <typename T> static T Div(T a, T b) { return ops::DIVIDE<T>(a, b); }                                      \
  };

HLSL2SPIRV_ARITHMETIC(int32_t, Integers, DivideSigned, NegateInteger)
HLSL2SPIRV_ARITHMETIC(int64_t, Integers, DivideSigned, NegateInteger)
HLSL2SPIRV_ARITHMETIC(uint32_t, Integers, DivideUnsigned, NegateInteger)
HLSL2SPIRV_ARITHMETIC(uint64_t, Integers, DivideUnsigned, NegateInteger)
HLSL2SPIRV_ARITHMETIC(half, Floats, DivideFloats, NegateFloat)
HLSL2SPIRV_ARITHMETIC(float, Floats, DivideFloats, NegateFloat)
HLSL2SPIRV_ARITHMETIC(double, Floats, DivideFloats, NegateFloat)
#if __HLSL_ENABLE_16_BIT
HLSL2SPIRV_ARITHMETIC(int16_t, Integers, DivideSigned, NegateInteger)
HLSL2SPIRV_ARITHMETIC(uint16_t, Integers, DivideUnsigned, NegateInteger)
#endif

// The conversion from one type of components to another.
template <typename From, typename To> struct ConversionSelector;

#define HLSL2SPIRV_CONVERSION(FROM, TO, INSTRUCTION)                                                                   \
  template <> struct ConversionSelector<FROM, TO> {                                                                    \
    template <typename R, typename T> static R Convert(T value) { return ops::INSTRUCTION<R, T>(value); }              \
  };

@conversions@
} // namespace util
} // namespace vk

#undef HLSL2SPIRV_UNARY
#undef HLSL2SPIRV_BINARY
#undef HLSL2SPIRV_ARITHMETIC
#undef HLSL2SPIRV_CONVERSION
#endif
