//@ only on the CPU: drivers may lack the extension
//@ run: -T cs_6_10 -E main -fspv-target-env=vulkan1.3 -fspv-extension=SPV_EXT_shader_atomic_float_add
//@ in: left = f32:0,1,2,3
//@ in: right = f32:1,0,2,1
//@ in: result = f32:0*20
//@ dispatch: 1
//@ out: result = f32:2,1,8,3,2,8,1,3,4,2,16,6,4,6,9,11,1,2,3,4
// The type and the functions behind a header of linear algebra, by a header of the program's own.
RWByteAddressBuffer result;
ByteAddressBuffer left, right;

using Factor = __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 2, 2, 0, 1)]];
template <uint M, uint N> struct Sum {
    using Handle = __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, M, N, (1 + 1), 1)]];
    Handle handle;
};
groupshared float sums[4];

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Factor a;
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 2, 2, 1, 1)]] b;
    Sum<2, 2> sum, twice, more;
    __builtin_LinAlg_MatrixLoadFromDescriptor(a, left, 0, 8, 0, 128);
    __builtin_LinAlg_MatrixLoadFromDescriptor(b, right, 0, 8, 0, 128);
    __builtin_LinAlg_MatrixMatrixMultiply(sum.handle, a, b);
    __builtin_LinAlg_MatrixStoreToDescriptor(sum.handle, result, 0, 8, 0, 128);
    __builtin_LinAlg_MatrixStoreToDescriptor(sum.handle, result, 16, 8, 1, 128);
    __builtin_LinAlg_MatrixMatrixMultiplyAccumulate(twice.handle, a, b, sum.handle);
    __builtin_LinAlg_MatrixStoreToDescriptor(twice.handle, result, 32, 8, 0, 128);

    // Elements, memory of the group, and additions to it.
    if (i == 0) {
        for (uint n = 0; n < 4; n++)
            sums[n] = n + 1;
    }
    GroupMemoryBarrierWithGroupSync();
    __builtin_LinAlg_FillMatrix(more.handle, 2);
    for (uint e = 0; e < __builtin_LinAlg_MatrixLength(more.handle); e++) {
        float element;
        uint2 at = __builtin_LinAlg_MatrixGetCoordinate(more.handle, e);
        __builtin_LinAlg_MatrixGetElement(element, more.handle, e);
        __builtin_LinAlg_MatrixSetElement(more.handle, more.handle, e, element + at.x * 3 + at.y + 1);
    }
    // Each lane adds to the elements that it loads.
    __builtin_LinAlg_MatrixAccumulateToMemory(more.handle, sums, 9, 0, 2, 0);
    __builtin_LinAlg_MatrixLoadFromMemory(a, sums, 0, 2, 0);
    __builtin_LinAlg_MatrixStoreToDescriptor(a, result, 48, 8, 0, 128);

    // Vectors.
    __builtin_LinAlgMatrix [[__LinAlgMatrix_Attributes(9, 2, 2, 0, 0)]] weights;
    __builtin_LinAlg_MatrixLoadFromDescriptor(weights, left, 0, 8, 0, 128);
    float2 product;
    __builtin_LinAlg_MatrixVectorMultiplyAdd(product, weights, true, float2(2, 1), 9, float2(0, -5));
    float2 whole;
    __builtin_LinAlg_Convert(whole, int2(3, 4), 4, 9);
    if (i == 0)
        result.Store(64, float4(product, whole));
}
