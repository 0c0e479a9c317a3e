//@ run: -T cs_6_10 -enable-16bit-types -fspv-target-env=vulkan1.3 -fspv-extension=SPV_NV_cooperative_vector
//@ only without SPIRV-Tools: theirs know no cast from a long vector to a cooperative one yet
//@ check: OpCapability CooperativeVectorTrainingNV
//@ check: OpCapability CooperativeVectorNV
//@ check: OpExtension "SPV_NV_cooperative_vector"
//@ check: %{long} = OpTypeCooperativeVectorNV %half %uint_8
//@ check: %{words} = OpTypeCooperativeVectorNV %uint %uint_2
//@ check: OpCooperativeVectorMatrixMulNV %{long} {*} %uint_0 {*} %uint_0 %uint_0 %uint_8 %uint_8 %uint_2 %true %uint_0 NoneKHR
//@ check: OpCooperativeVectorMatrixMulAddNV
//@ check: OpCooperativeVectorMatrixMulNV {*} %uint_1000491000 {*} %uint_3 %uint_4 %uint_8 %uint_0 %false %uint_16 {*}MatrixResultSignedComponentsKHR
//@ check: OpCooperativeVectorOuterProductAccumulateNV {*} %uint_0
//@ check: OpCooperativeVectorReduceSumAccumulateNV
// Matrices of a thread by the header of shader model 6.10.
#include <dx/linalg.h>
using namespace dx::linalg;

ByteAddressBuffer weights;
RWByteAddressBuffer target;

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    typedef Matrix<ComponentType::F16, 8, 8, MatrixUse::A, MatrixScope::Thread> Weights;
    Weights optimal = Weights::Load<MatrixLayout::MulOptimalTranspose>(weights, 0, 0);
    VectorRef<ComponentType::F16, 8> bias = { weights, 2048 };
    vector<float16_t, 8> x = target.Load<vector<float16_t, 8> >(i * 16);
    vector<float16_t, 8> y = Multiply<float16_t>(optimal, x);
    y = MultiplyAdd<float16_t>(optimal, y, bias);
    target.Store<vector<float16_t, 8> >(4096 + i * 16, y);

    typedef Matrix<ComponentType::I8, 4, 8, MatrixUse::A, MatrixScope::Thread> Bytes;
    Bytes bytes = Bytes::Load<MatrixLayout::RowMajor>(weights, 4096, 16);
    target.Store(8192 + i * 16, Multiply<int>(bytes, MakeInterpretedVector<ComponentType::I8>(uint2(i, 1))));

    OuterProduct<ComponentType::F16>(x, y).InterlockedAccumulate(target, 16384);
    InterlockedAccumulate(target, 65536, x);
}
