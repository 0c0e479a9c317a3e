// Matrices of a thread: they stay in memory, and multiply vectors.
#pragma once

namespace __hlsl2spirv {

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

  void Load(ByteAddressBuffer from, uint at, uint bytes, MatrixLayoutEnum order) {
    buffer = from;
    offset = at;
    stride = bytes;
    layout = order;
  }
};

} // namespace __hlsl2spirv

#if __hlsl2spirv_linear_algebra & 8
#include <dx/linalg/thread_native.h>
#else
#include <dx/linalg/thread_loops.h>
#endif
