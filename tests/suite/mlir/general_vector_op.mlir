// error: 4:8: error[E4017]: 'vector.load' of vectors of this shape cannot be converted to SPIR-V
func.func @f(%a: memref<8xf32>) {
  %c = arith.constant 0 : index
  %v = vector.load %a[%c] : memref<8xf32>, vector<8xf32>
  return
}
