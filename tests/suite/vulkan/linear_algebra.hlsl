//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3
//@ check: OpCapability CooperativeMatrixGetCoordinateEXT
//@ check: OpCapability CooperativeMatrixConversionsEXT
//@ check: OpCapability CooperativeMatrixKHR
//@ check: OpExtension "SPV_KHR_cooperative_matrix"
//@ check: OpMemoryModel Logical Vulkan
//@ check: OpDecorate {*} CooperativeMatrixTransposeEXT
//@ check: %{a} = OpTypeCooperativeMatrixKHR %half %uint_3 %uint_16 %uint_8 %uint_0
//@ check: OpCooperativeMatrixLoadKHR %{a} {*} %uint_0 %uint_4 NonPrivatePointer
//@ check: OpCooperativeMatrixLoadKHR {*} %uint_1 %uint_16 MakePointerVisible|NonPrivatePointer %uint_2
//@ check: OpCooperativeMatrixMulAddKHR {*} NoneKHR
//@ check: OpCooperativeMatrixConvert
//@ check: OpFConvert
//@ check: OpFAdd
//@ check: OpCooperativeMatrixLengthKHR %uint
//@ check: OpCooperativeMatrixGetCoordinateEXT %v2uint
//@ check: OpCooperativeMatrixStoreKHR {*} %uint_0 %uint_16 NonPrivatePointer
//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3 -O0
//@ check: OpCooperativeMatrixMulAddKHR
// Matrices of a wave by the header of shader model 6.10.
#include <dx/linalg.h>
using namespace dx::linalg;

ByteAddressBuffer source;
RWByteAddressBuffer target;
groupshared float16_t tile[128];

typedef Matrix<ComponentType::F16, 16, 8, MatrixUse::A, MatrixScope::Wave> A;
typedef Matrix<ComponentType::F16, 8, 16, MatrixUse::B, MatrixScope::Wave> B;
typedef Matrix<ComponentType::F32, 16, 16, MatrixUse::Accumulator, MatrixScope::Wave> Sum;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
    for (uint k = i; k < 128; k += 32)
        tile[k] = (float16_t)k;
    GroupMemoryBarrierWithGroupSync();
    A a = A::Load(source, 0, 16, MatrixLayout::RowMajor);
    B b = B::Load(tile, 0, 16, MatrixLayout::ColMajor);
    Sum sum = Multiply<ComponentType::F32>(a, b);
    sum.Accumulate(Matrix<ComponentType::F16, 16, 16, MatrixUse::A, MatrixScope::Wave>::Splat(1.0h));
    for (uint e = 0; e < sum.Length(); e++)
        sum.Set(e, sum.Get(e) + sum.GetCoordinate(e).x);
    sum.Store(target, 0, 64, MatrixLayout::RowMajor);
    sum.Cast<ComponentType::F16, MatrixUse::B, true>().Store(target, 1024, 32, MatrixLayout::RowMajor);
}
