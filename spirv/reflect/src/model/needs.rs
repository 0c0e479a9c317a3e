//! Needs of a module in the model: versions, features, properties, extensions and limits of Vulkan.

use super::Amount;
use serde::Serialize;

/// Requirements of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Requires {
    /// The first version of Vulkan that accepts the module's version of SPIR-V, such as `vulkan1.1`; absent if none
    /// does.
    pub api: Option<String>,
    /// Features, each with its alternatives.
    pub features: Vec<Feature>,
    /// Properties of the device.
    pub properties: Vec<Property>,
    /// Extensions of Vulkan.
    pub extensions: Vec<Extension>,
    /// Limits of the device.
    pub limits: Vec<Limit>,
    /// Products of cooperative matrices that the device must have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cooperative_matrices: Vec<CooperativeMatrix>,
    /// Products of matrices in memory and cooperative vectors that the device must have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cooperative_vectors: Vec<CooperativeVector>,
    /// Capabilities and extensions that Vulkan does not have.
    pub unsupported: Vec<String>,
}

impl Requires {
    /// Returns whether there is no module that would need something.
    pub(crate) fn is_none(&self) -> bool {
        *self == Requires::default()
    }
}

/// A feature that must be enabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Feature {
    /// The member, such as `shaderInt64`.
    pub name: String,
    /// The struct that has it, such as `VkPhysicalDeviceFeatures`.
    #[serde(rename = "struct")]
    pub structure: String,
    /// The version of Vulkan that has the struct.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// The extension that has the feature before that version, or at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extension: Option<String>,
    /// Other features, any one of which suffices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The parts of the module that need it.
    pub because: Vec<String>,
}

/// A property that the device must have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Property {
    /// The member, such as `subgroupSupportedOperations`.
    pub name: String,
    /// The struct that has it.
    #[serde(rename = "struct")]
    pub structure: String,
    /// The value that it must have, or the bit that it must hold.
    pub value: String,
    /// The parts of the module that need it.
    pub because: Vec<String>,
}

/// An extension that must be enabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Extension {
    /// The name, such as `VK_KHR_ray_query`.
    pub name: String,
    /// The version of Vulkan that makes it unnecessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<String>,
    /// Other extensions, any one of which suffices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The parts of the module that need it.
    pub because: Vec<String>,
}

/// A limit that the device must reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Limit {
    /// The member of `VkPhysicalDeviceLimits`.
    pub name: String,
    /// The value that the device must reach.
    pub value: u64,
    /// The value that every device reaches.
    pub guaranteed: u64,
    /// The part of the module that needs it.
    pub because: String,
}

/// A product of cooperative matrices, as `VkCooperativeMatrixPropertiesKHR` has it. Component types are such as `float16`,
/// `sint8`, `bfloat16` and `float8_e4m3`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CooperativeMatrix {
    /// The rows of A and of the result.
    pub m: Amount,
    /// The columns of B and of the result.
    pub n: Amount,
    /// The columns of A and the rows of B.
    pub k: Amount,
    /// The component type of A.
    pub a: String,
    /// The component type of B.
    pub b: String,
    /// The component type of the accumulator.
    pub c: String,
    /// The component type of the result.
    pub result: String,
    /// Whether sums of integers saturate.
    pub saturating_accumulation: bool,
    /// The scope: `subgroup` or `workgroup`.
    pub scope: String,
}

/// A product of a matrix in memory and a cooperative vector, as `VkCooperativeVectorPropertiesNV` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CooperativeVector {
    /// The component type of the vector.
    pub input: String,
    /// The component type that the vector is converted to, or that it packs.
    pub input_interpretation: String,
    /// The component type of the matrix in memory.
    pub matrix_interpretation: String,
    /// The component type of the bias in memory, if one is added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bias_interpretation: Option<String>,
    /// The component type of the result.
    pub result: String,
    /// True if the matrix is transposed.
    pub transpose: bool,
}
