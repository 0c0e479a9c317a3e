//! Assertions of tests: `check` and the functions beside it.
//!
//! An assertion becomes a condition, and where it does not hold a `printf` whose format says where it stands and which
//! types its sides have. The harness around a test has a function that says whether failures count; without a harness
//! there are no assertions.

use super::Arguments;
use crate::check::state::Checker;
use crate::check::state::scopes::{Entity, Want};
use crate::convert;
use crate::diagnostics::{NoMatchingFunction, OutsideOfTests};
use crate::hir::expr::{Arg, BinaryOp, Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::ty::{ElemClass, Scalar, Type};
use base::source::Span;
use frontend::ast::{self, BinaryOp as O, ExprKind as Ast, List, PathId};
use std::fmt::Write;

/// The function of the harness that counts a failure, and says whether it is printed.
const FAILS: &str = "__hlsl2spirv_fails";
/// The one that ends the test for a thread.
const ENDS: &str = "__hlsl2spirv_ends";
/// The one that ends a test for a thread, unless it has ended, and says whether it did.
const SKIPS: &str = "__hlsl2spirv_skips";
/// The one that says whether values are shown.
const SHOWS: &str = "__hlsl2spirv_shows";
/// The one for inputs that do not count.
const REFUSES: &str = "__hlsl2spirv_refuses";
/// What separates the parts of a record.
const SEPARATOR: char = '\u{1f}';

/// A function of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    /// `check(condition)`
    Check,
    /// `require(condition)`: what the thread checks later does not count.
    Require,
    /// `check_near(a, b, tolerance)`
    Near,
    /// `assume(condition)`: inputs for which it does not hold do not count.
    Assume,
    /// `check_uniform(value)`: the value is the same for all active lanes of the wave.
    Uniform,
    /// `check_varying(value)`: it is not.
    Varying,
    /// `check_snapshot(value)`: the value is the stored one.
    Snapshot,
    /// `fail()`
    Fail,
    /// `pass()`: what the thread checks later does not count.
    Pass,
    /// `skip()`: likewise, and the test counts as skipped.
    Skip,
}

/// The assertions with their names, and the number of arguments before a message.
const ASSERTIONS: [(&str, Assertion, usize); 10] = [
    ("check", Assertion::Check, 1),
    ("require", Assertion::Require, 1),
    ("check_near", Assertion::Near, 3),
    ("assume", Assertion::Assume, 1),
    ("check_uniform", Assertion::Uniform, 1),
    ("check_varying", Assertion::Varying, 1),
    ("check_snapshot", Assertion::Snapshot, 1),
    ("fail", Assertion::Fail, 0),
    ("pass", Assertion::Pass, 0),
    ("skip", Assertion::Skip, 0),
];

/// A condition with what is shown where it does not hold.
struct Condition {
    /// What is evaluated before the condition.
    first: Vec<ExprId>,
    holds: ExprId,
    /// The values of both sides of a comparison.
    sides: Vec<ExprId>,
}

/// A comparison as it is written, whose operands are checked.
#[derive(Clone, Copy)]
struct Comparison {
    op: ast::BinaryOp,
    op_span: Span,
    lhs: ExprId,
    rhs: ExprId,
    span: Span,
}

