//! Warnings about valid but suspicious code: assignments as conditions, surprising precedence, constants that do not
//! fit. Code from macros is exempt, and so is unreachable code.

use crate::check::state::Checker;
use crate::convert;
use crate::diagnostics::{
    AndFirst, AssignedCondition, BitAndFirst, CommaInInit, ComparisonFirst, ConstantConversion, DivisionByZero,
    EmptyBody, Fallthrough, LostFraction, LostQuotient, NanComparison, SelfAssignment, ShiftTooFar, SumFirst,
    TrivialComparison,
};
use crate::hir::expr::{BinaryOp, ConstantValue, ExprId, ExprKind as Kind};
use crate::hir::stmt::StmtId;
use crate::hir::ty::{ElemClass, Scalar, TypeId};
use base::source::Span;
use frontend::ast::{self, ExprKind as Ast};

/// A side of a binary operator.
#[derive(Clone, Copy)]
struct Side {
    expr: ast::ExprId,
    /// Its own operator and where that is, if it is a binary one without parentheses around the side.
    operator: Option<(ast::BinaryOp, Span)>,
}

impl Checker<'_> {
    /// The text of the file before and after a position.
    pub(crate) fn around(&self, position: u32) -> Option<(&str, &str)> {
        let file = self.sources.file(self.sources.file_at(position)?);
        file.text().split_at_checked((position - file.base()) as usize)
    }

    /// `if (a = b)`; extra parentheses mark the assignment as intended.
    pub(crate) fn suspect_condition(&mut self, condition: ast::ExprId) {
        let node = self.ast.exprs[condition];
        let Ast::Assign { op: None, op_span, .. } = node.kind else { return };
        let Some((before, behind)) = self.around(node.span.lo) else { return };
        let outside = before.trim_end().strip_suffix('(').map(str::trim_end);
        let has_own = behind.starts_with('(') || outside.is_some_and(|outside| outside.ends_with('('));
        if !has_own {
            self.report(op_span, AssignedCondition {});
        }
    }

    /// `float4 x = (1, 2, 3, 4)`, which is 4.
    pub(crate) fn suspect_comma(&mut self, value: ast::ExprId) {
        let node = self.ast.exprs[value];
        if matches!(node.kind, Ast::Comma(..)) {
            self.report(node.span, CommaInInit {});
        }
    }

    /// `(1, 2) / 2` and `x = (1, 2)`, where the first number has no effect.
    #[inline]
    pub(crate) fn suspect_list(&mut self, operand: ast::ExprId, value: ExprId) {
        if matches!(self.ast.exprs[operand].kind, Ast::Comma(..)) {
            self.suspect_comma_list(operand, value);
        }
    }

    #[cold]
    fn suspect_comma_list(&mut self, operand: ast::ExprId, value: ExprId) {
        let node = self.ast.exprs[operand];
        if let Kind::Comma { lhs, .. } = self.frame.body.exprs[value].kind
            && !self.has_effect(lhs)
            && self.around(node.span.lo).is_some()
        {
            self.report(node.span, CommaInInit {});
        }
    }

    /// `x = x`; a macro argument is not a mistake.
    pub(crate) fn suspect_assignment(&mut self, lhs: ExprId, rhs: ExprId, op_span: Span) {
        let Some(name) = self.name_of_same_place(lhs, rhs, false) else { return };
        let Some((_, behind)) = self.around(op_span.lo) else { return };
        let between = name.lo.checked_sub(op_span.lo).and_then(|length| behind.get(1..length as usize));
        if between.is_some_and(|text| text.chars().all(|c| c.is_whitespace() || c == '(')) {
            self.report(op_span, SelfAssignment {});
        }
    }

    /// `x != x` of floats, which is not a test for NaN.
    pub(crate) fn suspect_nan(&mut self, op: BinaryOp, operand: TypeId, sides: [ExprId; 2], op_span: Span) {
        if op != BinaryOp::Ne {
            return;
        }
        let [lhs, rhs] = sides;
        let is_float =
            convert::numeric_type(self.module.types[operand]).is_some_and(|(elem, _)| elem.class() == ElemClass::Float);
        if is_float
            && !self.options.unordered_not_equal
            && self.around(op_span.lo).is_some()
            && self.name_of_same_place(lhs, rhs, true).is_some()
        {
            self.report(op_span, NanComparison {});
        }
    }

    /// The place of the second of two expressions that name the same part of a variable, with equal indices if any are
    /// allowed.
    fn name_of_same_place(&self, mut one: ExprId, mut other: ExprId, with_index: bool) -> Option<Span> {
        loop {
            let span = self.frame.body.exprs[other].span;
            (one, other) = match (&self.frame.body.exprs[one].kind, &self.frame.body.exprs[other].kind) {
                (Kind::Local(one), Kind::Local(other)) => return (one == other).then_some(span),
                (Kind::Global(one), Kind::Global(other)) => return (one == other).then_some(span),
                (Kind::Member { base: one, field }, Kind::Member { base: other, field: second }) if field == second => {
                    (*one, *other)
                }
                (Kind::Swizzle { base: one, components }, Kind::Swizzle { base: other, components: second })
                    if components.as_slice() == second.as_slice() =>
                {
                    (*one, *other)
                }
                (Kind::Index { base: one, index }, Kind::Index { base: other, index: second })
                    if with_index && self.is_same_index(*index, *second) =>
                {
                    (*one, *other)
                }
                (
                    Kind::ResourceElement { object: one, index, level: None },
                    Kind::ResourceElement { object: other, index: second, level: None },
                ) if with_index && self.is_same_index(*index, *second) => (*one, *other),
                _ => return None,
            }
        }
    }

    /// Returns whether two indices are one constant, or one variable as far as nothing changes it in between.
    fn is_same_index(&self, one: ExprId, other: ExprId) -> bool {
        match (&self.frame.body.exprs[one].kind, &self.frame.body.exprs[other].kind) {
            (Kind::Constant(one), Kind::Constant(other)) => one == other,
            (Kind::Load(one), Kind::Load(other)) => self.name_of_same_place(*one, *other, true).is_some(),
            (Kind::Convert { operand: one, .. }, Kind::Convert { operand: other, .. }) => {
                self.is_same_index(*one, *other)
            }
            _ => false,
        }
    }

    /// A label that is reached by fall-through without a comment.
    pub(crate) fn suspect_fallthrough(&mut self, last: Option<StmtId>, label: Span) {
        let Some(last) = last.map(|last| self.frame.body.stmts[last].span) else { return };
        let Some((before, _)) = self.around(label.lo) else { return };
        let length = label.lo.saturating_sub(last.hi) as usize;
        let between = before.get(before.len().saturating_sub(length)..).unwrap_or_default();
        if !between.to_ascii_lowercase().contains("fall") {
            self.report(label, Fallthrough {});
        }
    }

    /// `if (c);`
    pub(crate) fn suspect_body(&mut self, condition: Span, body: ast::StmtId) {
        let body = self.ast.stmts[body];
        let (Some((_, between)), ast::StmtKind::Empty) = (self.around(condition.hi), body.kind) else { return };
        let Some(length) = body.span.lo.checked_sub(condition.hi) else { return };
        // An empty body from a macro, or with a comment of several lines, is intended.
        if between.get(..length as usize).is_some_and(|text| text.trim() == ")" && !text.contains('\n')) {
            self.report(body.span, EmptyBody { keyword: "if".to_owned() });
        }
    }

    /// Surprising precedence: `x & 1 == 0`, `a || b && c`, `a | b & c`, `x + 1 << n`.
    pub(crate) fn suspect_precedence(&mut self, op: ast::BinaryOp, op_span: Span, lhs: ast::ExprId, rhs: ast::ExprId) {
        use ast::BinaryOp::{
            Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub,
        };
        if let Mul | Div | Rem | Add | Sub | Lt | Gt | Le | Ge | Eq | Ne | And = op {
            return;
        }
        let Some((before, _)) = self.around(op_span.lo) else { return };
        let Some((_, behind)) = self.around(op_span.hi) else { return };
        let left = Side { expr: lhs, operator: self.operator(lhs).filter(|_| !before.trim_end().ends_with(')')) };
        let right = Side { expr: rhs, operator: self.operator(rhs).filter(|_| !behind.trim_start().starts_with('(')) };
        let mut operators = [left.operator, right.operator].into_iter().flatten();
        match op {
            BitAnd | BitOr | BitXor => {
                self.suspect_comparison(op, op_span, [left, right]);
                for (inner, at) in operators {
                    if op == BitOr && inner == BitAnd {
                        self.report(at, BitAndFirst {});
                    }
                }
            }
            Or => {
                if let Some((_, at)) = operators.find(|(op, _)| *op == And) {
                    self.report(at, AndFirst {});
                }
            }
            Shl | Shr => {
                let sum = operators.find(|(op, _)| matches!(op, Add | Sub));
                if let Some((sum, at)) = sum {
                    let (op, sum) = (op.text().to_owned(), sum.text().to_owned());
                    self.report(at, SumFirst { op, sum });
                }
            }
            Mul | Div | Rem | Add | Sub | Lt | Gt | Le | Ge | Eq | Ne | And => {}
        }
    }

    /// `x & 1 == 0`
    fn suspect_comparison(&mut self, op: ast::BinaryOp, op_span: Span, [left, right]: [Side; 2]) {
        let comparison = |side: Side| side.operator.map(|(op, _)| op).filter(|op| compares(*op));
        let (compared, other) = match (comparison(left), comparison(right)) {
            (Some(compared), None) => (compared, right.expr),
            (None, Some(compared)) => (compared, left.expr),
            (Some(_), Some(_)) | (None, None) => return,
        };
        // Results of several comparisons are combined in this way.
        if !matches!(self.ast.exprs[other].kind, Ast::Binary { .. }) {
            let (op, comparison) = (op.text().to_owned(), compared.text().to_owned());
            self.report(op_span, ComparisonFirst { op, comparison });
        }
    }

    fn operator(&self, expr: ast::ExprId) -> Option<(ast::BinaryOp, Span)> {
        if let Ast::Binary { op, op_span, .. } = self.ast.exprs[expr].kind { Some((op, op_span)) } else { None }
    }

    /// Integer division by zero, and shifts beyond the width.
    #[inline]
    pub(crate) fn suspect_operand(&mut self, op: BinaryOp, operand: TypeId, rhs: ExprId, op_span: Span) {
        let (divides, shifts) = (matches!(op, BinaryOp::Div | BinaryOp::Rem), op.is_shift());
        if divides || shifts {
            self.suspect_divisor_or_shift(divides, operand, rhs, op_span);
        }
    }

    /// The right side of a division or, otherwise, of a shift.
    #[inline(never)]
    fn suspect_divisor_or_shift(&mut self, divides: bool, operand: TypeId, rhs: ExprId, op_span: Span) {
        let Some((elem, _)) = convert::numeric_type(self.module.types[operand]).filter(|_| !self.frame.dead) else {
            return;
        };
        let Some(value) = self.constant_of(rhs).and_then(|constant| self.integer(constant)) else { return };
        if elem.class() == ElemClass::Float || self.around(op_span.lo).is_none() {
            return;
        }
        let bits = elem.bits(self.options.native_16bit);
        if divides && value == 0 {
            self.report(op_span, DivisionByZero {});
        } else if !divides && !(0..i64::from(bits)).contains(&value) {
            self.report(op_span, ShiftTooFar { count: value.to_string(), bits: bits.to_string() });
        }
    }

    /// A comparison with a constant result, since unsigned numbers are never negative.
    #[inline]
    pub(crate) fn suspect_unsigned(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, op_span: Span) {
        if op.is_comparison() {
            self.suspect_sign(op, lhs, rhs, op_span);
        }
    }

    #[inline(never)]
    fn suspect_sign(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, op_span: Span) {
        if let Some(value) = self.unsigned_and_zero(op, lhs, rhs)
            && !self.frame.dead
            && self.around(op_span.lo).is_some()
        {
            self.report(op_span, TrivialComparison { value: value.to_string() });
        }
    }

    /// The result of `x >= 0`, `0 <= x`, `x < 0` or `0 > x` for unsigned numbers.
    pub(crate) fn unsigned_and_zero(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Option<bool> {
        let (number, zero, value) = match op {
            BinaryOp::Ge => (lhs, rhs, true),
            BinaryOp::Le => (rhs, lhs, true),
            BinaryOp::Lt => (lhs, rhs, false),
            BinaryOp::Gt => (rhs, lhs, false),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => return None,
        };
        let (elem, _) = convert::numeric_type(self.type_of(number))?;
        let is_zero = self.constant_of(zero).and_then(|zero| self.integer(zero)) == Some(0);
        (elem.class() == ElemClass::UInt && is_zero && self.constant_of(number).is_none()).then_some(value)
    }

    /// `float half = 1 / 2;`
    fn suspect_quotient(&mut self, span: Span) {
        if self.around(span.lo).is_none() {
            return;
        }
        let text = self.sources.text(span);
        let inner = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
        let Some((lhs, rhs)) = inner.split_once('/') else { return };
        let (Ok(dividend), Ok(divisor)) = (lhs.trim().parse::<u64>(), rhs.trim().parse::<u64>()) else { return };
        let (Some(value), Some(1..)) = (dividend.checked_div(divisor), dividend.checked_rem(divisor)) else { return };
        let (text, value, instead) = (inner.to_owned(), value.to_string(), format!("{dividend}.0 / {divisor}"));
        self.report(span, LostQuotient { text, value, instead });
    }

    /// A literal whose conversion to an integer type changes its value.
    pub(crate) fn suspect_literal(&mut self, expr: ExprId, to: TypeId, span: Span) {
        let Some((elem, _)) = convert::numeric_type(self.type_of(expr)).filter(|_| !self.frame.dead) else { return };
        if elem != Scalar::LiteralFloat && elem.class() != ElemClass::SInt {
            return;
        }
        let Some((target, _)) = convert::numeric_type(self.module.types[to]) else { return };
        let is_integer = matches!(target.class(), ElemClass::SInt | ElemClass::UInt);
        if elem == Scalar::LiteralFloat {
            return if is_integer {
                self.suspect_fraction(expr, to, span)
            };
        }
        if target.class() == ElemClass::Float {
            // A quotient of literals is a constant.
            return if self.constant_of(expr).is_some() {
                self.suspect_quotient(span)
            };
        }
        let bits = match target {
            Scalar::Int | Scalar::UInt => 32,
            Scalar::Int16 | Scalar::UInt16 => 16,
            Scalar::Int8 | Scalar::UInt8 => 8,
            Scalar::Bool
            | Scalar::Int64
            | Scalar::UInt64
            | Scalar::Half
            | Scalar::Float
            | Scalar::Double
            | Scalar::Min16Float
            | Scalar::Min10Float
            | Scalar::Min16Int
            | Scalar::Min12Int
            | Scalar::Min16UInt
            | Scalar::PackedInt8x4
            | Scalar::PackedUInt8x4
            | Scalar::LiteralInt
            | Scalar::LiteralFloat => return,
        };
        let is_literal = elem == Scalar::LiteralInt;
        let Some(value) = self.constant_of(expr).and_then(|constant| self.integer(constant)) else { return };
        let fits = (-(1_i64 << (bits - 1))..1_i64 << bits).contains(&value);
        if is_literal && !fits && self.around(span.lo).is_some() {
            let (value, ty) = (value.to_string(), self.type_name(to));
            self.report(span, ConstantConversion { value, ty });
        }
    }

    /// `int n = 1.5;`
    fn suspect_fraction(&mut self, expr: ExprId, to: TypeId, span: Span) {
        let value = self.constant_of(expr).map(|constant| &self.module.constants[constant].value);
        let Some(&ConstantValue::Float(bits)) = value else { return };
        let value = f64::from_bits(bits);
        if value.fract() == 0.0 {
            return;
        }
        if self.around(span.lo).is_some() {
            let (value, ty) = (value.to_string(), self.type_name(to));
            self.report(span, LostFraction { value, ty });
        }
    }
}

const fn compares(op: ast::BinaryOp) -> bool {
    use ast::BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Gt | Le | Ge)
}
