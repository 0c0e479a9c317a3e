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

/// A preset: what is true of one environment.
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

impl TargetEnv {
    /// The preset.
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

    /// Whether modules may use what SPIR-V `major.minor` introduced.
    pub fn has_spirv(self, major: u8, minor: u8) -> bool {
        self.spirv_version() >= (major, minor)
    }
}
