// valid
// A kernel for OpenCL: pointers as arguments, an index of 64 bits, functions of its own set, what a subgroup does together.
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Kernel, Addresses, Groups], []>, #spirv.resource_limits<subgroup_size = 16>>} {
  gpu.module @kernels {
    gpu.func @k(%scale: f32, %data: memref<?xf32, #spirv.storage_class<CrossWorkgroup>>)
        workgroup(%shared: memref<8xf32, #gpu.address_space<workgroup>>) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 1, 1]>} {
      %id = gpu.global_id x
      %lane = gpu.lane_id
      %thread = gpu.thread_id x
      %value = memref.load %data[%id] : memref<?xf32, #spirv.storage_class<CrossWorkgroup>>
      %exp = math.expm1 %value : f32
      memref.store %exp, %shared[%thread] : memref<8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %total = gpu.all_reduce add %exp uniform {} : (f32) -> f32
      %far = index.maxu %id, %lane
      %wide = arith.index_cast %far : index to i64
      %number = arith.sitofp %wide : i64 to f32
      %sum = math.fma %total, %scale, %number : f32
      memref.store %sum, %data[%id] : memref<?xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}
