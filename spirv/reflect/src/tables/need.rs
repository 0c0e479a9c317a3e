//! Requirements on a device, as the tables beside this file state them.

/// A reason for which a device accepts a capability or an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Vulkan 1.x itself.
    Core(u8),
    /// A feature.
    Feature {
        /// The struct whose member it is.
        structure: &'static str,
        name: &'static str,
        /// The minor version of Vulkan 1 that has the struct.
        core: Option<u8>,
        /// The extension that has the feature.
        extension: Option<&'static str>,
    },
    /// A property of the device.
    Property {
        structure: &'static str,
        name: &'static str,
        /// The value, or the bit that must be set.
        value: &'static str,
        core: Option<u8>,
        extension: Option<&'static str>,
    },
    /// An extension.
    Extension(&'static str),
    /// Only OpenCL has it, Vulkan does not.
    Kernel,
    /// Vulkan does not have it.
    NotVulkan,
}

/// A feature of a struct of Vulkan 1.`core`, which an extension offers as well.
pub(crate) const fn feature(
    structure: &'static str,
    name: &'static str,
    core: Option<u8>,
    extension: Option<&'static str>,
) -> Need {
    Need::Feature { structure, name, core, extension }
}

/// A property, likewise.
pub(crate) const fn property(
    structure: &'static str,
    name: &'static str,
    value: &'static str,
    core: Option<u8>,
    extension: Option<&'static str>,
) -> Need {
    Need::Property { structure, name, value, core, extension }
}
