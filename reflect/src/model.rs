//! The model: plain data that owns itself, the same in memory and as JSON.
//!
//! The order of fields is the order of keys. A key that is absent does not apply; `null` means that this input does not
//! tell. Nothing here knows words, ids or how the facts were found.

use serde::Serialize;

/// The version of the schema.
pub const FORMAT: u32 = 1;

/// A number that the module fixes, or that the host sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Amount {
    /// The module fixes it.
    Fixed(u64),
    /// A specialisation constant gives it.
    Spec {
        /// The id of the constant.
        spec: u32,
        /// The value if the host does not specialise it.
        default: u64,
    },
    /// The size of the bound resource gives it.
    Runtime {
        /// Always true: distinguishes this form from the others.
        runtime: bool,
    },
}

impl Amount {
    /// An amount that the bound resource gives.
    pub const RUNTIME: Amount = Amount::Runtime { runtime: true };

    /// The number, with specialisation constants at their defaults; `None` if the host decides.
    pub fn number(self) -> Option<u64> {
        match self {
            Amount::Fixed(number) | Amount::Spec { default: number, .. } => Some(number),
            Amount::Runtime { .. } => None,
        }
    }
}

/// The interface of a module to its host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reflection {
    /// The version of the schema: [`FORMAT`].
    pub format: u32,
    /// The tool that wrote this.
    pub generator: Generator,
    /// The source, if the module was compiled from one here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The module itself.
    pub spirv: Spirv,
    /// Needs of the module: versions, features, extensions and limits of Vulkan.
    pub requires: Requires,
    /// Entry points, in the order of the module.
    pub entry_points: Vec<EntryPoint>,
    /// Resources, by set and binding.
    pub bindings: Vec<Binding>,
    /// Blocks of push constants.
    pub push_constants: Vec<Block>,
    /// Blocks of records in shader binding tables.
    pub shader_records: Vec<Block>,
    /// Specialisation constants, by id.
    pub spec_constants: Vec<SpecConstant>,
    /// Structs with a layout, each after those that it contains.
    pub types: Vec<Struct>,
    /// Enumerations of the source that are types of members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub enums: Vec<Enumeration>,
}

/// The tool that wrote a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The text that a module was compiled from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Source {
    /// The path as the command line gave it.
    pub file: String,
    /// The language.
    pub language: String,
    /// Stage and shader model.
    pub profile: String,
}

/// Facts of the module as such.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Spirv {
    /// The version, such as `1.3`.
    pub version: String,
    /// The addressing model.
    pub addressing: String,
    /// The memory model.
    pub memory_model: String,
    /// The source language, if the module names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Capabilities, as the module declares them.
    pub capabilities: Vec<String>,
    /// Extensions, as the module declares them.
    pub extensions: Vec<String>,
    /// The size in words.
    pub size_words: usize,
}

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
    /// Capabilities and extensions that Vulkan does not have.
    pub unsupported: Vec<String>,
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

/// An entry point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EntryPoint {
    /// The name by which a pipeline calls it.
    pub name: String,
    /// The stage, such as `compute`.
    pub stage: String,
    /// Execution modes.
    pub modes: Vec<Mode>,
    /// The size of a workgroup, in stages that have workgroups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_size: Option<[Amount; 3]>,
    /// Groupshared memory in bytes, without the padding that a driver may add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groupshared_bytes: Option<u64>,
    /// Inputs: builtins, and those with a location.
    pub inputs: Vec<Variable>,
    /// Outputs.
    pub outputs: Vec<Variable>,
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
}

/// Facts of the source that the module does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SourceFact {
    /// The type as spelled in the source, with the dimensions of arrays.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The register that the source names, such as `t3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register: Option<Register>,
    /// The semantic of a member, digits included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantic: Option<String>,
    /// The enumeration of its values, one of `enums`.
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<String>,
    /// The variable whose element or member this is, if each has a binding of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flattened_from: Option<String>,
    /// The `///` lines before its declaration, without the slashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// The location of its declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// An enumeration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Enumeration {
    /// Its name.
    pub name: String,
    /// True if values are signed; memory holds 32 bits.
    pub signed: bool,
    /// Its enumerators, in the order of declaration.
    pub enumerators: Vec<Enumerator>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// An enumerator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: i64,
}

/// A bit-field: bits of a member that several of them share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BitField {
    /// Its name; empty for padding.
    pub name: String,
    /// The type as spelled in the source.
    #[serde(rename = "type")]
    pub ty: String,
    /// The lowest bit.
    pub offset: u32,
    /// The number of bits.
    pub width: u32,
}

/// A register of Direct3D.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Register {
    /// `b`, `t`, `u` or `s`; absent if the source names only a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The number; absent if the source names only a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The space.
    pub space: u32,
}

