// valid
// An op on specialization constants in a function, in both forms: with its region, which yields a value, and without.
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, Linkage], []> {
  spirv.SpecConstant @a spec_id(3) = 5 : i32
  spirv.func @f() -> i32 "None" {
    %0 = spirv.mlir.referenceof @a : i32
    %1 = "spirv.SpecConstantOperation"() ({
      %2 = "spirv.IMul"(%0, %0) : (i32, i32) -> i32
      "spirv.mlir.yield"(%2) : (i32) -> ()
    }) : () -> i32
    %3 = spirv.SpecConstantOperation wraps "spirv.IAdd"(%1, %0) : (i32, i32) -> i32
    spirv.ReturnValue %3 : i32
  }
}
