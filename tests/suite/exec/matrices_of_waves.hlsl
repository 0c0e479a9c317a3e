//@ run: -T cs_6_10 -E main -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=SPV_KHR_16bit_storage
//@ check-not: CooperativeMatrix
//@ in: data = u32:0*64
//@ in: result = f32:0*144
//@ dispatch: 1
//@ out: result = f32:14,38,62,86,38,126,214,302,62,214,366,518,86,302,518,734,14,38,62,86,38,126,214,302,62,214,366,518,86,302,518,734,14,38,62,86,38,126,214,255,62,214,255,255,86,255,255,255,15,43,71,99,43,135,227,319,71,227,383,539,99,319,539,759,0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,-0.875,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,10,28,76,124,172,76,252,428,604,124,428,732,1036,172,604,1036,1468,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7
// Matrices of a wave without an extension: loops over elements that the lanes share.
#include <dx/linalg.h>
using namespace dx::linalg;

RWByteAddressBuffer data;
RWStructuredBuffer<float> result;

groupshared float sums[16];
groupshared float4 wide[4];
groupshared uint8_t4_packed tile[4];
groupshared int whole[16];

typedef Matrix<ComponentType::F16, 4, 4, MatrixUse::A, MatrixScope::Wave> A;
typedef Matrix<ComponentType::F16, 4, 4, MatrixUse::B, MatrixScope::Wave> B;
typedef Matrix<ComponentType::F32, 4, 4, MatrixUse::Accumulator, MatrixScope::Wave> Sum;

void show(uint first, Sum sum) {
    GroupMemoryBarrierWithGroupSync();
    sum.Store(sums, 0, 4, MatrixLayout::RowMajor);
    GroupMemoryBarrierWithGroupSync();
    for (uint i = WaveGetLaneIndex(); i < 16; i += 4)
        result[first + i] = sums[i];
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
    for (uint k = i; k < 16; k += 4)
        data.InterlockedOr(k / 2 * 4, (uint)asuint16((half)k) << (k % 2 * 16));
    DeviceMemoryBarrierWithGroupSync();
    A a = A::Load(data, 0, 8, MatrixLayout::RowMajor);
    B b = B::Load(data, 0, 8, MatrixLayout::ColMajor);
    Sum c = Multiply<ComponentType::F32>(a, b);
    show(0, c);

    // Vectors of groupshared memory, and words of four bytes, to which numbers saturate.
    c.Store(wide, 0, 4, MatrixLayout::ColMajor);
    c.Cast<ComponentType::U8>().Store(tile, 0, 4, MatrixLayout::RowMajor);
    GroupMemoryBarrierWithGroupSync();
    for (uint j = i; j < 16; j += 4) {
        result[16 + j] = wide[j / 4][j % 4];
        result[32 + j] = (uint)tile[j / 4] >> (j % 4 * 8) & 255;
    }

    // Elements by their index.
    Sum d = c;
    for (uint e = 0; e < d.Length(); e++) {
        uint2 at = d.GetCoordinate(e);
        d.Set(e, d.Get(e) + at.x * 4 + at.y * 4 + 1);
    }
    d.Set(d.Length(), 1000);
    show(48, d);

    // Rows and columns exchanged.
    Sum t = a.Cast<ComponentType::F32, MatrixUse::Accumulator, true>();
    show(64, t);

    // Numbers of eight bits, and of sixteen without a scalar.
    Matrix<ComponentType::F8_E4M3FN, 4, 4, MatrixUse::A, MatrixScope::Wave> eight =
        Matrix<ComponentType::F8_E4M3FN, 4, 4, MatrixUse::A, MatrixScope::Wave>::Splat(-0.109375f * 2);
    Matrix<ComponentType::BFloat16, 4, 4, MatrixUse::B, MatrixScope::Wave> sixteen =
        Matrix<ComponentType::BFloat16, 4, 4, MatrixUse::B, MatrixScope::Wave>::Splat(1.0f);
    show(80, Multiply<ComponentType::F32>(eight, sixteen));

    // Integers, and atomic additions by each lane that holds an element.
    Matrix<ComponentType::I8, 4, 8, MatrixUse::A, MatrixScope::Wave> left =
        Matrix<ComponentType::I8, 4, 8, MatrixUse::A, MatrixScope::Wave>::Splat(-1);
    Matrix<ComponentType::U8, 8, 4, MatrixUse::B, MatrixScope::Wave> right =
        Matrix<ComponentType::U8, 8, 4, MatrixUse::B, MatrixScope::Wave>::Splat(1);
    Matrix<ComponentType::I32, 4, 4, MatrixUse::Accumulator, MatrixScope::Wave> product =
        Multiply<ComponentType::I32>(left, right);
    for (uint n = i; n < 16; n += 4)
        whole[n] = 18;
    GroupMemoryBarrierWithGroupSync();
    product.InterlockedAccumulate(whole, 0, 4, MatrixLayout::RowMajor);
    GroupMemoryBarrierWithGroupSync();
    for (uint m = i; m < 16; m += 4)
        result[96 + m] = whole[m];

    Sum twice = c;
    twice.MultiplyAccumulate(a, b);
    show(112, twice);

    // The sum of two matrices, in a buffer to which it is added.
    Sum both = Sum::Splat(3.0f);
    both.Accumulate(Matrix<ComponentType::F16, 4, 4, MatrixUse::A, MatrixScope::Wave>::Splat(4.0f));
    both.InterlockedAccumulate(data, 128, 16, MatrixLayout::ColMajor);
    DeviceMemoryBarrierWithGroupSync();
    for (uint o = i; o < 16; o += 4)
        result[128 + o] = asfloat(data.Load(128 + o * 4));
}
