//! Target environments: which SPIR-V version, capabilities and extensions the consumer of a module accepts.

/// A Vulkan or universal environment, as `-fspv-target-env=` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TargetEnv {
    /// Vulkan 1.0, SPIR-V 1.0.
    #[default]
    Vulkan1_0,
    /// Vulkan 1.1, SPIR-V 1.3.
    Vulkan1_1,
    /// Vulkan 1.1 with VK_KHR_spirv_1_4, SPIR-V 1.4.
    Vulkan1_1Spirv1_4,
    /// Vulkan 1.2, SPIR-V 1.5.
    Vulkan1_2,
    /// Vulkan 1.3, SPIR-V 1.6.
    Vulkan1_3,
    /// Vulkan 1.4, SPIR-V 1.6.
    Vulkan1_4,
    /// No client API, SPIR-V 1.5.
    Universal1_5,
}

/// The row of one environment.
#[derive(Debug)]
pub struct TargetRow {
    /// The environment.
    pub env: TargetEnv,
    /// Its name on the command line.
    pub name: &'static str,
    /// The version of the modules made for it, major and minor.
    pub spirv: (u8, u8),
    /// The Vulkan version, major and minor; nothing for universal environments.
    pub vulkan: Option<(u8, u8)>,
}

/// All environments, oldest first.
pub const TARGETS: &[TargetRow] = &[
    TargetRow { env: TargetEnv::Vulkan1_0, name: "vulkan1.0", spirv: (1, 0), vulkan: Some((1, 0)) },
    TargetRow { env: TargetEnv::Vulkan1_1, name: "vulkan1.1", spirv: (1, 3), vulkan: Some((1, 1)) },
    TargetRow { env: TargetEnv::Vulkan1_1Spirv1_4, name: "vulkan1.1spirv1.4", spirv: (1, 4), vulkan: Some((1, 1)) },
    TargetRow { env: TargetEnv::Vulkan1_2, name: "vulkan1.2", spirv: (1, 5), vulkan: Some((1, 2)) },
    TargetRow { env: TargetEnv::Vulkan1_3, name: "vulkan1.3", spirv: (1, 6), vulkan: Some((1, 3)) },
    TargetRow { env: TargetEnv::Vulkan1_4, name: "vulkan1.4", spirv: (1, 6), vulkan: Some((1, 4)) },
    TargetRow { env: TargetEnv::Universal1_5, name: "universal1.5", spirv: (1, 5), vulkan: None },
];

/// The support of an environment's kernels for subgroup operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waves {
    /// None.
    None,
    /// Operations of whole subgroups.
    Whole,
    /// Operations of whole subgroups, and non-uniform ones among the active lanes.
    Parts,
}

/// An environment that takes kernels instead of shaders.
#[derive(Debug)]
pub struct KernelTarget {
    /// Its name on the command line.
    pub name: &'static str,
    /// The version of the modules made for it, major and minor.
    pub spirv: (u8, u8),
    /// Its support for subgroup operations.
    pub waves: Waves,
    /// True if a kernel may read and write one image.
    pub read_write_images: bool,
}

/// All environments that take kernels.
pub const KERNEL_TARGETS: &[KernelTarget] = &[
    kernels("opencl1.2", (1, 0), Waves::None, false),
    kernels("opencl2.0", (1, 0), Waves::None, true),
    kernels("opencl2.1", (1, 0), Waves::Whole, true),
    kernels("opencl2.2", (1, 2), Waves::Whole, true),
    kernels("opencl3.0", (1, 3), Waves::Parts, true),
    kernels("levelzero", (1, 2), Waves::Whole, true),
];

const fn kernels(name: &'static str, spirv: (u8, u8), waves: Waves, read_write_images: bool) -> KernelTarget {
    KernelTarget { name, spirv, waves, read_write_images }
}

impl KernelTarget {
    /// The environment with this name on the command line.
    pub fn from_name(name: &str) -> Option<&'static KernelTarget> {
        KERNEL_TARGETS.iter().find(|row| row.name == name)
    }
}

/// The value of `-fspv-extension=` for all extensions of Khronos.
pub const ALL_OF_KHRONOS: &str = "KHR";

/// The extension that brings the memory model of Vulkan.
pub const VULKAN_MEMORY_MODEL: &str = "SPV_KHR_vulkan_memory_model";

/// The extension that brings the rounding, the denormal numbers and the NaN of floating-point operations.
const FLOAT_CONTROLS: &str = "SPV_KHR_float_controls";

