//! 3:3: error[E6601]: calls and regions nest more than 2048 levels deep
func.func @main() {
  call @main() : () -> ()
  return
}
