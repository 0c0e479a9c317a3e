//! What shader models 6.9 and 6.10 added.

use super::row::{Row, both, ours, partly};
use spirv::Capability;

const HITS: &str = "tests/suite/codegen/hit_objects.hlsl";
const QUERIES: &str = "tests/suite/codegen/hit_objects_of_queries.hlsl";
const CLUSTERS: &str = "tests/suite/codegen/hit_objects_of_clusters.hlsl";
const COMPUTE: &str = "tests/suite/vulkan/constructs_of_compute.hlsl";

const REORDER: &[Capability] = &[Capability::ShaderInvocationReorderEXT];

#[rustfmt::skip]
pub(super) const MODEL_6_9: &[Row] = &[
    ours("`dx::HitObject` variables, arrays, parameters and results", "`OpTypeHitObjectEXT` variables", REORDER, ("tests/suite/codegen/hit_object_values.hlsl", "HitObject hits[2]")),
    ours("`dx::HitObject::MakeNop`, and declarations", "`OpHitObjectRecordEmptyEXT`", REORDER, ("tests/suite/codegen/hit_object_values.hlsl", "HitObject::MakeNop()")),
    ours("`dx::HitObject::MakeMiss`", "`OpHitObjectRecordMissEXT`", REORDER, (HITS, "dx::HitObject::MakeMiss(")),
    ours("`dx::HitObject::TraceRay`", "`OpHitObjectTraceRayEXT`", REORDER, (HITS, "dx::HitObject::TraceRay(")),
    ours("`dx::HitObject::FromRayQuery`", "`OpHitObjectRecordFromQueryEXT`", &[Capability::ShaderInvocationReorderEXT, Capability::RayQueryKHR], (QUERIES, "dx::HitObject::FromRayQuery(query)")),
    ours("`dx::HitObject::Invoke`", "`OpHitObjectExecuteShaderEXT`", REORDER, (HITS, "dx::HitObject::Invoke(")),
    ours("`TraceRay` and `Invoke` of a hit object that nothing else uses, without the extension", "`OpTraceRayKHR`", &[Capability::RayTracingKHR], ("tests/suite/codegen/hit_objects_without_extension.hlsl", "dx::HitObject::Invoke(hit, light)")),
    ours("`IsMiss`, `IsHit`, `IsNop`", "`OpHitObjectIsMissEXT`, `OpHitObjectIsHitEXT`, `OpHitObjectIsEmptyEXT`", REORDER, (HITS, "hit.IsMiss()")),
    ours("`GetRayFlags`, `GetRayTMin`, `GetRayTCurrent`", "`OpHitObjectGetRayFlagsEXT`, `OpHitObjectGetRayTMinEXT`, `OpHitObjectGetRayTMaxEXT`", REORDER, (HITS, "hit.GetRayFlags()")),
    ours("`GetWorldRayOrigin`, `GetObjectRayDirection` and similar ones", "`OpHitObjectGetWorldRayOriginEXT` and similar ones", REORDER, (HITS, "hit.GetObjectRayDirection()")),
    ours("`GetObjectToWorld3x4` and similar ones", "`OpHitObjectGetObjectToWorldEXT`, `OpHitObjectGetWorldToObjectEXT`", REORDER, (HITS, "hit.GetObjectToWorld3x4()")),
    ours("`GetInstanceIndex`, `GetInstanceID`, `GetGeometryIndex`, `GetPrimitiveIndex`, `GetHitKind`", "`OpHitObjectGetInstanceIdEXT`, `OpHitObjectGetInstanceCustomIndexEXT` and similar ones", REORDER, (HITS, "hit.GetInstanceID()")),
    ours("`GetAttributes`", "`OpHitObjectGetAttributesEXT`", REORDER, (HITS, "hit.GetAttributes(")),
    ours("`GetShaderTableIndex`, `SetShaderTableIndex`", "`OpHitObjectGetShaderBindingTableRecordIndexEXT`, `OpHitObjectSetShaderBindingTableRecordIndexEXT`", REORDER, (HITS, "hit.SetShaderTableIndex(")),
    ours("`LoadLocalRootTableConstant`", "`OpHitObjectGetShaderRecordBufferHandleEXT`, and a load", &[Capability::ShaderInvocationReorderEXT, Capability::PhysicalStorageBufferAddresses], (HITS, "hit.LoadLocalRootTableConstant(")),
    ours("`dx::MaybeReorderThread`", "`OpReorderThreadWithHitObjectEXT`, `OpReorderThreadWithHintEXT`", REORDER, (HITS, "dx::MaybeReorderThread(hit, work, 2)")),
    partly("without the mode", ours("`RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS`", "the mode `OpacityMicromapIdKHR`", &[Capability::RayTracingOpacityMicromapExecutionModeKHR], ("tests/suite/codegen/opacity_micromaps.hlsl", "RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS"))),
    both("`isnan`, `isinf`, `isfinite` of 16 bits", "`OpIsNan`, `OpIsInf`", &[Capability::Float16], (COMPUTE, "isnan(half_value)")),
    ours("`abort`", "`OpAbortKHR`", &[Capability::AbortKHR], ("tests/suite/exec/aborted.hlsl", "abort();")),
];

