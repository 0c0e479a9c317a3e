// Kernels of two modules with the same name, one after the other, started in a loop; the places of parameters are given.
module attributes {
  gpu.container_module,
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>
} {
  module {
    gpu.module @add {
      gpu.func @step(%data: memref<2xi32> {spirv.interface_var_abi = #spirv.interface_var_abi<(1, 7)>}) kernel
          attributes {known_block_size = array<i32: 2, 1, 1>} {
        %at = gpu.thread_id x
        %one = arith.constant 1 : i32
        %value = memref.load %data[%at] : memref<2xi32>
        %more = arith.addi %value, %one : i32
        memref.store %more, %data[%at] : memref<2xi32>
        gpu.return
      }
    }
  }
  gpu.module @double {
    gpu.func @step(%data: memref<2xi32>) kernel attributes {known_block_size = array<i32: 2, 1, 1>} {
      %at = gpu.thread_id x
      %value = memref.load %data[%at] : memref<2xi32>
      %more = arith.addi %value, %value : i32
      memref.store %more, %data[%at] : memref<2xi32>
      gpu.return
    }
  }
  func.func @main() -> (i32, f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %data = memref.alloca() : memref<2xi32>
    %three = arith.constant 3 : i32
    memref.store %three, %data[%c1] : memref<2xi32>
    scf.for %turn = %c0 to %c5 step %c1 {
      gpu.launch_func @add::@step blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%data : memref<2xi32>)
      gpu.launch_func @double::@step blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1)
          args(%data : memref<2xi32>)
    }
    %first = memref.load %data[%c0] : memref<2xi32>
    %second = memref.load %data[%c1] : memref<2xi32>
    %sum = arith.addi %first, %second : i32
    %wide = arith.sitofp %second : i32 to f64
    return %sum, %wide : i32, f64
  }
}
//> 220
//> 158
