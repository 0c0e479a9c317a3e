//! Variables, and how what they hold is represented.

use sema::hir::LayoutId;
use spirv::{StorageClass, Word};

/// Representation of a value of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Repr {
    /// As functions compute with it, and as it lies in the storage classes `Function`, `Private` and `Workgroup`:
    /// `bool`s are `bool`s and structs have no offsets.
    Value,
    /// As functions compute with it, but for floats, of which memory holds the bits: groupshared variables whose floats are
    /// compared by their bits.
    Bits,
    /// As it lies in a buffer.
    Memory(LayoutId),
}

impl Repr {
    /// With a layout or without.
    pub(crate) fn of(layout: Option<LayoutId>) -> Self {
        layout.map_or(Repr::Value, Repr::Memory)
    }

    /// The layout, in memory.
    pub(crate) fn layout(self) -> Option<LayoutId> {
        match self {
            Repr::Value | Repr::Bits => None,
            Repr::Memory(layout) => Some(layout),
        }
    }
}

/// A variable that holds a local, parameter or global.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    /// The pointer to it.
    pub(crate) pointer: Word,
    /// Where it lies.
    pub(crate) storage: StorageClass,
    /// Representation of the value in it; for buffers with elements or content, of those.
    pub(crate) repr: Repr,
}
