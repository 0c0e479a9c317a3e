// The linear algebra of shader model 6.10: matrices of a thread, a wave or a thread group.
#pragma once

#if __HLSL_VERSION >= 2021

#include <enable_if>
#include <type_traits>
#include <vk/spirv.h>
#include <dx/linalg/numbers.h>
#if __hlsl2spirv_linear_algebra & 1
#include <dx/linalg/native.h>
#else
#include <dx/linalg/loops.h>
#endif
#include <dx/linalg/thread.h>

namespace dx {
namespace linalg {

using ComponentType = __hlsl2spirv::ComponentType;
using ComponentEnum = __hlsl2spirv::ComponentEnum;
using MatrixUse = __hlsl2spirv::MatrixUse;
using MatrixUseEnum = __hlsl2spirv::MatrixUseEnum;
using MatrixScope = __hlsl2spirv::MatrixScope;
using MatrixScopeEnum = __hlsl2spirv::MatrixScopeEnum;
using MatrixLayout = __hlsl2spirv::MatrixLayout;
using MatrixLayoutEnum = __hlsl2spirv::MatrixLayoutEnum;

// A vector in memory.
template <ComponentEnum Component, uint Count> struct VectorRef {
  ByteAddressBuffer Buf;
  uint Offset;
};

// A vector whose components are numbers of a format, packed into words where the language has no such scalar.
template <typename T, int N, ComponentEnum Format> struct InterpretedVector {
  vector<T, N> Data;
  static const ComponentEnum Interpretation = Format;
  static const uint Size = __hlsl2spirv::Component<Format>::perScalar * N;
};

template <ComponentEnum Format, typename T, int N>
InterpretedVector<T, N, Format> MakeInterpretedVector(vector<T, N> data) {
  InterpretedVector<T, N, Format> made;
  made.Data = data;
  return made;
}

// The same numbers in another format.
template <ComponentEnum To, ComponentEnum From, typename T, int N>
InterpretedVector<typename __hlsl2spirv::Component<To>::Type, __hlsl2spirv::Packed<To, From, N>::words, To>
Convert(vector<T, N> from) {
  InterpretedVector<typename __hlsl2spirv::Component<To>::Type, __hlsl2spirv::Packed<To, From, N>::words, To> made;
  made.Data = __hlsl2spirv::Packed<To, From, N>::Converted(from);
  return made;
}

// A matrix that the invocations of a wave or a thread group hold together.
template <ComponentEnum Component, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> class Matrix {
  using ElementType = typename __hlsl2spirv::Component<Component>::Type;
  using Handle = __hlsl2spirv::Handle<Component, M, N, Use, Scope>;
  _Static_assert(Use <= MatrixUse::Accumulator && Scope <= MatrixScope::ThreadGroup,
                 "the use or the scope of a matrix does not exist");
  _Static_assert(__hlsl2spirv::Dimensions<M, N, Use, Scope>::areAllowed,
                 "the columns of A and the rows of B are 4 to 128, of a thread group 1 to 1024");
  Handle __handle;

  // The same elements as another component type, for another use, or with rows and columns exchanged.
  template <ComponentEnum Other, MatrixUseEnum OtherUse = Use, bool Transpose = false>
  [[nodiscard]] Matrix<Other, __hlsl2spirv::Choice<Transpose, N, M>::value, __hlsl2spirv::Choice<Transpose, M, N>::value,
                       OtherUse, Scope>
  Cast() {
    Matrix<Other, __hlsl2spirv::Choice<Transpose, N, M>::value, __hlsl2spirv::Choice<Transpose, M, N>::value, OtherUse, Scope>
        made;
    __hlsl2spirv::Conversion<Component, M, N, Use, Scope, Other, OtherUse, Transpose>::Convert(made.__handle, __handle);
    return made;
  }

  // Each element the same number, which is the first lane's.
  template <typename T>
  [[nodiscard]] static typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, Matrix>::type Splat(T value) {
    Matrix made;
    made.__handle.Fill(__hlsl2spirv::Converted<Component>(WaveReadLaneFirst(value)));
    return made;
  }

  // Memory of buffers: offsets and strides in bytes.
  template <uint Align = 128>
  [[nodiscard]] static Matrix Load(ByteAddressBuffer from, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    Matrix made;
    made.__handle.Load(from, offset, stride, layout);
    return made;
  }
  template <uint Align = 128>
  [[nodiscard]] static Matrix Load(RWByteAddressBuffer from, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    Matrix made;
    made.__handle.Load(from, offset, stride, layout);
    return made;
  }
  template <uint Align = 128> void Store(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    __handle.Store(to, offset, stride, layout);
  }

  // Memory of the thread group: indices and strides in elements of the matrix.
  template <typename T, uint Size>
  [[nodiscard]] static typename hlsl::enable_if<__hlsl2spirv::Holds<T, Component>::value, Matrix>::type
  Load(groupshared T from[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    Matrix made;
    made.__handle.LoadShared(from, index, stride, layout);
    return made;
  }
  template <typename T, uint Size>
  typename hlsl::enable_if<__hlsl2spirv::Holds<T, Component>::value, void>::type
  Store(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    __handle.StoreShared(to, index, stride, layout);
  }

  // The elements that this invocation holds, and their rows and columns.
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __hlsl2spirv::Component<Component>::isScalar, uint>::type Length() {
    return __handle.Length();
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __hlsl2spirv::Component<Component>::isScalar, uint2>::type
  GetCoordinate(uint index) {
    return __handle.Coordinate(index);
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __hlsl2spirv::Component<Component>::isScalar, ElementType>::type
  Get(uint index) {
    return __handle.Get(index);
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __hlsl2spirv::Component<Component>::isScalar, void>::type
  Set(uint index, ElementType value) {
    __handle.Set(index, value);
  }

  // Adds each element to memory, atomically.
  template <uint Align = 128, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  InterlockedAccumulate(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    __handle.Accumulate(to, offset, stride, layout);
  }
  // Packed memory may hold another component type.
  template <ComponentEnum Target = Component, typename T, MatrixUseEnum Own = Use, MatrixScopeEnum OwnScope = Scope,
            uint Size>
  typename hlsl::enable_if<__hlsl2spirv::Holds<T, Target>::value && Use == MatrixUse::Accumulator && Own == Use &&
                               Scope == MatrixScope::Wave && OwnScope == Scope,
                           void>::type
  InterlockedAccumulate(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    __handle.template AccumulateShared<Target>(to, index, stride, layout);
  }

  // Sums and products. The order of rows and columns decides which matrices fit.
  template <ComponentEnum Other, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  Accumulate(const Matrix<Other, M, N, MatrixUse::A, Scope> other) {
    Handle summand;
    __hlsl2spirv::Conversion<Other, M, N, MatrixUse::A, Scope, Component, Use, false>::Convert(summand, other.__handle);
    __handle.Add(summand);
  }
  template <ComponentEnum Other, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  Accumulate(const Matrix<Other, M, N, MatrixUse::B, Scope> other) {
    Handle summand;
    __hlsl2spirv::Conversion<Other, M, N, MatrixUse::B, Scope, Component, Use, false>::Convert(summand, other.__handle);
    __handle.Add(summand);
  }
  template <ComponentEnum Left, ComponentEnum Right, uint K, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  MultiplyAccumulate(const Matrix<Left, M, K, MatrixUse::A, Scope> a,
                     const Matrix<Right, K, N, MatrixUse::B, Scope> b) {
    __hlsl2spirv::Product<Left, Right, Component, M, K, N, Scope>::Add(__handle, a.__handle, b.__handle);
  }
};

namespace __detail {
template <ComponentEnum Out, ComponentEnum Left, ComponentEnum Right, uint M, uint K, uint N, MatrixScopeEnum Scope>
Matrix<Out, M, N, MatrixUse::Accumulator, Scope>
Multiplied(const Matrix<Left, M, K, MatrixUse::A, Scope> a, const Matrix<Right, K, N, MatrixUse::B, Scope> b) {
  Matrix<Out, M, N, MatrixUse::Accumulator, Scope> made;
  made.__handle.Fill((typename __hlsl2spirv::Component<Out>::Value)0);
  __hlsl2spirv::Product<Left, Right, Out, M, K, N, Scope>::Add(made.__handle, a.__handle, b.__handle);
  return made;
}
} // namespace __detail

template <ComponentEnum Out, ComponentEnum Left, ComponentEnum Right, uint M, uint K, uint N, MatrixScopeEnum Scope>
[[nodiscard]] Matrix<Out, M, N, MatrixUse::Accumulator, Scope>
Multiply(const Matrix<Left, M, K, MatrixUse::A, Scope> a, const Matrix<Right, K, N, MatrixUse::B, Scope> b) {
  return __detail::Multiplied<Out>(a, b);
}

template <ComponentEnum Component, uint M, uint K, uint N, MatrixScopeEnum Scope>
[[nodiscard]] Matrix<Component, M, N, MatrixUse::Accumulator, Scope>
Multiply(const Matrix<Component, M, K, MatrixUse::A, Scope> a, const Matrix<Component, K, N, MatrixUse::B, Scope> b) {
  return __detail::Multiplied<Component>(a, b);
}

template <ComponentEnum Component, uint M, uint N> class Matrix<Component, M, N, MatrixUse::A, MatrixScope::Thread> {
  _Static_assert(__hlsl2spirv::Dimensions<M, N, MatrixUse::A, MatrixScope::Thread>::areAllowed,
                 "the columns of a matrix of a thread are 4 to 128");
  __hlsl2spirv::Weights __weights;

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
  __hlsl2spirv::Factors<Component, M, N> __factors;

  template <uint Align = 128> void InterlockedAccumulate(RWByteAddressBuffer to, uint offset) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    __factors.Accumulate(to, offset, 0, MatrixLayout::OuterProductOptimal);
  }
};

template <typename T, ComponentEnum Component, uint M, uint K, typename V>
[[nodiscard]] vector<T, M> Multiply(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix, vector<V, K> v) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::Of(matrix.__weights,
                                                         __hlsl2spirv::Numbers<__hlsl2spirv::FormatOf<V>::value, K>::Of(v));
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format>
[[nodiscard]] vector<T, M> Multiply(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                    InterpretedVector<V, Words, Format> v) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::Of(matrix.__weights, __hlsl2spirv::Numbers<Format, K>::Of(v.Data));
}

// A bias is added after the sum.
template <typename T, ComponentEnum Component, uint M, uint K, typename V, typename B>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       vector<V, K> v, vector<B, M> bias) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::Plus(
      matrix.__weights, __hlsl2spirv::Numbers<__hlsl2spirv::FormatOf<V>::value, K>::Of(v), bias);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format, typename B>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       InterpretedVector<V, Words, Format> v, vector<B, M> bias) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::Plus(matrix.__weights,
                                                           __hlsl2spirv::Numbers<Format, K>::Of(v.Data), bias);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, ComponentEnum OfBias>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       vector<V, K> v, VectorRef<OfBias, M> bias) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::template PlusStored<OfBias>(
      matrix.__weights, __hlsl2spirv::Numbers<__hlsl2spirv::FormatOf<V>::value, K>::Of(v), bias.Buf, bias.Offset);
}
template <typename T, ComponentEnum Component, uint M, uint K, typename V, int Words, ComponentEnum Format,
          ComponentEnum OfBias>
[[nodiscard]] vector<T, M> MultiplyAdd(Matrix<Component, M, K, MatrixUse::A, MatrixScope::Thread> matrix,
                                       InterpretedVector<V, Words, Format> v, VectorRef<OfBias, M> bias) {
  return __hlsl2spirv::VectorProduct<T, Component, M, K>::template PlusStored<OfBias>(
      matrix.__weights, __hlsl2spirv::Numbers<Format, K>::Of(v.Data), bias.Buf, bias.Offset);
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
  __hlsl2spirv::VectorSum<T, N>::Add(to, offset, v);
}


// The use whose elements lie as the device holds accumulators. SPIR-V does not ask the device: it is matrix A.
inline MatrixUseEnum AccumulatorLayout() { return MatrixUse::A; }

} // namespace linalg
} // namespace dx
#endif
