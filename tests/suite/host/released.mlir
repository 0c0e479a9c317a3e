//! 7:12: error[E6601]: the buffer has been released
func.func @main() {
  %data = memref.alloc() : memref<4xi32>
  %zero = arith.constant 0 : index
  vector.print %zero : index
  memref.dealloc %data : memref<4xi32>
  %value = memref.load %data[%zero] : memref<4xi32>
  return
}
//> 0
