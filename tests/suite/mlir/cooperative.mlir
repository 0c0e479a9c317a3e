// valid
// Cooperative matrices as MLIR spells them, with both kinds of layouts, memory operands and signs.
spirv.module Logical Vulkan requires #spirv.vce<v1.6, [Shader, CooperativeMatrixKHR, VulkanMemoryModel, Int8], [SPV_KHR_cooperative_matrix]> {
  spirv.GlobalVariable @floats bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
  spirv.func @main() "None" {
    %buffer = spirv.mlir.addressof @floats : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>
    %zero = spirv.Constant 0 : i32
    %at = spirv.AccessChain %buffer[%zero, %zero] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %stride = spirv.Constant 16 : i32
    %a = spirv.KHR.CooperativeMatrixLoad %at, %stride, <RowMajor> : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>
    %b = spirv.KHR.CooperativeMatrixLoad %at, %stride, <ColumnMajor>, <Volatile|Aligned>, 16 : !spirv.ptr<f32, StorageBuffer>, i32 -> !spirv.coopmatrix<8x16xf32, Subgroup, MatrixB>
    %c = spirv.Constant dense<1.5> : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
    %d = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c : !spirv.coopmatrix<16x8xf32, Subgroup, MatrixA>, !spirv.coopmatrix<8x16xf32, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
    %two = spirv.Constant 2.0 : f32
    %e = spirv.MatrixTimesScalar %d, %two : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>, f32
    %f = spirv.FAdd %e, %c : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
    "spirv.KHR.CooperativeMatrixStore"(%at, %f, %stride) <{matrix_layout = #spirv.coop_matrix_layout_khr<RowMajor>, memory_operand = #spirv.memory_access<None>}> : (!spirv.ptr<f32, StorageBuffer>, !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>, i32) -> ()
    %count = spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
    spirv.Return
  }
  spirv.func @signed(%a : !spirv.coopmatrix<8x16xi8, Subgroup, MatrixA>, %b : !spirv.coopmatrix<16x8xi8, Subgroup, MatrixB>, %c : !spirv.coopmatrix<8x8xi32, Subgroup, MatrixAcc>) -> !spirv.coopmatrix<8x8xi32, Subgroup, MatrixAcc> "None" {
    %r = spirv.KHR.CooperativeMatrixMulAdd %a, %b, %c, <ASigned|BSigned|AccSat> : !spirv.coopmatrix<8x16xi8, Subgroup, MatrixA>, !spirv.coopmatrix<16x8xi8, Subgroup, MatrixB> -> !spirv.coopmatrix<8x8xi32, Subgroup, MatrixAcc>
    spirv.ReturnValue %r : !spirv.coopmatrix<8x8xi32, Subgroup, MatrixAcc>
  }
  spirv.EntryPoint "GLCompute" @main, @floats
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
