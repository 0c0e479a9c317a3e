// A kernel of OpenCL on memory of the device, with copies, tokens, values and memory of the workgroup by value.
// engine: compiled
module @sums attributes {gpu.container_module} {
  memref.global "private" constant @start : memref<2x3xi64> = dense<[[1, 2, 3], [4294967296, -5, 6]]>
  memref.global "private" @same : memref<4xi64> = dense<7>
  memref.global "private" @later : memref<2xf32> = uninitialized
  func.func private @printMemrefI64(memref<*xi64>)
  func.func private @printMemrefF32(memref<*xf32>)
  func.func @twice(%input: memref<2x3xi64>, %offset: i64) -> (memref<2x3xi64>, i64) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %before = gpu.wait async
    %device, %allocated = gpu.alloc async [%before] () : memref<2x3xi64>
    %copied = gpu.memcpy async [%allocated] %device, %input : memref<2x3xi64>, memref<2x3xi64>
    %output = gpu.alloc host_shared () : memref<2x3xi64>
    %done = gpu.launch_func async [%copied] @kernels::@add
        blocks in (%c1, %c3, %c1) threads in (%c2, %c1, %c1)
        args(%device : memref<2x3xi64>, %output : memref<2x3xi64>, %offset : i64)
    gpu.wait [%done]
    %host = memref.alloc() : memref<2x3xi64>
    memref.copy %output, %host : memref<2x3xi64> to memref<2x3xi64>
    %first = gpu.dealloc async [%done] %device : memref<2x3xi64>
    gpu.wait [%first]
    gpu.dealloc %output : memref<2x3xi64>
    return %host, %offset : memref<2x3xi64>, i64
  }
  func.func @main() -> i64 {
    %input = memref.get_global @start : memref<2x3xi64>
    %any = memref.cast %input : memref<2x3xi64> to memref<*xi64>
    gpu.host_register %any : memref<*xi64>
    %offset = arith.constant 100 : i64
    %result, %own = call @twice(%input, %offset) : (memref<2x3xi64>, i64) -> (memref<2x3xi64>, i64)
    %all = memref.cast %result : memref<2x3xi64> to memref<*xi64>
    call @printMemrefI64(%all) : (memref<*xi64>) -> ()
    gpu.host_unregister %any : memref<*xi64>
    %same = memref.get_global @same : memref<4xi64>
    %sames = memref.cast %same : memref<4xi64> to memref<*xi64>
    call @printMemrefI64(%sames) : (memref<*xi64>) -> ()
    %later = memref.get_global @later : memref<2xf32>
    %value = arith.constant 2.5 : f32
    gpu.memset %later, %value : memref<2xf32>, f32
    %laters = memref.cast %later : memref<2xf32> to memref<*xf32>
    call @printMemrefF32(%laters) : (memref<*xf32>) -> ()
    return %own : i64
  }
  gpu.module @kernels attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Addresses, Int64, Kernel], []>, api=OpenCL, #spirv.resource_limits<>>} {
    gpu.func @add(%in: memref<2x3xi64>, %out: memref<2x3xi64>, %offset: i64) kernel
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<>} {
      %row = gpu.thread_id x
      %column = gpu.block_id y
      %value = memref.load %in[%row, %column] : memref<2x3xi64>
      %double = arith.addi %value, %value : i64
      %sum = arith.addi %double, %offset : i64
      memref.store %sum, %out[%row, %column] : memref<2x3xi64>
      gpu.return
    }
  }
}
//> Unranked Memref base@ = 0x4000 rank = 2 offset = 0 sizes = [2, 3] strides = [3, 1] data = 
//> [[102,   104,   106], 
//>  [8589934692,   90,   112]]
//> Unranked Memref base@ = 0x5000 rank = 1 offset = 0 sizes = [4] strides = [1] data = 
//> [7,  7,  7,  7]
//> Unranked Memref base@ = 0x6000 rank = 1 offset = 0 sizes = [2] strides = [1] data = 
//> [2.5,  2.5]
//> 100
