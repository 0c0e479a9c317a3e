// The numbers in matrices: formats, conversions, and how they lie in memory.
#pragma once

namespace __hlsl2spirv {

// The values are those of DXIL.
struct ComponentType {
  enum ComponentEnum {
    I16 = 2,
    U16 = 3,
    I32 = 4,
    U32 = 5,
    I64 = 6,
    U64 = 7,
    F16 = 8,
    F32 = 9,
    F64 = 10,
    I8 = 19,
    U8 = 20,
    F8_E4M3FN = 21,
    F8_E5M2 = 22,
    BFloat16 = 23,
  };
};
using ComponentEnum = ComponentType::ComponentEnum;

struct MatrixUse {
  enum MatrixUseEnum { A = 0, B = 1, Accumulator = 2 };
};
using MatrixUseEnum = MatrixUse::MatrixUseEnum;

struct MatrixScope {
  enum MatrixScopeEnum { Thread = 0, Wave = 1, ThreadGroup = 2 };
};
using MatrixScopeEnum = MatrixScope::MatrixScopeEnum;

struct MatrixLayout {
  enum MatrixLayoutEnum {
    RowMajor = 0,
    ColMajor = 1,
    MulOptimal = 2,
    MulOptimalTranspose = 3,
    OuterProductOptimal = 4,
    OuterProductOptimalTranspose = 5,
  };
};
using MatrixLayoutEnum = MatrixLayout::MatrixLayoutEnum;

// The dimension that a product sums over: the columns of A, the rows of B.
template <uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> struct Dimensions {
  static const bool isGroup = Scope == MatrixScope::ThreadGroup;
  static const uint least = isGroup ? 1 : 4;
  static const uint most = isGroup ? 1024 : 128;
  static const uint inner = Use == MatrixUse::A ? N : Use == MatrixUse::B ? M : least;
  static const bool areAllowed = M > 0 && N > 0 && inner >= least && inner <= most;
};

template <bool Condition, uint Yes, uint No> struct Choice {
  static const uint value = Condition ? Yes : No;
};

// A component type:
//   Type       the scalar of the language that holds one component, or `perScalar` of them
//   Value      the scalar in which one component is exact
//   Sum        the scalar in which products are summed
//   Bits       the scalar of its bits in memory
template <ComponentEnum Which> struct Component;

#define HLSL2SPIRV_COMPONENT(WHICH, TYPE, VALUE, SUM, BITS, WIDTH, FLOAT, SIGNED, LOW, HIGH, PER_SCALAR, DECODE, ENCODE) \
  template <> struct Component<ComponentType::WHICH> {                                                                 \
    using Type = TYPE;                                                                                                 \
    using Value = VALUE;                                                                                               \
    using Sum = SUM;                                                                                                   \
    using Bits = BITS;                                                                                                 \
    static const uint width = WIDTH;                                                                                   \
    static const bool isFloat = FLOAT;                                                                                 \
    static const bool isSigned = SIGNED;                                                                               \
    static const uint perScalar = PER_SCALAR;                                                                          \
    static const bool isScalar = PER_SCALAR == 1;                                                                      \
    static VALUE Low() { return LOW; }                                                                                 \
    static VALUE High() { return HIGH; }                                                                               \
    static VALUE Decode(BITS bits) { return DECODE(bits); }                                                            \
    static BITS Encode(VALUE value) { return ENCODE(value); }                                                          \
  };

inline float OfE4M3(uint bits) {
  uint magnitude = bits & 0x7f;
  float value = magnitude < 8 ? magnitude * 0.001953125 : asfloat((magnitude << 20) + (120u << 23));
  value = magnitude == 0x7f ? asfloat(0x7fc00000u) : value;
  return asfloat(asuint(value) | (bits & 0x80) << 24);
}
inline uint ToE4M3(float value) {
  uint bits = asuint(value), magnitude = bits & 0x7fffffff;
  uint rounded = (magnitude + 0x7ffff + ((magnitude >> 20) & 1)) >> 20;
  // Beyond the greatest number there is no infinity.
  uint made = magnitude > 0x7f800000 || rounded > 0x7e + (120 << 3) ? 0x7f : rounded - (120 << 3);
  made = magnitude < 0x3c800000 ? (uint)round(asfloat(magnitude) * 512) : made;
  return made | (bits >> 24 & 0x80);
}
inline float OfE5M2(uint bits) {
  uint magnitude = bits & 0x7f;
  float value = magnitude < 4 ? magnitude * 0.0000152587890625 : asfloat((magnitude << 21) + (112u << 23));
  value = magnitude >= 0x7c ? asfloat(0x7f800000u | (magnitude & 3) << 21) : value;
  return asfloat(asuint(value) | (bits & 0x80) << 24);
}
inline uint ToE5M2(float value) {
  uint bits = asuint(value), magnitude = bits & 0x7fffffff;
  uint rounded = (magnitude + 0xfffff + ((magnitude >> 21) & 1)) >> 21;
  uint made = rounded > 0x7b + (112 << 2) ? 0x7c : rounded - (112 << 2);
  made = magnitude > 0x7f800000 ? 0x7f : made;
  made = magnitude < 0x38800000 ? (uint)round(asfloat(magnitude) * 65536) : made;
  return made | (bits >> 24 & 0x80);
}
inline float OfBFloat16(uint bits) { return asfloat(bits << 16); }
inline uint ToBFloat16(float value) {
  uint bits = asuint(value);
  uint made = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  return (bits & 0x7fffffff) > 0x7f800000 ? bits >> 16 | 0x40 : made;
}
inline int OfI8(uint bits) { return (int)(bits << 24) >> 24; }
inline uint ToI8(int value) { return value & 0xff; }
inline uint OfU8(uint bits) { return bits; }
inline uint ToU8(uint value) { return value & 0xff; }

HLSL2SPIRV_COMPONENT(I32, int, int, int, uint, 32, false, true, -2147483647 - 1, 2147483647, 1, asint, asuint)
HLSL2SPIRV_COMPONENT(U32, uint, uint, uint, uint, 32, false, false, 0, 0xffffffffu, 1, asuint, asuint)
HLSL2SPIRV_COMPONENT(I64, int64_t, int64_t, int64_t, uint64_t, 64, false, true, -9223372036854775807ll - 1,
                     9223372036854775807ll, 1, int64_t, uint64_t)
HLSL2SPIRV_COMPONENT(U64, uint64_t, uint64_t, uint64_t, uint64_t, 64, false, false, 0, 0xffffffffffffffffull, 1,
                     uint64_t, uint64_t)
HLSL2SPIRV_COMPONENT(F32, float, float, float, uint, 32, true, true, 0, 0, 1, asfloat, asuint)
HLSL2SPIRV_COMPONENT(F64, double, double, double, double, 64, true, true, 0, 0, 1, double, double)
HLSL2SPIRV_COMPONENT(I8, uint, int, int, uint, 8, false, true, -128, 127, 4, OfI8, ToI8)
HLSL2SPIRV_COMPONENT(U8, uint, uint, uint, uint, 8, false, false, 0, 255, 4, OfU8, ToU8)
HLSL2SPIRV_COMPONENT(F8_E4M3FN, uint, float, float, uint, 8, true, true, 0, 0, 4, OfE4M3, ToE4M3)
HLSL2SPIRV_COMPONENT(F8_E5M2, uint, float, float, uint, 8, true, true, 0, 0, 4, OfE5M2, ToE5M2)
HLSL2SPIRV_COMPONENT(BFloat16, uint, float, float, uint, 16, true, true, 0, 0, 2, OfBFloat16, ToBFloat16)
#if __HLSL_ENABLE_16_BIT
inline int16_t OfI16(uint bits) { return asint16((uint16_t)bits); }
inline uint ToI16(int16_t value) { return asuint16(value); }
inline uint16_t OfU16(uint bits) { return (uint16_t)bits; }
inline uint ToU16(uint16_t value) { return value; }
inline half OfF16(uint bits) { return asfloat16((uint16_t)bits); }
inline uint ToF16(half value) { return asuint16(value); }
HLSL2SPIRV_COMPONENT(I16, int16_t, int16_t, int, uint, 16, false, true, (int16_t)-32768, (int16_t)32767, 1, OfI16, ToI16)
HLSL2SPIRV_COMPONENT(U16, uint16_t, uint16_t, uint, uint, 16, false, false, (uint16_t)0, (uint16_t)65535, 1, OfU16, ToU16)
HLSL2SPIRV_COMPONENT(F16, half, half, float, uint, 16, true, true, (half)0, (half)0, 1, OfF16, ToF16)
#else
inline int OfI16(uint bits) { return (int)(bits << 16) >> 16; }
inline uint ToI16(int value) { return value & 0xffff; }
inline uint OfU16(uint bits) { return bits; }
inline uint ToU16(uint value) { return value & 0xffff; }
inline float OfF16(uint bits) { return f16tof32(bits); }
inline uint ToF16(float value) { return f32tof16(value); }
HLSL2SPIRV_COMPONENT(I16, uint, int, int, uint, 16, false, true, -32768, 32767, 2, OfI16, ToI16)
HLSL2SPIRV_COMPONENT(U16, uint, uint, uint, uint, 16, false, false, 0, 65535, 2, OfU16, ToU16)
HLSL2SPIRV_COMPONENT(F16, uint, float, float, uint, 16, true, true, 0, 0, 2, OfF16, ToF16)
#endif

#undef HLSL2SPIRV_COMPONENT

// What a scalar of the language is, and one of at least 32 bits that holds all its values.
template <typename T> struct Wider {
  using type = float;
};
template <> struct Wider<double> {
  using type = double;
};
template <typename T> struct Scalar {
  static const bool isFloat = __is_same(T, half) || __is_same(T, float) || __is_same(T, double);
  static const bool isSigned = hlsl::is_signed<T>::value;
  static const uint width = sizeof(T) * 8;
};

// A number of the language as a component: integers saturate, and fractions are rounded to the nearest even number.
template <ComponentEnum To, bool toFloat, typename T, bool fromFloat> struct Change;

template <ComponentEnum To, typename T> struct Change<To, true, T, true> {
  static typename Component<To>::Value Of(T value) {
    using Value = typename Component<To>::Value;
    if (Component<To>::perScalar == 1)
      return (Value)value;
    return Component<To>::Decode(Component<To>::Encode((Value)value));
  }
};
template <ComponentEnum To, typename T> struct Change<To, true, T, false> {
  static typename Component<To>::Value Of(T value) {
    using Value = typename Component<To>::Value;
    if (Component<To>::perScalar == 1)
      return (Value)value;
    // A float holds 24 bits: what is below them decides ties alone.
    T magnitude = value < 0 ? (T)-value : value;
    T low = (T)(magnitude & 255);
    bool isWide = Scalar<T>::width >= 32 && magnitude > (T)16777216;
    float wide = (float)(isWide ? (T)(magnitude - low + (low != 0 ? 128 : 0)) : magnitude);
    return Component<To>::Decode(Component<To>::Encode((Value)(value < 0 ? -wide : wide)));
  }
};
template <ComponentEnum To, typename T> struct Change<To, false, T, true> {
  static typename Component<To>::Value Of(T value) {
    using Value = typename Component<To>::Value;
    const bool isSigned = Component<To>::isSigned;
    // Powers of two, which are exact.
    float beyond = (isSigned ? 1.0f : 2.0f) * (Component<To>::width == 64   ? 9223372036854775808.0f
                                               : Component<To>::width == 32 ? 2147483648.0f
                                               : Component<To>::width == 16 ? 32768.0f
                                                                            : 128.0f);
    using Wide = typename Wider<T>::type;
    Wide rounded = round((Wide)value);
    if (isnan((float)value))
      return (Value)0;
    if (rounded >= (Wide)beyond)
      return Component<To>::High();
    if (rounded <= (isSigned ? -(Wide)beyond : (Wide)0))
      return Component<To>::Low();
    return (Value)rounded;
  }
};
template <ComponentEnum To, typename T> struct Change<To, false, T, false> {
  static typename Component<To>::Value Of(T value) {
    using Value = typename Component<To>::Value;
    const bool isSigned = Component<To>::isSigned;
    const uint width = Component<To>::width;
    Value made = (Value)value;
    if (Scalar<T>::width - (Scalar<T>::isSigned ? 1 : 0) > width - (isSigned ? 1 : 0) &&
        value > (T)Component<To>::High())
      made = Component<To>::High();
    if (Scalar<T>::isSigned && (!isSigned || width < Scalar<T>::width) && value < (T)Component<To>::Low())
      made = Component<To>::Low();
    return made;
  }
};

template <ComponentEnum To, typename T> typename Component<To>::Value Converted(T value) {
  return Change<To, Component<To>::isFloat, T, Scalar<T>::isFloat>::Of(value);
}

// A scalar as a word.
template <typename T> struct Bits {
  static uint Of(T scalar) { return (uint)scalar; }
  static T To(uint bits) { return (T)bits; }
};
template <> struct Bits<float> {
  static uint Of(float scalar) { return asuint(scalar); }
  static float To(uint bits) { return asfloat(bits); }
};

// Components in the scalars of a vector or of memory: each is one, or bits of a word.
template <ComponentEnum Of, typename T, bool isWhole> struct Cell;

template <ComponentEnum Of, typename T> struct Cell<Of, T, true> {
  static const uint count = 1;
  static typename Component<Of>::Value Get(T scalar, uint index) { return scalar; }
  static T Put(T scalar, uint index, typename Component<Of>::Value value) { return value; }
};
template <ComponentEnum Of, typename T> struct Cell<Of, T, false> {
  static const uint count = 32 / Component<Of>::width;
  static const uint mask = 0xffffffffu >> (32 - Component<Of>::width);
  static typename Component<Of>::Value Get(T scalar, uint index) {
    return Component<Of>::Decode(Bits<T>::Of(scalar) >> (index % count * Component<Of>::width) & mask);
  }
  static T Put(T scalar, uint index, typename Component<Of>::Value value) {
    uint shift = index % count * Component<Of>::width;
    return Bits<T>::To((Bits<T>::Of(scalar) & ~(mask << shift)) | (uint)Component<Of>::Encode(value) << shift);
  }
};

template <ComponentEnum Of, typename T> struct CellOf {
  static const bool isWhole = Component<Of>::isScalar && __is_same(T, typename Component<Of>::Type);
  using type = Cell<Of, T, isWhole>;
  using packed = Cell<Of, T, false>;
};

// Whether memory of these elements may hold components.
template <typename T, ComponentEnum Of> struct Holds {
  using Scalar = typename hlsl::strip_vector_type<T>::type;
  static const bool value = __is_same(Scalar, typename Component<Of>::Type) ||
                            (__is_same(Scalar, uint8_t4_packed) && Component<Of>::width <= 32);
};

// The conversion of a vector of `N` scalars.
template <ComponentEnum To, ComponentEnum From, int N> struct Packed {
  static const uint components = N * Component<From>::perScalar;
  static const int words = (components + Component<To>::perScalar - 1) / Component<To>::perScalar;
  using Type = typename Component<To>::Type;
  template <typename T> static vector<Type, words> Converted(vector<T, N> from) {
    vector<Type, words> made = (vector<Type, words>)0;
    [unroll] for (uint i = 0; i < components; ++i) {
      typename Component<From>::Value value = CellOf<From, T>::type::Get(from[i / Component<From>::perScalar], i);
      const uint word = i / Component<To>::perScalar;
      made[word] = CellOf<To, Type>::type::Put(made[word], i, __hlsl2spirv::Converted<To>(value));
    }
    return made;
  }
};

// Atomic instructions on words that hold bits of several components: relaxed (0), for the workgroup (2).
template <typename T>
[[vk::ext_instruction(240)]] uint AtomicAnd([[vk::ext_reference]] T place, uint scope, uint semantics, uint bits);
template <typename T>
[[vk::ext_instruction(241)]] uint AtomicOr([[vk::ext_reference]] T place, uint scope, uint semantics, uint bits);

// It compares with `seen`, and returns what was there.
template <typename T>
[[vk::ext_instruction(230)]] uint AtomicExchange([[vk::ext_reference]] T place, uint scope, uint equal, uint unequal,
                                                 uint bits, uint seen);

// Atomic additions to scalars and to components of vectors.
template <typename T> struct SharedAdd {
  template <uint Size> static void Add(groupshared T to[Size], uint index, T value) {
    InterlockedAdd(to[index], value);
  }
  template <int N, uint Size> static void AddPart(groupshared vector<T, N> to[Size], uint index, T value) {
    InterlockedAdd(to[index / N][index % N], value);
  }
};
#if __hlsl2spirv_linear_algebra & 48
[[vk::ext_capability(6033)]] [[vk::ext_extension("SPV_EXT_shader_atomic_float_add")]]
[[vk::ext_instruction(6035)]] float AtomicAddShared([[vk::ext_reference]] float place, uint scope, uint semantics,
                                                    float value);
template <> struct SharedAdd<float> {
  template <uint Size> static void Add(groupshared float to[Size], uint index, float value) {
    AtomicAddShared(to[index], 2, 0, value);
  }
  template <int N, uint Size> static void AddPart(groupshared vector<float, N> to[Size], uint index, float value) {
    AtomicAddShared(to[index / N][index % N], 2, 0, value);
  }
};
#else
template <> struct SharedAdd<float> {
  template <uint Size> static void Add(groupshared float to[Size], uint index, float value) {
    _Static_assert(Size == 0, "atomic additions of floats to groupshared memory need the extension "
                              "SPV_EXT_shader_atomic_float_add (option '-fspv-extension=')");
  }
  template <int N, uint Size> static void AddPart(groupshared vector<float, N> to[Size], uint index, float value) {
    _Static_assert(Size == 0, "atomic additions of floats to groupshared memory need the extension "
                              "SPV_EXT_shader_atomic_float_add (option '-fspv-extension=')");
  }
};
#endif

// Memory of the thread group: scalars, or vectors of them.
template <typename T> struct Shared {
  using Scalar = T;
  static const uint lanes = 1;
  template <uint Size> static T Read(groupshared T from[Size], uint index) { return from[index]; }
  template <uint Size> static void Write(groupshared T to[Size], uint index, T value) { to[index] = value; }
  template <uint Size> static void Merge(groupshared T to[Size], uint index, uint mask, uint bits) {
    AtomicAnd<T>(to[index], 2, 0, ~mask);
    AtomicOr<T>(to[index], 2, 0, bits);
  }
  template <uint Size> static void Add(groupshared T to[Size], uint index, T value) {
    SharedAdd<T>::Add(to, index, value);
  }
  template <uint Size>
  static uint Exchange(groupshared T to[Size], uint index, uint seen, uint bits) {
    return AtomicExchange<T>(to[index], 2, 0, 0, bits, seen);
  }
};
template <typename T, int N> struct Shared<vector<T, N> > {
  using Scalar = T;
  static const uint lanes = N;
  template <uint Size> static T Read(groupshared vector<T, N> from[Size], uint index) {
    return from[index / N][index % N];
  }
  template <uint Size> static void Write(groupshared vector<T, N> to[Size], uint index, T value) {
    to[index / N][index % N] = value;
  }
  template <uint Size> static void Merge(groupshared vector<T, N> to[Size], uint index, uint mask, uint bits) {
    AtomicAnd<T>(to[index / N][index % N], 2, 0, ~mask);
    AtomicOr<T>(to[index / N][index % N], 2, 0, bits);
  }
  template <uint Size> static void Add(groupshared vector<T, N> to[Size], uint index, T value) {
    SharedAdd<T>::AddPart(to, index, value);
  }
  template <uint Size>
  static uint Exchange(groupshared vector<T, N> to[Size], uint index, uint seen, uint bits) {
    return AtomicExchange<T>(to[index / N][index % N], 2, 0, 0, bits, seen);
  }
};

// The component type that memory of an array's elements holds: that of its scalars, or else the matrix' own.
template <ComponentEnum Of, typename T> struct TargetOf {
  static const ComponentEnum value = Of;
};
template <ComponentEnum Of> struct TargetOf<Of, float> {
  static const ComponentEnum value = ComponentType::F32;
};
template <ComponentEnum Of, int N> struct TargetOf<Of, vector<float, N> > {
  static const ComponentEnum value = ComponentType::F32;
};

// How an element of memory holds components.
template <ComponentEnum Of, typename T> struct Place {
  using Scalar = typename Shared<T>::Scalar;
  static const bool isWhole = CellOf<Of, Scalar>::isWhole;
  // Components in an element of the array.
  static const uint count = CellOf<Of, Scalar>::type::count * Shared<T>::lanes;
};

// Atomic additions to memory of the thread group: of whole elements, or of bits of words.
template <ComponentEnum Of, typename T, bool isWhole> struct SharedSum {
  template <uint Size> static void Add(groupshared T to[Size], uint at, typename Component<Of>::Value value) {
    _Static_assert(Component<Of>::width >= 32, "atomic additions to single elements are of 32 or 64 bits");
    Shared<T>::Add(to, at, value);
  }
};
template <ComponentEnum Of, typename T> struct SharedSum<Of, T, false> {
  template <uint Size> static void Add(groupshared T to[Size], uint at, typename Component<Of>::Value value) {
    using In = typename CellOf<Of, typename Shared<T>::Scalar>::type;
    using Sum = typename Component<Of>::Sum;
    uint word = at / In::count, seen = (uint)Shared<T>::Read(to, word), before;
    do {
      before = seen;
      Sum sum = (Sum)CellOf<Of, uint>::packed::Get(before, at) + (Sum)value;
      seen = Shared<T>::Exchange(to, word, before, CellOf<Of, uint>::packed::Put(before, at, Converted<Of>(sum)));
    } while (seen != before);
  }
};

// Where an element lies behind the first one, in bytes.
template <ComponentEnum Of> uint Placed(uint2 at, uint stride, MatrixLayoutEnum layout) {
  const uint size = Component<Of>::width / 8;
  return layout == MatrixLayout::RowMajor ? at.x * stride + at.y * size : at.y * stride + at.x * size;
}

// Components in the words of a buffer. Others may write their bits of a word at the same time.
template <ComponentEnum Of, uint width> struct Bytes {
  static const uint mask = (1u << width) - 1;
  template <typename Buffer> static typename Component<Of>::Value Read(Buffer from, uint at) {
    return Component<Of>::Decode(from.Load(at & ~3u) >> ((at & 3) * 8) & mask);
  }
  static void Write(RWByteAddressBuffer to, uint at, typename Component<Of>::Value value) {
    uint shift = (at & 3) * 8;
    to.InterlockedAnd(at & ~3u, ~(mask << shift));
    to.InterlockedOr(at & ~3u, (uint)Component<Of>::Encode(value) << shift);
  }
};
template <ComponentEnum Of> struct Bytes<Of, 32> {
  template <typename Buffer> static typename Component<Of>::Value Read(Buffer from, uint at) {
    return Component<Of>::Decode(from.Load(at));
  }
  static void Write(RWByteAddressBuffer to, uint at, typename Component<Of>::Value value) {
    to.Store(at, Component<Of>::Encode(value));
  }
};
template <ComponentEnum Of> struct Bytes<Of, 64> {
  using Bits = typename Component<Of>::Bits;
  template <typename Buffer> static typename Component<Of>::Value Read(Buffer from, uint at) {
    return Component<Of>::Decode(from.template Load<Bits>(at));
  }
  static void Write(RWByteAddressBuffer to, uint at, typename Component<Of>::Value value) {
    to.template Store<Bits>(at, Component<Of>::Encode(value));
  }
};

#if __hlsl2spirv_linear_algebra & 16
// The pointer to a float where a buffer has words (storage class StorageBuffer, 12), and the addition to it: relaxed (0),
// for the device (1).
template <typename T>
using BufferPointer = vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, 12> >, T>;
[[vk::ext_instruction(65)]] BufferPointer<uint> WordOf(RWByteAddressBuffer buffer, uint member, uint index);
[[vk::ext_instruction(124)]] BufferPointer<float> AsFloat(BufferPointer<uint> word);
[[vk::ext_capability(6033)]] [[vk::ext_extension("SPV_EXT_shader_atomic_float_add")]]
[[vk::ext_instruction(6035)]] float AtomicAddFloat(BufferPointer<float> to, uint scope, uint semantics, float value);
#endif

// Atomic additions to buffers.
template <ComponentEnum Of> struct Atomic {
  template <typename T> static void Add(RWByteAddressBuffer to, uint at, T value) {
    _Static_assert(Of == ComponentType::F32, "atomic additions are of the components F16, F32, I32, U32, I64 and U64");
#if __hlsl2spirv_linear_algebra & 16
    AtomicAddFloat(AsFloat(WordOf(to, 0, at / 4)), 1, 0, value);
#else
    uint seen = to.Load(at), before;
    do {
      before = seen;
      to.InterlockedCompareExchange(at, before, asuint(asfloat(before) + value), seen);
    } while (seen != before);
#endif
  }
};
#if __HLSL_ENABLE_16_BIT
template <> struct Atomic<ComponentType::F16> {
  static void Add(RWByteAddressBuffer to, uint at, half value) {
    uint seen = to.Load(at & ~3u), shift = (at & 3) * 8, before;
    do {
      before = seen;
      uint sum = ToF16(OfF16(before >> shift & 0xffff) + value);
      to.InterlockedCompareExchange(at & ~3u, before, (before & ~(0xffffu << shift)) | sum << shift, seen);
    } while (seen != before);
  }
};
#endif
template <> struct Atomic<ComponentType::I32> {
  static void Add(RWByteAddressBuffer to, uint at, int value) { to.InterlockedAdd(at, (uint)value); }
};
template <> struct Atomic<ComponentType::U32> {
  static void Add(RWByteAddressBuffer to, uint at, uint value) { to.InterlockedAdd(at, value); }
};
template <> struct Atomic<ComponentType::I64> {
  static void Add(RWByteAddressBuffer to, uint at, int64_t value) { to.InterlockedAdd64(at, value); }
};
template <> struct Atomic<ComponentType::U64> {
  static void Add(RWByteAddressBuffer to, uint at, uint64_t value) { to.InterlockedAdd64(at, value); }
};

} // namespace __hlsl2spirv
