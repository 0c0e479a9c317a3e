// Matrices of a wave or a thread group by SPV_KHR_cooperative_matrix.
#pragma once

namespace __hlsl2spirv {

// The type of a component in SPIR-V, and conversions between it and the scalar in which a component is exact.
template <typename R, typename T> [[vk::ext_instruction(83)]] R CopyObject(T value);
template <typename R, typename T> [[vk::ext_instruction(109)]] R FloatToUnsigned(T value);
template <typename R, typename T> [[vk::ext_instruction(110)]] R FloatToSigned(T value);
template <typename R, typename T> [[vk::ext_instruction(111)]] R SignedToFloat(T value);
template <typename R, typename T> [[vk::ext_instruction(112)]] R UnsignedToFloat(T value);
template <typename R, typename T> [[vk::ext_instruction(113)]] R ResizeUnsigned(T value);
template <typename R, typename T> [[vk::ext_instruction(114)]] R ResizeSigned(T value);
template <typename R, typename T> [[vk::ext_instruction(115)]] R ResizeFloat(T value);
template <typename R, typename T> [[vk::ext_instruction(124)]] R Reinterpret(T value);
template <typename T> [[vk::ext_instruction(128)]] T AddIntegers(T left, T right);
template <typename T> [[vk::ext_instruction(129)]] T AddFloats(T left, T right);

template <ComponentEnum Of> struct Native;

#define HLSL2SPIRV_NATIVE(WHICH, INTO, OUT_OF, ...)                                                                    \
  template <> struct Native<ComponentType::WHICH> {                                                                    \
    using Type = __VA_ARGS__;                                                                                          \
    using Value = typename Component<ComponentType::WHICH>::Value;                                                            \
    static Type Of(Value value) { return INTO<Type, Value>(value); }                                                   \
    static Value To(Type value) { return OUT_OF<Value, Type>(value); }                                                 \
  };
#define HLSL2SPIRV_LITERAL(NUMBER) vk::Literal<vk::integral_constant<uint, NUMBER> >

HLSL2SPIRV_NATIVE(I32, CopyObject, CopyObject, int)
HLSL2SPIRV_NATIVE(U32, CopyObject, CopyObject, uint)
HLSL2SPIRV_NATIVE(I64, CopyObject, CopyObject, int64_t)
HLSL2SPIRV_NATIVE(U64, CopyObject, CopyObject, uint64_t)
HLSL2SPIRV_NATIVE(F32, CopyObject, CopyObject, float)
HLSL2SPIRV_NATIVE(F64, CopyObject, CopyObject, double)
#if __HLSL_ENABLE_16_BIT
HLSL2SPIRV_NATIVE(I16, CopyObject, CopyObject, int16_t)
HLSL2SPIRV_NATIVE(U16, CopyObject, CopyObject, uint16_t)
HLSL2SPIRV_NATIVE(F16, CopyObject, CopyObject, half)
#else
[[vk::ext_capability(22)]] typedef vk::SpirvOpaqueType<21, HLSL2SPIRV_LITERAL(16), HLSL2SPIRV_LITERAL(1)> NativeI16;
[[vk::ext_capability(22)]] typedef vk::SpirvOpaqueType<21, HLSL2SPIRV_LITERAL(16), HLSL2SPIRV_LITERAL(0)> NativeU16;
[[vk::ext_capability(9)]] typedef vk::SpirvOpaqueType<22, HLSL2SPIRV_LITERAL(16)> NativeF16;
HLSL2SPIRV_NATIVE(I16, ResizeSigned, ResizeSigned, NativeI16)
HLSL2SPIRV_NATIVE(U16, ResizeUnsigned, ResizeUnsigned, NativeU16)
HLSL2SPIRV_NATIVE(F16, ResizeFloat, ResizeFloat, NativeF16)
#endif
[[vk::ext_capability(39)]] typedef vk::SpirvOpaqueType<21, HLSL2SPIRV_LITERAL(8), HLSL2SPIRV_LITERAL(1)> NativeI8;
[[vk::ext_capability(39)]] typedef vk::SpirvOpaqueType<21, HLSL2SPIRV_LITERAL(8), HLSL2SPIRV_LITERAL(0)> NativeU8;
[[vk::ext_capability(4212)]] [[vk::ext_capability(4213)]] [[vk::ext_extension("SPV_EXT_float8")]]
typedef vk::SpirvOpaqueType<22, HLSL2SPIRV_LITERAL(8), HLSL2SPIRV_LITERAL(4214)> NativeE4M3;
[[vk::ext_capability(4212)]] [[vk::ext_capability(4213)]] [[vk::ext_extension("SPV_EXT_float8")]]
typedef vk::SpirvOpaqueType<22, HLSL2SPIRV_LITERAL(8), HLSL2SPIRV_LITERAL(4215)> NativeE5M2;
[[vk::ext_capability(5116)]] [[vk::ext_capability(5118)]] [[vk::ext_extension("SPV_KHR_bfloat16")]]
typedef vk::SpirvOpaqueType<22, HLSL2SPIRV_LITERAL(16), HLSL2SPIRV_LITERAL(0)> NativeBFloat16;
HLSL2SPIRV_NATIVE(I8, ResizeSigned, ResizeSigned, NativeI8)
HLSL2SPIRV_NATIVE(U8, ResizeUnsigned, ResizeUnsigned, NativeU8)
HLSL2SPIRV_NATIVE(F8_E4M3FN, ResizeFloat, ResizeFloat, NativeE4M3)
HLSL2SPIRV_NATIVE(F8_E5M2, ResizeFloat, ResizeFloat, NativeE5M2)
HLSL2SPIRV_NATIVE(BFloat16, ResizeFloat, ResizeFloat, NativeBFloat16)
#undef HLSL2SPIRV_NATIVE

// Pointers, whose storage classes are numbers: StorageBuffer, Workgroup and Function.
using WordPointer = vk::SpirvOpaqueType<32, HLSL2SPIRV_LITERAL(12), uint>;
template <typename T> using SharedPointer = vk::SpirvOpaqueType<32, HLSL2SPIRV_LITERAL(4), T>;
template <typename T> using LocalPointer = vk::SpirvOpaqueType<32, HLSL2SPIRV_LITERAL(7), T>;
#undef HLSL2SPIRV_LITERAL

template <typename Buffer> [[vk::ext_instruction(65)]] WordPointer Word(Buffer buffer, uint member, uint index);
template <typename T> [[vk::ext_instruction(83)]] SharedPointer<T> AddressOf([[vk::ext_reference]] T place);
template <typename T, typename M>
[[vk::ext_instruction(65)]] LocalPointer<T> ElementOf([[vk::ext_reference]] M matrix, uint index);
template <typename T> [[vk::ext_instruction(61)]] T LoadFrom(LocalPointer<T> from);
template <typename T> [[vk::ext_instruction(62)]] void StoreTo(LocalPointer<T> to, T value);

// The instructions. Accesses are NonPrivatePointer (32), and, of the thread group's memory, MakePointerAvailable (8) or
// MakePointerVisible (16) for the workgroup (2).
template <typename M>
[[vk::ext_instruction(4457)]] M LoadMatrix(WordPointer from, uint layout, uint stride, [[vk::ext_literal]] uint access);
template <typename M>
[[vk::ext_instruction(4458)]] void StoreMatrix(WordPointer to, M matrix, uint layout, uint stride,
                                               [[vk::ext_literal]] uint access);
template <typename M, typename T>
[[vk::ext_instruction(4457)]] M LoadMatrix(SharedPointer<T> from, uint layout, uint stride,
                                           [[vk::ext_literal]] uint access, uint scope);
template <typename M, typename T>
[[vk::ext_instruction(4458)]] void StoreMatrix(SharedPointer<T> to, M matrix, uint layout, uint stride,
                                               [[vk::ext_literal]] uint access, uint scope);
template <typename C, typename A, typename B>
[[vk::ext_instruction(4459)]] C MultiplyAdd(A a, B b, C c, [[vk::ext_literal]] uint operands);
template <typename M> [[vk::ext_instruction(4460)]] uint LengthOf([[vk::ext_literal]] M matrix);
template <typename M, typename T> [[vk::ext_instruction(80)]] M Filled(T value);

template <typename M>
[[vk::ext_capability(5438)]] [[vk::ext_extension("SPV_EXT_cooperative_matrix_maintenance1")]]
[[vk::ext_instruction(5363)]] uint2 CoordinateOf(M matrix, uint index);

// Changes of the use.
#if __hlsl2spirv_linear_algebra & 2
template <typename R, typename M>
[[vk::ext_capability(5429)]] [[vk::ext_extension("SPV_EXT_cooperative_matrix_maintenance1")]]
[[vk::ext_instruction(5293)]] R ChangeUse(M matrix);
template <typename R, typename M>
[[vk::ext_capability(5429)]] [[vk::ext_extension("SPV_EXT_cooperative_matrix_maintenance1")]]
[[vk::ext_decorate(5440)]] [[vk::ext_instruction(5293)]] R TransposeUse(M matrix);
#else
template <typename R, typename M>
[[vk::ext_capability(5431)]] [[vk::ext_extension("SPV_NV_cooperative_matrix2")]]
[[vk::ext_instruction(5293)]] R ChangeUse(M matrix);
template <typename R, typename M>
[[vk::ext_capability(5431)]] [[vk::ext_extension("SPV_NV_cooperative_matrix2")]]
[[vk::ext_instruction(5390)]] R TransposeUse(M matrix);
#endif

template <ComponentEnum Of, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> struct Matrices {
  [[vk::ext_capability(6022)]] [[vk::ext_capability(5345)]] [[vk::ext_extension("SPV_KHR_cooperative_matrix")]]
  typedef vk::SpirvOpaqueType<4456, typename Native<Of>::Type, vk::integral_constant<uint, 3>,
                                   vk::integral_constant<uint, M>, vk::integral_constant<uint, N>,
                                   vk::integral_constant<uint, Use> > Type;
};
template <ComponentEnum Of, uint M, uint N, MatrixUseEnum Use> struct Matrices<Of, M, N, Use, MatrixScope::ThreadGroup> {
  [[vk::ext_capability(6022)]] [[vk::ext_capability(5345)]] [[vk::ext_extension("SPV_KHR_cooperative_matrix")]]
  [[vk::ext_extension("SPV_NV_cooperative_matrix2")]]
  typedef vk::SpirvOpaqueType<4456, typename Native<Of>::Type, vk::integral_constant<uint, 2>,
                                   vk::integral_constant<uint, M>, vk::integral_constant<uint, N>,
                                   vk::integral_constant<uint, Use> > Type;
};

template <typename T, bool isFloat> struct Sums {
  static T Of(T left, T right) { return AddIntegers<T>(left, right); }
};
template <typename T> struct Sums<T, true> {
  static T Of(T left, T right) { return AddFloats<T>(left, right); }
};

template <ComponentEnum Of, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> struct Handle {
  using Value = typename Component<Of>::Value;
  using Scalar = typename Native<Of>::Type;
  using Type = typename Matrices<Of, M, N, Use, Scope>::Type;
  Type matrix;

  void Fill(Value value) {
    __builtin_LinAlg_Matrix();
    matrix = Filled<Type, Scalar>(Native<Of>::Of(value));
  }

  // The memory is words.
  template <typename Buffer> void Load(Buffer from, uint offset, uint stride, MatrixLayoutEnum layout) {
    __builtin_LinAlg_Matrix();
    matrix = LoadMatrix<Type>(Word<Buffer>(from, 0, offset / 4), layout, stride / 4, 32);
  }
  void Store(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    StoreMatrix<Type>(Word<RWByteAddressBuffer>(to, 0, offset / 4), matrix, layout, stride / 4, 32);
  }

  // Memory of elements, each of some components.
  template <typename T, uint Size>
  void LoadShared(groupshared T from[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    const uint count = Place<Of, T>::count;
    __builtin_LinAlg_Matrix();
    matrix = LoadMatrix<Type, T>(AddressOf<T>(from[index / count]), layout, stride / count, 32 + 16, 2);
  }
  template <typename T, uint Size>
  void StoreShared(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    const uint count = Place<Of, T>::count;
    StoreMatrix<Type, T>(AddressOf<T>(to[index / count]), matrix, layout, stride / count, 32 + 8, 2);
  }

  uint Length() { return LengthOf<Type>(matrix); }
  uint2 Coordinate(uint index) { return CoordinateOf<Type>(matrix, index); }
  Value Get(uint index) {
    Value value = (Value)0;
    if (index < Length())
      value = Native<Of>::To(LoadFrom<Scalar>(ElementOf<Scalar, Type>(matrix, index)));
    return value;
  }
  void Set(uint index, Value value) {
    if (index < Length())
      StoreTo<Scalar>(ElementOf<Scalar, Type>(matrix, index), Native<Of>::Of(value));
  }

  void Accumulate(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    for (uint i = 0, length = Length(); i < length; ++i)
      Atomic<Of>::Add(to, offset + Placed<Of>(Coordinate(i), stride, layout), Get(i));
  }
  template <ComponentEnum Target, typename T, uint Size>
  void AccumulateShared(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    for (uint i = 0, length = Length(); i < length; ++i) {
      uint2 at = Coordinate(i);
      uint element = index + (layout == MatrixLayout::RowMajor ? at.x * stride + at.y : at.y * stride + at.x);
      SharedSum<Target, T, Place<Target, T>::isWhole>::Add(to, element, Converted<Target>(Get(i)));
    }
  }

  void Add(Handle summand) { matrix = Sums<Type, Component<Of>::isFloat>::Of(matrix, summand.matrix); }
};

// Another component type of an accumulator. Numbers that do not fit are rounded and limited element by element before.
template <ComponentEnum To, ComponentEnum From, bool isFloat> struct Limit {
  static const uint fromBits = Component<From>::width - (Component<From>::isSigned ? 1 : 0);
  static const uint toBits = Component<To>::width - (Component<To>::isSigned ? 1 : 0);
  static const bool hasLow = Component<From>::isSigned && (!Component<To>::isSigned || toBits < fromBits);
  static const bool isNeeded = fromBits > toBits || hasLow;
  using Value = typename Component<From>::Value;
  static Value Of(Value value) {
    if (fromBits > toBits)
      value = min(value, (Value)Component<To>::High());
    if (hasLow)
      value = max(value, (Value)Component<To>::Low());
    return value;
  }
};
template <ComponentEnum To, ComponentEnum From> struct Limit<To, From, true> {
  static const bool isNeeded = true;
  using Value = typename Component<From>::Value;
  static Value Of(Value value) {
    // A power of two, and the greatest number below it.
    Value beyond = (Component<To>::isSigned ? (Value)1 : (Value)2) *
                   (Value)(Component<To>::width == 64   ? 9223372036854775808.0f
                           : Component<To>::width == 32 ? 2147483648.0f
                           : Component<To>::width == 16 ? 32768.0f
                                                        : 128.0f);
    Value least = Component<To>::isSigned ? -beyond : (Value)0;
    Value greatest = beyond - beyond * (Value)(Component<From>::width == 64 ? 1.1102230246251565e-16L : 5.9604644775390625e-8L);
    Value limited = min(max(round(value), least), greatest);
    return isnan((float)value) ? (Value)0 : limited;
  }
};

template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope> struct Step {
  using In = typename Matrices<From, M, N, MatrixUse::Accumulator, Scope>::Type;
  using Out = typename Matrices<To, M, N, MatrixUse::Accumulator, Scope>::Type;
  using Elements = Handle<From, M, N, MatrixUse::Accumulator, Scope>;
  static In Limited(In from) {
    Elements elements;
    elements.matrix = from;
    if (Limit<To, From, Component<From>::isFloat>::isNeeded) {
      for (uint i = 0, length = elements.Length(); i < length; ++i)
        elements.Set(i, Limit<To, From, Component<From>::isFloat>::Of(elements.Get(i)));
    }
    return elements.matrix;
  }
};

template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope, bool fromFloat, bool fromSigned,
          bool toFloat, bool toSigned, bool isSameWidth>
struct Components;

#define HLSL2SPIRV_COMPONENTS(FROM_FLOAT, FROM_SIGNED, TO_FLOAT, TO_SIGNED, SAME, ...)                                 \
  template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope>                               \
  struct Components<From, To, M, N, Scope, FROM_FLOAT, FROM_SIGNED, TO_FLOAT, TO_SIGNED, SAME> {                       \
    using In = typename Step<From, To, M, N, Scope>::In;                                                               \
    using Out = typename Step<From, To, M, N, Scope>::Out;                                                             \
    static Out Of(In from) { return __VA_ARGS__; }                                                                     \
  };
#define HLSL2SPIRV_LIMITED Step<From, To, M, N, Scope>::Limited(from)
HLSL2SPIRV_COMPONENTS(true, true, true, true, true, ResizeFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(true, true, true, true, false, ResizeFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(true, true, false, true, true, FloatToSigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(true, true, false, true, false, FloatToSigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(true, true, false, false, true, FloatToUnsigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(true, true, false, false, false, FloatToUnsigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(false, true, true, true, true, SignedToFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(false, true, true, true, false, SignedToFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(false, false, true, true, true, UnsignedToFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(false, false, true, true, false, UnsignedToFloat<Out, In>(from))
HLSL2SPIRV_COMPONENTS(false, true, false, true, false, ResizeSigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(false, true, false, false, true, Reinterpret<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(false, true, false, false, false, ResizeSigned<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(false, false, false, true, true, Reinterpret<Out, In>(HLSL2SPIRV_LIMITED))
HLSL2SPIRV_COMPONENTS(false, false, false, false, false, ResizeUnsigned<Out, In>(HLSL2SPIRV_LIMITED))
#undef HLSL2SPIRV_COMPONENTS
#undef HLSL2SPIRV_LIMITED

template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope> struct Between {
  using In = typename Step<From, To, M, N, Scope>::In;
  using Out = typename Step<From, To, M, N, Scope>::Out;
  static Out Of(In from) {
    return Components<From, To, M, N, Scope, Component<From>::isFloat, Component<From>::isSigned, Component<To>::isFloat,
                      Component<To>::isSigned, Component<From>::width == Component<To>::width>::Of(from);
  }
};

// Numbers without a sign become wider ones with a sign by way of those without.
template <ComponentEnum To> struct Unsigned {
  static const ComponentEnum value = To;
};
template <> struct Unsigned<ComponentType::I8> {
  static const ComponentEnum value = ComponentType::U8;
};
template <> struct Unsigned<ComponentType::I16> {
  static const ComponentEnum value = ComponentType::U16;
};
template <> struct Unsigned<ComponentType::I32> {
  static const ComponentEnum value = ComponentType::U32;
};
template <> struct Unsigned<ComponentType::I64> {
  static const ComponentEnum value = ComponentType::U64;
};

// Which component type stands between two others; floats of fewer than 32 bits become integers, and the reverse, as F32.
template <ComponentEnum From, ComponentEnum To> struct Way {
  static const bool isThroughFloat = Component<From>::isFloat != Component<To>::isFloat &&
                                     Component<From>::isFloat * Component<From>::width +
                                             Component<To>::isFloat * Component<To>::width < 32;
  static const bool isThroughUnsigned = !Component<From>::isFloat && !Component<To>::isFloat &&
                                        !Component<From>::isSigned && Component<To>::isSigned &&
                                        Component<From>::width != Component<To>::width;
  static const ComponentEnum by = isThroughFloat ? ComponentType::F32 : Unsigned<To>::value;
  static const uint steps = From == To ? 0 : isThroughFloat || isThroughUnsigned ? 2 : 1;
};

template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope, uint steps> struct Along {
  using In = typename Step<From, To, M, N, Scope>::In;
  using Out = typename Step<From, To, M, N, Scope>::Out;
  static Out Of(In from) { return Between<From, To, M, N, Scope>::Of(from); }
};
template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope>
struct Along<From, To, M, N, Scope, 0> {
  using In = typename Step<From, To, M, N, Scope>::In;
  static In Of(In from) { return from; }
};
template <ComponentEnum From, ComponentEnum To, uint M, uint N, MatrixScopeEnum Scope>
struct Along<From, To, M, N, Scope, 2> {
  using In = typename Step<From, To, M, N, Scope>::In;
  using Out = typename Step<From, To, M, N, Scope>::Out;
  static Out Of(In from) {
    return Between<Way<From, To>::by, To, M, N, Scope>::Of(Between<From, Way<From, To>::by, M, N, Scope>::Of(from));
  }
};

// Another use.
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope, MatrixUseEnum Use> struct FromUse {
  using In = typename Matrices<Of, M, N, Use, Scope>::Type;
  using Out = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  static Out Convert(In from) {
    _Static_assert((__hlsl2spirv_linear_algebra & 2) != 0,
                   "matrices A and B become accumulators by the extension SPV_EXT_cooperative_matrix_maintenance1 alone");
    return ChangeUse<Out, In>(from);
  }
};
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope>
struct FromUse<Of, M, N, Scope, MatrixUse::Accumulator> {
  using In = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  static In Convert(In from) { return from; }
};

template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope, MatrixUseEnum Use, bool Transpose> struct ToUse;
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope, MatrixUseEnum Use>
struct ToUse<Of, M, N, Scope, Use, false> {
  using In = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  using Out = typename Matrices<Of, M, N, Use, Scope>::Type;
  static Out Convert(In from) {
    _Static_assert((__hlsl2spirv_linear_algebra & 6) != 0,
                   "another use of a matrix needs the extension SPV_EXT_cooperative_matrix_maintenance1 or "
                   "SPV_NV_cooperative_matrix2");
    return ChangeUse<Out, In>(from);
  }
};
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope>
struct ToUse<Of, M, N, Scope, MatrixUse::Accumulator, false> {
  using In = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  static In Convert(In from) { return from; }
};
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope, MatrixUseEnum Use>
struct ToUse<Of, M, N, Scope, Use, true> {
  using In = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  using Out = typename Matrices<Of, N, M, Use, Scope>::Type;
  static Out Convert(In from) {
    _Static_assert((__hlsl2spirv_linear_algebra & 2) != 0 ||
                       (__hlsl2spirv_linear_algebra & 4) != 0 && Use == MatrixUse::B,
                   "a transposed matrix needs the extension SPV_EXT_cooperative_matrix_maintenance1, or "
                   "SPV_NV_cooperative_matrix2 if it becomes matrix B");
    return TransposeUse<Out, In>(from);
  }
};
template <ComponentEnum Of, uint M, uint N, MatrixScopeEnum Scope>
struct ToUse<Of, M, N, Scope, MatrixUse::Accumulator, true> {
  using In = typename Matrices<Of, M, N, MatrixUse::Accumulator, Scope>::Type;
  using Out = typename Matrices<Of, N, M, MatrixUse::Accumulator, Scope>::Type;
  static Out Convert(In from) {
    return FromUse<Of, N, M, Scope, MatrixUse::B>::Convert(ToUse<Of, M, N, Scope, MatrixUse::B, true>::Convert(from));
  }
};

template <ComponentEnum From, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope, ComponentEnum To,
          MatrixUseEnum ToUse_, bool Transpose, bool isSameUse>
struct Changed {
  using In = typename Matrices<From, M, N, Use, Scope>::Type;
  using Out = typename Matrices<To, Choice<Transpose, N, M>::value, Choice<Transpose, M, N>::value, ToUse_, Scope>::Type;
  static Out Convert(In from) {
    return ToUse<To, M, N, Scope, ToUse_, Transpose>::Convert(
        Along<From, To, M, N, Scope, Way<From, To>::steps>::Of(FromUse<From, M, N, Scope, Use>::Convert(from)));
  }
};
// The same component, use, rows and columns.
template <ComponentEnum Of, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope>
struct Changed<Of, M, N, Use, Scope, Of, Use, false, true> {
  using In = typename Matrices<Of, M, N, Use, Scope>::Type;
  static In Convert(In from) { return from; }
};

template <ComponentEnum From, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope, ComponentEnum To,
          MatrixUseEnum ToUse_, bool Transpose>
struct Conversion {
  static void Convert(out Handle<To, Choice<Transpose, N, M>::value, Choice<Transpose, M, N>::value, ToUse_, Scope> to,
                      Handle<From, M, N, Use, Scope> from) {
    to.matrix = Changed<From, M, N, Use, Scope, To, ToUse_, Transpose, Use == ToUse_>::Convert(from.matrix);
  }
};

template <ComponentEnum Left, ComponentEnum Right, ComponentEnum Out, uint M, uint K, uint N, MatrixScopeEnum Scope>
struct Product {
  static const uint signs = (!Component<Left>::isFloat && Component<Left>::isSigned ? 1 : 0) |
                            (!Component<Right>::isFloat && Component<Right>::isSigned ? 2 : 0) |
                            (!Component<Out>::isFloat && Component<Out>::isSigned ? 12 : 0);
  static void Add(inout Handle<Out, M, N, MatrixUse::Accumulator, Scope> to,
                  Handle<Left, M, K, MatrixUse::A, Scope> a, Handle<Right, K, N, MatrixUse::B, Scope> b) {
    _Static_assert(Scope != MatrixScope::ThreadGroup || (__hlsl2spirv_linear_algebra & 4) != 0,
                   "matrices of a thread group need the extension SPV_NV_cooperative_matrix2");
    to.matrix = MultiplyAdd<typename Matrices<Out, M, N, MatrixUse::Accumulator, Scope>::Type,
                            typename Matrices<Left, M, K, MatrixUse::A, Scope>::Type,
                            typename Matrices<Right, K, N, MatrixUse::B, Scope>::Type>(a.matrix, b.matrix, to.matrix,
                                                                                       signs);
  }
};

} // namespace __hlsl2spirv