#[rustfmt::skip]
pub(super) const MODEL_6_10: &[Row] = &[
    ours("`TriangleObjectPositions()` in stages", "built-in `HitTriangleVertexPositionsKHR`", &[Capability::RayTracingPositionFetchKHR], ("tests/suite/vulkan/triangle_positions.hlsl", "TriangleObjectPositions()")),
    ours("`CandidateTriangleObjectPositions`, `CommittedTriangleObjectPositions`", "`OpRayQueryGetIntersectionTriangleVertexPositionsKHR`", &[Capability::RayQueryPositionFetchKHR], ("tests/suite/vulkan/triangle_positions_of_queries.hlsl", "CommittedTriangleObjectPositions()")),
    ours("`TriangleObjectPositions` of a hit object", "`OpHitObjectGetIntersectionTriangleVertexPositionsEXT`", &[Capability::ShaderInvocationReorderEXT, Capability::RayTracingPositionFetchKHR], (HITS, "hit.TriangleObjectPositions()")),
    ours("`ClusterID()`, `CommittedClusterID`", "built-in `ClusterIDNV`, `OpRayQueryGetIntersectionClusterIdNV`", &[Capability::RayTracingClusterAccelerationStructureNV], ("tests/suite/vulkan/triangle_positions_of_queries.hlsl", "query.CommittedClusterID()")),
    ours("`GetClusterID` of a hit object", "`OpHitObjectGetClusterIdNV`; all hit objects are `OpTypeHitObjectNV`", &[Capability::ShaderInvocationReorderNV, Capability::RayTracingClusterAccelerationStructureNV], (CLUSTERS, "hit.GetClusterID()")),
    both("`GetGroupWaveIndex`, `GetGroupWaveCount`", "built-ins `SubgroupId`, `NumSubgroups`", &[Capability::GroupNonUniform], (COMPUTE, "GetGroupWaveIndex()")),
    both("`DebugBreak`", "`NonSemantic.DebugBreak`", &[], (COMPUTE, "DebugBreak()")),
    ours("`int8_t`, `uint8_t`, with `-enable-16bit-types`", "`OpTypeInt 8`", &[Capability::Int8], ("tests/suite/exec/integers_of_8_bits.hlsl", "int8_t4 v")),
    ours("8-bit numbers in buffers", "`OpLoad`, `OpStore`; in byte-address buffers words and shifts", &[Capability::StorageBuffer8BitAccess], ("tests/suite/exec/memory_of_8_bits.hlsl", "RWStructuredBuffer<uint8_t>")),
    ours("8-bit numbers in constant buffers and push constants", "`OpLoad`", &[Capability::UniformAndStorageBuffer8BitAccess, Capability::StoragePushConstant8], ("tests/suite/codegen/resources_of_8_bits.hlsl", "uint8_t2 pushed")),
    ours("textures and typed buffers of 8-bit integers", "the format `R8ui` and similar ones", &[Capability::StorageImageExtendedFormats], ("tests/suite/codegen/resources_of_8_bits.hlsl", "RWTexture2D<uint8_t>")),
    ours("`dx::IsDebuggingEnabled`", "a specialization constant", &[], ("tests/suite/vulkan/debugging_enabled.hlsl", "dx::IsDebuggingEnabled()")),
    ours("`[GroupSharedLimit]`", "checked, not stored", &[], ("tests/suite/vulkan/groupshared_limit.hlsl", "GroupSharedLimit(")),
];
