//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3
//@ check: OpCapability CooperativeMatrixKHR
//@ check: OpExtension "SPV_KHR_cooperative_matrix"
//@ check: OpMemoryModel Logical Vulkan
//@ check: %{a} = OpTypeCooperativeMatrixKHR %float %uint_3 %uint_16 %uint_4 %uint_0
//@ check: %{b} = OpTypeCooperativeMatrixKHR %float %uint_3 %uint_4 %uint_8 %uint_1
//@ check: %{c} = OpTypeCooperativeMatrixKHR %float %uint_3 %uint_16 %uint_8 %uint_2
//@ check: OpCooperativeMatrixLoadKHR %{a} {*} %int_1 %uint_64 None
//@ check: OpCooperativeMatrixLoadKHR %{b} {*} %int_0 %uint_64 MakePointerVisible|NonPrivatePointer %int_2
//@ check: OpCompositeConstruct %{c} %float_1
//@ check: OpCooperativeMatrixMulAddKHR %{c}
//@ check: OpMatrixTimesScalar %{c}
//@ check: OpCooperativeMatrixLengthKHR %uint %{c}
//@ check: OpCooperativeMatrixStoreKHR {*} %int_0 %uint_8 MakePointerAvailable|NonPrivatePointer %int_5
//@ run: -T cs_6_0 -fspv-target-env=vulkan1.3 -O0
// Matrices of a subgroup, by the header.
#include <vk/khr/cooperative_matrix.h>

StructuredBuffer<float> source;
globallycoherent RWStructuredBuffer<float> target;
groupshared float shared_[64];

using A = vk::khr::CooperativeMatrixA<float, vk::ScopeSubgroup, 16, 4>;
using B = vk::khr::CooperativeMatrixB<float, vk::ScopeSubgroup, 4, 8>;
using C = vk::khr::CooperativeMatrixAccumulator<float, vk::ScopeSubgroup, 16, 8>;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) {
    shared_[i] = source[i];
    A a = A::Load<vk::CooperativeMatrixLayoutColumnMajorKHR>(source, 0, 64);
    B b = B::Load<vk::CooperativeMatrixLayoutRowMajorKHR>(vk::GetGroupSharedAddress(shared_[0]), 64);
    C c = C::Splat(1);
    c = cooperativeMatrixMultiplyAdd(a, b, c) * 0.5;
    for (uint at = 0; at < C::GetLength(); at++)
        c.Set(c.Get(at) + 1, at);
    c.CoherentStore<vk::CooperativeMatrixLayoutRowMajorKHR>(target, 0, 8);
}
