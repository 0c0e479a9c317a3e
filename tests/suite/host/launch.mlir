// A shader on buffers of the host: the lengths of dimensions are known and not, a buffer is read by two arguments.
module attributes {
  gpu.container_module,
  spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>
} {
  gpu.module @kernels {
    gpu.func @weigh(%rows: memref<3x4xf32>, %weights: memref<?xf32>, %again: memref<?xf32>, %sums: memref<3xf32>, %scale: i32) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %row = gpu.block_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0.0 : f32
      %sum = scf.for %at = %c0 to %c4 step %c1 iter_args(%so_far = %zero) -> (f32) {
        %value = memref.load %rows[%row, %at] : memref<3x4xf32>
        %weight = memref.load %weights[%at] : memref<?xf32>
        %other = memref.load %again[%at] : memref<?xf32>
        %both = arith.addf %weight, %other : f32
        %more = arith.mulf %value, %both : f32
        %next = arith.addf %so_far, %more : f32
        scf.yield %next : f32
      }
      %factor = arith.sitofp %scale : i32 to f32
      %scaled = arith.mulf %sum, %factor : f32
      memref.store %scaled, %sums[%row] : memref<3xf32>
      gpu.return
    }
  }
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %rows = memref.alloc() : memref<3x4xf32>
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %j = %c0 to %c4 step %c1 {
        %first = arith.muli %i, %c4 : index
        %at = arith.addi %first, %j : index
        %number = arith.index_cast %at : index to i32
        %value = arith.sitofp %number : i32 to f32
        memref.store %value, %rows[%i, %j] : memref<3x4xf32>
      }
    }
    %weights = memref.alloc(%c4) : memref<?xf32>
    %half = arith.constant 0.5 : f32
    call @fillResource1DFloat(%weights, %half) : (memref<?xf32>, f32) -> ()
    %sums = memref.alloc() : memref<3xf32>
    %scale = arith.constant -2 : i32
    gpu.launch_func @kernels::@weigh
        blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%rows : memref<3x4xf32>, %weights : memref<?xf32>, %weights : memref<?xf32>, %sums : memref<3xf32>, %scale : i32)
    %all = memref.cast %rows : memref<3x4xf32> to memref<*xf32>
    call @printMemrefF32(%all) : (memref<*xf32>) -> ()
    %result = memref.cast %sums : memref<3xf32> to memref<*xf32>
    call @printMemrefF32(%result) : (memref<*xf32>) -> ()
    memref.dealloc %rows : memref<3x4xf32>
    memref.dealloc %sums : memref<3xf32>
    return
  }
  func.func private @fillResource1DFloat(%buffer: memref<?xf32>, %value: f32)
  func.func private @printMemrefF32(%buffer: memref<*xf32>)
}
//> Unranked Memref base@ = 0x1000 rank = 2 offset = 0 sizes = [3, 4] strides = [4, 1] data = 
//> [[0,   1,   2,   3], 
//>  [4,   5,   6,   7], 
//>  [8,   9,   10,   11]]
//> Unranked Memref base@ = 0x3000 rank = 1 offset = 0 sizes = [3] strides = [1] data = 
//> [-12,  -44,  -76]
