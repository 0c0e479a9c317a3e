//! Places that pointers of the module lead to.

use crate::layout::Shape;
use dialect::ir::{TypeId, ValueId};

/// Something in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The start of the buffer or variable.
    pub(crate) base: ValueId,
    /// Its distance from the base, in bytes.
    pub(crate) offset: ValueId,
    /// The number of bytes, where each access is checked against that.
    pub(crate) limit: Option<ValueId>,
    /// The number of bytes, where that is known: then indices alone are kept in range, as long as they are those
    /// of the types that lie there.
    pub(crate) room: u64,
    /// Its type.
    pub(crate) shape: Shape,
    /// For memory that each invocation has for itself, where lanes run as vectors: how it lies there.
    pub(crate) own: Option<Rows>,
    /// Where lanes differ: how far the elements are apart that their indices choose.
    pub(crate) stride: Option<u64>,
    /// Facts about lanes that choose one element after the other.
    pub(crate) series: Option<Series>,
}

/// Elements one after the other, one for each lane of the wave, or the same part of each.
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
    /// Memory at an offset from a start with so many bytes, which each access is checked against.
    pub(crate) fn limited(base: ValueId, offset: ValueId, limit: ValueId, shape: Shape) -> Memory {
        Memory { base, offset, limit: Some(limit), room: 0, shape, own: None, stride: None, series: None }
    }
}

/// Memory of all lanes of a wave in one piece: pieces of so many bytes of each lane lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) piece: u64,
}

/// Where a pointer leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Into memory.
    Memory(Memory),
    /// To an array of buffers.
    Buffers { slot: u32, count: u32, ty: TypeId },
    /// To the descriptor of an image or sampler.
    Resource(ValueId),
    /// To an array of them.
    Resources { slot: u32, count: u32 },
    /// To a texel, for atomics: an address that is null out of range, and of what the host was asked for there.
    Texel { address: ValueId, ty: TypeId },
}

/// Guard block for an access that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// It reads zeros.
    Zero,
    /// It writes where nobody reads.
    Sink,
}
