// error: 3:53: error[E4008]: a cooperative matrix has rows and columns
// A cooperative matrix of three dimensions.
spirv.func @three(%a : !spirv.ptr<!spirv.coopmatrix<8x16x32xi32, Subgroup, MatrixB>, Function>) "None" {
  spirv.Return
}
