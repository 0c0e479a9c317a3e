//! 4:8: error[E6601]: the buffers have more than 4294967296 bytes
func.func @main() {
  %n = arith.constant 1000000000 : index
  %a = memref.alloc(%n) : memref<?xf64>
  return
}
