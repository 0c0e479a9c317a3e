// The type and the functions that a header of linear algebra is made of, for programs that bring their own.
// `__builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(…)]]` is spelled as the template below.
#pragma once

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

template <uint Which, uint M, uint N, uint Use, uint Scope> struct __builtin_LinAlgMatrix {
  __hlsl2spirv::Handle<(__hlsl2spirv::ComponentEnum)Which, M, N, (__hlsl2spirv::MatrixUseEnum)Use,
                       (__hlsl2spirv::MatrixScopeEnum)Scope>
      handle;
};
template <uint Which, uint M, uint N> struct __builtin_LinAlgMatrix<Which, M, N, 0, 0> {
  __hlsl2spirv::Weights handle;
};
template <uint Which, uint M, uint N> struct __builtin_LinAlgMatrix<Which, M, N, 2, 0> {
  __hlsl2spirv::Factors<(__hlsl2spirv::ComponentEnum)Which, M, N> handle;
};

namespace __hlsl2spirv {

// The conversion of a handle whose rows and columns may change places.
template <uint From, uint M, uint N, uint Use, uint Scope, uint To, uint M2, uint N2, uint ToUse_> struct CopyConverted {
  static void Copy(out __builtin_LinAlgMatrix<To, M2, N2, ToUse_, Scope> to,
                   __builtin_LinAlgMatrix<From, M, N, Use, Scope> from, bool transpose) {
    _Static_assert(M == N2 && N == M2, "rows and columns of the result are not those of the matrix");
    Conversion<(ComponentEnum)From, M, N, (MatrixUseEnum)Use, (MatrixScopeEnum)Scope, (ComponentEnum)To,
               (MatrixUseEnum)ToUse_, true>::Convert(to.handle, from.handle);
  }
};
template <uint From, uint M, uint N, uint Use, uint Scope, uint To, uint ToUse_>
struct CopyConverted<From, M, N, Use, Scope, To, M, N, ToUse_> {
  static void Copy(out __builtin_LinAlgMatrix<To, M, N, ToUse_, Scope> to,
                   __builtin_LinAlgMatrix<From, M, N, Use, Scope> from, bool transpose) {
    Conversion<(ComponentEnum)From, M, N, (MatrixUseEnum)Use, (MatrixScopeEnum)Scope, (ComponentEnum)To,
               (MatrixUseEnum)ToUse_, false>::Convert(to.handle, from.handle);
  }
};
template <uint From, uint M, uint Use, uint Scope, uint To, uint ToUse_>
struct CopyConverted<From, M, M, Use, Scope, To, M, M, ToUse_> {
  static void Copy(out __builtin_LinAlgMatrix<To, M, M, ToUse_, Scope> to,
                   __builtin_LinAlgMatrix<From, M, M, Use, Scope> from, bool transpose) {
    if (transpose)
      Conversion<(ComponentEnum)From, M, M, (MatrixUseEnum)Use, (MatrixScopeEnum)Scope, (ComponentEnum)To,
                 (MatrixUseEnum)ToUse_, true>::Convert(to.handle, from.handle);
    else
      Conversion<(ComponentEnum)From, M, M, (MatrixUseEnum)Use, (MatrixScopeEnum)Scope, (ComponentEnum)To,
                 (MatrixUseEnum)ToUse_, false>::Convert(to.handle, from.handle);
  }
};

} // namespace __hlsl2spirv

template <uint Which, uint M, uint N, uint Use, uint Scope, typename T>
void __builtin_LinAlg_FillMatrix(out __builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix, T value) {
  matrix.handle.Fill(__hlsl2spirv::Converted<(__hlsl2spirv::ComponentEnum)Which>(WaveReadLaneFirst(value)));
}
template <uint From, uint M, uint N, uint Use, uint Scope, uint To, uint M2, uint N2, uint ToUse_>
void __builtin_LinAlg_CopyConvertMatrix(out __builtin_LinAlgMatrix<To, M2, N2, ToUse_, Scope> to,
                                        __builtin_LinAlgMatrix<From, M, N, Use, Scope> from, bool transpose) {
  __hlsl2spirv::CopyConverted<From, M, N, Use, Scope, To, M2, N2, ToUse_>::Copy(to, from, transpose);
}

