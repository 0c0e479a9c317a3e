// Matrices that the invocations of a scope hold together (SPV_KHR_cooperative_matrix).
#ifndef HLSL2SPIRV_VK_KHR_COOPERATIVE_MATRIX_H
#define HLSL2SPIRV_VK_KHR_COOPERATIVE_MATRIX_H

#if __SPIRV_MAJOR_VERSION__ == 1 && __SPIRV_MINOR_VERSION__ < 6
#error "cooperative matrices need SPIR-V 1.6"
#endif

#include <vk/opcode_selector.h>
#include <vk/spirv.h>

namespace vk {
namespace khr {
namespace ops {

// The instructions themselves. Memory is named by an element of a buffer or by a pointer into the workgroup's memory;
// with a scope, what others have written is seen, and what is written becomes visible to them.
template <typename Matrix, typename Element>
[[vk::ext_instruction(4457)]] Matrix Load([[vk::ext_reference]] Element from, CooperativeMatrixLayout layout, uint stride,
                                          [[vk::ext_literal]] uint access);
template <typename Matrix, typename Element>
[[vk::ext_instruction(4457)]] Matrix LoadCoherent([[vk::ext_reference]] Element from, CooperativeMatrixLayout layout,
                                                  uint stride, [[vk::ext_literal]] uint access, Scope visible);
template <typename Matrix, typename Pointer>
[[vk::ext_instruction(4457)]] Matrix LoadShared(Pointer from, CooperativeMatrixLayout layout, uint stride,
                                                [[vk::ext_literal]] uint access, Scope visible);

template <typename Matrix, typename Element>
[[vk::ext_instruction(4458)]] void Store([[vk::ext_reference]] Element to, Matrix matrix, CooperativeMatrixLayout layout,
                                         uint stride, [[vk::ext_literal]] uint access);
template <typename Matrix, typename Element>
[[vk::ext_instruction(4458)]] void StoreCoherent([[vk::ext_reference]] Element to, Matrix matrix,
                                                 CooperativeMatrixLayout layout, uint stride,
                                                 [[vk::ext_literal]] uint access, Scope available);
template <typename Matrix, typename Pointer>
[[vk::ext_instruction(4458)]] void StoreShared(Pointer to, Matrix matrix, CooperativeMatrixLayout layout, uint stride,
                                               [[vk::ext_literal]] uint access, Scope available);

template <typename Result, typename A, typename B>
[[vk::ext_instruction(4459)]] Result MultiplyAdd(A a, B b, Result c, [[vk::ext_literal]] uint operands);
template <typename Matrix> [[vk::ext_instruction(4460)]] uint Length([[vk::ext_literal]] Matrix matrix);
template <typename Matrix, typename Component> [[vk::ext_instruction(80)]] Matrix Fill(Component value);
template <typename Matrix, typename Component>
[[vk::ext_instruction(143)]] Matrix TimesScalar(Matrix matrix, Component factor);
template <typename Pointer, typename Matrix>
[[vk::ext_instruction(65)]] Pointer Element([[vk::ext_reference]] Matrix matrix, uint index);
template <typename Component, typename Pointer> [[vk::ext_instruction(61)]] Component LoadElement(Pointer pointer);
template <typename Component, typename Pointer>
[[vk::ext_instruction(62)]] void StoreElement(Pointer pointer, Component value);

} // namespace ops

template <typename ComponentType, Scope scope, uint rows, uint columns, CooperativeMatrixUse use>
class CooperativeMatrix {
  using SpirvMatrixType =
      vk::SpirvOpaqueType<4456, ComponentType, vk::integral_constant<uint, scope>, vk::integral_constant<uint, rows>,
                          vk::integral_constant<uint, columns>, vk::integral_constant<uint, use> >;
  using ComponentPointer = vk::SpirvOpaqueType<32, vk::Literal<vk::integral_constant<uint, 7> >, ComponentType>;
  using Arithmetic = vk::util::ArithmeticSelector<ComponentType>;

  // Whether the components are integers with a sign.
  static const bool hasSignedIntegerComponentType =
      ComponentType(0) - ComponentType(1) < ComponentType(0) && ComponentType(1) / ComponentType(2) == ComponentType(0);

  [[vk::ext_extension("SPV_KHR_cooperative_matrix")]]
  [[vk::ext_capability(6022)]]
  [[vk::ext_capability(5345)]]
  SpirvMatrixType _matrix;

  // The same components as another type.
  template <typename NewComponentType> CooperativeMatrix<NewComponentType, scope, rows, columns, use> cast() {
    using Converted = CooperativeMatrix<NewComponentType, scope, rows, columns, use>;
    Converted result;
    result._matrix = vk::util::ConversionSelector<ComponentType, NewComponentType>::
        template Convert<typename Converted::SpirvMatrixType>(_matrix);
    return result;
  }

  // Component by component.
  CooperativeMatrix negate() {
    CooperativeMatrix result;
    result._matrix = Arithmetic::Negate(_matrix);
    return result;
  }
  CooperativeMatrix operator+(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = Arithmetic::Add(_matrix, other._matrix);
    return result;
  }
  CooperativeMatrix operator-(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = Arithmetic::Sub(_matrix, other._matrix);
    return result;
  }
  CooperativeMatrix operator*(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = Arithmetic::Mul(_matrix, other._matrix);
    return result;
  }
  CooperativeMatrix operator/(CooperativeMatrix other) {
    CooperativeMatrix result;
    result._matrix = Arithmetic::Div(_matrix, other._matrix);
    return result;
  }
  CooperativeMatrix operator*(ComponentType factor) {
    CooperativeMatrix result;
    result._matrix = ops::TimesScalar(_matrix, factor);
    return result;
  }

