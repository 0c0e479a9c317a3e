// Matrices of a wave or a thread group without an extension: each invocation holds some elements, and loops make
// products of them.
#pragma once

namespace __hlsl2spirv {

// Stores to memory of the thread group.
template <ComponentEnum Of, typename T, bool isWhole> struct SharedStore;

template <ComponentEnum Of, typename T> struct SharedStore<Of, T, true> {
  template <typename Matrix, uint Size>
  static void Write(Matrix matrix, groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    for (uint e = matrix.First(); e < Matrix::elements; e += matrix.lanes)
      Shared<T>::Write(to, matrix.Element(e, index, stride, layout), matrix.data[e]);
  }
};
template <ComponentEnum Of, typename T> struct SharedStore<Of, T, false> {
  static const uint count = 32 / Component<Of>::width;
  static const uint mask = 0xffffffffu >> (32 - Component<Of>::width);
  template <typename Matrix, uint Size>
  static void Write(Matrix matrix, groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    uint run = layout == MatrixLayout::RowMajor ? Matrix::columns : Matrix::rows;
    if (((index | stride | run) & (count - 1)) == 0) {
      // Whole words, whose elements are those of several lanes.
      typename Component<Of>::Value all[Matrix::elements];
      matrix.Gather(all);
      for (uint first = matrix.First() * count; first < Matrix::elements; first += matrix.lanes * count) {
        uint word = 0, at = 0;
        for (uint i = 0; i < count; ++i) {
          uint major = (first + i) / run, minor = (first + i) % run;
          uint e = layout == MatrixLayout::RowMajor ? first + i : minor * Matrix::columns + major;
          word |= (uint)Component<Of>::Encode(all[e]) << (i * Component<Of>::width);
          at = i == 0 ? index + major * stride + minor : at;
        }
        Shared<T>::Write(to, at / count, Bits<typename Shared<T>::Scalar>::To(word));
      }
      return;
    }
    for (uint e = matrix.First(); e < Matrix::elements; e += matrix.lanes) {
      uint at = matrix.Element(e, index, stride, layout), shift = at % count * Component<Of>::width;
      Shared<T>::Merge(to, at / count, mask << shift, (uint)Component<Of>::Encode(matrix.data[e]) << shift);
    }
  }
};

// Element `e`, counted row by row, belongs to the lane `e % lanes`, which holds it at `e`. A thread group has its
// first wave hold everything.
template <ComponentEnum Of, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope> struct Handle {
  using Value = typename Component<Of>::Value;
  using Sum = typename Component<Of>::Sum;
  static const uint rows = M;
  static const uint columns = N;
  static const uint elements = M * N;
  Value data[M * N];
  uint lanes;

#ifdef __hlsl2spirv_linear_algebra
  bool Takes() { return Scope != MatrixScope::ThreadGroup || GetGroupWaveIndex() == 0; }
  void Check() { __builtin_LinAlg_Matrix(); }
#else
  // The shader model is refused where the namespace is named.
  bool Takes() { return true; }
  void Check() {}
#endif
  void Start() {
    Check();
    lanes = WaveActiveCountBits(true);
  }
  uint First() { return Takes() ? WaveGetLaneIndex() : M * N; }

  void Fill(Value value) {
    Start();
    for (uint e = First(); e < M * N; e += lanes)
      data[e] = value;
  }

  template <typename Buffer> void Load(Buffer from, uint offset, uint stride, MatrixLayoutEnum layout) {
    Start();
    for (uint e = First(); e < M * N; e += lanes)
      data[e] = Bytes<Of, Component<Of>::width>::Read(from, offset + Placed<Of>(uint2(e / N, e % N), stride, layout));
  }
  void Store(RWByteAddressBuffer to, uint offset, uint stride, MatrixLayoutEnum layout) {
    for (uint e = First(); e < M * N; e += lanes)
      Bytes<Of, Component<Of>::width>::Write(to, offset + Placed<Of>(uint2(e / N, e % N), stride, layout), data[e]);
  }

  uint Element(uint e, uint index, uint stride, MatrixLayoutEnum layout) {
    return index + (layout == MatrixLayout::RowMajor ? e / N * stride + e % N : e % N * stride + e / N);
  }
  template <typename T, uint Size>
  void LoadShared(groupshared T from[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    using In = typename CellOf<Of, typename Shared<T>::Scalar>::type;
    Start();
    for (uint e = First(); e < M * N; e += lanes) {
      uint at = Element(e, index, stride, layout);
      data[e] = In::Get(Shared<T>::Read(from, at / In::count), at);
    }
  }
  template <typename T, uint Size>
  void StoreShared(groupshared T to[Size], uint index, uint stride, MatrixLayoutEnum layout) {
    SharedStore<Of, T, Place<Of, T>::isWhole>::Write(this, to, index, stride, layout);
  }

  uint Length() {
    uint first = First();
    return first < M * N ? (M * N - first + lanes - 1) / lanes : 0;
  }
  uint2 Coordinate(uint index) {
    uint e = WaveGetLaneIndex() + index * lanes;
    return index < Length() ? uint2(e / N, e % N) : uint2(~0u, ~0u);
  }
  Value Get(uint index) {
    return index < Length() ? data[WaveGetLaneIndex() + index * lanes] : (Value)0;
  }
  void Set(uint index, Value value) {
    if (index < Length())
      data[WaveGetLaneIndex() + index * lanes] = value;
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

  template <MatrixUseEnum Other> void Add(Handle<Of, M, N, Other, Scope> summand) {
    for (uint e = First(); e < M * N; e += lanes)
      data[e] = (Value)Converted<Of>((Sum)data[e] + (Sum)summand.data[e]);
  }

  // All elements, in each lane.
  void Gather(out Value all[M * N]) {
    for (uint e = 0; e < M * N; ++e)
      all[e] = WaveReadLaneAt(data[e], e % lanes);
  }
};

template <ComponentEnum From, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope, ComponentEnum To,
          MatrixUseEnum ToUse, bool Transpose>
struct Conversion {
  static void Convert(out Handle<To, M, N, ToUse, Scope> to, Handle<From, M, N, Use, Scope> from) {
    to.Start();
    for (uint e = to.First(); e < M * N; e += to.lanes)
      to.data[e] = Converted<To>(from.data[e]);
  }
};
template <ComponentEnum From, uint M, uint N, MatrixUseEnum Use, MatrixScopeEnum Scope, ComponentEnum To,
          MatrixUseEnum ToUse>
struct Conversion<From, M, N, Use, Scope, To, ToUse, true> {
  static void Convert(out Handle<To, N, M, ToUse, Scope> to, Handle<From, M, N, Use, Scope> from) {
    typename Component<From>::Value all[M * N];
    to.Start();
    from.Gather(all);
    for (uint e = to.First(); e < M * N; e += to.lanes)
      to.data[e] = Converted<To>(all[e % M * N + e / M]);
  }
};

// Each element is a sum in ascending order, rounded once.
template <ComponentEnum Left, ComponentEnum Right, ComponentEnum Out, uint M, uint K, uint N, MatrixScopeEnum Scope>
struct Product {
  static void Add(inout Handle<Out, M, N, MatrixUse::Accumulator, Scope> to,
                  Handle<Left, M, K, MatrixUse::A, Scope> a, Handle<Right, K, N, MatrixUse::B, Scope> b) {
    using Sum = typename Component<Out>::Sum;
    typename Component<Left>::Value left[M * K];
    typename Component<Right>::Value right[K * N];
    a.Gather(left);
    b.Gather(right);
    for (uint e = to.First(); e < M * N; e += to.lanes) {
      Sum sum = (Sum)to.data[e];
      for (uint k = 0; k < K; ++k)
        sum = mad((Sum)left[e / N * K + k], (Sum)right[k * N + e % N], sum);
      to.data[e] = Converted<Out>(sum);
    }
  }
};

} // namespace __hlsl2spirv
