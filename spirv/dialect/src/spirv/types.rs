//! The types of the SPIR-V dialect.

use crate::ir::{AttrId, NamedAttr, TypeId};
use base::intern::Symbol;
use spirv::{AccessQualifier, Dim, ImageFormat, Op, StorageClass};

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// A number.
    Const(u64),
    /// The value of a specialisation constant.
    Symbol(Symbol),
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its type.
    pub ty: TypeId,
    /// Its distance from the start of the struct, in bytes.
    pub offset: Option<u32>,
    /// Its other decorations, by their attribute names.
    pub decorations: Vec<NamedAttr>,
}

/// The depth operand of `OpTypeImage`, by its value.
pub const DEPTH: [&str; 3] = ["NoDepth", "IsDepth", "DepthUnknown"];
/// The arrayed operand of `OpTypeImage`, by its value.
pub const ARRAYED: [&str; 2] = ["NonArrayed", "Arrayed"];
/// The multisampled operand of `OpTypeImage`, by its value.
pub const SAMPLING: [&str; 2] = ["SingleSampled", "MultiSampled"];
/// The sampled operand of `OpTypeImage`, by its value.
pub const SAMPLER_USE: [&str; 3] = ["SamplerUnknown", "NeedSampler", "NoSampler"];

/// The operands of `OpTypeImage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Image {
    /// The component type of a texel.
    pub sampled: TypeId,
    /// Its dimensionality.
    pub dim: Dim,
    /// An index into [`DEPTH`].
    pub depth: u8,
    /// An index into [`ARRAYED`].
    pub arrayed: u8,
    /// An index into [`SAMPLING`].
    pub multisampled: u8,
    /// An index into [`SAMPLER_USE`].
    pub sampler_use: u8,
    /// The format of its texels.
    pub format: ImageFormat,
    /// The access qualifier, for kernels.
    pub access: Option<AccessQualifier>,
}

/// A type that only SPIR-V has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpirvType {
    /// A pointer.
    Pointer {
        /// The pointee type.
        pointee: TypeId,
        /// The storage class.
        storage: StorageClass,
        /// The array stride in bytes, if it points into an array.
        stride: Option<u32>,
    },
    /// An array.
    Array {
        /// The element type.
        elem: TypeId,
        /// The number of elements.
        len: Length,
        /// The stride in bytes.
        stride: Option<u32>,
    },
    /// An array whose length is known only at run time.
    RuntimeArray {
        /// The element type.
        elem: TypeId,
        /// The stride in bytes.
        stride: Option<u32>,
    },
    /// A struct.
    Struct {
        /// Its name; structs with a name may contain pointers to themselves.
        name: Option<Symbol>,
        /// Its members.
        members: Vec<Member>,
        /// Its decorations, by their attribute names.
        decorations: Vec<NamedAttr>,
    },
    /// A reference to the struct with this name, inside of that struct.
    StructRef(Symbol),
    /// A matrix.
    Matrix {
        /// The type of its columns.
        column: TypeId,
        /// The number of columns.
        columns: u32,
    },
    /// An image.
    Image(Image),
    /// A sampler.
    Sampler,
    /// A sampled image.
    SampledImage(TypeId),
    /// Any other type: its instruction with operands.
    Other {
        /// The instruction.
        op: Op,
        /// Types, constants, enumerated values and literals.
        params: Box<[AttrId]>,
        /// Its decorations, by their attribute names.
        decorations: Vec<NamedAttr>,
    },
}
