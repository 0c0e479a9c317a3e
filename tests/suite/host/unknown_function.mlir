//! 5:3: error[E6600]: 'puts' has no body, and MLIR's runner has no such function that is supported
func.func private @puts(i32)
func.func @main() {
  %x = arith.constant 1 : i32
  call @puts(%x) : (i32) -> ()
  return
}
