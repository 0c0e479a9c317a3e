// error: 4:3: error[E4016]: unknown symbol 'part' in the module
// What only the words miss has the place of the op that they are for.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage], []> {
  spirv.EntryPoint "GLCompute" @main, @part
  spirv.func @main() "None" {
    spirv.Return
  }
}
