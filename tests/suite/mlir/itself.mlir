// error: 2:17: error[E4009]: nesting exceeds 256 levels
!t = !spirv.ptr<!t, Function>
func.func @f(%a: !t) { return }
