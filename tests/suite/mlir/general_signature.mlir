// valid
// Parts of wide vectors are parameters, results and arguments of blocks.
func.func private @other(vector<8xi32>) -> vector<6xi32>
func.func @rows(%a: vector<4x4xi32>, %b: vector<5xf32>, %c: i1) -> (vector<4x4xi32>, vector<5xf32>) {
  cf.cond_br %c, ^one(%a : vector<4x4xi32>), ^two(%a, %b : vector<4x4xi32>, vector<5xf32>)
^one(%more: vector<4x4xi32>):
  cf.br ^two(%more, %b : vector<4x4xi32>, vector<5xf32>)
^two(%last: vector<4x4xi32>, %part: vector<5xf32>):
  %half = vector.extract_strided_slice %last {offsets = [1, 0], sizes = [2, 4], strides = [1, 1]} : vector<4x4xi32> to vector<2x4xi32>
  %flat = vector.shape_cast %half : vector<2x4xi32> to vector<8xi32>
  %six = call @other(%flat) : (vector<8xi32>) -> vector<6xi32>
  %sum = vector.reduction <add>, %six : vector<6xi32> into i32
  %put = vector.insert %sum, %last[3, 3] : i32 into vector<4x4xi32>
  return %put, %part : vector<4x4xi32>, vector<5xf32>
}
