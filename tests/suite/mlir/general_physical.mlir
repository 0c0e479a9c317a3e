// valid
// Parameters that point into physical storage buffers are aliased.
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, PhysicalStorageBufferAddresses, GroupNonUniformRotateKHR], [SPV_KHR_physical_storage_buffer, SPV_KHR_subgroup_rotate]>, #spirv.resource_limits<subgroup_size = 16>>} {
  func.func @copy(%from: memref<4xf32, #spirv.storage_class<PhysicalStorageBuffer>>, %to: memref<f32, #spirv.storage_class<PhysicalStorageBuffer>>, %at: index) {
    %value = memref.load %from[%at] : memref<4xf32, #spirv.storage_class<PhysicalStorageBuffer>>
    %turned, %valid = gpu.rotate %value, 4, 16 : f32
    %chosen = arith.select %valid, %turned, %value : f32
    memref.store %chosen, %to[] : memref<f32, #spirv.storage_class<PhysicalStorageBuffer>>
    return
  }
}
