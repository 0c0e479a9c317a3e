//! 4:8: error[E6600]: 'math.sin' is not supported in host code
func.func @main() {
  %x = arith.constant 1.0 : f32
  %y = math.sin %x : f32
  return
}
