//@ run: -T vs_6_0
//@ check: OpMemberDecorate %type_C 0 MatrixStride 16
//@ check: OpMemberDecorate %type_C 0 RowMajor
//@ check: OpMemberDecorate %type_C 1 ColMajor
//@ check: OpTypeMatrix %v4float 4
//@ check: OpMatrixTimesVector
cbuffer C { float4x4 columns; row_major float4x4 rows; };
float4 main(float4 p : P) : SV_Position { return mul(p, columns) + rows[1]; }
//@ run: -T vs_6_0 -Zpr
//@ check: OpMemberDecorate %type_C 0 ColMajor
//@ check: OpMemberDecorate %type_C 1 ColMajor
