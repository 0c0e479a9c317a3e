// valid
// A function without a module, as MLIR's own tests have them: results in parentheses, attributes of others, constants of
// all shapes, copied memory.
#note = "a note"
func.func @sum(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>) attributes {owner.note = #note, plain = affine_map<(i) -> (i)>} {
  %0 = spirv.Constant dense<[1.0, 2.0, 3.0, 0x7FC00000]> : vector<4xf32>
  %1 = spirv.Constant dense<2.5> : vector<4xf32>
  %2 = spirv.Constant [dense<3> : vector<2xi32>, dense<[4, 5]> : vector<2xi32>] : !spirv.array<2 x vector<2xi32>>
  %3 = spirv.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32> : !spirv.array<2 x !spirv.array<3 x i32>>
  %4 = spirv.Variable : !spirv.ptr<vector<4xf32>, Function>
  %5 = spirv.Variable init(%1) : !spirv.ptr<vector<4xf32>, Function>
  spirv.CopyMemory "Function" %4, "Function" %5 ["Aligned", 16] : vector<4xf32>
  %6 = "spirv.Load"(%4) : (!spirv.ptr<vector<4xf32>, Function>) -> vector<4xf32>
  %7 = spirv.FAdd %a, %6 {kept = 1 : i64} : vector<4xf32>
  spirv.mlir.selection {
  }
  return %7 : vector<4xf32>
}