  // Memory of the workgroup, by a `WorkgroupSpirvPointer`.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Pointer>
  void Store(Pointer data, uint stride) {
    ops::StoreShared(data, _matrix, layout, stride,
                     memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerAvailableMask,
                     ScopeWorkgroup);
  }
  template <CooperativeMatrixLayout layout, class Pointer> void Store(Pointer data, uint stride) {
    Store<MemoryAccessMaskNone, layout>(data, stride);
  }
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Pointer>
  static CooperativeMatrix Load(Pointer data, uint stride) {
    CooperativeMatrix result;
    result._matrix = ops::LoadShared<SpirvMatrixType>(
        data, layout, stride,
        memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerVisibleMask, ScopeWorkgroup);
    return result;
  }
  template <CooperativeMatrixLayout layout, class Pointer>
  static CooperativeMatrix Load(Pointer data, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, stride);
  }

  // Buffers, from an element on.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  void Store(RWStructuredBuffer<Type> data, uint index, uint stride) {
    ops::Store(data[index], _matrix, layout, stride, memoryAccessOperands);
  }
  template <CooperativeMatrixLayout layout, class Type>
  void Store(RWStructuredBuffer<Type> data, uint index, uint stride) {
    Store<MemoryAccessMaskNone, layout>(data, index, stride);
  }
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(RWStructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = ops::Load<SpirvMatrixType>(data[index], layout, stride, memoryAccessOperands);
    return result;
  }
  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(RWStructuredBuffer<Type> data, uint index, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, index, stride);
  }
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(StructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = ops::Load<SpirvMatrixType>(data[index], layout, stride, memoryAccessOperands);
    return result;
  }
  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix Load(StructuredBuffer<Type> data, uint index, uint stride) {
    return Load<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  // Buffers that other invocations of the queue family use at the same time.
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  void CoherentStore(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    ops::StoreCoherent(data[index], _matrix, layout, stride,
                       memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerAvailableMask,
                       ScopeQueueFamily);
  }
  template <CooperativeMatrixLayout layout, class Type>
  void CoherentStore(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    CoherentStore<MemoryAccessMaskNone, layout>(data, index, stride);
  }
  template <uint memoryAccessOperands, CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix CoherentLoad(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    CooperativeMatrix result;
    result._matrix = ops::LoadCoherent<SpirvMatrixType>(
        data[index], layout, stride,
        memoryAccessOperands | MemoryAccessNonPrivatePointerMask | MemoryAccessMakePointerVisibleMask, ScopeQueueFamily);
    return result;
  }
  template <CooperativeMatrixLayout layout, class Type>
  static CooperativeMatrix CoherentLoad(globallycoherent RWStructuredBuffer<Type> data, uint index, uint stride) {
    return CoherentLoad<MemoryAccessMaskNone, layout>(data, index, stride);
  }

  // The same value everywhere.
  static CooperativeMatrix Splat(ComponentType v) {
    CooperativeMatrix result;
    result._matrix = ops::Fill<SpirvMatrixType>(v);
    return result;
  }

  // The components that this invocation holds.
  static uint GetLength() {
    SpirvMatrixType matrix_;
    return ops::Length(matrix_);
  }
  void Set(ComponentType value, uint index) {
    ops::StoreElement<ComponentType>(ops::Element<ComponentPointer>(_matrix, index), value);
  }
  ComponentType Get(uint index) {
    return ops::LoadElement<ComponentType>(ops::Element<ComponentPointer>(_matrix, index));
  }
};

template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixA = CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixAKHR>;
template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixB = CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixBKHR>;
template <typename ComponentType, Scope scope, uint rows, uint columns>
using CooperativeMatrixAccumulator =
    CooperativeMatrix<ComponentType, scope, rows, columns, CooperativeMatrixUseMatrixAccumulatorKHR>;

namespace ops {

static const uint SIGNED_COMPONENTS =
    CooperativeMatrixOperandsMatrixASignedComponentsKHRMask | CooperativeMatrixOperandsMatrixBSignedComponentsKHRMask |
    CooperativeMatrixOperandsMatrixCSignedComponentsKHRMask |
    CooperativeMatrixOperandsMatrixResultSignedComponentsKHRMask;

} // namespace ops

// `a * b + c`; the other one stays within the range of the components.
template <typename ComponentType, Scope scope, uint rows, uint columns, uint K>
CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>
cooperativeMatrixMultiplyAdd(CooperativeMatrixA<ComponentType, scope, rows, K> a,
                             CooperativeMatrixB<ComponentType, scope, K, columns> b,
                             CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> c) {
  const uint operands =
      CooperativeMatrixA<ComponentType, scope, rows, K>::hasSignedIntegerComponentType ? ops::SIGNED_COMPONENTS : 0;
  CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> result;
  result._matrix = ops::MultiplyAdd(a._matrix, b._matrix, c._matrix, operands);
  return result;
}
template <typename ComponentType, Scope scope, uint rows, uint columns, uint K>
CooperativeMatrixAccumulator<ComponentType, scope, rows, columns>
cooperativeMatrixSaturatingMultiplyAdd(CooperativeMatrixA<ComponentType, scope, rows, K> a,
                                       CooperativeMatrixB<ComponentType, scope, K, columns> b,
                                       CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> c) {
  const uint operands =
      (CooperativeMatrixA<ComponentType, scope, rows, K>::hasSignedIntegerComponentType ? ops::SIGNED_COMPONENTS : 0) |
      CooperativeMatrixOperandsSaturatingAccumulationKHRMask;
  CooperativeMatrixAccumulator<ComponentType, scope, rows, columns> result;
  result._matrix = ops::MultiplyAdd(a._matrix, b._matrix, c._matrix, operands);
  return result;
}

} // namespace khr
} // namespace vk
#endif
