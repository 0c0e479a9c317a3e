//@ run: -T ps_6_0 -fcgl -Vd
//@ check: OpMemberDecorate %Item 0 Offset 0
//@ check: OpMemberDecorate %Item 1 Offset 4
//@ check: OpMemberDecorate %Item 2 Offset 16
//@ check: OpMemberDecorate %Item 3 Offset 20
//@ check: OpMemberDecorate %Item 4 Offset 32
//@ check: OpMemberDecorate %Item 5 Offset 44
//@ check: OpMemberDecorate %Item 6 Offset 52
//@ check: OpMemberDecorate %Item 7 Offset 64
//@ check: OpMemberDecorate %Item 8 Offset 96
//@ check: OpMemberDecorate %Item 9 Offset 100
//@ check: OpMemberDecorate %Item 10 Offset 104
//@ check: OpMemberDecorate %Item 11 Offset 112
//@ check: OpMemberDecorate %Item 12 Offset 128
//@ check: OpMemberDecorate %Item 13 Offset 152
//@ check: OpMemberDecorate %Item 14 Offset 160
//@ check: OpMemberDecorate %Item 15 Offset 192
//@ check: OpMemberDecorate %Item 16 Offset 200
//@ check: OpMemberDecorate %Item 17 Offset 208
//@ check: OpMemberDecorate %Item 18 Offset 216
//@ check: OpMemberDecorate %Item 19 Offset 232
//@ check: OpMemberDecorate %Item 20 Offset 236
//@ check: OpMemberDecorate %Item 21 Offset 240
//@ check: OpMemberDecorate %Item 22 Offset 252
//@ check: OpMemberDecorate %Item 23 Offset 256
//@ check: OpMemberDecorate %Item 24 Offset 268
//@ check: OpMemberDecorate %Item 25 Offset 272
//@ check: OpMemberDecorate %Item 26 Offset 400
//@ check: OpMemberDecorate %Item 27 Offset 408
//@ check: ArrayStride 416
//@ run: -T ps_6_0 -fcgl -Vd -fvk-use-gl-layout
//@ check: OpMemberDecorate %Item 0 Offset 0
//@ check: OpMemberDecorate %Item 1 Offset 16
//@ check: OpMemberDecorate %Item 2 Offset 28
//@ check: OpMemberDecorate %Item 3 Offset 32
//@ check: OpMemberDecorate %Item 4 Offset 48
//@ check: OpMemberDecorate %Item 5 Offset 60
//@ check: OpMemberDecorate %Item 6 Offset 68
//@ check: OpMemberDecorate %Item 7 Offset 80
//@ check: OpMemberDecorate %Item 8 Offset 112
//@ check: OpMemberDecorate %Item 9 Offset 116
//@ check: OpMemberDecorate %Item 10 Offset 120
//@ check: OpMemberDecorate %Item 11 Offset 128
//@ check: OpMemberDecorate %Item 12 Offset 144
//@ check: OpMemberDecorate %Item 13 Offset 168
//@ check: OpMemberDecorate %Item 14 Offset 176
//@ check: OpMemberDecorate %Item 15 Offset 208
//@ check: OpMemberDecorate %Item 16 Offset 216
//@ check: OpMemberDecorate %Item 17 Offset 224
//@ check: OpMemberDecorate %Item 18 Offset 232
//@ check: OpMemberDecorate %Item 19 Offset 248
//@ check: OpMemberDecorate %Item 20 Offset 252
//@ check: OpMemberDecorate %Item 21 Offset 256
//@ check: OpMemberDecorate %Item 22 Offset 268
//@ check: OpMemberDecorate %Item 23 Offset 272
//@ check: OpMemberDecorate %Item 24 Offset 284
//@ check: OpMemberDecorate %Item 25 Offset 288
//@ check: OpMemberDecorate %Item 26 Offset 416
//@ check: OpMemberDecorate %Item 27 Offset 424
//@ check: ArrayStride 432
//@ run: -T ps_6_0 -fcgl -Vd -fvk-use-dx-layout
//@ check: OpMemberDecorate %Item 0 Offset 0
//@ check: OpMemberDecorate %Item 1 Offset 4
//@ check: OpMemberDecorate %Item 2 Offset 16
//@ check: OpMemberDecorate %Item 3 Offset 20
//@ check: OpMemberDecorate %Item 4 Offset 28
//@ check: OpMemberDecorate %Item 5 Offset 40
//@ check: OpMemberDecorate %Item 6 Offset 48
//@ check: OpMemberDecorate %Item 7 Offset 52
//@ check: OpMemberDecorate %Item 8 Offset 76
//@ check: OpMemberDecorate %Item 9 Offset 80
//@ check: OpMemberDecorate %Item 10 Offset 84
//@ check: OpMemberDecorate %Item 11 Offset 88
//@ check: OpMemberDecorate %Item 12 Offset 104
//@ check: OpMemberDecorate %Item 13 Offset 128
//@ check: OpMemberDecorate %Item 14 Offset 132
//@ check: OpMemberDecorate %Item 15 Offset 156
//@ check: OpMemberDecorate %Item 16 Offset 160
//@ check: OpMemberDecorate %Item 17 Offset 168
//@ check: OpMemberDecorate %Item 18 Offset 176
//@ check: OpMemberDecorate %Item 19 Offset 192
//@ check: OpMemberDecorate %Item 20 Offset 196
//@ check: OpMemberDecorate %Item 21 Offset 200
//@ check: OpMemberDecorate %Item 22 Offset 212
//@ check: OpMemberDecorate %Item 23 Offset 216
//@ check: OpMemberDecorate %Item 24 Offset 228
//@ check: OpMemberDecorate %Item 25 Offset 232
//@ check: OpMemberDecorate %Item 26 Offset 360
//@ check: OpMemberDecorate %Item 27 Offset 368
//@ check: ArrayStride 376
//@ run: -T ps_6_0 -fcgl -Vd -fvk-use-scalar-layout
//@ check: OpMemberDecorate %Item 0 Offset 0
//@ check: OpMemberDecorate %Item 1 Offset 4
//@ check: OpMemberDecorate %Item 2 Offset 16
//@ check: OpMemberDecorate %Item 3 Offset 20
//@ check: OpMemberDecorate %Item 4 Offset 28
//@ check: OpMemberDecorate %Item 5 Offset 40
//@ check: OpMemberDecorate %Item 6 Offset 48
//@ check: OpMemberDecorate %Item 7 Offset 52
//@ check: OpMemberDecorate %Item 8 Offset 76
//@ check: OpMemberDecorate %Item 9 Offset 80
//@ check: OpMemberDecorate %Item 10 Offset 84
//@ check: OpMemberDecorate %Item 11 Offset 88
//@ check: OpMemberDecorate %Item 12 Offset 104
//@ check: OpMemberDecorate %Item 13 Offset 128
//@ check: OpMemberDecorate %Item 14 Offset 132
//@ check: OpMemberDecorate %Item 15 Offset 156
//@ check: OpMemberDecorate %Item 16 Offset 160
//@ check: OpMemberDecorate %Item 17 Offset 168
//@ check: OpMemberDecorate %Item 18 Offset 176
//@ check: OpMemberDecorate %Item 19 Offset 192
//@ check: OpMemberDecorate %Item 20 Offset 196
//@ check: OpMemberDecorate %Item 21 Offset 200
//@ check: OpMemberDecorate %Item 22 Offset 212
//@ check: OpMemberDecorate %Item 23 Offset 216
//@ check: OpMemberDecorate %Item 24 Offset 228
//@ check: OpMemberDecorate %Item 25 Offset 232
//@ check: OpMemberDecorate %Item 26 Offset 360
//@ check: OpMemberDecorate %Item 27 Offset 368
//@ check: ArrayStride 376
// Where members lie in a structured buffer, under each of the four rules.
struct Item {
    float a; float3 b; float c; float2 d; float3 e; float f[2]; float g; float3 h[2]; float i;
    struct { float x; } s1; float j; struct { float3 x; float y; } s2; float2x3 m; float k; row_major float2x3 rm; float l;
    double dd; float n; struct { float x; double y; } s3; float o; bool p; float3x1 q; float r; float1x3 t; float u; float4x4 ma[2];
    uint64_t w; float z;
};
StructuredBuffer<Item> items;
float4 main() : SV_Target { return items[1].a + items[0].z; }
