//! Places: expressions that can be read, and mostly written.

use crate::builder::num::Num;
use crate::emitter::Repr;
use sema::hir::GlobalId;
use sema::hir::expr::{Components, ExprId, MatrixElements};
use sema::hir::ty::{BitRange, Texture, TypeId};
use spirv::{ImageFormat, StorageClass, Word};

/// A value, which may still be as a buffer holds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// The result.
    pub(crate) id: Word,
    /// Representation. Numbers are always [`Repr::Value`], unless memory holds them as arrays.
    pub(crate) repr: Repr,
}

impl Value {
    /// A value that functions can compute with.
    pub(crate) fn plain(id: Word) -> Self {
        Value { id, repr: Repr::Value }
    }
}

/// A pointer to something in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer {
    /// The pointer.
    pub(crate) id: Word,
    /// The type that it points to.
    pub(crate) ty: TypeId,
    /// Representation of the pointee.
    pub(crate) repr: Repr,
    /// Where it lies.
    pub(crate) storage: StorageClass,
    /// The format that the declaration of an image gives.
    pub(crate) format: Option<ImageFormat>,
    /// The block that this is as a whole; its type is another one than the struct's.
    pub(crate) block: Option<GlobalId>,
    /// True if it leads into a buffer that is accessed in the order of the rasteriser.
    pub(crate) is_ordered: bool,
    /// A power of two of which the address is a multiple. Only accesses to physical storage say it.
    pub(crate) align: u32,
}

impl Pointer {
    /// A pointer of which nothing else is to be said: to no image with a format, to no block, in no order, to nowhere in
    /// physical storage.
    pub(crate) fn new(id: Word, ty: TypeId, repr: Repr, storage: StorageClass) -> Self {
        Pointer { id, ty, repr, storage, format: None, block: None, is_ordered: false, align: 1 }
    }
}

/// Something that can be read and, where the language says so, written.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The place behind a pointer.
    Memory(Pointer),
    /// A bit-field: the pointer leads to its unit.
    Bits(Pointer, BitRange),
    /// Components of a vector that is a place.
    Components {
        /// The vector.
        base: Box<Place>,
        /// Its type.
        num: Num,
        /// The components, none twice.
        components: Components,
    },
    /// Several elements of a matrix.
    Elements {
        /// The matrix.
        matrix: Pointer,
        /// Its type.
        num: Num,
        /// The elements, none twice.
        elements: MatrixElements,
    },
    /// An element of a texture or typed buffer.
    Texel(Box<Texel>),
    /// A part, chosen at run time, of a place that is not a memory. It is changed in a copy, which is then written back.
    Within {
        /// The whole.
        whole: Box<Place>,
        /// The copy.
        copy: Pointer,
        /// The part of the copy.
        part: Pointer,
    },
}

/// An element of a texture or typed buffer.
#[derive(Clone, Debug)]
pub(crate) struct Texel {
    /// Where its handle comes from.
    pub(crate) image: Image,
    /// The type of the texture.
    pub(crate) texture: Texture,
    /// The index of the element.
    pub(crate) coordinate: Word,
    /// The level or sample that the source names.
    pub(crate) level: Option<Word>,
}

/// Where the handle of a texture comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Image {
    /// An expression that can be evaluated for each access.
    Expr(ExprId),
    /// A pointer that was found before.
    Pointer(Pointer),
}
