module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.module Logical GLSL450 {
    spirv.GlobalVariable @gid built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
    spirv.func @kernel(%a: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), StorageBuffer>},
        %b: !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0)>}) "None"
        attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [4, 1, 1]>} {
      %p = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
      %g = spirv.Load "Input" %p : vector<3xi32>
      %x = spirv.CompositeExtract %g[0 : i32] : vector<3xi32>
      %z = spirv.Constant 0 : i32
      %q = spirv.AccessChain %b[%z, %x] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
      %v = spirv.Load "StorageBuffer" %q : f32
      %s = spirv.FMul %v, %a : f32
      spirv.Store "StorageBuffer" %q, %s : f32
      spirv.Return
    }
  }
}
