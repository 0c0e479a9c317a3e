//! Memory places of the module's pointers.

use crate::layout::Shape;
use dialect::ir::{TypeId, ValueId};

/// A place in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The start of the buffer or variable.
    pub(crate) base: ValueId,
    /// Its distance from the base, in bytes.
    pub(crate) offset: ValueId,
    /// The number of bytes, where each access is checked against that.
    pub(crate) limit: Option<ValueId>,
    /// The number of bytes, if known: then only indices are kept in range, as long as they are those of the types
    /// there.
    pub(crate) room: u64,
    /// Its type.
    pub(crate) shape: Shape,
    /// For memory of a single invocation, if lanes run as vectors: its layout.
    pub(crate) own: Option<Rows>,
    /// For divergent places: the distance of the elements that their indices select.
    pub(crate) stride: Option<u64>,
    /// Facts about lanes that access consecutive elements.
    pub(crate) series: Option<Series>,
    /// True if each access must be done unchanged: another thread may wait for it, or change the memory.
    pub(crate) is_volatile: bool,
    /// True for a buffer with an element for each workgroup along x, which the host has made sure of.
    pub(crate) has_groups: bool,
}

/// Consecutive elements, one for each lane of the wave, or the same part of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series {
    /// The first lane's distance from the base, in bytes.
    pub(crate) first: ValueId,
    /// True if they are in sequence: their indices may go out of range, or not be known to be consecutive.
    pub(crate) holds: ValueId,
    /// The distance between the lanes' elements, in bytes: all of it is memory of the same kind.
    pub(crate) stride: u64,
    /// The offset into that, if known.
    pub(crate) into: Option<u64>,
    /// True if only a check at run time tells that they are in sequence.
    pub(crate) is_guess: bool,
}

impl Memory {
    /// Memory at an offset from a base with a size, against which each access is checked.
    pub(crate) fn limited(base: ValueId, offset: ValueId, limit: ValueId, shape: Shape) -> Memory {
        Memory {
            base,
            offset,
            limit: Some(limit),
            room: 0,
            shape,
            own: None,
            stride: None,
            series: None,
            is_volatile: false,
            has_groups: false,
        }
    }
}

/// Memory of all lanes of a wave in one piece, interleaved in units of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) piece: u64,
}

/// Target of a pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Memory.
    Memory(Memory),
    /// An array of buffers.
    Buffers { slot: u32, count: u32, ty: TypeId },
    /// The descriptor of an image or sampler.
    Resource(ValueId),
    /// An array of descriptors.
    Resources { slot: u32, count: u32 },
    /// A texel, for atomics: an address that is null out of range, with the size and type asked of the host.
    Texel { address: ValueId, ty: TypeId },
}

/// Guard block for out-of-range accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// It reads zeros.
    Zero,
    /// It receives discarded writes.
    Sink,
}
