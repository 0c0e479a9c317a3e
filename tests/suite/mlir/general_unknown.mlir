// error: 4:3: error[E4017]: 'memref.subview' cannot be converted to SPIR-V
func.func @f(%a: memref<8xf32>) {
  %c = arith.constant 1 : index
  memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32>
  return
}
