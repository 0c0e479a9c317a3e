//! What a device must have: the vocabulary of the tables beside this file.

/// Something that makes a device take a capability or an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Vulkan 1.x itself.
    Core(u8),
    /// A feature.
    Feature {
        /// The struct that has it.
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
        /// The value, or the bit that must be there.
        value: &'static str,
        core: Option<u8>,
        extension: Option<&'static str>,
    },
    /// An extension.
    Extension(&'static str),
    /// Vulkan has no such thing, OpenCL has.
    Kernel,
    /// Vulkan has no such thing.
    NotVulkan,
}

/// A feature of a struct of Vulkan 1.`core`, which an extension has as well.
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
