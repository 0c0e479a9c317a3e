//! Operands that operators take as they are.

use crate::check::state::Checker;
use crate::convert::operators::{self, BinaryTypes};
use crate::hir::expr::{BinaryOp, ExprId};
use crate::hir::ty::Type;

impl Checker<'_> {
    /// The types of an operator on values of one scalar type, which are taken as they are.
    pub(super) fn types_of_scalars(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<BinaryTypes> {
        let ty = self.ty(lhs);
        let is_usual = ty == self.ty(rhs)
            && matches!(self.module.types[ty], Type::Scalar(_))
            && !self.is_place(lhs)
            && !self.is_place(rhs);
        if !is_usual {
            return None;
        }
        let types = operators::binary(&mut self.module, self.options.version, op, ty, ty).ok()?;
        (types.operand == ty && !types.literal_shift).then_some(types)
    }
}
