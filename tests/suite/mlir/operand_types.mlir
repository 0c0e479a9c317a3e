// error: 5:10: error[E4013]: spirv.GL.Exp: operand 0 is not floats of 16 or 32 bits
// The types of operands are those of MLIR's dialect.
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Linkage, Float64], []> {
  spirv.func @exponential(%x : f64) -> f64 "None" {
    %0 = spirv.GL.Exp %x : f64
    spirv.ReturnValue %0 : f64
  }
}
