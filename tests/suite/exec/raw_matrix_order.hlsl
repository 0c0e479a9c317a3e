//@ run: -T cs_6_2
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*12
//@ dispatch: 1 1 1
//@ out: target = f32:1,3,5,2,4,6,1,2,3,4,5,6
//@ run: -T cs_6_2 -fspv-use-legacy-buffer-matrix-order
//@ in: source = f32:1,2,3,4,5,6
//@ in: target = f32:0*12
//@ dispatch: 1 1 1
//@ out: target = f32:1,4,2,5,3,6,1,2,3,4,5,6
// Byte-address buffers hold matrices column by column, or row by row where old shaders count on it.

ByteAddressBuffer source;
RWByteAddressBuffer target;

[numthreads(1, 1, 1)]
void main() {
    float2x3 matrix_ = source.Load<float2x3>(0);
    target.Store<float3x2>(0, transpose(matrix_));
    target.Store<float2x3>(24, matrix_);
}
