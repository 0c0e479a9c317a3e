// error: 3:8: error[E4017]: SPIR-V has no vector of 300
func.func @f(%a: f32) {
  %v = vector.broadcast %a : f32 to vector<300xf32>
  return
}
