//! Casts of `vk::BufferPointer`, and their requirements.

use crate::check::state::Checker;
use crate::hir::expr::ParamMode;
use crate::hir::ty::{Type, TypeId};
use crate::tables::intrinsics::{Expand, Lowering, Memory};

impl Checker<'_> {
    /// The reason why a pointer cast is invalid; `None` for other intrinsics.
    pub(crate) fn why_no_pointer_cast(
        &self,
        lowering: Lowering,
        params: &[(ParamMode, TypeId)],
        to: TypeId,
    ) -> Option<&'static str> {
        let is_static = match lowering {
            Lowering::Expand(Expand::Memory(Memory::StaticPointerCast)) => true,
            Lowering::Expand(Expand::Memory(Memory::ReinterpretPointerCast)) => false,
            Lowering::Op { .. }
            | Lowering::Whole(_)
            | Lowering::Derivative(_)
            | Lowering::Interpolate(_)
            | Lowering::Wave { .. }
            | Lowering::Atomic { .. }
            | Lowering::Barrier { .. }
            | Lowering::BuiltIn { .. }
            | Lowering::Expand(_)
            | Lowering::Unsupported(_) => return None,
        };
        let &[(_, from)] = params else { return None };
        let (Type::BufferPointer(from, known), Type::BufferPointer(to, promised)) =
            (self.module.types[from], self.module.types[to])
        else {
            return None;
        };
        // An alignment of zero is that of the pointee.
        if known != 0 && promised > known {
            return Some("a cast cannot increase the alignment");
        }
        (is_static && !self.is_same_or_base(from, to))
            .then_some("the target type must be a base class of the source type")
    }

    /// Returns whether a type is another one, or a base of it however far away.
    fn is_same_or_base(&self, derived: TypeId, base: TypeId) -> bool {
        let (Type::Struct(derived_id), Type::Struct(base_id)) = (self.module.types[derived], self.module.types[base])
        else {
            return derived == base;
        };
        let mut work = vec![derived_id];
        while let Some(id) = work.pop() {
            if id == base_id {
                return true;
            }
            work.extend(&self.decls.structs[id].bases);
        }
        false
    }
}
