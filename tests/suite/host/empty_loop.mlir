//! 7:3: error[E6601]: the host code takes more than 10000 steps
// options: --max-steps 10000
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant 4000000000000 : index
  scf.for %at = %c0 to %end step %c1 {
  }
  return
}
