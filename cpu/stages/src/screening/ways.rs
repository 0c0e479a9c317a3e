//! The target of a pointer: its variable, the indices of its access chains, and its offset and size in bytes.

use crate::layout::{DEEPEST, Layouts};
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::{Op, StorageClass};

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

/// Ways of pointers.
impl<'m> Layouts<'m> {
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

    /// The target of a pointer; `None` if it is unknown.
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
}
