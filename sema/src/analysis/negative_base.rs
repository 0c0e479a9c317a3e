//! `pow` with a base that may be negative, for which the result is undefined.

use crate::analysis::definitions::Definitions;
use crate::diagnostics::NegativeBase;
use crate::hir::expr::{BinaryOp, ConstantId, ConstantValue, ExprId, ExprKind};
use crate::hir::{Body, Module};
use base::diag::Sink;

/// Reports calls of `pow` whose base is negative for certain arguments of a function that gives both signs.
pub(crate) fn check(module: &Module, sink: &mut Sink) {
    for (_, function) in module.functions.iter() {
        let body = &function.body;
        let mut definitions = None;
        for (_, node) in body.exprs.iter() {
            let ExprKind::Intrinsic { intrinsic, args } = &node.kind else { continue };
            let [base, _] = args.as_slice() else { continue };
            if intrinsic.name != "pow" {
                continue;
            }
            let definitions = definitions.get_or_insert_with(|| Definitions::of(body));
            let signed = Signed { module, body, definitions };
            if let Some((why, at)) = signed.why(base.expr) {
                let report = sink.report(body.exprs[base.expr].span, NegativeBase {});
                report.note_at(body.exprs[at].span, why);
            }
        }
    }
}

/// What gives values of both signs.
struct Signed<'a> {
    module: &'a Module,
    body: &'a Body,
    definitions: &'a Definitions,
}

impl Signed<'_> {
    /// Why a value may be negative, and where.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the sign of other expressions is unknown")]
    fn why(&self, expr: ExprId) -> Option<(String, ExprId)> {
        let mut at = self.definitions.source(self.body, expr);
        while let ExprKind::Swizzle { base, .. } | ExprKind::Index { base, .. } = self.body.exprs[at].kind {
            at = self.definitions.source(self.body, base);
        }
        let why = match &self.body.exprs[at].kind {
            ExprKind::Constant(constant) if self.is_negative(*constant) => "this is negative".to_owned(),
            ExprKind::Intrinsic { intrinsic, args } if gives_both_signs(intrinsic.name) => {
                let is_square = match args.as_slice() {
                    [one, other] => self.is_same(one.expr, other.expr),
                    _ => false,
                };
                if is_square {
                    return None;
                }
                format!("'{}' gives negative values, too; 'saturate' or 'max' keeps them out", intrinsic.name)
            }
            ExprKind::Binary { op: BinaryOp::Sub, lhs, rhs } if self.is_centred(*lhs, *rhs) => {
                "this maps 0 to -1".to_owned()
            }
            _ => return None,
        };
        Some((why, at))
    }

    fn is_negative(&self, constant: ConstantId) -> bool {
        let mut constants = vec![constant];
        while let Some(constant) = constants.pop() {
            match &self.module.constants[constant].value {
                ConstantValue::Composite(parts) => constants.extend(parts.iter().copied()),
                ConstantValue::Float(bits) if f64::from_bits(*bits) < 0.0 => return true,
                ConstantValue::Int(_) | ConstantValue::Bool(_) | ConstantValue::Float(_) | ConstantValue::Zero => {}
            }
        }
        false
    }

    /// `x * 2 - 1`
    fn is_centred(&self, lhs: ExprId, rhs: ExprId) -> bool {
        let ExprKind::Binary { op: BinaryOp::Mul, lhs: one, rhs: other } = self.body.exprs[lhs].kind else {
            return false;
        };
        let is = |expr: ExprId, wanted: f64| self.number(expr) == Some(wanted);
        is(rhs, 1.0) && (is(one, 2.0) || is(other, 2.0))
    }

    /// The number that all components of a constant are.
    fn number(&self, expr: ExprId) -> Option<f64> {
        let ExprKind::Constant(constant) = self.body.exprs[self.definitions.source(self.body, expr)].kind else {
            return None;
        };
        match &self.module.constants[constant].value {
            ConstantValue::Float(bits) => Some(f64::from_bits(*bits)),
            ConstantValue::Composite(parts) => {
                let number = |part: &ConstantId| {
                    if let ConstantValue::Float(bits) = self.module.constants[*part].value {
                        Some(f64::from_bits(bits))
                    } else {
                        None
                    }
                };
                let first = number(parts.first()?)?;
                parts.iter().all(|part| number(part) == Some(first)).then_some(first)
            }
            ConstantValue::Int(_) | ConstantValue::Bool(_) | ConstantValue::Zero => None,
        }
    }

    /// Returns whether two values are the same variable: their product is a square.
    fn is_same(&self, one: ExprId, other: ExprId) -> bool {
        let (one, other) = (self.definitions.source(self.body, one), self.definitions.source(self.body, other));
        match (&self.body.exprs[one].kind, &self.body.exprs[other].kind) {
            (ExprKind::Load(one), ExprKind::Load(other)) => {
                one == other
                    || self.body.local_of(*one).is_some() && self.body.local_of(*one) == self.body.local_of(*other)
            }
            _ => one == other,
        }
    }
}

/// Returns whether a function has negative results for usual arguments.
fn gives_both_signs(name: &str) -> bool {
    matches!(name, "dot" | "sin" | "cos" | "cross" | "normalize" | "reflect" | "refract" | "sign" | "ddx" | "ddy")
}
