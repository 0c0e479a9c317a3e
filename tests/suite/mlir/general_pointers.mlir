// valid
// Pointers of kernels are numbers, and move; what is reduced may be a vector of one component.
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Kernel, Addresses, Int64, GenericPointer, Groups, GroupNonUniformArithmetic], []>, #spirv.resource_limits<>>} {
  func.func @address(%data: memref<?xf32, #spirv.storage_class<CrossWorkgroup>>) -> index {
    %number = memref.extract_aligned_pointer_as_index %data : memref<?xf32, #spirv.storage_class<CrossWorkgroup>> -> index
    return %number : index
  }
  func.func @moved(%data: memref<?xf32, #spirv.storage_class<CrossWorkgroup>>, %by: index) -> (memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>, memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>, f32) {
    %one = memref.reinterpret_cast %data to offset: [%by], sizes: [10], strides: [1] : memref<?xf32, #spirv.storage_class<CrossWorkgroup>> to memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>
    %two = memref.reinterpret_cast %data to offset: [5], sizes: [10], strides: [1] : memref<?xf32, #spirv.storage_class<CrossWorkgroup>> to memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>
    %three = memref.reinterpret_cast %data to offset: [2], sizes: [10], strides: [1] : memref<?xf32, #spirv.storage_class<CrossWorkgroup>> to memref<?xf32, strided<[1], offset: 2>, #spirv.storage_class<CrossWorkgroup>>
    %element = memref.load %three[%by] : memref<?xf32, strided<[1], offset: 2>, #spirv.storage_class<CrossWorkgroup>>
    return %one, %two, %element : memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>, memref<?xf32, strided<[1], offset: ?>, #spirv.storage_class<CrossWorkgroup>>, f32
  }
  func.func @most(%number: vector<1xi32>) -> vector<1xi32> {
    %all = gpu.subgroup_reduce maxsi %number : (vector<1xi32>) -> vector<1xi32>
    return %all : vector<1xi32>
  }
}
