//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_16bit_storage
//@ check-not: CooperativeVector
//@ in: weights = f32:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
//@ in: bytes = u32:0x04030201,0xFCFDFEFF
//@ in: result = f32:0*32
//@ in: sums = f32:0*8
//@ dispatch: 1
//@ out: result = f32:20,60,100,140,80,90,100,110,21,62,103,144,20,61,102,143,20,60,100,140,7,20,33,46,30,-30,0,0,0,0,0,0
//@ out: sums = f32:2,4,6,8,0,0,0,0
// Products of matrices in memory and vectors, without an extension.
#include <dx/linalg.h>
using namespace dx::linalg;

ByteAddressBuffer weights, bytes;
RWStructuredBuffer<float4> result;
RWByteAddressBuffer sums;

[numthreads(1, 1, 1)]
void main() {
    typedef Matrix<ComponentType::F32, 4, 4, MatrixUse::A, MatrixScope::Thread> A;
    A rows = A::Load<MatrixLayout::RowMajor>(weights, 0, 16);
    A columns = A::Load<MatrixLayout::ColMajor>(weights, 0, 16);
    float4 x = float4(1, 2, 3, 4);
    VectorRef<ComponentType::F32, 4> bias = { weights, 0 };
    result[0] = Multiply<float>(rows, x);
    result[1] = Multiply<float>(columns, x);
    result[2] = MultiplyAdd<float>(rows, x, x);
    result[3] = MultiplyAdd<float>(rows, x, bias);

    // 1, 2, 3, 4 as numbers of eight bits; the same in halves.
    result[4] = Multiply<float>(rows, MakeInterpretedVector<ComponentType::F8_E4M3FN>((vector<uint, 1>)0x48444038));
    result[5] = Multiply<float16_t>(rows, half4(0.25h, 0.5h, 1.0h, 1.5h));

    // Bytes with a sign, of both operands.
    Matrix<ComponentType::I8, 2, 4, MatrixUse::A, MatrixScope::Thread> few =
        Matrix<ComponentType::I8, 2, 4, MatrixUse::A, MatrixScope::Thread>::Load<MatrixLayout::RowMajor>(bytes, 0, 4);
    result[6].xy = Multiply<int>(few, MakeInterpretedVector<ComponentType::I8>((vector<uint, 1>)0x04030201));

    InterlockedAccumulate(sums, 0, x);
    InterlockedAccumulate(sums, 0, x);
}
