// error: 3:3: error[E4012]: there is no op
func.func @f() {
  spirv.Missing
  return
}
