// error: 2:17: error[E4009]: the text nests more than 256 deep
!t = !spirv.ptr<!t, Function>
func.func @f(%a: !t) { return }
