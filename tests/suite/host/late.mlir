//! 6:3: error[E6601]: the time limit is reached
// options: --deadline 0.3
func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}
