//! 5:3: error[E6600]: 'puts' has no body and is no function of MLIR's runner that is supported
func.func private @puts(i32)
func.func @main() {
  %x = arith.constant 1 : i32
  call @puts(%x) : (i32) -> ()
  return
}
