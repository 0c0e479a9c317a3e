//! Values of the source for debuggers: an item is a typed place in memory or in cells, which has parts.

use crate::code::Slot;
use crate::types::Shape;

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// In the memory of an object.
    Memory { object: u64, offset: u64 },
    /// In cells, from one on.
    Cells(Slot),
    /// Texels of the first level of a descriptor's image, from a number on: with three axes slices, with two rows, with one a row,
    /// with none a texel.
    Texels { slot: u32, first: u64, axes: u8 },
    /// Words of the ray query at a place in the lane's memory, from one on.
    Query { of: u64, word: u32 },
    /// A component of a texel.
    Component { slot: u32, texel: u64, at: u32 },
}

/// A value of a type, or a part of one, where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub(crate) ty: u32,
    pub(crate) shape: Shape,
    pub(crate) at: At,
}

impl Item {
    pub(crate) fn new(ty: u32, at: At) -> Self {
        Item { ty, shape: Shape::Packed, at }
    }
}

/// The kind of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A truth.
    Bool,
    /// An integer.
    Int {
        /// Its size.
        bits: u32,
        /// True if it has a sign.
        signed: bool,
    },
    /// A floating-point number.
    Float {
        /// Its size.
        bits: u32,
    },
}

/// The number that an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Its kind.
    pub number: Number,
    /// Its bits.
    pub bits: u64,
    /// True if it is uninitialized.
    pub is_undefined: bool,
}

/// The kind of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Number(Number),
    /// Numbers, at most four in HLSL.
    Vector(u32),
    /// Rows, or columns where the source has those.
    Matrix(u32),
    /// Elements.
    Array(u64),
    /// Members.
    Struct(u32),
    /// Something that cannot be looked into.
    Opaque,
}
