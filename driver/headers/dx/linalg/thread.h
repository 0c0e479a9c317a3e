// Matrices of a thread: they stay in memory, and multiply vectors.
#pragma once

namespace dx {
namespace linalg {
namespace __detail {

// The format of numbers that are scalars of the language.
template <typename T> struct FormatOf;
#define HLSL2SPIRV_FORMAT(TYPE, WHICH)                                                                                 \
  template <> struct FormatOf<TYPE> {                                                                                  \
    static const ComponentEnum value = ComponentType::WHICH;                                                           \
  };
HLSL2SPIRV_FORMAT(int, I32)
HLSL2SPIRV_FORMAT(uint, U32)
HLSL2SPIRV_FORMAT(int64_t, I64)
HLSL2SPIRV_FORMAT(uint64_t, U64)
HLSL2SPIRV_FORMAT(float, F32)
HLSL2SPIRV_FORMAT(double, F64)
#if __HLSL_ENABLE_16_BIT
HLSL2SPIRV_FORMAT(int16_t, I16)
HLSL2SPIRV_FORMAT(uint16_t, U16)
HLSL2SPIRV_FORMAT(half, F16)
#endif
#undef HLSL2SPIRV_FORMAT

// A factor: a place in a buffer.
struct Weights {
  ByteAddressBuffer buffer;
  uint offset;
  uint stride;
  MatrixLayoutEnum layout;
};

} // namespace __detail
} // namespace linalg
} // namespace dx

#if __hlsl2spirv_linear_algebra & 8
#include <dx/linalg/thread_native.h>
#else
#include <dx/linalg/thread_loops.h>
#endif

namespace dx {
namespace linalg {

template <ComponentEnum Component, uint M, uint N> class Matrix<Component, M, N, MatrixUse::A, MatrixScope::Thread> {
  __detail::Weights __weights;

  template <MatrixLayoutEnum Layout, uint Align = 128>
  [[nodiscard]] static Matrix Load(ByteAddressBuffer from, uint offset, uint stride) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    _Static_assert(Layout == MatrixLayout::RowMajor || Layout == MatrixLayout::ColMajor ||
                       (__hlsl2spirv_linear_algebra & 40) != 0,
                   "the layout of the device is not known without the extension SPV_NV_cooperative_vector");
    Matrix made;
    made.__weights.buffer = from;
    made.__weights.offset = offset;
    made.__weights.stride = stride;
    made.__weights.layout = Layout;
    return made;
  }
};

// An outer product: two vectors, until it is added to memory.
template <ComponentEnum Component, uint M, uint N>
class Matrix<Component, M, N, MatrixUse::Accumulator, MatrixScope::Thread> {
  __detail::Factors<Component, M, N> __factors;

  template <uint Align = 128> void InterlockedAccumulate(RWByteAddressBuffer to, uint offset) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    __factors.Accumulate(to, offset);
  }
};

template <typename T, ComponentEnum Component, uint M, uint K, typename V>
[[nodiscard]] vector<T, M> Multiply(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix, vector<V, K> v) {
  return __detail::VectorProduct<T, Component, M, K>::Of(matrix.__weights,
                                                         __detail::Numbers<__detail::FormatOf<V>::value, K>::Of(v));
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format>
[[nodiscard]] vector<T, M> Multiply(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                    InterpretedVector<V, Words, Format> v) {
  return __detail::VectorProduct<T, Component, M, K>::Of(matrix.__weights, __detail::Numbers<Format, K>::Of(v.Data));
}

// A bias is added after the sum.
template <typename T, ComponentEnum Component, uint M, uint K, typename V, typename B>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       vector<V, K> v, vector<B, M> bias) {
  return __detail::VectorProduct<T, Component, M, K>::Plus(
      matrix.__weights, __detail::Numbers<__detail::FormatOf<V>::value, K>::Of(v), bias);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format, typename B>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       InterpretedVector<V, Words, Format> v, vector<B, M> bias) {
  return __detail::VectorProduct<T, Component, M, K>::Plus(matrix.__weights,
                                                           __detail::Numbers<Format, K>::Of(v.Data), bias);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, ComponentEnum OfBias>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       vector<V, K> v, VectorRef<OfBias, M> bias) {
  return __detail::VectorProduct<T, Component, M, K>::template PlusStored<OfBias>(
      matrix.__weights, __detail::Numbers<__detail::FormatOf<V>::value, K>::Of(v), bias.Buf, bias.Offset);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format,
          ComponentEnum OfBias>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       InterpretedVector<V, Words, Format> v, VectorRef<OfBias, M> bias) {
  return __detail::VectorProduct<T, Component, M, K>::template PlusStored<OfBias>(
      matrix.__weights, __detail::Numbers<Format, K>::Of(v.Data), bias.Buf, bias.Offset);
}

template <ComponentEnum Out, typename T, uint M, uint N>
[[nodiscard]] Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::Thread> OuterProduct(vector<T, M> a,
                                                                                          vector<T, N> b) {
  Matrix<Out, M, N, MatrixUse::Accumulator, MatrixScope::Thread> made;
  made.__factors.Set(a, b);
  return made;
}

// Adds each component to memory, atomically.
template <uint Align = 64, typename T, uint N>
void InterlockedAccumulate(RWByteAddressBuffer to, uint offset, vector<T, N> v) {
  _Static_assert(Align % 64 == 0, "the alignment of a vector must be a multiple of 64");
  __detail::VectorSum<T, N>::Add(to, offset, v);
}

} // namespace linalg
} // namespace dx