impl Checker<'_> {
    /// The assertion that a name denotes which nothing else has.
    pub(super) fn assertion_named(&self, path: PathId) -> Option<Assertion> {
        let name = self.names.resolve(self.simple_name(path)?);
        ASSERTIONS.iter().find(|(own, ..)| *own == name).map(|(_, assertion, _)| *assertion)
    }

    /// A call of an assertion.
    pub(super) fn assertion(
        &mut self,
        assertion: Assertion,
        path: PathId,
        args: List<ast::Expr>,
        span: Span,
    ) -> ExprId {
        let Some(&(name, _, count)) = ASSERTIONS.iter().find(|(_, own, _)| *own == assertion) else {
            return self.error(span);
        };
        let Some(fails) = self.names.lookup(FAILS).filter(|fails| self.lookup(*fails, Want::Any).is_some()) else {
            self.arguments(args);
            self.report(self.ast.paths[path].span, OutsideOfTests { name: name.to_owned() })
                .note("'hlsl2spirv test' defines HLSL_TEST; use '#ifdef HLSL_TEST' around functions for tests");
            return self.error(span);
        };
        let (ids, comparison) = (self.ast.ids(args), self.comparison(args, assertion));
        let rest = if comparison.is_some() { 1 } else { 0 };
        let Some(given) = self.arguments_behind(ids, rest) else { return self.error(span) };
        let is_text = |checker: &Self, at: usize| given.types.get(at).is_none_or(|ty| *ty == checker.common.string);
        if given.exprs.len() + rest < count || !is_text(self, count - rest) {
            self.report(span, NoMatchingFunction { name: name.to_owned() })
                .note("arguments of an assertion are its operands and a message, a format with its values");
            return self.error(span);
        }
        let operands: Vec<Span> = self.ast.ids(args).take(count).map(|operand| self.ast.exprs[operand].span).collect();
        let shown = match (operands.first(), operands.last()) {
            (Some(first), Some(last)) => Span { lo: first.lo, hi: last.hi },
            _ => Span { lo: span.lo, hi: span.lo },
        };
        let condition = match (assertion, comparison) {
            (Assertion::Fail | Assertion::Pass | Assertion::Skip, _) => Some(self.bare(false, span)),
            (Assertion::Uniform | Assertion::Varying, _) => self.uniform(&given, assertion, span),
            (Assertion::Near, _) => self.near(&given, span),
            (Assertion::Snapshot, _) => self.snapshot(&given, name, span),
            (_, Some(comparison)) => self.compared(comparison),
            (_, None) => self.plain(given.exprs[0]),
        };
        let Some(condition) = condition else { return self.error(span) };
        let message = given.exprs[(count - rest).min(given.exprs.len())..].to_vec();
        match assertion {
            Assertion::Assume => {
                let refuses = self.harness(REFUSES, span);
                self.unless(condition, refuses, span)
            }
            Assertion::Pass => {
                let ends = self.harness(ENDS, span);
                self.unless(condition, ends, span)
            }
            Assertion::Skip => {
                let printed = self.printed_record("skip", &[], &message, span);
                let skips = self.harness(SKIPS, span);
                let skips = self.and_then(skips, printed, span);
                self.unless(condition, skips, span)
            }
            Assertion::Snapshot => {
                let printed =
                    self.printed_record(&format!("snapshot{SEPARATOR}{}", span.lo), &condition.sides, &[], span);
                let shows = self.harness(SHOWS, span);
                let shows = self.and_then(shows, printed, span);
                self.unless(condition, shows, span)
            }
            Assertion::Check | Assertion::Near | Assertion::Uniform | Assertion::Varying | Assertion::Fail => {
                let printed = self.record(&condition.sides, &message, span, shown);
                let told = self.harness(self.names.resolve(fails).to_owned().as_str(), span);
                let told = self.and_then(told, printed, span);
                self.unless(condition, told, span)
            }
            Assertion::Require => {
                let printed = self.record(&condition.sides, &message, span, shown);
                let (told, ends) = (self.harness(FAILS, span), self.harness(ENDS, span));
                let told = self.and_then(told, printed, span);
                let told = self.value(self.common.bool_, ExprKind::Comma { lhs: told, rhs: ends }, span);
                self.unless(condition, told, span)
            }
        }
    }

    /// The comparison that is the first argument.
    fn comparison(&mut self, args: List<ast::Expr>, assertion: Assertion) -> Option<Comparison> {
        if !matches!(assertion, Assertion::Check | Assertion::Require | Assertion::Assume) {
            return None;
        }
        let first = self.ast.ids(args).next()?;
        let Ast::Binary { op, op_span, lhs, rhs } = self.ast.exprs[first].kind else { return None };
        let compares = matches!(op, O::Lt | O::Gt | O::Le | O::Ge | O::Eq | O::Ne);
        if !compares {
            return None;
        }
        let span = self.ast.exprs[first].span;
        let (lhs, rhs) = (self.nested(lhs), self.nested(rhs));
        Some(Comparison { op, op_span, lhs, rhs, span })
    }

    /// The arguments from one on.
    fn arguments_behind(&mut self, ids: impl Iterator<Item = ast::ExprId>, first: usize) -> Option<Arguments> {
        let mut exprs = base::short::Short::new();
        let mut good = true;
        for id in ids.skip(first) {
            let expr = self.nested(id);
            good &= !self.is_error(expr);
            exprs.push(expr);
        }
        let types = exprs.iter().map(|&expr| self.ty(expr)).collect();
        good.then_some(Arguments { exprs, types, commas: Vec::new() })
    }

    fn bare(&mut self, holds: bool, span: Span) -> Condition {
        Condition { first: Vec::new(), holds: self.bool_constant(holds, span), sides: Vec::new() }
    }

    /// A condition that is not a comparison, or one in `all` or `any`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "other expressions have no sides")]
    fn plain(&mut self, expr: ExprId) -> Option<Condition> {
        let value = self.load(expr);
        let holds = self.all_of(value)?;
        let inner = match &self.frame.body.exprs[holds].kind {
            ExprKind::Intrinsic { intrinsic, args } if matches!(intrinsic.name, "all" | "any") => args[0].expr,
            _ => holds,
        };
        let (first, sides) = self.shared_sides(inner);
        Some(Condition { first, holds, sides })
    }

    /// A comparison whose sides are shown.
    fn compared(&mut self, comparison: Comparison) -> Option<Condition> {
        let Comparison { op, op_span, lhs, rhs, span } = comparison;
        if self.is_error(lhs) || self.is_error(rhs) {
            return None;
        }
        let compared = self.binary(op, op_span, lhs, rhs, span);
        if self.is_error(compared) {
            return None;
        }
        let holds = self.all_of(compared)?;
        if self.constant_of(compared).is_some() {
            let sides = [lhs, rhs].map(|side| self.load(side)).map(|side| self.concrete(side)).to_vec();
            return Some(Condition { first: Vec::new(), holds, sides });
        }
        let (first, sides) = self.shared_sides(compared);
        Some(Condition { first, holds, sides })
    }

    /// The condition of `check_near`: two numbers are equal, or differ by at most the tolerance.
    fn near(&mut self, given: &Arguments, span: Span) -> Option<Condition> {
        let [a, b, tolerance] = [given.exprs[0], given.exprs[1], given.exprs[2]];
        let difference = self.binary(ast::BinaryOp::Sub, span, a, b, span);
        let difference = self.concrete(difference);
        if self.is_error(difference) {
            return None;
        }
        let (mut first, mut sides) = (Vec::new(), Vec::new());
        let (lhs, rhs) = if let ExprKind::Binary { lhs, rhs, .. } = self.frame.body.exprs[difference].kind {
            (lhs, rhs)
        } else {
            let ty = self.ty(difference);
            let (a, b) = (self.load(a), self.load(b));
            (self.convert(a, ty), self.convert(b, ty))
        };
        for side in [lhs, rhs] {
            let (assign, local) = self.once(side);
            first.push(assign);
            sides.push(local);
        }
        let [lhs, rhs] = [0, 1].map(|at| self.reread(sides[at]));
        let apart = self.binary(ast::BinaryOp::Sub, span, lhs, rhs, span);
        let abs = self.names.intern("abs");
        let one = |checker: &Self, expr| {
            let mut exprs = base::short::Short::new();
            exprs.push(expr);
            let types = std::iter::once(checker.ty(expr)).collect();
            Arguments { exprs, types, commas: Vec::new() }
        };
        let apart = one(self, apart);
        let apart = self.intrinsic_of(abs, crate::overload::TypeArguments::default(), &apart, span, span);
        let close = self.binary(ast::BinaryOp::Le, span, apart, tolerance, span);
        let [lhs, rhs] = [0, 1].map(|at| self.reread(sides[at]));
        let same = self.binary(ast::BinaryOp::Eq, span, lhs, rhs, span);
        if self.is_error(close) || self.is_error(same) {
            return None;
        }
        let ty = self.ty(same);
        let (close, same) = (self.concrete(close), self.concrete(same));
        let either = self.value(ty, ExprKind::Binary { op: BinaryOp::Or, lhs: same, rhs: close }, span);
        let holds = self.all_of(either)?;
        Some(Condition { first, holds, sides })
    }

    /// The value that is compared with a stored one behind the run.
    fn snapshot(&mut self, given: &Arguments, name: &str, span: Span) -> Option<Condition> {
        let value = self.load(given.exprs[0]);
        let value = self.concrete(value);
        if convert::numeric(&self.module, self.ty(value)).is_none() {
            self.report(span, NoMatchingFunction { name: name.to_owned() })
                .note("the argument is a scalar, a vector or a matrix of numbers");
            return None;
        }
        let (assign, local) = self.once(value);
        Some(Condition { first: vec![assign], holds: self.bool_constant(false, span), sides: vec![local] })
    }

    /// The condition that a value is, or is not, the same for all active lanes of the wave.
    fn uniform(&mut self, given: &Arguments, assertion: Assertion, span: Span) -> Option<Condition> {
        let value = self.load(given.exprs[0]);
        let value = self.concrete(value);
        let name = self.names.intern("WaveActiveAllEqual");
        let mut exprs = base::short::Short::new();
        exprs.push(value);
        let args = Arguments { exprs, types: std::iter::once(self.ty(value)).collect(), commas: Vec::new() };
        let same = self.intrinsic_of(name, crate::overload::TypeArguments::default(), &args, span, span);
        if self.is_error(same) {
            return None;
        }
        let same = self.all_of(same)?;
        let holds = match assertion == Assertion::Varying {
            true => self.unary(ast::UnaryOp::Not, same, span),
            false => same,
        };
        Some(Condition { first: Vec::new(), holds, sides: Vec::new() })
    }

    /// One condition of a value with any number of components.
    fn all_of(&mut self, value: ExprId) -> Option<ExprId> {
        let several = convert::numeric(&self.module, self.ty(value)).is_some_and(|(_, shape)| shape.count() > 1);
        let value = if several {
            let (span, all) = (self.span(value), self.names.intern("all"));
            let mut exprs = base::short::Short::new();
            exprs.push(value);
            let args = Arguments { exprs, types: std::iter::once(self.ty(value)).collect(), commas: Vec::new() };
            self.intrinsic_of(all, crate::overload::TypeArguments::default(), &args, span, span)
        } else {
            self.condition(value)
        };
        (!self.is_error(value)).then_some(value)
    }

    /// Makes the operands of a comparison variables, so that they can be shown without being evaluated again.
    fn shared_sides(&mut self, comparison: ExprId) -> (Vec<ExprId>, Vec<ExprId>) {
        let ExprKind::Binary { op, lhs, rhs } = self.frame.body.exprs[comparison].kind else {
            return Default::default();
        };
        if !op.is_comparison() {
            return Default::default();
        }
        let ((first, left), (second, right)) = (self.once(lhs), self.once(rhs));
        let (lhs, rhs) = (self.reread(left), self.reread(right));
        self.frame.body.exprs[comparison].kind = ExprKind::Binary { op, lhs, rhs };
        (vec![first, second], vec![left, right])
    }

    /// The assignment of a value to a variable, and the variable's value.
    fn once(&mut self, value: ExprId) -> (ExprId, ExprId) {
        let (ty, span) = (self.ty(value), self.span(value));
        let local = self.temporary(ty, span);
        let place = self.place(ty, ExprKind::Local(local), span);
        let assign = self.place(ty, ExprKind::Assign { place, value }, span);
        let read = self.place(ty, ExprKind::Local(local), span);
        (assign, self.value(ty, ExprKind::Load(read), span))
    }

    /// Another expression with the value of a variable.
    fn reread(&mut self, load: ExprId) -> ExprId {
        let (ty, span) = (self.ty(load), self.span(load));
        let ExprKind::Load(place) = self.frame.body.exprs[load].kind else { return load };
        let kind = self.frame.body.exprs[place].kind.clone();
        let place = self.place(ty, kind, span);
        self.value(ty, ExprKind::Load(place), span)
    }

    /// A call of a function of the harness, which returns a `bool`.
    fn harness(&mut self, name: &str, span: Span) -> ExprId {
        let name = self.names.intern(name);
        let found = self.lookup(name, Want::Any).map(|found| found.entity);
        let Some(Entity::Functions(overloads)) = found else { return self.error(span) };
        let Some(&function) = self.decls.scopes.overloads[overloads].functions.first() else { return self.error(span) };
        let none = Arguments { exprs: base::short::Short::new(), types: base::short::Short::new(), commas: Vec::new() };
        self.finish_call(function, None, &none, span, span)
    }

    /// `told && (printed, true)`
    fn and_then(&mut self, told: ExprId, printed: ExprId, span: Span) -> ExprId {
        let holds = self.bool_constant(true, span);
        let rhs = self.value(self.common.bool_, ExprKind::Comma { lhs: printed, rhs: holds }, span);
        self.value(self.common.bool_, ExprKind::ShortCircuit { and: true, lhs: told, rhs }, span)
    }

    /// `first, (holds || otherwise)`
    fn unless(&mut self, condition: Condition, otherwise: ExprId, span: Span) -> ExprId {
        let kind = ExprKind::ShortCircuit { and: false, lhs: condition.holds, rhs: otherwise };
        let mut whole = self.value(self.common.bool_, kind, span);
        for first in condition.first.into_iter().rev() {
            whole = self.value(self.common.bool_, ExprKind::Comma { lhs: first, rhs: whole }, span);
        }
        let discard = ExprKind::Convert { conversion: Conversion::Discard, operand: whole };
        self.value(self.common.void, discard, span)
    }

    /// The `printf` of a failure.
    fn record(&mut self, sides: &[ExprId], message: &[ExprId], span: Span, shown: Span) -> ExprId {
        let place = format!("{}{SEPARATOR}{}{SEPARATOR}{}", span.lo, shown.lo, shown.hi);
        self.printed_record(&place, sides, message, span)
    }

    /// The `printf` of a record that begins with a text.
    fn printed_record(&mut self, start: &str, sides: &[ExprId], message: &[ExprId], span: Span) -> ExprId {
        let mut format = format!("{SEPARATOR}{start}");
        let (mut values, mut shown) = (Vec::new(), String::new());
        for &side in sides {
            let ty = self.type_name(self.ty(side));
            let start = values.len();
            let mut text = String::new();
            if self.printed(side, &mut text, &mut values) {
                let _ = write!(shown, "{SEPARATOR}{}{SEPARATOR}{text}", ty.replace('%', "%%"));
            } else {
                values.truncate(start);
            }
        }
        format.push_str(&shown);
        if let Some((&text, rest)) = message.split_first() {
            if let ExprKind::String(text) = self.frame.body.exprs[text].kind {
                let _ = write!(format, "{SEPARATOR}message{SEPARATOR}{}", self.names.resolve(text));
            }
            for &value in rest {
                let value = self.load(value);
                let value = self.concrete(value);
                values.push(value);
            }
        }
        let format = self.names.intern(&format);
        let text = self.value(self.common.string, ExprKind::String(format), span);
        let args = std::iter::once(text).chain(values);
        let args = args.map(|expr| Arg::unconverted(ParamMode::In, expr, self.ty(expr))).collect();
        let intrinsic = crate::tables::intrinsics::find("printf").first().expect("printf is an intrinsic function");
        self.value(self.common.void, ExprKind::Intrinsic { intrinsic, args }, span)
    }

    /// The conversions for a value, and the arguments for them; false if it cannot be printed.
    fn printed(&mut self, value: ExprId, format: &mut String, values: &mut Vec<ExprId>) -> bool {
        let (ty, span) = (self.ty(value), self.span(value));
        if let Type::Enum(id) = self.module.types[ty] {
            let base = Type::Scalar(self.module.enums[id].base);
            let base = self.intern(base);
            let value = self.cast(value, base, span);
            return self.printed(value, format, values);
        }
        if let Type::Matrix { elem, rows, columns, .. } = self.module.types[ty] {
            let row = self.intern(Type::Vector(elem, columns.into()));
            for index in 0..rows {
                let base = self.reread(value);
                let index = self.int(index.into(), span);
                let index = self.concrete(index);
                let value = self.value(row, ExprKind::Index { base, index }, span);
                if !self.printed(value, format, values) {
                    return false;
                }
            }
            return true;
        }
        let Some((elem, _)) = convert::numeric(&self.module, ty) else { return false };
        let count = if let Type::Vector(_, count) = self.module.types[ty] { u32::from(count) } else { 1 };
        if count == 1 && !matches!(self.module.types[ty], Type::Scalar(_) | Type::Vector(..)) {
            return false;
        }
        let (scalar, letter) = match (elem.class(), elem) {
            (ElemClass::Bool, _) => (Some(Scalar::UInt), "u"),
            (ElemClass::Float, Scalar::Double) => (None, "17g"),
            (ElemClass::Float, Scalar::Float) => (None, "9g"),
            (ElemClass::Float, _) => (Some(Scalar::Float), "9g"),
            (_, Scalar::Int64) => (None, "ld"),
            (_, Scalar::UInt64) => (None, "lu"),
            (_, Scalar::UInt | Scalar::UInt16 | Scalar::Min16UInt) => (None, "u"),
            _ => (None, "d"),
        };
        let value = match scalar {
            Some(scalar) => {
                let to = if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count as _) };
                let to = self.intern(to);
                self.cast(value, to, span)
            }
            None => value,
        };
        let (digits, letter) = letter.strip_suffix('g').map_or((None, letter), |digits| (Some(digits), "g"));
        let precision = digits.map_or_else(String::new, |digits| format!(".{digits}"));
        let vector = if count > 1 { format!("v{count}") } else { String::new() };
        if !format.is_empty() {
            format.push_str(", ");
        }
        let _ = write!(format, "%{precision}{vector}{letter}");
        values.push(value);
        true
    }
}
