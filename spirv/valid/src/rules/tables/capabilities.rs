//! The capabilities that each version of Vulkan and of OpenCL accepts, and those of Level Zero.

use spirv::Capability;

/// The capabilities that a version of Vulkan adds, required or optional. Others need an extension.
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

/// Returns whether Vulkan 1.`minor` takes modules with this capability without an extension.
pub(crate) fn is_of_vulkan(capability: Capability, minor: u8) -> bool {
    VULKAN.iter().any(|row| row.minor <= minor && row.capabilities.contains(&capability))
}

/// The capabilities that a version of OpenCL adds, required or optional.
struct KernelsHave {
    version: (u8, u8),
    /// True if only devices with images have them.
    with_images: bool,
    capabilities: &'static [Capability],
}

const OPENCL: &[KernelsHave] = &[
    KernelsHave {
        version: (1, 2),
        with_images: false,
        capabilities: &[
            Capability::Addresses,
            Capability::Linkage,
            Capability::Kernel,
            Capability::Vector16,
            Capability::Float16Buffer,
            Capability::Float16,
            Capability::Float64,
            Capability::Int64,
            Capability::Int64Atomics,
            Capability::ImageBasic,
            Capability::Int16,
            Capability::Int8,
        ],
    },
    KernelsHave {
        version: (1, 2),
        with_images: true,
        capabilities: &[
            Capability::LiteralSampler,
            Capability::Sampled1D,
            Capability::Image1D,
            Capability::SampledBuffer,
            Capability::ImageBuffer,
        ],
    },
    KernelsHave {
        version: (2, 0),
        with_images: false,
        capabilities: &[Capability::Pipes, Capability::Groups, Capability::DeviceEnqueue, Capability::GenericPointer],
    },
    KernelsHave { version: (2, 0), with_images: true, capabilities: &[Capability::ImageReadWrite] },
    KernelsHave {
        version: (2, 2),
        with_images: false,
        capabilities: &[Capability::SubgroupDispatch, Capability::PipeStorage, Capability::NamedBarrier],
    },
    // Optional features, by extensions of OpenCL.
    KernelsHave {
        version: (3, 0),
        with_images: false,
        capabilities: &[
            Capability::GroupNonUniform,
            Capability::GroupNonUniformVote,
            Capability::GroupNonUniformArithmetic,
            Capability::GroupNonUniformBallot,
            Capability::GroupNonUniformShuffle,
            Capability::GroupNonUniformShuffleRelative,
            Capability::GroupNonUniformClustered,
        ],
    },
];

/// Returns whether a version of OpenCL has a capability, on devices with images or without.
pub(crate) fn is_of_opencl(capability: Capability, version: (u8, u8), has_images: bool) -> bool {
    let has = |row: &KernelsHave| row.version <= version && (has_images || !row.with_images);
    OPENCL.iter().any(|row| has(row) && row.capabilities.contains(&capability))
}

/// Returns whether Level Zero has a capability: those of OpenCL 2.0 but for pipes and queues.
pub(crate) fn is_of_level_zero(capability: Capability, has_images: bool) -> bool {
    !matches!(capability, Capability::Pipes | Capability::DeviceEnqueue) && is_of_opencl(capability, (2, 0), has_images)
}
