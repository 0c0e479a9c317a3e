// The linear algebra of shader model 6.10: matrices of a thread, a wave or a thread group.
#pragma once

#include <enable_if>
#include <type_traits>
#include <vk/spirv.h>

#if __HLSL_VERSION >= 2021

#include <dx/linalg/numbers.h>
#if __hlsl2spirv_linear_algebra & 1
#include <dx/linalg/native.h>
#else
#include <dx/linalg/loops.h>
#endif

namespace dx {
namespace linalg {

// A vector in memory.
template <ComponentEnum Component, uint Count> struct VectorRef {
  ByteAddressBuffer Buf;
  uint Offset;
};

// A vector whose components are numbers of a format, packed into words where the language has no such scalar.
template <typename T, int N, ComponentEnum Format> struct InterpretedVector {
  vector<T, N> Data;
  static const ComponentEnum Interpretation = Format;
  static const uint Size = __detail::Component<Format>::perScalar * N;
};

template <ComponentEnum Format, typename T, int N>
InterpretedVector<T, N, Format> MakeInterpretedVector(vector<T, N> data) {
  InterpretedVector<T, N, Format> made;
  made.Data = data;
  return made;
}

// The same numbers in another format.
template <ComponentEnum To, ComponentEnum From, typename T, int N>
InterpretedVector<typename __detail::Component<To>::Type, __detail::Packed<To, From, N>::words, To>
Convert(vector<T, N> from) {
  InterpretedVector<typename __detail::Component<To>::Type, __detail::Packed<To, From, N>::words, To> made;
  made.Data = __detail::Packed<To, From, N>::Converted(from);
  return made;
}

// A matrix that the invocations of a wave or a thread group hold together.
template <ComponentEnum Component, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> class Matrix {
  using ElementType = typename __detail::Component<Component>::Type;
  using Handle = __detail::Handle<Component, M, N, Use, Scope>;
  Handle __handle;

  // The same elements as another component type, for another use, or with rows and columns exchanged.
  template <ComponentEnum Other, MatrixUseEnum OtherUse = Use, bool Transpose = false>
  [[nodiscard]] Matrix<Other, __detail::Choice<Transpose, N, M>::value, __detail::Choice<Transpose, M, N>::value,
                       OtherUse, Scope>
  Cast() {
    Matrix<Other, __detail::Choice<Transpose, N, M>::value, __detail::Choice<Transpose, M, N>::value, OtherUse, Scope>
        made;
    __detail::Conversion<Component, M, N, Use, Scope, Other, OtherUse, Transpose>::Convert(made.__handle, __handle);
    return made;
  }

  // Each element the same number, which is the first lane's.
  template <typename T>
  [[nodiscard]] static typename hlsl::enable_if<hlsl::is_arithmetic<T>::value, Matrix>::type Splat(T value) {
    Matrix made;
    made.__handle.Fill(__detail::Converted<Component>(WaveReadLaneFirst(value)));
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
  [[nodiscard]] static typename hlsl::enable_if<__detail::Holds<T, Component>::value, Matrix>::type
  Load(groupshared T from[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    Matrix made;
    made.__handle.LoadShared(from, index, stride, layout);
    return made;
  }
  template <typename T, uint Size>
  typename hlsl::enable_if<__detail::Holds<T, Component>::value, void>::type
  Store(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    __handle.StoreShared(to, index, stride, layout);
  }

  // The elements that this invocation holds, and their rows and columns.
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __detail::Component<Component>::isScalar, uint>::type Length() {
    return __handle.Length();
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __detail::Component<Component>::isScalar, uint2>::type
  GetCoordinate(uint index) {
    return __handle.Coordinate(index);
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __detail::Component<Component>::isScalar, ElementType>::type
  Get(uint index) {
    return __handle.Get(index);
  }
  template <ComponentEnum Own = Component>
  typename hlsl::enable_if<Own == Component && __detail::Component<Component>::isScalar, void>::type
  Set(uint index, ElementType value) {
    __handle.Set(index, value);
  }

  // Adds each element to memory, atomically.
  template <uint Align = 128, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  InterlockedAccumulate(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert(Align % 128 == 0, "the alignment of a matrix must be a multiple of 128");
    for (uint i = 0, length = __handle.Length(); i < length; ++i) {
      __detail::Atomic<Component>::Add(to, offset + __detail::Placed<Component>(__handle.Coordinate(i), stride, layout),
                                       __handle.Get(i));
    }
  }
  // Packed memory may hold another component type.
  template <ComponentEnum Target = Component, typename T, MatrixUseEnum Own = Use, MatrixScopeEnum OwnScope = Scope,
            uint Size>
  typename hlsl::enable_if<__detail::Holds<T, Target>::value && Use == MatrixUse::Accumulator && Own == Use &&
                               Scope == MatrixScope::Wave && OwnScope == Scope,
                           void>::type
  InterlockedAccumulate(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    for (uint i = 0, length = __handle.Length(); i < length; ++i) {
      uint2 at = __handle.Coordinate(i);
      uint element = index + (layout == MatrixLayout::RowMajor ? at.x * stride + at.y : at.y * stride + at.x);
      __detail::SharedSum<Target, T, __detail::Place<Target, T>::isWhole>::Add(
          to, element, __detail::Converted<Target>(__handle.Get(i)));
    }
  }

  // Sums and products. The order of rows and columns decides which matrices fit.
  template <ComponentEnum Other, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  Accumulate(const Matrix<Other, M, N, MatrixUse::A, Scope> other) {
    Handle summand;
    __detail::Conversion<Other, M, N, MatrixUse::A, Scope, Component, Use, false>::Convert(summand, other.__handle);
    __handle.Add(summand);
  }
  template <ComponentEnum Other, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  Accumulate(const Matrix<Other, M, N, MatrixUse::B, Scope> other) {
    Handle summand;
    __detail::Conversion<Other, M, N, MatrixUse::B, Scope, Component, Use, false>::Convert(summand, other.__handle);
    __handle.Add(summand);
  }
  template <ComponentEnum Left, ComponentEnum Right, uint K, MatrixUseEnum Own = Use>
  typename hlsl::enable_if<Use == MatrixUse::Accumulator && Own == Use, void>::type
  MultiplyAccumulate(const Matrix<Left, M, K, MatrixUse::A, Scope> a,
                     const Matrix<Right, K, N, MatrixUse::B, Scope> b) {
    __detail::Product<Left, Right, Component, M, K, N, Scope>::Add(__handle, a.__handle, b.__handle);
  }
};

namespace __detail {
template <ComponentEnum Out, ComponentEnum Left, ComponentEnum Right, uint M, uint K, uint N, MatrixScopeEnum Scope>
Matrix<Out, M, N, MatrixUse::Accumulator, Scope>
Multiplied(const Matrix<Left, M, K, MatrixUse::A, Scope> a, const Matrix<Right, K, N, MatrixUse::B, Scope> b) {
  Matrix<Out, M, N, MatrixUse::Accumulator, Scope> made;
  made.__handle.Fill((typename Component<Out>::Value)0);
  Product<Left, Right, Out, M, K, N, Scope>::Add(made.__handle, a.__handle, b.__handle);
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

} // namespace linalg
} // namespace dx

#include <dx/linalg/thread.h>

namespace dx {
namespace linalg {

// The use whose elements lie as the device holds accumulators. SPIR-V does not ask the device: it is matrix A.
inline MatrixUseEnum AccumulatorLayout() { return MatrixUse::A; }

} // namespace linalg
} // namespace dx
#endif
