//! What shader models 6.0 to 6.8 added.

use super::row::{Row, both, ours};
use spirv::Capability;

const COMPUTE: &str = "tests/suite/vulkan/constructs_of_compute.hlsl";
const PIXELS: &str = "tests/suite/vulkan/constructs_of_pixels.hlsl";
const VERTICES: &str = "tests/suite/vulkan/constructs_of_vertices.hlsl";
const RAYS: &str = "tests/suite/codegen/hit_objects.hlsl";

#[rustfmt::skip]
pub(super) const MODEL_6_0: &[Row] = &[
    both("`WaveActiveSum`, `Product`, `Min`, `Max`, `BitAnd`, `BitOr`, `BitXor`", "`OpGroupNonUniformIAdd` and similar ones", &[Capability::GroupNonUniformArithmetic], (COMPUTE, "WaveActiveSum(")),
    both("`WavePrefixSum`, `WavePrefixProduct`", "the same, `ExclusiveScan`", &[Capability::GroupNonUniformArithmetic], (COMPUTE, "WavePrefixSum(")),
    both("`WaveActiveBallot`, `WaveActiveCountBits`, `WavePrefixCountBits`", "`OpGroupNonUniformBallot`, `OpGroupNonUniformBallotBitCount`", &[Capability::GroupNonUniformBallot], (COMPUTE, "WaveActiveBallot(")),
    both("`WaveReadLaneAt`, `WaveReadLaneFirst`", "`OpGroupNonUniformShuffle`, `OpGroupNonUniformBroadcastFirst`", &[Capability::GroupNonUniformShuffle, Capability::GroupNonUniformBallot], (COMPUTE, "WaveReadLaneAt(")),
    both("`WaveIsFirstLane`", "`OpGroupNonUniformElect`", &[Capability::GroupNonUniform], (COMPUTE, "WaveIsFirstLane(")),
    both("`WaveGetLaneIndex`, `WaveGetLaneCount`", "built-ins `SubgroupLocalInvocationId`, `SubgroupSize`", &[Capability::GroupNonUniform], (COMPUTE, "WaveGetLaneIndex(")),
    both("`QuadReadAcrossX`, `Y`, `Diagonal`, `QuadReadLaneAt`", "`OpGroupNonUniformQuadSwap`, `OpGroupNonUniformQuadBroadcast`", &[Capability::GroupNonUniformQuad], (COMPUTE, "QuadReadAcrossX(")),
    both("`int64_t`, `uint64_t`", "`OpTypeInt 64`", &[Capability::Int64], (COMPUTE, "uint64_t")),
    both("`SV_StencilRef`", "built-in `FragStencilRefEXT`", &[Capability::StencilExportEXT], (PIXELS, "SV_StencilRef")),
    both("`CalculateLevelOfDetail`", "`OpImageQueryLod`", &[Capability::ImageQuery], (PIXELS, "CalculateLevelOfDetail(")),
    both("a clamped level of detail", "the image operand `MinLod`", &[Capability::MinLod], (PIXELS, "int2(0, 0), 1.0f)")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_1: &[Row] = &[
    both("`SV_ViewID`", "built-in `ViewIndex`", &[Capability::MultiView], (PIXELS, "SV_ViewID")),
    both("`SV_Barycentrics`", "built-in `BaryCoordKHR`", &[Capability::FragmentBarycentricKHR], (PIXELS, "SV_Barycentrics")),
    both("`GetAttributeAtVertex`", "the decoration `PerVertexKHR`", &[Capability::FragmentBarycentricKHR], ("tests/suite/vulkan/per_vertex.hlsl", "GetAttributeAtVertex(")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_2: &[Row] = &[
    both("`float16_t`", "`OpTypeFloat 16`", &[Capability::Float16], (COMPUTE, "float16_t")),
    both("`int16_t`, `uint16_t`", "`OpTypeInt 16`", &[Capability::Int16], ("tests/suite/exec/stores_of_16_bits.hlsl", "int16_t")),
    both("loads and stores of 16-bit numbers in buffers", "`OpLoad`, `OpStore`", &[Capability::StorageBuffer16BitAccess], ("tests/suite/exec/stores_of_16_bits.hlsl", "Store<float16_t>")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_3: &[Row] = &[
    both("`[shader(\"raygeneration\")]` and the other stages of ray tracing", "`OpEntryPoint RayGenerationKHR`", &[Capability::RayTracingKHR], (RAYS, "[shader(\"raygeneration\")]")),
    both("`TraceRay`", "`OpTraceRayKHR`", &[Capability::RayTracingKHR], ("tests/suite/diagnostics/ray_arguments.hlsl", "TraceRay(")),
    both("`CallShader`", "`OpExecuteCallableKHR`", &[Capability::RayTracingKHR], ("tests/suite/diagnostics/ray_arguments.hlsl", "CallShader(")),
    both("`RaytracingAccelerationStructure`", "`OpTypeAccelerationStructureKHR`", &[Capability::RayTracingKHR], (RAYS, "RaytracingAccelerationStructure")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_4: &[Row] = &[
    both("`SV_ShadingRate`", "built-in `ShadingRateKHR`", &[Capability::FragmentShadingRateKHR], (PIXELS, "SV_ShadingRate")),
    both("`dot4add_u8packed`, `dot4add_i8packed`", "`OpUDot`, `OpSDot`", &[Capability::DotProduct, Capability::DotProductInput4x8BitPacked], (COMPUTE, "dot4add_u8packed(")),
    both("`dot2add`", "`OpDot` on halves", &[Capability::Float16], (COMPUTE, "dot2add(")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_5: &[Row] = &[
    both("`RayQuery`", "`OpRayQueryInitializeKHR` and the instructions on queries", &[Capability::RayQueryKHR], ("tests/suite/codegen/hit_objects_of_queries.hlsl", "RayQuery<")),
    both("mesh and amplification shaders, `SetMeshOutputCounts`", "`OpSetMeshOutputsEXT`", &[Capability::MeshShadingEXT], ("tests/suite/codegen/mesh_layers.hlsl", "SetMeshOutputCounts(")),
    both("`DispatchMesh`", "`OpEmitMeshTasksEXT`", &[Capability::MeshShadingEXT], ("tests/suite/vulkan/bool_matrix_handed_over.hlsl", "DispatchMesh(")),
    both("`WaveMatch`", "`OpGroupNonUniformPartitionEXT`", &[Capability::GroupNonUniformPartitionedEXT], (COMPUTE, "WaveMatch(")),
    both("`WaveMultiPrefixSum` and similar ones", "`OpGroupNonUniformIAdd`, `PartitionedExclusiveScanEXT`", &[Capability::GroupNonUniformPartitionedEXT], (COMPUTE, "WaveMultiPrefixSum(")),
    ours("`WaveMultiPrefixCountBits`", "`OpGroupNonUniformBallotBitCount` of a mask", &[Capability::GroupNonUniformBallot], ("tests/suite/exec/counts_before_lanes_of_a_mask.hlsl", "WaveMultiPrefixCountBits(")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_6: &[Row] = &[
    both("`ResourceDescriptorHeap`, `SamplerDescriptorHeap`", "arrays of descriptors, or `OpUntypedAccessChainKHR` into a heap", &[Capability::RuntimeDescriptorArray], ("tests/suite/cli/emulated_heaps.hlsl", "ResourceDescriptorHeap[")),
    both("64-bit atomic operations in buffers and groupshared memory", "`OpAtomicIAdd` and similar ones", &[Capability::Int64Atomics], (COMPUTE, "InterlockedAdd64(")),
    both("`[raypayload]` and access qualifiers", "checked, not stored", &[], (RAYS, "[raypayload]")),
    both("`pack_u8`, `unpack_s8s32` and similar ones", "bit fields", &[], (COMPUTE, "unpack_s8s32(")),
    both("`IsHelperLane`", "`OpIsHelperInvocationEXT`", &[Capability::DemoteToHelperInvocation], (PIXELS, "IsHelperLane(")),
    ours("`InterlockedCompareStoreFloatBitwise` in buffers and groupshared memory", "`OpAtomicCompareExchange` on the bits", &[], ("tests/suite/exec/floats_compared_by_bits.hlsl", "InterlockedCompareStoreFloatBitwise(")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_7: &[Row] = &[
    both("`SampleCmpLevel`", "`OpImageSampleDrefExplicitLod`", &[], (PIXELS, "SampleCmpLevel(")),
    ours("`GatherRaw`", "`OpImageGather` of an integer texture", &[], ("tests/suite/vulkan/raw_gathers.hlsl", "GatherRaw(")),
    ours("`RWTexture2DMS`, `RWTexture2DMSArray`", "`OpImageWrite` with `Sample`", &[Capability::StorageImageMultisample], ("tests/suite/codegen/multisampled_writes.hlsl", "RWTexture2DMS<")),
    both("`QuadAny`, `QuadAll`", "`OpGroupNonUniformQuadAnyKHR`, `OpGroupNonUniformQuadAllKHR`", &[Capability::QuadControlKHR], (COMPUTE, "QuadAny(")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_8: &[Row] = &[
    ours("work graphs: `[NodeLaunch]`, records, outputs", "`OpEnqueueNodePayloadsAMDX`", &[Capability::ShaderEnqueueAMDX], ("tests/suite/codegen/work_graph.hlsl", "NodeLaunch")),
    both("`SV_StartVertexLocation`, `SV_StartInstanceLocation`", "built-ins `BaseVertex`, `BaseInstance`", &[Capability::DrawParameters], (VERTICES, "SV_StartVertexLocation")),
    both("`Barrier` with flags", "`OpControlBarrier`, `OpMemoryBarrier`", &[], (COMPUTE, "Barrier(UAV_MEMORY")),
    both("`SampleCmpBias`, `SampleCmpGrad`", "`OpImageSampleDrefImplicitLod` with `Bias`, `OpImageSampleDrefExplicitLod` with `Grad`", &[], (PIXELS, "SampleCmpBias(")),
];
