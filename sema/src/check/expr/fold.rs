//! Constant folding in the checker: scalars everywhere, everything where the language requires a constant.

use crate::check::state::Checker;
use crate::check::state::literals::Operation;
use crate::consteval::{self, Effort};
use crate::convert;
use crate::hir::expr::{BinaryOp, ConstantId, Conversion, ExprId, ExprKind, UnaryOp};
use crate::hir::ty::{Type, TypeId};

impl Checker<'_> {
    /// The constant with other elements; `None` if the types have different shapes.
    pub(crate) fn fold_convert(&mut self, constant: ConstantId, ty: TypeId) -> Option<ConstantId> {
        let from = self.module.constants[constant].ty;
        if from == ty {
            return Some(constant);
        }
        let shape = |checker: &Self, ty| match checker.module.types[ty] {
            Type::Enum(_) => Some(convert::Shape::Scalar),
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => convert::numeric_type(other).map(|(_, shape)| shape),
        };
        if shape(self, from)? != shape(self, ty)? {
            return None;
        }
        consteval::convert_constant(&mut self.module, Conversion::Numeric, constant, ty)
    }

    /// The value of an operator on scalar constants.
    pub(crate) fn fold_binary(
        &mut self,
        op: BinaryOp,
        lhs: ConstantId,
        rhs: ConstantId,
        ty: TypeId,
    ) -> Option<ConstantId> {
        if !self.is_scalar(ty) {
            return None;
        }
        let operation = Operation { op, ty, lhs, rhs };
        if let Some(known) = self.literals.folded(operation) {
            return Some(known);
        }
        let folded = consteval::binary(&mut self.module, op, ty, lhs, rhs)?;
        self.literals.fold(operation, folded);
        Some(folded)
    }

    /// The value of an operator on a scalar constant.
    pub(crate) fn fold_unary(&mut self, op: UnaryOp, operand: ConstantId) -> Option<ConstantId> {
        let ty = self.module.constants[operand].ty;
        self.is_scalar(ty).then(|| consteval::unary(&mut self.module, op, ty, operand))?
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Scalar(_))
    }

    /// The value of an expression where the language requires a constant.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not known constants")]
    pub(crate) fn fold(&mut self, expr: ExprId, effort: Effort) -> Option<ConstantId> {
        if let Some(constant) = self.constant_of(expr) {
            return Some(constant);
        }
        let (locals, globals) = (&self.frame.constants, &self.decls.values);
        let known = |kind: &ExprKind| match kind {
            ExprKind::Local(local) => locals.get(local).copied(),
            ExprKind::Global(global) => globals.get(global).copied(),
            _ => None,
        };
        consteval::fold(&mut self.module, &self.frame.body, &known, effort, expr)
    }
}
