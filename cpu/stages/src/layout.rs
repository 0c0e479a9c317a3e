//! Sizes and offsets of types in memory, with the decorations of buffers or without gaps.

use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use spirv::{Decoration, Op, StorageClass};

/// The most levels of types whose layout is known, the most types in one, and the most members of a struct that is accessed as
/// a whole.
pub(crate) const DEEPEST: u32 = 64;
const MOST_TYPES: u32 = 1024;
const MOST_MEMBERS: usize = 128;
/// The most bytes of a record.
const MOST_BYTES: u32 = 1 << 16;

/// Why a record is refused.
pub(crate) const UNKNOWN_SIZE: &str = "its size is unknown, or more than 64 KiB";

/// What is left of these limits.
struct Room {
    levels: u32,
    types: u32,
}

/// The layout of matrices in a member: the stride, and whether rows are behind one another.
pub(crate) type Matrix = (u64, bool);

/// The types of a module.
#[derive(Clone, Copy)]
pub(crate) struct Layouts<'m> {
    pub(crate) index: &'m Index<'m>,
}

impl Layouts<'_> {
    /// The value of a constant of at most 32 bits.
    pub(crate) fn constant(self, id: u32) -> Option<u32> {
        let inst = self.index.def(id)?;
        match inst.op {
            Op::Constant => Some(inst.literal(0)),
            Op::ConstantNull => Some(0),
            _ => None,
        }
    }

    /// The bytes from element to element of an array.
    pub(crate) fn stride(self, array: &Inst, is_explicit: bool) -> Option<u64> {
        match is_explicit {
            true => Some(self.index.decoration(array.result_id(), Decoration::ArrayStride)?.number(0).into()),
            false => self.bytes(array.id(0), None, false),
        }
    }

    /// The offset of a member, and the layout of its matrices.
    pub(crate) fn member(self, ty: &Inst, member: u32, is_explicit: bool) -> Option<(u64, Option<Matrix>)> {
        if member as usize >= ty.operands.len() {
            return None;
        }
        if !is_explicit {
            let before = ty.ids_from(0).take(member as usize);
            let bytes =
                before.map(|ty| self.bytes(ty, None, false)).try_fold(0u64, |sum, bytes| sum.checked_add(bytes?))?;
            return Some((bytes, None));
        }
        let own = || self.index.decorations(ty.result_id()).iter().filter(|one| one.member == Some(member));
        let number = |kind: Decoration| own().find(|one| one.kind == kind).map(|one| u64::from(one.number(0)));
        let by_rows = own().any(|one| one.kind == Decoration::RowMajor);
        Some((number(Decoration::Offset)?, number(Decoration::MatrixStride).map(|stride| (stride, by_rows))))
    }

    /// The bytes of a record, up to the end of its last part; `None` if that is not known, or they are too many.
    pub(crate) fn record(self, ty: u32) -> Option<u32> {
        self.bytes(ty, None, true).and_then(|bytes| u32::try_from(bytes).ok()).filter(|bytes| *bytes <= MOST_BYTES)
    }

    /// The bytes of a type, in the layout of buffers or without gaps; `None` if that is not known, or the type is large.
    pub(crate) fn bytes(self, ty: u32, matrix: Option<Matrix>, is_explicit: bool) -> Option<u64> {
        self.bytes_at(ty, matrix, is_explicit, &mut Room { levels: DEEPEST, types: MOST_TYPES })
    }

    fn bytes_at(self, ty: u32, matrix: Option<Matrix>, is_explicit: bool, room: &mut Room) -> Option<u64> {
        room.levels = room.levels.checked_sub(1)?;
        room.types = room.types.checked_sub(1)?;
        let bytes = self.bytes_of(self.index.def(ty)?, matrix, is_explicit, room);
        room.levels += 1;
        bytes
    }

    fn bytes_of(self, own: &Inst, matrix: Option<Matrix>, is_explicit: bool, room: &mut Room) -> Option<u64> {
        match own.op {
            Op::TypeBool => Some(4),
            Op::TypeInt | Op::TypeFloat => Some(u64::from(own.literal(0)) / 8),
            Op::TypeVector => self.bytes_at(own.id(0), None, is_explicit, room)?.checked_mul(own.literal(1).into()),
            Op::TypeMatrix => {
                let column = self.index.def(own.id(0))?;
                let columns = u64::from(own.literal(1));
                match matrix {
                    Some((stride, true)) => stride.checked_mul(column.literal(1).into()),
                    Some((stride, false)) => stride.checked_mul(columns),
                    None => self.bytes_at(own.id(0), None, is_explicit, room)?.checked_mul(columns),
                }
            }
            Op::TypeArray => {
                let stride = match is_explicit {
                    true => self.stride(own, true)?,
                    false => self.bytes_at(own.id(0), matrix, false, room)?,
                };
                stride.checked_mul(self.constant(own.id(1))?.into())
            }
            Op::TypeStruct if own.operands.len() <= MOST_MEMBERS => {
                let mut end = 0u64;
                for (at, member) in (0..).zip(own.ids_from(0)) {
                    let (offset, matrix) = if is_explicit { self.member(own, at, true)? } else { (end, None) };
                    let bytes = self.bytes_at(member, matrix, is_explicit, room)?;
                    end = end.max(offset.checked_add(bytes)?);
                }
                Some(end)
            }
            Op::TypePointer if own.value(0) == StorageClass::PhysicalStorageBuffer as u32 => Some(8),
            _ => None,
        }
    }
}
