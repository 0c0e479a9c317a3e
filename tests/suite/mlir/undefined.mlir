// error: 3:22: error[E4012]: %a is not defined before
func.func @f() -> f32 {
  %0 = spirv.FNegate %a : f32
  return %0 : f32
}
