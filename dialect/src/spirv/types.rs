//! The types of the SPIR-V dialect.

use crate::ir::{AttrId, NamedAttr, TypeId};
use base::intern::Symbol;
use spirv::{AccessQualifier, Dim, ImageFormat, Op, StorageClass};

/// How many elements an array has.
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

/// Whether an image is a depth image, as `OpTypeImage` encodes it.
pub const DEPTH: [&str; 3] = ["NoDepth", "IsDepth", "DepthUnknown"];
/// Whether an image is an array.
pub const ARRAYED: [&str; 2] = ["NonArrayed", "Arrayed"];
/// Whether an image has several samples.
pub const SAMPLING: [&str; 2] = ["SingleSampled", "MultiSampled"];
/// Whether an image is used with a sampler.
pub const SAMPLER_USE: [&str; 3] = ["SamplerUnknown", "NeedSampler", "NoSampler"];

/// An image: what `OpTypeImage` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Image {
    /// The type of a texel's components.
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
    /// For kernels: how it is accessed.
    pub access: Option<AccessQualifier>,
}

/// A type that only SPIR-V has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpirvType {
    /// A pointer.
    Pointer {
        /// What it points to.
        pointee: TypeId,
        /// Where that is.
        storage: StorageClass,
        /// The distance of elements when it points into an array, in bytes.
        stride: Option<u32>,
    },
    /// An array.
    Array {
        /// The element type.
        elem: TypeId,
        /// The number of elements.
        len: Length,
        /// The distance of elements in bytes.
        stride: Option<u32>,
    },
    /// An array whose length is known only at run time.
    RuntimeArray {
        /// The element type.
        elem: TypeId,
        /// The distance of elements in bytes.
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
    /// Inside the struct with this name: that struct.
    StructRef(Symbol),
    /// A matrix.
    Matrix {
        /// The type of its columns.
        column: TypeId,
        /// How many it has.
        columns: u32,
    },
    /// An image.
    Image(Image),
    /// A sampler.
    Sampler,
    /// An image with a sampler.
    SampledImage(TypeId),
    /// Any other type: its instruction with what it is applied to.
    Other {
        /// The instruction.
        op: Op,
        /// Types, constants, enumerated values and literals.
        params: Box<[AttrId]>,
        /// Its decorations, by their attribute names.
        decorations: Vec<NamedAttr>,
    },
}
