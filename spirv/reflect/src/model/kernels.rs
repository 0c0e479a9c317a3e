//! Kernels made of compute shaders in the model: the arguments that a host sets in place of descriptors.

use super::{FORMAT, Generator};
use serde::Serialize;

/// The kernels of a module, and what each is called with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Kernels {
    /// The version of the schema: [`FORMAT`].
    pub format: u32,
    /// The tool that wrote this.
    pub generator: Generator,
    /// Kernels, in the order of the module.
    pub kernels: Vec<Kernel>,
}

/// A kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The size of a workgroup, if it does not depend on specialisation constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_size: Option<[u32; 3]>,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
}

/// The kind of an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ArgumentKind {
    /// A pointer to a buffer that may be written.
    #[default]
    Buffer,
    /// The size in bytes of the buffer before it, 64 bits wide.
    Bytes,
    /// A pointer to a constant buffer.
    Constants,
    /// An image.
    Image,
    /// A sampler.
    Sampler,
    /// A part of the push constants.
    Push,
    /// A pointer to memory of the workgroup, whose size the host says.
    GroupMemory,
    /// A value.
    Value,
}

/// An argument of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Argument {
    /// Its place among the arguments.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: ArgumentKind,
    /// The dimension of an image, such as `2d array`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dim: Option<String>,
    /// The access to an image: `read`, `write` or `read write`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
    /// The place of a part of the push constants among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// The descriptor set of the variable that it represents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// Its binding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binding: Option<u32>,
    /// The element, if the variable is an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<u32>,
    /// The bytes of what is passed by value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
}

impl Kernels {
    /// The document of some kernels.
    pub fn new(kernels: Vec<Kernel>) -> Kernels {
        Kernels { format: FORMAT, generator: Generator::this(), kernels }
    }

    /// The document, with a line break at its end.
    pub fn to_json(&self) -> String {
        crate::json::text(self) + "\n"
    }
}
