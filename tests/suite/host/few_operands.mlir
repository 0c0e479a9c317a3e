//! 4:8: error[E6601]: the op has too few operands
func.func @main() {
  %a = arith.constant 1 : i32
  %b = "arith.cmpi"(%a) {predicate = 0 : i64} : (i32) -> i1
  return
}
