//! The types of literals, and of expressions of literals alone.
//!
//! An operator on literals works on integers or floats according to its operands, never to the use of its result: `uint
//! n = (c ? 1.5 : 0.5) * 4` multiplies floats. The use determines the width, that of the target type.

use crate::check::state::Checker;
use crate::consteval;
use crate::convert;
use crate::hir::expr::{BinaryOp, ConstantId, ConstantValue, Conversion, Expr, ExprId, ExprKind};
use crate::hir::ty::{ElemClass, Scalar, TypeId};
use base::source::Span;

/// Requirements of an integer literal expression on the type in which it is computed.
struct Demands {
    /// The type that can represent each of the literals.
    widest: Scalar,
    /// True if literals are selected, without arithmetic.
    only_chosen: bool,
    /// True if the low bits of the result depend on the low bits of the literals alone.
    wraps: bool,
}

impl Checker<'_> {
    /// Gives a literal, or an expression of literals alone, the type of its target.
    pub(super) fn settle_literal(&mut self, expr: ExprId, to: TypeId) -> Option<ExprId> {
        if let ExprKind::Constant(constant) = self.frame.body.exprs[expr].kind
            && let Some(settled) = self.literals.settled(constant, to)
        {
            return Some(self.constant(settled, self.span(expr)));
        }
        let (elem, from_shape) = convert::numeric_type(self.type_of(expr))?;
        if !elem.is_literal() {
            return None;
        }
        let (target, shape) = convert::numeric_type(self.module.types[to])?;
        if target.is_literal() {
            // The conversion handles other shapes.
            return (elem != target && shape == from_shape).then(|| self.apply(expr, &[(Conversion::Numeric, to)]));
        }
        if let (&ExprKind::Constant(constant), true) = (&self.frame.body.exprs[expr].kind, shape == from_shape) {
            let settled = consteval::convert_constant(&mut self.module, Conversion::Numeric, constant, to)?;
            self.literals.settle(constant, to, settled);
            return Some(self.constant(settled, self.span(expr)));
        }
        let settled = self.settle(expr, target);
        let from = self.ty(settled);
        if from == to {
            return Some(settled);
        }
        let converted = convert::implicit(&mut self.module, self.options.version, from, to).ok()?;
        Some(self.apply(settled, &converted.steps))
    }

    /// Gives literals a concrete type without other context.
    pub(crate) fn concrete(&mut self, expr: ExprId) -> ExprId {
        match (convert::numeric_type(self.type_of(expr)), self.constant_of(expr)) {
            (Some((Scalar::LiteralInt, _)), Some(constant)) => {
                let scalar = self.literal_scalar(constant);
                self.retype(expr, scalar)
            }
            (Some((Scalar::LiteralInt, _)), None) => {
                let scalar = self.demands(&[expr]).widest;
                self.retype(expr, scalar)
            }
            (Some((Scalar::LiteralFloat, _)), _) => self.retype(expr, Scalar::Float),
            _ => expr,
        }
    }

    /// Gives operands of one literal type a common concrete type without other context.
    pub(super) fn concrete_pair(&mut self, lhs: ExprId, rhs: ExprId) -> (ExprId, ExprId) {
        let scalar = match convert::numeric_type(self.type_of(lhs)) {
            Some((Scalar::LiteralInt, _)) => self.demands(&[lhs, rhs]).widest,
            _ => Scalar::Float,
        };
        (self.retype(lhs, scalar), self.retype(rhs, scalar))
    }

    /// The constant with a concrete type.
    pub(crate) fn concrete_constant(&mut self, constant: ConstantId) -> ConstantId {
        let expr = self.constant(constant, Span::NONE);
        let expr = self.concrete(expr);
        self.constant_of(expr).unwrap_or(constant)
    }

    /// Gives literals the concrete type in which they are computed before their conversion to a type with these
    /// elements.
    fn settle(&mut self, expr: ExprId, target: Scalar) -> ExprId {
        let elem = match (convert::numeric_type(self.type_of(expr)), self.constant_of(expr)) {
            (Some((Scalar::LiteralInt, _)), None) => self.computed_int(expr, target),
            (Some((Scalar::LiteralFloat, _)), None) => computed_float(target),
            _ => target,
        };
        self.retype(expr, elem)
    }

    /// The integer type in which an expression of literals is computed: signed, and as wide as its target if that
    /// suffices.
    fn computed_int(&self, expr: ExprId, target: Scalar) -> Scalar {
        let demands = self.demands(&[expr]);
        match target {
            Scalar::Int64 | Scalar::UInt64 => Scalar::Int64,
            Scalar::Double if !demands.only_chosen => Scalar::Int64,
            _ if matches!(target.class(), ElemClass::Float | ElemClass::Bool) || !demands.wraps => demands.widest,
            Scalar::Int8 | Scalar::UInt8 => Scalar::Int8,
            Scalar::Int16 | Scalar::UInt16 => Scalar::Int16,
            Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16UInt => target,
            Scalar::Bool
            | Scalar::Int
            | Scalar::UInt
            | Scalar::Half
            | Scalar::Float
            | Scalar::Double
            | Scalar::Min16Float
            | Scalar::Min10Float
            | Scalar::PackedInt8x4
            | Scalar::PackedUInt8x4
            | Scalar::LiteralInt
            | Scalar::LiteralFloat => Scalar::Int,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the operands of other expressions have types of their own")]
    fn demands(&self, exprs: &[ExprId]) -> Demands {
        let mut demands = Demands { widest: Scalar::Int, only_chosen: true, wraps: true };
        let mut rest = exprs.to_vec();
        while let Some(expr) = rest.pop() {
            match &self.frame.body.exprs[expr].kind {
                ExprKind::Constant(constant) if self.literal_scalar(*constant) != Scalar::Int => {
                    demands.widest = Scalar::Int64;
                }
                ExprKind::Ternary { then, otherwise, .. } | ExprKind::Select { then, otherwise, .. } => {
                    rest.extend([then, otherwise]);
                }
                ExprKind::Binary { op, lhs, rhs } => {
                    demands.only_chosen = false;
                    demands.wraps &= !matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shr);
                    rest.extend([lhs, rhs]);
                }
                ExprKind::Unary { operand, .. } => {
                    demands.only_chosen = false;
                    rest.push(*operand);
                }
                ExprKind::Comma { rhs, .. } => rest.push(*rhs),
                ExprKind::Swizzle { base, .. } => rest.push(*base),
                ExprKind::Convert { operand, .. } => rest.push(*operand),
                ExprKind::Construct { parts } => rest.extend(parts),
                _ => {}
            }
        }
        demands
    }

    fn literal_scalar(&self, constant: ConstantId) -> Scalar {
        match self.module.constants[constant].value {
            ConstantValue::Int(value) if (value as i64) < 0 => {
                if (value as i64) >= i64::from(i32::MIN) {
                    Scalar::Int
                } else {
                    Scalar::Int64
                }
            }
            ConstantValue::Int(value) => convert::literal_int_scalar(value),
            ConstantValue::Bool(_) | ConstantValue::Float(_) | ConstantValue::Composite(_) | ConstantValue::Zero => {
                Scalar::Int
            }
        }
    }

    /// Changes the element type of an expression of literals, to integers or floats as the literals are; a constant
    /// takes any. Operators are retyped with their operands, so that no literal type remains. Chains of operators may
    /// be of any length; other nesting is limited.
    fn retype(&mut self, expr: ExprId, elem: Scalar) -> ExprId {
        if let ExprKind::Constant(constant) = self.frame.body.exprs[expr].kind {
            return self.retype_constant(expr, constant, elem);
        }
        let mut spine = Vec::new();
        let mut at = expr;
        while let Expr { kind: ExprKind::Binary { op, lhs, rhs }, span, ty, .. } = self.frame.body.exprs[at] {
            spine.push((op, rhs, span, ty));
            at = lhs;
        }
        let mut result = self.retype_operand(at, elem);
        while let Some((op, rhs, span, ty)) = spine.pop() {
            let rhs = self.retype(rhs, elem);
            let ty = convert::operators::with_elem(&mut self.module, ty, elem);
            result = self.value(ty, ExprKind::Binary { op, lhs: result, rhs }, span);
        }
        result
    }

    fn retype_constant(&mut self, expr: ExprId, constant: ConstantId, elem: Scalar) -> ExprId {
        let Some((_, shape)) = convert::numeric_type(self.type_of(expr)) else { return expr };
        let ty = self.intern(shape.of(elem));
        let span = self.span(expr);
        self.fold_convert(constant, ty).map_or(expr, |folded| self.constant(folded, span))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions keep their form")]
    fn retype_operand(&mut self, expr: ExprId, elem: Scalar) -> ExprId {
        let Some((_, shape)) = convert::numeric_type(self.type_of(expr)) else { return expr };
        let ty = self.intern(shape.of(elem));
        let node = self.frame.body.exprs[expr].clone();
        let kind = match node.kind {
            ExprKind::Constant(constant) => return self.retype_constant(expr, constant, elem),
            ExprKind::Ternary { condition, then, otherwise } => {
                let (then, otherwise) = (self.retype(then, elem), self.retype(otherwise, elem));
                ExprKind::Ternary { condition, then, otherwise }
            }
            ExprKind::Select { condition, then, otherwise } => {
                let (then, otherwise) = (self.retype(then, elem), self.retype(otherwise, elem));
                ExprKind::Select { condition, then, otherwise }
            }
            ExprKind::Unary { op, operand } => ExprKind::Unary { op, operand: self.retype(operand, elem) },
            ExprKind::Comma { lhs, rhs } => ExprKind::Comma { lhs, rhs: self.retype(rhs, elem) },
            ExprKind::Swizzle { base, components } => ExprKind::Swizzle { base: self.retype(base, elem), components },
            ExprKind::Convert { conversion: Conversion::Numeric, operand } => {
                // The integer in `(c ? 1 : 2) * 0.5`, which is computed before its conversion to a float.
                let operand = self.settle(operand, elem);
                return self.apply(operand, &[(Conversion::Numeric, ty)]);
            }
            ExprKind::Convert { conversion, operand } => {
                ExprKind::Convert { conversion, operand: self.retype(operand, elem) }
            }
            ExprKind::Construct { parts } => {
                ExprKind::Construct { parts: parts.into_iter().map(|part| self.retype(part, elem)).collect() }
            }
            other => other,
        };
        self.value(ty, kind, node.span)
    }
}

/// The float type in which an expression of literals is computed: that of its target, or one of its width.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other types have the width of float")]
const fn computed_float(target: Scalar) -> Scalar {
    match target {
        Scalar::Int64 | Scalar::UInt64 => Scalar::Double,
        _ if matches!(target.class(), ElemClass::Float) => target,
        _ => Scalar::Float,
    }
}
