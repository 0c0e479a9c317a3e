// error: 3:1: error[E4017]: shaders require structured control flow; use 'mlir-opt --lift-cf-to-scf' to convert these branches
// A loop with two ways in.
func.func @two_ways_in(%way: i1, %left: i32) -> i32 {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.cond_br %way, ^first(%left : i32), ^second(%left : i32)
^first(%a: i32):
  %b = arith.subi %a, %one : i32
  cf.br ^second(%b : i32)
^second(%c: i32):
  %goes_on = arith.cmpi sgt, %c, %zero : i32
  cf.cond_br %goes_on, ^first(%c : i32), ^end
^end:
  return %c : i32
}
