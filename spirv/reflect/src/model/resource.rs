//! Resources and blocks of the model: what descriptor sets, push constants and shader records hold.

use super::amount::Amount;
use super::layout::{Scalar, Type};
use super::source::SourceFact;
use serde::Serialize;

/// The type of a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Descriptor {
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`
    CombinedImageSampler,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    SampledImage,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`
    StorageImage,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    UniformBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    StorageBuffer,
    /// `VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT`
    InputAttachment,
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`
    AccelerationStructure,
    /// `VK_DESCRIPTOR_TYPE_TENSOR_ARM`
    Tensor,
}

/// Stages of compilation that a resource reached: the source, reachable code, the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Presence {
    /// True if the source declares it; `null` without a source.
    pub declared: Option<bool>,
    /// True if code reachable from the entry point names it, before any pass; `null` without a source.
    pub referenced: Option<bool>,
    /// True if the module has it.
    pub kept: bool,
}

/// A resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Binding {
    /// The name of the variable; empty where the module has no names.
    pub name: String,
    /// The descriptor set; 0 if the module has no decoration for it.
    pub set: u32,
    /// The binding in the set; 0 if the module has no decoration for it.
    pub binding: u32,
    /// The type of descriptor.
    pub descriptor: Descriptor,
    /// The number of descriptors, the product of all dimensions.
    pub count: Amount,
    /// The dimensions of an array of descriptors, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dims: Vec<Amount>,
    /// Stages that use it.
    pub stages: Vec<String>,
    /// The stages of compilation that it reached.
    pub presence: Presence,
    /// Facts of an image or texel buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    /// True if the shader does not write through it.
    #[serde(skip_serializing_if = "is_false")]
    pub readonly: bool,
    /// True if the shader does not read through it.
    #[serde(skip_serializing_if = "is_false")]
    pub writeonly: bool,
    /// True if other invocations see writes.
    #[serde(skip_serializing_if = "is_false")]
    pub coherent: bool,
    /// True if each access happens as written.
    #[serde(skip_serializing_if = "is_false")]
    pub volatile: bool,
    /// The index of the buffer that holds its counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<usize>,
    /// The index of the buffer whose counter it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter_of: Option<usize>,
    /// The index of the texture whose descriptor holds this sampler, or of the sampler in the descriptor of this texture, if
    /// the source declares two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined_with: Option<usize>,
    /// The index of the first variable at the same set and binding, if this is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias_of: Option<usize>,
    /// The index of the input attachment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_attachment_index: Option<u32>,
    /// The struct that a buffer holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// The element of a buffer that is only an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<Type>,
    /// The stride of such elements in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
    /// The minimal size of a buffer in bytes, with one element of a run-time array.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_size: Option<u64>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// Facts of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Image {
    /// The dimension, such as `2D`.
    pub dim: String,
    /// True if it has layers.
    pub arrayed: bool,
    /// True if it has several samples.
    pub multisampled: bool,
    /// True if it is a depth image; `null` if the module does not tell.
    pub depth: Option<bool>,
    /// The format, such as `Rgba8`; `null` if the module leaves it open.
    pub format: Option<String>,
    /// The type of a texel's components.
    pub sampled_type: Scalar,
    /// The number of these components as the source declares it, or that of the format; `null` if neither tells.
    pub components: Option<u32>,
}

/// A block that is not a descriptor: push constants, shader records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Block {
    /// The name of the variable.
    pub name: String,
    /// The struct that it holds.
    pub block: String,
    /// The offset of its first member.
    pub offset: u64,
    /// The bytes from there to its end, a multiple of 4.
    pub size: u64,
    /// Stages that use it.
    pub stages: Vec<String>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

impl Binding {
    /// A resource that the source declares and the module lacks.
    pub fn dropped(name: String, set: u32, binding: u32, descriptor: Descriptor, dims: Vec<Amount>) -> Binding {
        let presence = Presence { declared: Some(true), referenced: None, kept: false };
        Binding { name, presence, ..Binding::new(set, binding, descriptor, dims) }
    }

    /// Returns the number of descriptors in an array of these dimensions.
    pub fn count_of(dims: &[Amount]) -> Amount {
        product(dims)
    }

    /// A resource with no other facts.
    pub(crate) fn new(set: u32, binding: u32, descriptor: Descriptor, dims: Vec<Amount>) -> Binding {
        Binding {
            name: String::new(),
            set,
            binding,
            descriptor,
            count: product(&dims),
            dims,
            stages: Vec::new(),
            presence: Presence { declared: None, referenced: None, kept: true },
            image: None,
            readonly: false,
            writeonly: false,
            coherent: false,
            volatile: false,
            counter: None,
            counter_of: None,
            combined_with: None,
            alias_of: None,
            input_attachment_index: None,
            block: None,
            element: None,
            stride: None,
            min_size: None,
            hlsl: None,
        }
    }
}

/// The product of all dimensions.
fn product(dims: &[Amount]) -> Amount {
    dims.iter().fold(Amount::Fixed(1), |product, dim| match (product, *dim) {
        (Amount::Fixed(a), Amount::Fixed(b)) => Amount::Fixed(a.saturating_mul(b)),
        (Amount::Runtime { .. }, _) | (_, Amount::Runtime { .. }) => Amount::RUNTIME,
        (Amount::Spec { spec, default }, other) | (other, Amount::Spec { spec, default }) => {
            Amount::Spec { spec, default: default.saturating_mul(other.number().unwrap_or_default()) }
        }
    })
}

fn is_false(value: &bool) -> bool {
    !value
}
