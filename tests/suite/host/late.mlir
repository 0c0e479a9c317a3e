//! 6:3: error[E6601]: the time limit is reached
// options: --deadline 2
func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}
