//@ run: -T cs_6_2
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*54
//@ dispatch: 1 1 1
//@ out: target = f32:1,3,5,2,4,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,4,2,5,3,6, 1,3,5,2,4,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 2,4,6,0,0,0
//@ run: -T cs_6_2 -Zpr
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*54
//@ dispatch: 1 1 1
//@ out: target = f32:1,2,3,4,5,6, 1,2,3,4,5,6, 1,4,2,5,3,6, 1,2,3,4,5,6, 1,3,5,2,4,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 2,4,6,0,0,0
//@ run: -T cs_6_2 -fspv-use-legacy-buffer-matrix-order
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*54
//@ dispatch: 1 1 1
//@ out: target = f32:1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 4,5,6,0,0,0
// Byte-address buffers hold matrices in the order of the options and of the type argument, as in Direct3D.

ByteAddressBuffer source;
RWByteAddressBuffer target;

typedef row_major float2x3 Rows;

float2x3 by_rows() {
    // 1 2 3 / 4 5 6
    float2x3 result;
    [unroll]
    for (uint i = 0; i < 6; i++)
        result[i / 3][i % 3] = i + 1;
    return result;
}

void show(uint line_, float2x3 values) {
    [unroll]
    for (uint i = 0; i < 6; i++)
        target.Store<float>(24 * line_ + 4 * i, values[i / 3][i % 3]);
}

[numthreads(1, 1, 1)]
void main() {
    show(0, source.Load<float2x3>(0));
    show(1, source.Load<row_major float2x3>(0));
    target.Store<column_major float2x3>(48, source.Load<float2x3>(0));
    target.Store<float2x3>(72, by_rows());
    show(4, source.Load<column_major float2x3>(0));
    target.Store<Rows>(120, source.Load<Rows>(0));
    show(6, source.Load<Rows>(0));
    const float2x3 array[1] = source.Load<float2x3[1]>(0);
    target.Store(168, array);
    const float3 picked = float3(source.Load<column_major float2x3>(0)[1]);
    target.Store<float3>(192, picked);
}