/// A location in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Span {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
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

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum Scalar {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int32,
    Uint32,
    Int64,
    Uint64,
    Float16,
    Float32,
    Float64,
    Bfloat16,
    Float8E4m3,
    Float8E5m2,
    /// Not numeric: images of tensors and of unknown types.
    Unknown,
}

/// Kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// A scalar.
    Scalar,
    /// A vector of scalars.
    Vector,
    /// A matrix, as several vectors.
    Matrix,
    /// A struct.
    Struct,
    /// A 64-bit address.
    Address,
    /// A type without a form in memory.
    Opaque,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Type {
    /// The name in HLSL's spelling, without the dimensions of arrays.
    pub name: String,
    /// The kind, without the dimensions of arrays.
    pub kind: Kind,
    /// The scalar type of its components.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scalar: Option<Scalar>,
    /// The number of components of a vector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<u32>,
    /// The shape of a matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<Matrix>,
    /// The struct, or the one to which an address points.
    #[serde(rename = "struct", skip_serializing_if = "Option::is_none")]
    pub structure: Option<String>,
    /// The dimensions of an array, the outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dims: Vec<Dimension>,
}

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Dimension {
    /// The number of elements.
    pub count: Amount,
    /// The stride in bytes; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
}

/// The shape of a matrix: memory holds `count` vectors of `length` scalars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matrix {
    /// Rows, as the source's language counts them.
    pub rows: u32,
    /// Columns, as the source's language counts them.
    pub columns: u32,
    /// The majorness in the terms of the source's language; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The number of vectors in memory.
    pub count: u32,
    /// The number of scalars in each.
    pub length: u32,
    /// The stride of the vectors in bytes; absent outside of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<u64>,
}

/// Majorness of a matrix: the vectors that are contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Order {
    /// Rows.
    RowMajor,
    /// Columns.
    ColumnMajor,
}

/// A struct with a layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Struct {
    /// A name that is unique in the document.
    pub name: String,
    /// The name in the module, if different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spirv_name: Option<String>,
    /// The bytes from its start to the end of its last member; padding after that belongs to its container.
    pub size: Amount,
    /// True if a member starts in the tail padding of an array or matrix before it, as in Direct3D's packing.
    pub tail_shared: bool,
    /// Its members, in the order of declaration.
    pub members: Vec<Member>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Member {
    /// The name; empty where the module has no names.
    pub name: String,
    /// The first byte, from the start of the struct.
    pub offset: u64,
    /// The bytes to the end of its last scalar: the last element of an array has no padding.
    pub size: Amount,
    /// The type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The padding in bytes between it and the member before it.
    pub padding_before: u64,
    /// True if it covers bytes of a member before it.
    #[serde(skip_serializing_if = "is_false")]
    pub overlaps: bool,
    /// The bit-fields in it, if the source has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bit_fields: Vec<BitField>,
    /// Facts that only the source has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hlsl: Option<SourceFact>,
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

impl Reflection {
    /// Inserts resources that the module lacks, and updates the indices of the others.
    pub fn add_bindings(&mut self, dropped: Vec<Binding>) {
        let before = self.bindings.len();
        self.bindings.extend(dropped);
        let mut order: Vec<usize> = (0..self.bindings.len()).collect();
        order.sort_by_key(|at| (self.bindings[*at].set, self.bindings[*at].binding));
        let mut moved = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| moved[*old] = new);
        let mut old: Vec<Option<Binding>> = std::mem::take(&mut self.bindings).into_iter().map(Some).collect();
        self.bindings = order.iter().filter_map(|at| old[*at].take()).collect();
        for binding in &mut self.bindings {
            let indices = [&mut binding.counter, &mut binding.counter_of, &mut binding.alias_of];
            indices.into_iter().flatten().filter(|at| **at < before).for_each(|at| *at = moved[*at]);
        }
        for used in self.entry_points.iter_mut().flat_map(|entry| &mut entry.resources) {
            used.binding = moved[used.binding];
            used.sampled_with.iter_mut().for_each(|at| *at = moved[*at]);
        }
    }

    /// The struct with this name.
    pub fn structure(&self, name: &str) -> Option<&Struct> {
        self.types.iter().find(|one| one.name == name)
    }

    /// The document, without a line break at its end.
    pub fn to_json(&self) -> String {
        // Keys are text and no serialisation here fails.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schema.json");

    /// Compares the schema with the model; `UPDATE=1` writes the schema.
    #[test]
    fn the_schema_is_that_of_the_model() {
        let made = serde_json::to_string_pretty(&schemars::schema_for!(Reflection)).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(FILE, &made).unwrap();
        }
        assert!(std::fs::read_to_string(FILE).unwrap() == made, "the schema is out of date; run with UPDATE=1");
    }
}
