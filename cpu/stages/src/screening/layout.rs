//! The target of a pointer: its variable, the indices of its access chains, and its offset and size in bytes.

use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use spirv::{Decoration, Op, StorageClass};

/// The most levels of types whose layout is known, the most types in one, and the most members of a struct that is accessed as
/// a whole.
const DEEPEST: u32 = 64;
const MOST_TYPES: u32 = 1024;
const MOST_MEMBERS: usize = 128;

/// What is left of these limits.
struct Room {
    levels: u32,
    types: u32,
}

/// A step from a composite to a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The index.
    pub(super) index: u32,
    /// The number of parts; `None` in a runtime array.
    pub(super) count: Option<u32>,
    /// The bytes from part to part.
    pub(super) stride: u64,
}

/// What a pointer leads to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) variable: u32,
    pub(super) class: u32,
    /// The steps, but for those to members.
    pub(super) steps: Vec<Step>,
    /// The bytes before it where all indices are zero.
    pub(super) offset: u64,
    /// Its bytes.
    pub(super) bytes: u64,
    /// The number of the member that is a runtime array, if the way leads through one.
    pub(super) runtime: Option<u32>,
}

/// The layout of matrices in a member: the stride, and whether rows are behind one another.
type Matrix = (u64, bool);

/// The types of a module.
#[derive(Clone, Copy)]
pub(super) struct Layouts<'m> {
    pub(super) index: &'m Index<'m>,
}

impl<'m> Layouts<'m> {
    /// The value of a constant of at most 32 bits.
    pub(super) fn constant(self, id: u32) -> Option<u32> {
        let inst = self.index.def(id)?;
        match inst.op {
            Op::Constant => Some(inst.literal(0)),
            Op::ConstantNull => Some(0),
            _ => None,
        }
    }

    /// The variable of a pointer, and the indices on the way.
    fn way(self, pointer: u32) -> Option<(&'m Inst, Vec<u32>)> {
        let mut indices = Vec::new();
        let mut at = self.index.def(pointer)?;
        for _ in 0..DEEPEST {
            match at.op {
                Op::Variable => {
                    indices.reverse();
                    return Some((at, indices));
                }
                Op::AccessChain | Op::InBoundsAccessChain => {
                    let own: Vec<u32> = at.ids_from(1).collect();
                    indices.extend(own.into_iter().rev());
                }
                Op::CopyObject => {}
                _ => return None,
            }
            at = self.index.def(at.id(0))?;
        }
        None
    }

    /// The variable that a pointer leads into.
    pub(super) fn variable(self, pointer: u32) -> Option<&'m Inst> {
        self.way(pointer).map(|(variable, _)| variable)
    }

    /// What a pointer leads to; `None` if that is not known.
    pub(super) fn target(self, pointer: u32) -> Option<Target> {
        let (variable, indices) = self.way(pointer)?;
        let ty = self.index.def(variable.type_id()).filter(|ty| ty.op == Op::TypePointer)?;
        let (class, mut ty) = (ty.value(0), ty.id(1));
        let explicit = [StorageClass::Uniform, StorageClass::StorageBuffer, StorageClass::PushConstant];
        let is_explicit = explicit.iter().any(|one| *one as u32 == class);
        let (mut steps, mut offset, mut matrix, mut runtime) = (Vec::new(), 0u64, None, None);
        // The columns of a row-major matrix are not contiguous: an access to one counts as one to the matrix.
        let mut whole = None;
        for index in indices {
            let own = self.index.def(ty)?;
            let (count, stride) = match own.op {
                Op::TypeStruct => {
                    let member = self.constant(index)?;
                    let at = self.member(own, member, is_explicit)?;
                    (offset, matrix) = (offset.checked_add(at.0)?, at.1);
                    if self.index.op(own.id(member as usize)) == Op::TypeRuntimeArray {
                        runtime = Some(member);
                    }
                    ty = own.id(member as usize);
                    continue;
                }
                Op::TypeArray => (Some(self.constant(own.id(1))?), self.stride(own, is_explicit)?),
                Op::TypeRuntimeArray if runtime.is_some() => (None, self.stride(own, is_explicit)?),
                Op::TypeMatrix => {
                    if matrix.is_some_and(|(_, by_rows)| by_rows) {
                        whole = Some(self.bytes(ty, matrix, is_explicit)?);
                    }
                    let column = self.bytes(own.id(0), None, is_explicit)?;
                    (Some(own.literal(1)), matrix.map_or(column, |(stride, _)| stride))
                }
                Op::TypeVector => (Some(own.literal(1)), self.bytes(own.id(0), None, is_explicit)?),
                _ => return None,
            };
            ty = own.id(0);
            steps.push(Step { index, count, stride: if whole.is_some() { 0 } else { stride } });
        }
        let bytes = match whole {
            Some(bytes) => bytes,
            None => self.bytes(ty, matrix, is_explicit).unwrap_or(0),
        };
        Some(Target { variable: variable.result_id(), class, steps, offset, bytes, runtime })
    }

    fn stride(self, array: &Inst, is_explicit: bool) -> Option<u64> {
        match is_explicit {
            true => Some(self.index.decoration(array.result_id(), Decoration::ArrayStride)?.number(0).into()),
            false => self.bytes(array.id(0), None, false),
        }
    }

    /// The offset of a member, and the layout of its matrices.
    fn member(self, ty: &Inst, member: u32, is_explicit: bool) -> Option<(u64, Option<Matrix>)> {
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

    /// The bytes of a type, in the layout of buffers or without gaps; `None` if that is not known, or the type is large.
    fn bytes(self, ty: u32, matrix: Option<Matrix>, is_explicit: bool) -> Option<u64> {
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
            _ => None,
        }
    }
}
