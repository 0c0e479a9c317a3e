//! 6:8: error[E6601]: the result of the op is undefined
func.func @main() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // Nothing stands for a number divided by zero.
  %q = arith.divsi %one, %zero : i32
  return
}
