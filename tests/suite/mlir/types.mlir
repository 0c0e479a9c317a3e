// error: 3:28: error[E4008]: operand 0 of spirv.FAdd has another type
func.func @f(%a: f32) -> f32 {
  %0 = spirv.FAdd %a, %a : f64
  return %0 : f64
}
