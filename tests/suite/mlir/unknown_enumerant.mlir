// error: 6:10: error[E4013]: spirv.Load: unknown MemoryAccess 2147483648
// A number for an enumerant that the grammar does not have.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.func @load() "None" {
    %0 = spirv.Variable : !spirv.ptr<f32, Function>
    %1 = "spirv.Load"(%0) {memory_access = 0x80000000 : i32} : (!spirv.ptr<f32, Function>) -> (f32)
    spirv.Return
  }
}
