//! 5:12: error[E6601]: index 4 of dimension 0 is out of bounds: its length is 4
func.func @main() {
  %data = memref.alloc() : memref<4xi32>
  %four = arith.constant 4 : index
  %value = memref.load %data[%four] : memref<4xi32>
  vector.print %value : i32
  return
}
