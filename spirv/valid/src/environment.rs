//! Target environments: the client APIs and versions that a module is validated for.

use base::target::TargetEnv;

/// The client API that consumes the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// None: the rules of SPIR-V alone.
    Universal,
    /// Vulkan, minor version.
    Vulkan(u8),
    /// OpenCL, major and minor version.
    OpenCl(u8, u8),
    /// oneAPI Level Zero.
    LevelZero,
}

/// An environment: the client API and the newest version of SPIR-V that it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment {
    /// The client API.
    pub api: Api,
    /// The newest version of modules, major and minor.
    pub spirv: (u8, u8),
}

/// Every environment by its name on the command line.
const NAMES: &[(&str, Api, u8)] = &[
    ("universal1.0", Api::Universal, 0),
    ("universal1.1", Api::Universal, 1),
    ("universal1.2", Api::Universal, 2),
    ("universal1.3", Api::Universal, 3),
    ("universal1.4", Api::Universal, 4),
    ("universal1.5", Api::Universal, 5),
    ("universal1.6", Api::Universal, 6),
    ("vulkan1.0", Api::Vulkan(0), 0),
    ("vulkan1.1", Api::Vulkan(1), 3),
    ("vulkan1.1spirv1.4", Api::Vulkan(1), 4),
    ("vulkan1.2", Api::Vulkan(2), 5),
    ("vulkan1.3", Api::Vulkan(3), 6),
    ("vulkan1.4", Api::Vulkan(4), 6),
    ("opencl1.2", Api::OpenCl(1, 2), 0),
    ("opencl2.0", Api::OpenCl(2, 0), 0),
    ("opencl2.1", Api::OpenCl(2, 1), 0),
    ("opencl2.2", Api::OpenCl(2, 2), 2),
    ("opencl3.0", Api::OpenCl(3, 0), 3),
    ("levelzero", Api::LevelZero, 2),
];

impl Environment {
    /// The rules of the newest SPIR-V alone.
    pub const UNIVERSAL: Environment = Environment { api: Api::Universal, spirv: (1, 6) };

    /// The environment with this name on the command line, such as `vulkan1.3`.
    pub fn from_name(name: &str) -> Option<Environment> {
        let (_, api, minor) = NAMES.iter().find(|(known, ..)| *known == name)?;
        Some(Environment { api: *api, spirv: (1, *minor) })
    }

    /// The names of all environments.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }

    /// Returns whether the client API is Vulkan.
    pub fn is_vulkan(self) -> bool {
        matches!(self.api, Api::Vulkan(_))
    }
}

impl From<TargetEnv> for Environment {
    fn from(target: TargetEnv) -> Environment {
        let row = target.row();
        let api = row.vulkan.map_or(Api::Universal, |(_, minor)| Api::Vulkan(minor));
        Environment { api, spirv: row.spirv }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_the_same_name_here() {
        for row in base::target::TARGETS {
            assert_eq!(Environment::from_name(row.name), Some(row.env.into()), "{}", row.name);
        }
        for row in base::target::KERNEL_TARGETS {
            let known = Environment::from_name(row.name).map(|known| known.spirv);
            assert_eq!(known, Some(row.spirv), "{}", row.name);
        }
        assert_eq!(Environment::from_name("vulkan9.9"), None);
    }
}
