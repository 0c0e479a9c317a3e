// error: 2:30: error[E4008]: a function has one result at most
func.func @f() -> (i32, i32) {
  return
}
