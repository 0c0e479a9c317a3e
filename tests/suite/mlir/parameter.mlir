// error: error[E4013]: parameter 0 of 'main' has no spirv.interface_var_abi
spirv.module Logical GLSL450 {
  spirv.func @main(%a: f32) "None" attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
    spirv.Return
  }
}
