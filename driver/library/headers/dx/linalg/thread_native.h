// Products of matrices in memory and vectors by SPV_NV_cooperative_vector.
#pragma once

namespace __hlsl2spirv {

template <typename T, uint N> struct Vectors {
  [[vk::ext_capability(5394)]] [[vk::ext_capability(5345)]] [[vk::ext_extension("SPV_NV_cooperative_vector")]]
  typedef vk::SpirvOpaqueType<5288, T, vk::integral_constant<uint, N> > Type;
};

template <typename R, typename T> [[vk::ext_instruction(124)]] R SameBits(T value);

// The instructions. They take the words of a buffer.
template <typename R, typename V>
[[vk::ext_instruction(5289)]] R MultiplyVector(V v, uint format, ByteAddressBuffer matrix, uint offset, uint component,
                                               uint rows, uint columns, uint layout, bool transpose, uint stride,
                                               [[vk::ext_literal]] uint operands);
template <typename R, typename V>
[[vk::ext_instruction(5292)]] R MultiplyAddVector(V v, uint format, ByteAddressBuffer matrix, uint offset,
                                                  uint component, ByteAddressBuffer bias, uint biasOffset,
                                                  uint biasComponent, uint rows, uint columns, uint layout,
                                                  bool transpose, uint stride, [[vk::ext_literal]] uint operands);
template <typename A, typename B>
[[vk::ext_capability(5435)]] [[vk::ext_instruction(5290)]] void AccumulateOuterProduct(
    RWByteAddressBuffer to, uint offset, A a, B b, uint layout, uint component);
template <typename V>
[[vk::ext_capability(5435)]] [[vk::ext_instruction(5291)]] void AccumulateVector(RWByteAddressBuffer to, uint offset,
                                                                               V v);

// The numbers of component types, and of words that hold four integers.
template <ComponentEnum Of> struct Interpretation {
  static const uint value = Of == ComponentType::F16          ? 0
                            : Of == ComponentType::F32        ? 1
                            : Of == ComponentType::F64        ? 2
                            : Of == ComponentType::I8         ? 3
                            : Of == ComponentType::I16        ? 4
                            : Of == ComponentType::I32        ? 5
                            : Of == ComponentType::I64        ? 6
                            : Of == ComponentType::U8         ? 7
                            : Of == ComponentType::U16        ? 8
                            : Of == ComponentType::U32        ? 9
                            : Of == ComponentType::U64        ? 10
                            : Of == ComponentType::F8_E4M3FN  ? 1000491002
                            : Of == ComponentType::F8_E5M2    ? 1000491003
                                                              : 1000141000;
  static const uint packed = Of == ComponentType::I8 ? 1000491000 : 1000491001;
};

// The narrowest scalar that holds the numbers of a format without scalars.
template <ComponentEnum Format> struct Narrowest {
  using type = typename Component<Format>::Value;
};
#if __HLSL_ENABLE_16_BIT
template <> struct Narrowest<ComponentType::F8_E4M3FN> {
  using type = half;
};
template <> struct Narrowest<ComponentType::F8_E5M2> {
  using type = half;
};
#endif

// How a vector holds numbers of a format: as scalars of the language, as words of four integers, or as wider scalars.
template <ComponentEnum Format, uint K, bool isScalar, bool isBytes> struct Form {
  using Type = typename Narrowest<Format>::type;
  static const uint count = K;
  static const uint number = Interpretation<Format>::value;
  template <typename V, int Words> static vector<Type, K> Of(vector<V, Words> from) {
    _Static_assert(K <= Words * Component<Format>::perScalar,
                   "the vector has fewer components than the matrix has columns");
    vector<Type, K> made = (vector<Type, K>)0;
    [unroll] for (uint i = 0; i < K; ++i)
      made[i] = (Type)CellOf<Format, V>::type::Get(from[i / Component<Format>::perScalar], i);
    return made;
  }
};
template <ComponentEnum Format, uint K> struct Form<Format, K, true, false> {
  using Type = typename Component<Format>::Type;
  static const uint count = K;
  static const uint number = Interpretation<Format>::value;
  static vector<Type, K> Of(vector<Type, K> from) { return from; }
};
template <ComponentEnum Format, uint K> struct Form<Format, K, false, true> {
  using Type = uint;
  static const uint count = (K + 3) / 4;
  static const uint number = Interpretation<Format>::packed;
  static vector<uint, count> Of(vector<uint, count> from) { return from; }
};

template <ComponentEnum Format, uint K> struct Numbers {
  using Held = Form<Format, K, Component<Format>::isScalar, Component<Format>::width == 8 && !Component<Format>::isFloat>;
  using Type = typename Vectors<typename Held::Type, Held::count>::Type;
  Type data;
  static const uint signs = !Component<Format>::isFloat && Component<Format>::isSigned ? 2 : 0;
  template <typename V, int Words> static Numbers Of(vector<V, Words> from) {
    Numbers made;
    made.data = SameBits<Type, vector<typename Held::Type, Held::count> >(Held::Of(from));
    return made;
  }
};

template <typename T, ComponentEnum Which, uint M, uint K> struct VectorProduct {
  using Out = typename Vectors<T, M>::Type;
  static const uint component = Interpretation<Which>::value;
  static const uint signs = !Component<FormatOf<T>::value>::isFloat && Component<FormatOf<T>::value>::isSigned ? 8 : 0;

  // The instruction has constants for the layout.
  template <ComponentEnum Format> static Out Product(Weights from, Numbers<Format, K> v) {
    using In = typename Numbers<Format, K>::Type;
    const uint operands = signs | Numbers<Format, K>::signs;
    const uint number = Numbers<Format, K>::Held::number;
    Out made;
#define HLSL2SPIRV_PRODUCT(LAYOUT, NUMBER, TRANSPOSE)                                                                  \
    if (from.layout == MatrixLayout::LAYOUT)                                                                           \
      made = MultiplyVector<Out, In>(v.data, number, from.buffer, from.offset, component, M, K, NUMBER, TRANSPOSE,     \
                                     from.stride, operands);
    HLSL2SPIRV_PRODUCT(RowMajor, 0, false)
    HLSL2SPIRV_PRODUCT(ColMajor, 1, false)
    HLSL2SPIRV_PRODUCT(MulOptimal, 2, false)
    HLSL2SPIRV_PRODUCT(MulOptimalTranspose, 2, true)
    HLSL2SPIRV_PRODUCT(OuterProductOptimal, 3, false)
    HLSL2SPIRV_PRODUCT(OuterProductOptimalTranspose, 3, true)
#undef HLSL2SPIRV_PRODUCT
    return made;
  }
  template <ComponentEnum OfBias, ComponentEnum Format>
  static Out Sum(Weights from, Numbers<Format, K> v, ByteAddressBuffer bias, uint offset) {
    using In = typename Numbers<Format, K>::Type;
    const uint operands = signs | Numbers<Format, K>::signs;
    const uint number = Numbers<Format, K>::Held::number;
    const uint ofBias = Interpretation<OfBias>::value;
    Out made;
#define HLSL2SPIRV_SUM(LAYOUT, NUMBER, TRANSPOSE)                                                                      \
    if (from.layout == MatrixLayout::LAYOUT)                                                                           \
      made = MultiplyAddVector<Out, In>(v.data, number, from.buffer, from.offset, component, bias, offset, ofBias, M,  \
                                        K, NUMBER, TRANSPOSE, from.stride, operands);
    HLSL2SPIRV_SUM(RowMajor, 0, false)
    HLSL2SPIRV_SUM(ColMajor, 1, false)
    HLSL2SPIRV_SUM(MulOptimal, 2, false)
    HLSL2SPIRV_SUM(MulOptimalTranspose, 2, true)
    HLSL2SPIRV_SUM(OuterProductOptimal, 3, false)
    HLSL2SPIRV_SUM(OuterProductOptimalTranspose, 3, true)
#undef HLSL2SPIRV_SUM
    return made;
  }

  template <ComponentEnum Format> static vector<T, M> Of(Weights from, Numbers<Format, K> v) {
    return SameBits<vector<T, M>, Out>(Product<Format>(from, v));
  }
  template <ComponentEnum Format, typename B>
  static vector<T, M> Plus(Weights from, Numbers<Format, K> v, vector<B, M> bias) {
    return SameBits<vector<T, M>, Out>(Product<Format>(from, v)) + (vector<T, M>)bias;
  }
  template <ComponentEnum OfBias, ComponentEnum Format>
  static vector<T, M> PlusStored(Weights from, Numbers<Format, K> v, ByteAddressBuffer bias, uint offset) {
    return SameBits<vector<T, M>, Out>(Sum<OfBias, Format>(from, v, bias, offset));
  }
};

// The instruction takes halves, and the training-optimal layout (3).
template <ComponentEnum Of, uint M, uint N> struct Factors {
  vector<half, M> a;
  vector<half, N> b;

  template <typename T> void Set(vector<T, M> left, vector<T, N> right) {
#if __HLSL_ENABLE_16_BIT
    const bool isHalf = __is_same(T, half);
#else
    const bool isHalf = false;
#endif
    _Static_assert(isHalf, "outer products by SPV_NV_cooperative_vector are of vectors of float16_t (option '-enable-16bit-types')");
    a = (vector<half, M>)left;
    b = (vector<half, N>)right;
  }
  void Accumulate(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    using A = typename Vectors<half, M>::Type;
    using B = typename Vectors<half, N>::Type;
    AccumulateOuterProduct<A, B>(to, offset, SameBits<A, vector<half, M> >(a), SameBits<B, vector<half, N> >(b), 3,
                                 Interpretation<Of>::value);
  }
};

template <typename T, uint N> struct VectorSum {
  static void Add(RWByteAddressBuffer to, uint offset, vector<T, N> v) {
    using V = typename Vectors<T, N>::Type;
    AccumulateVector<V>(to, offset, SameBits<V, vector<T, N> >(v));
  }
};

} // namespace __hlsl2spirv
