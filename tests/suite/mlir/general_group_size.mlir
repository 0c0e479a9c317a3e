// error: 4:10: error[E4017]: the function has no workgroup size, which is a constant in shaders
gpu.module @kernels {
  gpu.func @f() kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
    %x = gpu.block_dim x
    gpu.return
  }
}
