// error: 5:10: error[E4013]: spirv.Load: 'memory_access' is a number instead of a MemoryAccess
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.func @f() "None" {
    %0 = spirv.Variable : !spirv.ptr<f32, Function>
    %1 = "spirv.Load"(%0) {memory_access = 0x80000000 : i32} : (!spirv.ptr<f32, Function>) -> f32
    spirv.Return
  }
}
