//@ run: -T cs_6_2
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*12
//@ dispatch: 1 1 1
//@ out: target = f32:2,4,2,2,4,6, 2,2,2,3,4,5
// '#pragma pack_matrix' holds for what byte-address buffers load and store in functions behind it.

ByteAddressBuffer source;
RWByteAddressBuffer target;

float2x3 by_columns() { return source.Load<float2x3>(0); }

#pragma pack_matrix(row_major)
float2x3 by_rows() { return source.Load<float2x3>(0); }

struct Rows { float2x3 m; };

#pragma pack_matrix(column_major)
struct Mixed {
    Rows rows;
    row_major float2x2 own;
};

[numthreads(1, 1, 1)]
void main() {
    const float2x3 columns = by_columns(), rows = by_rows();
    target.Store(0, columns[1].x);
    target.Store(4, rows[1].x);
    target.Store(8, rows[0].y);
    target.Store(12, float3(columns[1]));
    Mixed mixed = (Mixed)0;
    mixed.rows.m = float2x3(2, 2, 2, 3, 4, 5);
    target.Store(24, mixed.rows.m[0].x);
    target.Store<float2>(28, mixed.rows.m[0].yz);
    target.Store<float3>(36, mixed.rows.m[1]);
}
