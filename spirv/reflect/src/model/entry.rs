//! Entry points of the model: their inputs and outputs, what they use, and the constants that specialise them.

use super::amount::Amount;
use super::layout::{Scalar, Type};
use super::source::SourceFact;
use serde::Serialize;

/// An entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryPoint {
    /// The name by which a pipeline calls it.
    pub name: String,
    /// The name of its function, if another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The stage, such as `compute`.
    pub stage: String,
    /// Execution modes.
    pub modes: Vec<Mode>,
    /// The size of a workgroup, in stages that have workgroups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_size: Option<[Amount; 3]>,
    /// The sizes of waves, which Vulkan calls subgroups, that the source requires: the host sets one when it creates the
    /// pipeline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wave: Option<WaveSizes>,
    /// Groupshared memory in bytes, without the padding that a driver may add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groupshared_bytes: Option<u64>,
    /// Inputs: builtins, and those with a location.
    pub inputs: Vec<Variable>,
    /// Outputs.
    pub outputs: Vec<Variable>,
    /// Memory that shaders hand to each other, of which the host sees the size alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub payloads: Vec<Payload>,
    /// Resources that it uses, as indices into the module's bindings.
    pub resources: Vec<Use>,
    /// The range of push constants that it uses, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push_constants: Option<PushRange>,
    /// Ids of the specialisation constants that it depends on.
    pub spec_constants: Vec<u32>,
    /// True if it computes derivatives, or samples with implicit ones.
    pub uses_derivatives: bool,
    /// True if it may discard or demote invocations.
    pub may_discard: bool,
    /// True if it calls `printf`.
    pub calls_printf: bool,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// The sizes of waves for which a shader is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WaveSizes {
    /// The least number of lanes.
    pub min: u32,
    /// The greatest one: the same if only one will do.
    pub max: u32,
    /// The one that suits best, if the source names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferred: Option<u32>,
}

impl WaveSizes {
    /// Those of the numbers of a `[WaveSize(…)]`: one size, or the least and the greatest and perhaps the one that suits
    /// best.
    pub fn of(numbers: &[u32]) -> Option<WaveSizes> {
        let min = *numbers.first()?;
        let max = numbers.get(1).copied().unwrap_or(min);
        Some(WaveSizes { min, max, preferred: numbers.get(2).copied() })
    }
}

/// An execution mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Mode {
    /// Its name in the specification of SPIR-V.
    pub name: String,
    /// Its operands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<Amount>,
}

/// The direction and the purpose of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PayloadKind {
    /// Traced with a ray.
    Ray,
    /// Of the ray that hit or missed.
    IncomingRay,
    /// Reported by an intersection shader, or the barycentric coordinates of a triangle.
    HitAttribute,
    /// Passed to a callable shader.
    Callable,
    /// Of the callable shader itself.
    IncomingCallable,
    /// From a task shader to its mesh shaders.
    Task,
}

/// Memory that one shader hands to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Payload {
    /// The name of the variable; empty where the module has no names.
    pub name: String,
    /// The direction and the purpose.
    pub kind: PayloadKind,
    /// The location by which instructions name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The size in bytes, without padding.
    pub size: u64,
}

/// Access to a resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Access {
    /// True if its contents are read.
    pub read: bool,
    /// True if its contents are written.
    pub write: bool,
    /// True if its contents are accessed by atomics.
    pub atomic: bool,
    /// True if its size, levels or samples are queried.
    pub query: bool,
}

/// Use of a resource by an entry point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Use {
    /// The index of the binding.
    pub binding: usize,
    /// Its name.
    pub name: String,
    /// The access.
    pub access: Access,
    /// The ranges of a buffer that are accessed, in order; absent if it has no bytes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Range>,
    /// True if an array of descriptors is indexed by a value that differs between invocations.
    #[serde(skip_serializing_if = "is_false")]
    pub nonuniform: bool,
    /// Indices of the samplers that an image is sampled with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sampled_with: Vec<usize>,
}

/// A byte range of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Range {
    /// The first byte.
    pub offset: u64,
    /// The size in bytes.
    pub size: Amount,
}

/// The push constants that an entry point uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PushRange {
    /// The index of the block.
    pub block: usize,
    /// The first byte that is used, a multiple of 4.
    pub offset: u64,
    /// The size in bytes up to the last one that is used, a multiple of 4.
    pub size: u64,
}

/// A specialisation constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SpecConstant {
    /// The id by which the host specialises it.
    pub id: u32,
    /// Its name; empty where the module has no names.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Scalar,
    /// The size in bytes of the host's value.
    pub size: u32,
    /// The default value.
    pub default: Literal,
    /// Indices of entry points that depend on it.
    pub used_by: Vec<usize>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

impl SpecConstant {
    /// A constant that no entry point is known to depend on.
    pub fn new(id: u32, name: String, ty: Scalar, default: Literal) -> SpecConstant {
        SpecConstant { id, name, ty, size: ty.bytes(), default, used_by: Vec::new(), hlsl: None }
    }
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Literal {
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number, by its bits and as text.
    Float {
        /// The bits.
        bits: u64,
        /// The number in decimals, or `inf`, `-inf` or `NaN`.
        text: String,
    },
}

impl Literal {
    /// The value that these bits have in a type, as a module holds them.
    pub fn of_bits(ty: Scalar, bits: u64) -> Literal {
        match ty {
            Scalar::Bool => Literal::Bool(bits != 0),
            Scalar::Int8 => Literal::Int((bits as i8).into()),
            Scalar::Int16 => Literal::Int((bits as i16).into()),
            Scalar::Int32 => Literal::Int((bits as i32).into()),
            Scalar::Int64 => Literal::Int(bits as i64),
            Scalar::Float32 => Literal::Float { bits, text: f32::from_bits(bits as u32).to_string() },
            Scalar::Float64 => Literal::Float { bits, text: f64::from_bits(bits).to_string() },
            Scalar::Float16 => Literal::Float { bits, text: base::half::value(bits as u16).to_string() },
            Scalar::Bfloat16 => Literal::Float { bits, text: f32::from_bits((bits as u32) << 16).to_string() },
            Scalar::Uint8
            | Scalar::Uint16
            | Scalar::Uint32
            | Scalar::Uint64
            | Scalar::Float8E4m3
            | Scalar::Float8E5m2
            | Scalar::Unknown => Literal::Uint(bits),
        }
    }
}

/// An input or output of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Variable {
    /// The name; empty where the module has no names.
    pub name: String,
    /// The semantic without its index, if the module or the source has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// The index of the semantic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic_index: Option<u32>,
    /// The builtin that it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub builtin: Option<String>,
    /// The first location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// The first component, if it is not the first of the location.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<u32>,
    /// The index of the second colour of dual-source blending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The type, without the array over a primitive's vertices.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The Vulkan format with the same scalars, for variables with a location and up to four scalars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of vertices or primitives, if it is an array over these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertices: Option<Amount>,
    /// The interpolation, if not the default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub interpolation: Vec<String>,
    /// True if it is per patch.
    #[serde(skip_serializing_if = "is_false")]
    pub per_patch: bool,
    /// True if it is per primitive.
    #[serde(skip_serializing_if = "is_false")]
    pub per_primitive: bool,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

fn is_false(value: &bool) -> bool {
    !value
}
