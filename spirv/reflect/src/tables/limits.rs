//! Limits of Vulkan, with the value that every device guarantees ("Required Limits" of the specification, for Vulkan
//! 1.0 and for the extensions of mesh shaders and rays).

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The member of `VkPhysicalDeviceLimits`, or of the properties of an extension.
    pub(crate) name: &'static str,
    /// The guaranteed value.
    pub(crate) guaranteed: u64,
}

const fn row(name: &'static str, guaranteed: u64) -> Row {
    Row { name, guaranteed }
}

pub(crate) const WORKGROUP_SIZE: [Row; 3] = [
    row("maxComputeWorkGroupSize[0]", 128),
    row("maxComputeWorkGroupSize[1]", 128),
    row("maxComputeWorkGroupSize[2]", 64),
];
pub(crate) const WORKGROUP_INVOCATIONS: Row = row("maxComputeWorkGroupInvocations", 128);
pub(crate) const SHARED_MEMORY: Row = row("maxComputeSharedMemorySize", 16384);
pub(crate) const PUSH_CONSTANTS: Row = row("maxPushConstantsSize", 128);
pub(crate) const UNIFORM_RANGE: Row = row("maxUniformBufferRange", 16384);
pub(crate) const STORAGE_RANGE: Row = row("maxStorageBufferRange", 1 << 27);
pub(crate) const SETS: Row = row("maxBoundDescriptorSets", 4);
pub(crate) const SAMPLERS: Row = row("maxPerStageDescriptorSamplers", 16);
pub(crate) const UNIFORM_BUFFERS: Row = row("maxPerStageDescriptorUniformBuffers", 12);
pub(crate) const STORAGE_BUFFERS: Row = row("maxPerStageDescriptorStorageBuffers", 4);
pub(crate) const SAMPLED_IMAGES: Row = row("maxPerStageDescriptorSampledImages", 16);
pub(crate) const STORAGE_IMAGES: Row = row("maxPerStageDescriptorStorageImages", 4);
pub(crate) const INPUT_ATTACHMENTS: Row = row("maxPerStageDescriptorInputAttachments", 4);
pub(crate) const VERTEX_ATTRIBUTES: Row = row("maxVertexInputAttributes", 16);
pub(crate) const COLOUR_OUTPUTS: Row = row("maxFragmentOutputAttachments", 4);
pub(crate) const GEOMETRY_VERTICES: Row = row("maxGeometryOutputVertices", 256);
pub(crate) const GEOMETRY_INVOCATIONS: Row = row("maxGeometryShaderInvocations", 32);
pub(crate) const PATCH_SIZE: Row = row("maxTessellationPatchSize", 32);
pub(crate) const MESH_WORKGROUP_SIZE: [Row; 3] =
    [row("maxMeshWorkGroupSize[0]", 128), row("maxMeshWorkGroupSize[1]", 128), row("maxMeshWorkGroupSize[2]", 128)];
pub(crate) const TASK_WORKGROUP_SIZE: [Row; 3] =
    [row("maxTaskWorkGroupSize[0]", 128), row("maxTaskWorkGroupSize[1]", 128), row("maxTaskWorkGroupSize[2]", 128)];
pub(crate) const MESH_INVOCATIONS: Row = row("maxMeshWorkGroupInvocations", 128);
pub(crate) const TASK_INVOCATIONS: Row = row("maxTaskWorkGroupInvocations", 128);
pub(crate) const MESH_SHARED_MEMORY: Row = row("maxMeshSharedMemorySize", 28672);
pub(crate) const TASK_SHARED_MEMORY: Row = row("maxTaskSharedMemorySize", 32768);
pub(crate) const MESH_VERTICES: Row = row("maxMeshOutputVertices", 256);
pub(crate) const MESH_PRIMITIVES: Row = row("maxMeshOutputPrimitives", 256);
pub(crate) const TASK_PAYLOAD: Row = row("maxTaskPayloadSize", 16384);
/// More than four components need a feature, whose limit has no guaranteed value.
pub(crate) const VECTOR_COMPONENTS: Row = row("maxVectorComponents", 4);
/// Cooperative vectors of more than four components need a feature, whose limit has no guaranteed value.
pub(crate) const COOPERATIVE_COMPONENTS: Row = row("maxCooperativeVectorComponents", 4);
pub(crate) const HIT_ATTRIBUTES: Row = row("maxRayHitAttributeSize", 32);