/// The extensions of SPIR-V that a module may use, by name.
pub const EXTENSIONS: &[&str] = &[
    "SPV_AMDX_shader_enqueue",
    "SPV_AMD_shader_early_and_late_fragment_tests",
    "SPV_EXT_demote_to_helper_invocation",
    "SPV_EXT_descriptor_heap",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_fragment_fully_covered",
    "SPV_EXT_fragment_invocation_density",
    "SPV_EXT_fragment_shader_interlock",
    "SPV_EXT_mesh_shader",
    "SPV_EXT_shader_image_int64",
    "SPV_EXT_shader_stencil_export",
    "SPV_EXT_shader_viewport_index_layer",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_user_type",
    "SPV_KHR_16bit_storage",
    "SPV_KHR_compute_shader_derivatives",
    "SPV_KHR_device_group",
    FLOAT_CONTROLS,
    "SPV_KHR_fragment_shader_barycentric",
    "SPV_KHR_fragment_shading_rate",
    "SPV_KHR_maximal_reconvergence",
    "SPV_KHR_multiview",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_opacity_micromap",
    "SPV_KHR_physical_storage_buffer",
    "SPV_KHR_post_depth_coverage",
    "SPV_KHR_quad_control",
    "SPV_KHR_ray_query",
    "SPV_KHR_ray_tracing",
    "SPV_KHR_relaxed_extended_instruction",
    "SPV_KHR_shader_clock",
    "SPV_KHR_shader_draw_parameters",
    "SPV_KHR_untyped_pointers",
    VULKAN_MEMORY_MODEL,
    "SPV_NV_compute_shader_derivatives",
    "SPV_NV_mesh_shader",
    "SPV_NV_ray_tracing",
    "SPV_NV_shader_subgroup_partitioned",
];

impl TargetEnv {
    /// The row.
    #[doc(hidden)]
    pub fn row(self) -> &'static TargetRow {
        TARGETS.iter().find(|row| row.env == self).expect("every environment has a row")
    }

    /// The environment with this name on the command line.
    pub fn from_name(name: &str) -> Option<TargetEnv> {
        TARGETS.iter().find(|row| row.name == name).map(|row| row.env)
    }

    /// The version of the modules made for this environment, major and minor.
    pub fn spirv_version(self) -> (u8, u8) {
        self.row().spirv
    }

    /// Returns whether modules may use what SPIR-V `major.minor` introduced.
    pub fn has_spirv(self, major: u8, minor: u8) -> bool {
        self.spirv_version() >= (major, minor)
    }
}

impl std::fmt::Display for TargetEnv {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.row().name)
    }
}

impl std::str::FromStr for TargetEnv {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        TargetEnv::from_name(text).ok_or_else(|| UnknownName::new("target environment", text))
    }
}

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    text: String,
}

impl UnknownName {
    /// The error for an unknown name of this kind.
    pub fn new(what: &'static str, text: &str) -> Self {
        UnknownName { what, text: text.to_owned() }
    }
}

impl std::fmt::Display for UnknownName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unknown {} '{}'", self.what, self.text)
    }
}

impl std::error::Error for UnknownName {}

/// The SPIR-V version that adds something to the core, or from which on it may be used.
#[derive(Debug)]
pub struct Since<T: 'static> {
    /// The extension, capability or instruction.
    pub what: T,
    /// The version, major and minor.
    pub version: (u8, u8),
}

const fn since<T>(what: T, major: u8, minor: u8) -> Since<T> {
    Since { what, version: (major, minor) }
}

/// Extensions whose content is part of the core from a version on: they are not declared there.
pub const EXTENSIONS_IN_CORE: &[Since<&str>] = &[
    since("SPV_EXT_demote_to_helper_invocation", 1, 6),
    since("SPV_EXT_descriptor_indexing", 1, 5),
    since("SPV_EXT_physical_storage_buffer", 1, 5),
    since("SPV_EXT_shader_viewport_index_layer", 1, 5),
    since("SPV_GOOGLE_decorate_string", 1, 4),
    since("SPV_KHR_16bit_storage", 1, 3),
    since("SPV_KHR_8bit_storage", 1, 5),
    since("SPV_KHR_device_group", 1, 3),
    since(FLOAT_CONTROLS, 1, 4),
    since("SPV_KHR_integer_dot_product", 1, 6),
    since("SPV_KHR_multiview", 1, 3),
    since("SPV_KHR_no_integer_wrap_decoration", 1, 4),
    since("SPV_KHR_non_semantic_info", 1, 6),
    since("SPV_KHR_physical_storage_buffer", 1, 5),
    since("SPV_KHR_shader_draw_parameters", 1, 3),
    since("SPV_KHR_storage_buffer_storage_class", 1, 3),
    since("SPV_KHR_terminate_invocation", 1, 6),
    since("SPV_KHR_variable_pointers", 1, 3),
    since(VULKAN_MEMORY_MODEL, 1, 5),
];

