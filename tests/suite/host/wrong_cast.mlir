//! 5:8: error[E6601]: the buffer has the sizes [4]
func.func @main() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.cast %a : memref<4xf32> to memref<?xf32>
  %c = memref.cast %b : memref<?xf32> to memref<5xf32>
  return
}
