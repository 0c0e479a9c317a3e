//! Conditional expressions that are assigned to: from HLSL 202x on, `c ? a : b` of two variables of one type is one of them.
//!
//! SPIR-V selects no variables. The assignment is made in each arm instead, of a value that is computed before.

use crate::check::state::Checker;
use crate::hir::expr::{BinaryOp, ExprId, ExprKind};
use crate::hir::ty::TypeId;
use base::source::Span;
use frontend::language::HlslVersion;

/// A place that a condition selects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Either {
    condition: ExprId,
    then: ExprId,
    otherwise: ExprId,
}

/// What is done with such a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Write {
    /// `place = value`
    Assign { value: ExprId },
    /// `place op= value`, computed in a type
    Compound { op: BinaryOp, value: ExprId, compute: TypeId },
    /// `++place` and similar ones
    Step { increment: bool, prefix: bool },
}

impl Checker<'_> {
    /// The places of a conditional expression, or of a part of one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions select no place")]
    pub(super) fn either_place(&mut self, expr: ExprId) -> Option<Either> {
        let mut path = Vec::new();
        let mut at = expr;
        let (condition, then, otherwise) = loop {
            if self.is_place(at) {
                return None;
            }
            match &self.frame.body.exprs[at].kind {
                ExprKind::Ternary { condition, then, otherwise } => break (*condition, *then, *otherwise),
                kind @ (ExprKind::Member { .. }
                | ExprKind::Index { .. }
                | ExprKind::Swizzle { .. }
                | ExprKind::MatrixSwizzle { .. }) => {
                    path.push(at);
                    at = kind.whole()?;
                }
                _ => return None,
            }
        };
        let place = |checker: &Self, value: ExprId| {
            if let ExprKind::Load(place) = checker.frame.body.exprs[value].kind { Some(place) } else { None }
        };
        let (then, otherwise) = (place(self, then)?, place(self, otherwise)?);
        let [then, otherwise] = [then, otherwise].map(|root| self.part_of(root, &path));
        Some(Either { condition, then, otherwise })
    }

    /// Takes the same part of another whole; the outermost step is the first.
    #[expect(clippy::wildcard_enum_match_arm, reason = "paths consist of these steps alone")]
    fn part_of(&mut self, root: ExprId, path: &[ExprId]) -> ExprId {
        path.iter().rev().fold(root, |base, &step| {
            let node = self.frame.body.exprs[step].clone();
            let kind = match node.kind {
                ExprKind::Member { field, .. } => ExprKind::Member { base, field },
                ExprKind::Index { index, .. } => ExprKind::Index { base, index },
                ExprKind::Swizzle { components, .. } => ExprKind::Swizzle { base, components },
                ExprKind::MatrixSwizzle { elements, .. } => ExprKind::MatrixSwizzle { base, elements },
                other => other,
            };
            self.like(root, node.ty, kind, node.span)
        })
    }

    /// A write to the selected place; an error where one of them is not assignable.
    pub(super) fn write_either(&mut self, either: Either, write: Write, span: Span) -> ExprId {
        let Either { condition, then, otherwise } = either;
        if !self.check_assignable(then) || !self.check_assignable(otherwise) {
            return self.error(span);
        }
        let (write, before) = self.with_shared_value(write);
        let [then, otherwise] = [then, otherwise].map(|place| self.write_arm(place, write, span));
        let ty = self.ty(then);
        let chosen = self.value(ty, ExprKind::Ternary { condition, then, otherwise }, span);
        match before {
            Some(lhs) => self.value(ty, ExprKind::Comma { lhs, rhs: chosen }, span),
            None => chosen,
        }
    }

    /// The value in a variable, unless it is a constant: both arms read it.
    fn with_shared_value(&mut self, write: Write) -> (Write, Option<ExprId>) {
        let value = match write {
            Write::Assign { value } | Write::Compound { value, .. } => value,
            Write::Step { .. } => return (write, None),
        };
        if self.constant_of(value).is_some() {
            return (write, None);
        }
        let (ty, span) = (self.ty(value), self.span(value));
        let local = self.temporary(ty, span);
        let place = self.place(ty, ExprKind::Local(local), span);
        let before = self.place(ty, ExprKind::Assign { place, value }, span);
        let value = self.place(ty, ExprKind::Local(local), span);
        let value = self.load(value);
        let write = match write {
            Write::Compound { op, compute, .. } => Write::Compound { op, value, compute },
            Write::Assign { .. } | Write::Step { .. } => Write::Assign { value },
        };
        (write, Some(before))
    }

    fn write_arm(&mut self, place: ExprId, write: Write, span: Span) -> ExprId {
        let ty = self.ty(place);
        let kind = match write {
            Write::Assign { value } => ExprKind::Assign { place, value },
            Write::Compound { op, value, compute } => ExprKind::CompoundAssign { op, place, value, compute },
            Write::Step { increment, prefix: false } => {
                return self.value(ty, ExprKind::IncDec { increment, prefix: false, place }, span);
            }
            Write::Step { increment, prefix: true } => ExprKind::IncDec { increment, prefix: true, place },
        };
        let written = self.place(ty, kind, span);
        self.load(written)
    }

    /// The advice where an assignment to a conditional expression is an error before HLSL 202x.
    pub(super) fn advice_for_either(&mut self, expr: ExprId) -> Option<&'static str> {
        let is_old = self.options.version < HlslVersion::V202x;
        (is_old && self.either_place(expr).is_some())
            .then_some("from HLSL 202x on (option '-HV 202x'), 'c ? a : b' of variables of one type is one of them")
    }
}
