//! 3:12: error[E6600]: the host has no values of this type
func.func @main() {
  %large = arith.constant 1 : i128
  return
}
