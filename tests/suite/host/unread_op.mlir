//! 4:8: error[E6600]: 'memref.subview' is not supported in host code
func.func @main() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32>
  gpu.launch_func @none::@none blocks in () threads in ()
  return
}
