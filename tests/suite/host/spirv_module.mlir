// A module of the SPIR-V dialect beside its host, under the name that MLIR's conversion gives it, with an alias around.
!buffer = !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>
module attributes {gpu.container_module} {
  spirv.module @__spv__kernels Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> attributes {} {
    spirv.GlobalVariable @id built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
    spirv.GlobalVariable @data bind(0, 0) : !buffer
    spirv.func @square() "None" {
      %zero = spirv.Constant 0 : i32
      %address = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
      %ids = spirv.Load "Input" %address : vector<3xi32>
      %own = spirv.CompositeExtract %ids[0 : i32] : vector<3xi32>
      %data = spirv.mlir.addressof @data : !buffer
      %place = spirv.AccessChain %data[%zero, %own] : !buffer, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
      %value = spirv.Load "StorageBuffer" %place : i32
      %squared = spirv.IMul %value, %value : i32
      spirv.Store "StorageBuffer" %place, %squared : i32
      spirv.Return
    }
    spirv.EntryPoint "GLCompute" @square, @id
    spirv.ExecutionMode @square "LocalSize", 1, 1, 1
  }
  func.func @main() {
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %zero = arith.constant 0 : index
    %data = memref.alloc() : memref<4xi32>
    %values = arith.constant dense<[1, -2, 30, 400]> : vector<4xi32>
    vector.store %values, %data[%zero] : memref<4xi32>, vector<4xi32>
    gpu.launch_func @kernels::@square blocks in (%four, %one, %one) threads in (%one, %one, %one)
        args(%data : memref<4xi32>)
    %squares = vector.load %data[%zero] : memref<4xi32>, vector<4xi32>
    vector.print %squares : vector<4xi32>
    return
  }
}
//> ( 1, 4, 900, 160000 )
