//! 6:3: error[E6601]: the host code takes more than 10000 steps
// options: --max-steps 10000
func.func @main() {
  cf.br ^again
^again:
  cf.br ^again
}
