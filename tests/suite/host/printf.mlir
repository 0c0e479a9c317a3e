// The format is a constant of the module.
// engine: compiled
// Kernels print on the host.
//> start
//> 0: 0, 0.25
module attributes {
  gpu.container_module,
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.2, [Kernel, Addresses, Int8, Int64], []>, #spirv.resource_limits<>>
} {
  gpu.module @kernels {
    gpu.func @tell(%scale: i32, %share: f32) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      gpu.printf "start\n"
      %block = gpu.block_id x
      %number = arith.index_cast %block : index to i32
      %product = arith.muli %number, %scale : i32
      gpu.printf "%d: %d, %.2f\n", %number, %product, %share : i32, i32, f32
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %seven = arith.constant 7 : i32
    %share = arith.constant 0.25 : f32
    gpu.launch_func @kernels::@tell blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%seven : i32, %share : f32)
    return
  }
}
