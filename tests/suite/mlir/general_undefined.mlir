// error: 3:23: error[E4012]: use of undefined value %b
func.func @f(%a: f32) -> f32 {
  %s = arith.addf %a, %b : f32
  return %s : f32
}
