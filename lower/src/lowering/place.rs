//! Places that pointers of the module lead to.

use crate::layout::Shape;
use dialect::ir::{TypeId, ValueId};

/// Something in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// The start of the buffer or variable.
    pub(crate) base: ValueId,
    /// How far from there it is, in bytes.
    pub(crate) offset: ValueId,
    /// How many bytes there are, where each access is checked against that.
    pub(crate) limit: Option<ValueId>,
    /// How many bytes there are, where that is known: then indices alone are kept in range, as long as they are those
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
    /// How far the first lane's is from the base, in bytes.
    pub(crate) first: ValueId,
    /// True if they are such: their numbers may leave their range, or not be known to follow each other.
    pub(crate) holds: ValueId,
    /// How far the lanes' are apart, in bytes: all of that is memory like the elements.
    pub(crate) stride: u64,
    /// How far into that it is, where this is known.
    pub(crate) into: Option<u64>,
    /// True if nothing tells that they follow each other before they run.
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
