// error: 3:3: error[E4012]: unknown op
func.func @f() {
  spirv.Missing
  return
}