/// Extensions that only modules of a version and later may use: a validator refuses them before it.
pub const EXTENSIONS_NEED: &[Since<&str>] = &[
    since("SPV_EXT_mesh_shader", 1, 4),
    since("SPV_EXT_shader_invocation_reorder", 1, 4),
    since("SPV_KHR_opacity_micromap", 1, 4),
    since(VULKAN_MEMORY_MODEL, 1, 3),
    since("SPV_KHR_workgroup_memory_explicit_layout", 1, 4),
    since("SPV_NV_cluster_acceleration_structure", 1, 4),
    since("SPV_NV_linear_swept_spheres", 1, 4),
    since("SPV_NV_shader_invocation_reorder", 1, 4),
    since("SPV_QCOM_cooperative_matrix_conversion", 1, 3),
    since("SPV_QCOM_image_processing", 1, 4),
    since("SPV_QCOM_image_processing2", 1, 4),
];

/// Extensions that are written against a version, and that validators let pass before it.
pub const EXTENSIONS_WRITTEN_FOR: &[Since<&str>] = &[
    since("SPV_AMDX_shader_enqueue", 1, 6),
    since("SPV_KHR_cooperative_matrix", 1, 6),
    since("SPV_KHR_ray_tracing", 1, 4),
];

/// Capabilities that no extension brings and that modules before a version do not have.
pub const CAPABILITIES_SINCE: &[Since<spirv::Capability>] = &[
    since(spirv::Capability::GroupNonUniform, 1, 3),
    since(spirv::Capability::GroupNonUniformVote, 1, 3),
    since(spirv::Capability::GroupNonUniformArithmetic, 1, 3),
    since(spirv::Capability::GroupNonUniformBallot, 1, 3),
    since(spirv::Capability::GroupNonUniformShuffle, 1, 3),
    since(spirv::Capability::GroupNonUniformShuffleRelative, 1, 3),
    since(spirv::Capability::GroupNonUniformClustered, 1, 3),
    since(spirv::Capability::GroupNonUniformQuad, 1, 3),
    since(spirv::Capability::ShaderLayer, 1, 5),
    since(spirv::Capability::ShaderViewportIndex, 1, 5),
    since(spirv::Capability::UniformDecoration, 1, 6),
];

impl TargetEnv {
    /// Returns whether an extension's content is in the core, so that nothing is declared.
    pub fn has_in_core(self, extension: &str) -> bool {
        // Vulkan has it from 1.2 on, and with SPIR-V 1.4 before that as an extension.
        if self == TargetEnv::Vulkan1_1Spirv1_4 && extension == FLOAT_CONTROLS {
            return false;
        }
        EXTENSIONS_IN_CORE.iter().any(|row| row.what == extension && self.spirv_version() >= row.version)
    }

    /// The version that an extension needs, when this environment's is lower.
    pub fn version_missing_for_extension(self, extension: &str) -> Option<(u8, u8)> {
        let mut rows = EXTENSIONS_NEED.iter().chain(EXTENSIONS_WRITTEN_FOR);
        self.missing(rows.find(|row| row.what == extension)?.version)
    }

    /// The version that a capability needs, when this environment's is lower.
    #[doc(hidden)]
    pub fn version_missing_for_capability(self, capability: spirv::Capability) -> Option<(u8, u8)> {
        self.missing(CAPABILITIES_SINCE.iter().find(|row| row.what == capability)?.version)
    }

    fn missing(self, version: (u8, u8)) -> Option<(u8, u8)> {
        (self.spirv_version() < version).then_some(version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_core_depends_on_the_version() {
        assert!(TargetEnv::Vulkan1_1.has_in_core("SPV_KHR_multiview"));
        assert!(!TargetEnv::Vulkan1_0.has_in_core("SPV_KHR_multiview"));
        assert!(!TargetEnv::Vulkan1_4.has_in_core("SPV_KHR_ray_query"));
        let vote = spirv::Capability::GroupNonUniformVote;
        assert_eq!(TargetEnv::Vulkan1_0.version_missing_for_capability(vote), Some((1, 3)));
        assert_eq!(TargetEnv::Vulkan1_1.version_missing_for_capability(vote), None);
    }
}
