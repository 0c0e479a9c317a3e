// valid
// Tensors whose lengths are known, whose rank is, and of which nothing is.
spirv.module Logical Vulkan requires #spirv.vce<v1.3, [VulkanMemoryModel, Shader, Linkage, Int16, TensorsARM], [SPV_ARM_tensors, SPV_KHR_vulkan_memory_model]> {
  spirv.GlobalVariable @known bind(0, 0) : !spirv.ptr<!spirv.arm.tensor<14x19xi16>, UniformConstant>
  spirv.GlobalVariable @ranked bind(0, 1) : !spirv.ptr<!spirv.arm.tensor<?x?x?xf32>, UniformConstant>
  spirv.func @one() -> !spirv.arm.tensor<3xi32> "None" {
    %0 = spirv.Constant dense<[5, 6, 7]> : !spirv.arm.tensor<3xi32>
    spirv.ReturnValue %0 : !spirv.arm.tensor<3xi32>
  }
}