template <uint Which, uint M, uint N, uint Use, uint Scope, typename Buffer>
void __builtin_LinAlg_MatrixLoadFromDescriptor(out __builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix, Buffer from,
                                               uint offset, uint stride, uint layout, uint align) {
  matrix.handle.Load(from, offset, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}
template <uint Which, uint M, uint N, uint Use, uint Scope, typename T, uint Size>
void __builtin_LinAlg_MatrixLoadFromMemory(out __builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                           groupshared T from[Size], uint index, uint stride, uint layout) {
  matrix.handle.LoadShared(from, index, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}
template <uint Which, uint M, uint N, uint Use, uint Scope>
void __builtin_LinAlg_MatrixStoreToDescriptor(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                              RWByteAddressBuffer to, uint offset, uint stride, uint layout,
                                              uint align) {
  matrix.handle.Store(to, offset, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}
template <uint Which, uint M, uint N, uint Use, uint Scope, typename T, uint Size>
void __builtin_LinAlg_MatrixStoreToMemory(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                          groupshared T to[Size], uint index, uint stride, uint layout) {
  matrix.handle.StoreShared(to, index, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}

template <uint Which, uint M, uint N, uint Use, uint Scope>
uint __builtin_LinAlg_MatrixLength(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix) {
  return matrix.handle.Length();
}
template <uint Which, uint M, uint N, uint Use, uint Scope>
uint2 __builtin_LinAlg_MatrixGetCoordinate(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix, uint index) {
  return matrix.handle.Coordinate(index);
}
template <typename T, uint Which, uint M, uint N, uint Use, uint Scope>
void __builtin_LinAlg_MatrixGetElement(out T value, __builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                       uint index) {
  value = (T)matrix.handle.Get(index);
}
template <uint Which, uint M, uint N, uint Use, uint Scope, typename T>
void __builtin_LinAlg_MatrixSetElement(out __builtin_LinAlgMatrix<Which, M, N, Use, Scope> made,
                                       __builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix, uint index, T value) {
  made = matrix;
  made.handle.Set(index, __hlsl2spirv::Converted<(__hlsl2spirv::ComponentEnum)Which>(value));
}

template <uint Which, uint M, uint N, uint Scope, uint Other, uint OtherUse>
void __builtin_LinAlg_MatrixAccumulate(out __builtin_LinAlgMatrix<Which, M, N, 2, Scope> made,
                                       __builtin_LinAlgMatrix<Which, M, N, 2, Scope> matrix,
                                       __builtin_LinAlgMatrix<Other, M, N, OtherUse, Scope> other) {
  __builtin_LinAlgMatrix<Which, M, N, 2, Scope> summand;
  __hlsl2spirv::CopyConverted<Other, M, N, OtherUse, Scope, Which, M, N, 2>::Copy(summand, other, false);
  made = matrix;
  made.handle.Add(summand.handle);
}
template <uint Left, uint Right, uint Out, uint M, uint K, uint N, uint Scope>
void __builtin_LinAlg_MatrixMatrixMultiply(out __builtin_LinAlgMatrix<Out, M, N, 2, Scope> made,
                                           __builtin_LinAlgMatrix<Left, M, K, 0, Scope> a,
                                           __builtin_LinAlgMatrix<Right, K, N, 1, Scope> b) {
  made.handle.Fill((typename __hlsl2spirv::Component<(__hlsl2spirv::ComponentEnum)Out>::Value)0);
  __hlsl2spirv::Product<(__hlsl2spirv::ComponentEnum)Left, (__hlsl2spirv::ComponentEnum)Right,
                        (__hlsl2spirv::ComponentEnum)Out, M, K, N,
                        (__hlsl2spirv::MatrixScopeEnum)Scope>::Add(made.handle, a.handle, b.handle);
}
template <uint Left, uint Right, uint Out, uint M, uint K, uint N, uint Scope>
void __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(out __builtin_LinAlgMatrix<Out, M, N, 2, Scope> made,
                                                     __builtin_LinAlgMatrix<Left, M, K, 0, Scope> a,
                                                     __builtin_LinAlgMatrix<Right, K, N, 1, Scope> b,
                                                     __builtin_LinAlgMatrix<Out, M, N, 2, Scope> c) {
  made = c;
  __hlsl2spirv::Product<(__hlsl2spirv::ComponentEnum)Left, (__hlsl2spirv::ComponentEnum)Right,
                        (__hlsl2spirv::ComponentEnum)Out, M, K, N,
                        (__hlsl2spirv::MatrixScopeEnum)Scope>::Add(made.handle, a.handle, b.handle);
}

template <uint Which, uint M, uint N, uint Use, uint Scope>
void __builtin_LinAlg_MatrixAccumulateToDescriptor(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                                   RWByteAddressBuffer to, uint offset, uint stride, uint layout,
                                                   uint align) {
  matrix.handle.Accumulate(to, offset, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}
template <uint Which, uint M, uint N, uint Use, uint Scope, typename T, uint Size>
void __builtin_LinAlg_MatrixAccumulateToMemory(__builtin_LinAlgMatrix<Which, M, N, Use, Scope> matrix,
                                               groupshared T to[Size], uint target, uint index, uint stride,
                                               uint layout) {
  const __hlsl2spirv::ComponentEnum component = __hlsl2spirv::TargetOf<(__hlsl2spirv::ComponentEnum)Which, T>::value;
  matrix.handle.template AccumulateShared<component>(to, index, stride, (__hlsl2spirv::MatrixLayoutEnum)layout);
}

namespace __hlsl2spirv {
// The conversion between two formats, if they are those of the vectors and of the numbers that name them.
template <ComponentEnum To, ComponentEnum From, typename R, int RN, typename V, int VN, bool isPossible> struct BetweenFormats {
  static void Convert(inout vector<R, RN> to, vector<V, VN> from, uint source, uint target) {}
};
template <ComponentEnum To, ComponentEnum From, typename R, int RN, typename V, int VN>
struct BetweenFormats<To, From, R, RN, V, VN, true> {
  static void Convert(inout vector<R, RN> to, vector<V, VN> from, uint source, uint target) {
    if (source == From && target == To)
      to = Packed<To, From, VN>::Converted(from);
  }
};
template <ComponentEnum From, typename R, int RN, typename V, int VN> struct FromFormat {
  static void Convert(inout vector<R, RN> to, vector<V, VN> from, uint source, uint target) {
#define HLSL2SPIRV_TO(WHICH)                                                                                           \
    BetweenFormats<ComponentType::WHICH, From, R, RN, V, VN,                                                                  \
            __is_same(R, typename Component<ComponentType::WHICH>::Type) &&                                            \
                __is_same(V, typename Component<From>::Type) &&                                                        \
                Packed<ComponentType::WHICH, From, VN>::words == RN>::Convert(to, from, source, target);
#define HLSL2SPIRV_FORMATS(ROW)                                                                                        \
    ROW(I8) ROW(U8) ROW(I16) ROW(U16) ROW(I32) ROW(U32) ROW(I64) ROW(U64) ROW(F8_E4M3FN) ROW(F8_E5M2) ROW(F16)         \
        ROW(BFloat16) ROW(F32) ROW(F64)
    HLSL2SPIRV_FORMATS(HLSL2SPIRV_TO)
#undef HLSL2SPIRV_TO
  }
};
} // namespace __hlsl2spirv

template <typename R, int RN, typename V, int VN>
void __builtin_LinAlg_Convert(out vector<R, RN> to, vector<V, VN> from, uint source, uint target) {
  to = (vector<R, RN>)0;
#define HLSL2SPIRV_FROM(WHICH)                                                                                         \
  __hlsl2spirv::FromFormat<__hlsl2spirv::ComponentType::WHICH, R, RN, V, VN>::Convert(to, from, source, target);
  HLSL2SPIRV_FORMATS(HLSL2SPIRV_FROM)
#undef HLSL2SPIRV_FROM
}

namespace __hlsl2spirv {
// A product with a vector of numbers in a format, if that is what the vector may hold and the number names.
template <typename R, ComponentEnum Which, uint M, uint K, ComponentEnum Format, typename V, int Words, bool isPossible>
struct FormatProduct {
  static void Multiply(inout vector<R, M> made, Weights weights, vector<V, Words> v, uint format) {}
  template <typename B>
  static void MultiplyAdd(inout vector<R, M> made, Weights weights, vector<V, Words> v, uint format,
                          vector<B, M> bias) {}
};
template <typename R, ComponentEnum Which, uint M, uint K, ComponentEnum Format, typename V, int Words>
struct FormatProduct<R, Which, M, K, Format, V, Words, true> {
  static void Multiply(inout vector<R, M> made, Weights weights, vector<V, Words> v, uint format) {
    if (format == Format)
      made = VectorProduct<R, Which, M, K>::Of(weights, Numbers<Format, K>::Of(v));
  }
  template <typename B>
  static void MultiplyAdd(inout vector<R, M> made, Weights weights, vector<V, Words> v, uint format,
                          vector<B, M> bias) {
    if (format == Format)
      made = VectorProduct<R, Which, M, K>::Plus(weights, Numbers<Format, K>::Of(v), bias);
  }
};
} // namespace __hlsl2spirv

#define HLSL2SPIRV_PRODUCT(FORMAT)                                                                                     \
  __hlsl2spirv::FormatProduct<R, (__hlsl2spirv::ComponentEnum)Which, M, K, __hlsl2spirv::ComponentType::FORMAT, V,     \
                              Words,                                                                                   \
                              __is_same(V, typename __hlsl2spirv::Component<                                           \
                                               __hlsl2spirv::ComponentType::FORMAT>::Type) &&                          \
                                  Words == (K + __hlsl2spirv::Component<__hlsl2spirv::ComponentType::FORMAT>::perScalar - 1) / \
                                               __hlsl2spirv::Component<__hlsl2spirv::ComponentType::FORMAT>::perScalar>

template <typename R, uint Which, uint M, uint K, typename V, int Words>
void __builtin_LinAlg_MatrixVectorMultiply(out vector<R, M> made, __builtin_LinAlgMatrix<Which, M, K, 0, 0> matrix,
                                           bool isSigned, vector<V, Words> v, uint format) {
  made = (vector<R, M>)0;
#define HLSL2SPIRV_MULTIPLY(FORMAT) HLSL2SPIRV_PRODUCT(FORMAT)::Multiply(made, matrix.handle, v, format);
  HLSL2SPIRV_FORMATS(HLSL2SPIRV_MULTIPLY)
#undef HLSL2SPIRV_MULTIPLY
}
template <typename R, uint Which, uint M, uint K, typename V, int Words, typename B>
void __builtin_LinAlg_MatrixVectorMultiplyAdd(out vector<R, M> made, __builtin_LinAlgMatrix<Which, M, K, 0, 0> matrix,
                                              bool isSigned, vector<V, Words> v, uint format, vector<B, M> bias) {
  made = (vector<R, M>)0;
#define HLSL2SPIRV_ADD(FORMAT) HLSL2SPIRV_PRODUCT(FORMAT)::MultiplyAdd(made, matrix.handle, v, format, bias);
  HLSL2SPIRV_FORMATS(HLSL2SPIRV_ADD)
#undef HLSL2SPIRV_ADD
}
#undef HLSL2SPIRV_PRODUCT
#undef HLSL2SPIRV_FORMATS

template <uint Which, uint M, uint N, typename T>
void __builtin_LinAlg_MatrixOuterProduct(out __builtin_LinAlgMatrix<Which, M, N, 2, 0> made, vector<T, M> a,
                                         vector<T, N> b) {
  made.handle.Set(a, b);
}
template <typename T, uint N>
void __builtin_LinAlg_VectorAccumulateToDescriptor(RWByteAddressBuffer to, uint offset, uint align, vector<T, N> v) {
  __hlsl2spirv::VectorSum<T, N>::Add(to, offset, v);
}
inline uint __builtin_LinAlg_MatrixQueryAccumulatorLayout() { return 0; }
