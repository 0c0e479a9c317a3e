//@ run: -T ps_6_0
#pragma pack_matrix(diagonal)
//~ warning[W1006]: #pragma pack_matrix requires (row_major) or (column_major)
float4 main() : SV_Target { return 0; }
