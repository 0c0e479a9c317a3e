//! 15:5: error[E6601]: 'copy': 'copy_arg_1' (set 0, binding 1) not bound: expected a buffer
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%from: memref<4xi32>, %to: memref<4xi32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
      %at = gpu.thread_id x
      %value = memref.load %from[%at] : memref<4xi32>
      memref.store %value, %to[%at] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %a = memref.alloc() : memref<4xi32>
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%four, %one, %one)
        args(%a : memref<4xi32>)
    return
  }
}
