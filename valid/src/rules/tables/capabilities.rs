//! Which capabilities Vulkan takes since when, and since and until when instructions without capabilities are there.

use base::target::Since;
use spirv::{Capability, Op};

/// The capabilities that a version of Vulkan brings, as a guarantee or as an option. Others need an extension.
struct Brings {
    minor: u8,
    capabilities: &'static [Capability],
}

const VULKAN: &[Brings] = &[
    Brings {
        minor: 0,
        capabilities: &[
            Capability::Matrix,
            Capability::Shader,
            Capability::InputAttachment,
            Capability::Sampled1D,
            Capability::Image1D,
            Capability::SampledBuffer,
            Capability::ImageBuffer,
            Capability::ImageQuery,
            Capability::DerivativeControl,
            Capability::Geometry,
            Capability::Tessellation,
            Capability::Float64,
            Capability::Int64,
            Capability::Int16,
            Capability::TessellationPointSize,
            Capability::GeometryPointSize,
            Capability::ImageGatherExtended,
            Capability::StorageImageMultisample,
            Capability::UniformBufferArrayDynamicIndexing,
            Capability::SampledImageArrayDynamicIndexing,
            Capability::StorageBufferArrayDynamicIndexing,
            Capability::StorageImageArrayDynamicIndexing,
            Capability::ClipDistance,
            Capability::CullDistance,
            Capability::ImageCubeArray,
            Capability::SampleRateShading,
            Capability::SparseResidency,
            Capability::MinLod,
            Capability::SampledCubeArray,
            Capability::ImageMSArray,
            Capability::StorageImageExtendedFormats,
            Capability::InterpolationFunction,
            Capability::StorageImageReadWithoutFormat,
            Capability::StorageImageWriteWithoutFormat,
            Capability::MultiViewport,
            Capability::Int64Atomics,
            Capability::TransformFeedback,
            Capability::GeometryStreams,
            Capability::Float16,
            Capability::Int8,
            Capability::BFloat16TypeKHR,
            Capability::Float8EXT,
        ],
    },
    Brings {
        minor: 1,
        capabilities: &[
            Capability::DeviceGroup,
            Capability::MultiView,
            Capability::GroupNonUniform,
            Capability::GroupNonUniformVote,
            Capability::GroupNonUniformArithmetic,
            Capability::GroupNonUniformBallot,
            Capability::GroupNonUniformShuffle,
            Capability::GroupNonUniformShuffleRelative,
            Capability::GroupNonUniformClustered,
            Capability::GroupNonUniformQuad,
            Capability::DrawParameters,
            Capability::StorageBuffer16BitAccess,
            Capability::UniformAndStorageBuffer16BitAccess,
            Capability::StoragePushConstant16,
            Capability::StorageInputOutput16,
            Capability::VariablePointersStorageBuffer,
            Capability::VariablePointers,
        ],
    },
    Brings {
        minor: 2,
        capabilities: &[
            Capability::DenormPreserve,
            Capability::DenormFlushToZero,
            Capability::SignedZeroInfNanPreserve,
            Capability::RoundingModeRTE,
            Capability::RoundingModeRTZ,
            Capability::VulkanMemoryModel,
            Capability::VulkanMemoryModelDeviceScope,
            Capability::StorageBuffer8BitAccess,
            Capability::UniformAndStorageBuffer8BitAccess,
            Capability::StoragePushConstant8,
            Capability::ShaderViewportIndex,
            Capability::ShaderLayer,
            Capability::PhysicalStorageBufferAddresses,
            Capability::RuntimeDescriptorArray,
            Capability::UniformTexelBufferArrayDynamicIndexing,
            Capability::StorageTexelBufferArrayDynamicIndexing,
            Capability::UniformBufferArrayNonUniformIndexing,
            Capability::SampledImageArrayNonUniformIndexing,
            Capability::StorageBufferArrayNonUniformIndexing,
            Capability::StorageImageArrayNonUniformIndexing,
            Capability::InputAttachmentArrayNonUniformIndexing,
            Capability::UniformTexelBufferArrayNonUniformIndexing,
            Capability::StorageTexelBufferArrayNonUniformIndexing,
            Capability::InputAttachmentArrayDynamicIndexing,
            Capability::ShaderNonUniform,
        ],
    },
    Brings {
        minor: 3,
        capabilities: &[
            Capability::DotProduct,
            Capability::DotProductInputAll,
            Capability::DotProductInput4x8Bit,
            Capability::DotProductInput4x8BitPacked,
            Capability::DemoteToHelperInvocation,
        ],
    },
    Brings { minor: 4, capabilities: &[Capability::FloatControls2] },
];

/// Whether Vulkan 1.`minor` takes modules with this capability without an extension.
pub(crate) fn is_of_vulkan(capability: Capability, minor: u8) -> bool {
    VULKAN.iter().any(|row| row.minor <= minor && row.capabilities.contains(&capability))
}

/// Instructions without capabilities that came after SPIR-V 1.0.
pub(crate) const FIRST: &[Since<Op>] = &[
    Since { what: Op::ModuleProcessed, version: (1, 1) },
    Since { what: Op::ExecutionModeId, version: (1, 2) },
    Since { what: Op::DecorateId, version: (1, 2) },
    Since { what: Op::CopyLogical, version: (1, 4) },
    Since { what: Op::PtrEqual, version: (1, 4) },
    Since { what: Op::PtrNotEqual, version: (1, 4) },
    Since { what: Op::DecorateString, version: (1, 4) },
    Since { what: Op::MemberDecorateString, version: (1, 4) },
    Since { what: Op::TerminateInvocation, version: (1, 6) },
];

/// Instructions that were taken out, with the last version that has them.
pub(crate) const LAST: &[Since<Op>] = &[
    Since { what: Op::LessOrGreater, version: (1, 5) },
    Since { what: Op::AtomicCompareExchangeWeak, version: (1, 3) },
];

/// The operations on groups of AMD, which an extension gives without a capability.
pub(crate) fn is_amd_group(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        GroupIAddNonUniformAMD
            | GroupFAddNonUniformAMD
            | GroupFMinNonUniformAMD
            | GroupUMinNonUniformAMD
            | GroupSMinNonUniformAMD
            | GroupFMaxNonUniformAMD
            | GroupUMaxNonUniformAMD
            | GroupSMaxNonUniformAMD
    )
}
