// error: 3:28: error[E4008]: an operand has another type
func.func @f(%a: f32) {
  %s = arith.addf %a, %a : i32
  return
}
