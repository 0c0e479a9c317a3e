// Products of matrices in memory and vectors, without an extension.
#pragma once

namespace __hlsl2spirv {

// The layouts of the device, where there is none: rows one behind the other, or columns.
template <ComponentEnum Of> uint Weight(uint2 at, uint2 size, Weights weights) {
  if (weights.layout == MatrixLayout::RowMajor || weights.layout == MatrixLayout::ColMajor)
    return weights.offset + Placed<Of>(at, weights.stride, weights.layout);
  const bool isTransposed = weights.layout == MatrixLayout::MulOptimalTranspose ||
                            weights.layout == MatrixLayout::OuterProductOptimalTranspose;
  return weights.offset + (isTransposed ? at.y * size.x + at.x : at.x * size.y + at.y) * (Component<Of>::width / 8);
}

// The numbers of a vector.
template <ComponentEnum Format, uint K> struct Numbers {
  using Value = typename Component<Format>::Value;
  Value data[K];
  template <typename V, int Words> static Numbers Of(vector<V, Words> from) {
    const uint count = Component<Format>::perScalar;
    _Static_assert(K <= Words * count, "the vector has fewer components than the matrix has columns");
    Numbers made;
    [unroll] for (uint i = 0; i < K; ++i)
      made.data[i] = CellOf<Format, V>::type::Get(from[i / count], i);
    return made;
  }
};

template <typename T, ComponentEnum Which, uint M, uint K> struct VectorProduct {
  using Sum = typename Component<FormatOf<T>::value>::Sum;

  template <ComponentEnum Format> static Sum Row(Weights weights, Numbers<Format, K> v, uint row) {
    Sum sum = (Sum)0;
    for (uint k = 0; k < K; ++k) {
      uint at = Weight<Which>(uint2(row, k), uint2(M, K), weights);
      sum = mad((Sum)Bytes<Which, Component<Which>::width>::Read(weights.buffer, at), (Sum)v.data[k], sum);
    }
    return sum;
  }

  template <ComponentEnum Format> static vector<T, M> Of(Weights weights, Numbers<Format, K> v) {
    vector<T, M> made = (vector<T, M>)0;
    for (uint row = 0; row < M; ++row)
      made[row] = Converted<FormatOf<T>::value>(Row<Format>(weights, v, row));
    return made;
  }
  template <ComponentEnum Format, typename B>
  static vector<T, M> Plus(Weights weights, Numbers<Format, K> v, vector<B, M> bias) {
    vector<T, M> made = (vector<T, M>)0;
    for (uint row = 0; row < M; ++row)
      made[row] = Converted<FormatOf<T>::value>(Row<Format>(weights, v, row) + (Sum)bias[row]);
    return made;
  }
  template <ComponentEnum OfBias, ComponentEnum Format>
  static vector<T, M> PlusStored(Weights weights, Numbers<Format, K> v, ByteAddressBuffer bias, uint offset) {
    vector<T, M> made = (vector<T, M>)0;
    for (uint row = 0; row < M; ++row) {
      Sum added = (Sum)Bytes<OfBias, Component<OfBias>::width>::Read(bias, offset + row * (Component<OfBias>::width / 8));
      made[row] = Converted<FormatOf<T>::value>(Row<Format>(weights, v, row) + added);
    }
    return made;
  }
};

template <ComponentEnum Of, uint M, uint N> struct Factors {
  using Value = typename Component<Of>::Value;
  vector<Value, M> a;
  vector<Value, N> b;

  template <typename T> void Set(vector<T, M> left, vector<T, N> right) {
    a = (vector<Value, M>)left;
    b = (vector<Value, N>)right;
  }
  void Accumulate(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    _Static_assert((__hlsl2spirv_linear_algebra & 32) != 0,
                   "the layout of the device is not known without the extension SPV_NV_cooperative_vector");
    for (uint row = 0; row < M; ++row) {
      for (uint column = 0; column < N; ++column)
        Atomic<Of>::Add(to, offset + (row * N + column) * (Component<Of>::width / 8), a[row] * b[column]);
    }
  }
};

template <typename T, uint N> struct VectorSum {
  static void Add(RWByteAddressBuffer to, uint offset, vector<T, N> v) {
    for (uint i = 0; i < N; ++i)
      Atomic<FormatOf<T>::value>::Add(to, offset + i * sizeof(T), v[i]);
  }
};

} // namespace __hlsl2spirv
