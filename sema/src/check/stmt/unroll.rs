//! `[unroll]`: the trip count of a `for` loop from its head, and the limit of copies.
//!
//! Passes expand every iteration, in time quadratic in their number. Trip counts that the head does not determine are
//! left to them.

use crate::check::state::Checker;
use crate::consteval::Effort;
use crate::diagnostics::TooManyCopies;
use crate::hir::LocalId;
use crate::hir::expr::{BinaryOp, ExprId, ExprKind};
use crate::hir::stmt::{Block, LoopHint, StmtKind};
use base::source::Span;

/// The limit of copies of a loop's body, enclosing loops included. FXC has the same limit.
const MAX_COPIES: u64 = 1024;

/// `variable op bound`
struct Test {
    variable: LocalId,
    op: BinaryOp,
    bound: i64,
}

impl Checker<'_> {
    /// The effective hint of a loop, and the number of copies of its body.
    pub(crate) fn bounded_hint(&mut self, hint: LoopHint, runs: Option<u64>, span: Span) -> (LoopHint, u64) {
        let around = self.frame.copies;
        if hint != LoopHint::Unroll {
            return (hint, around);
        }
        let copies = around.saturating_mul(runs.unwrap_or(1).max(1));
        if copies <= MAX_COPIES {
            return (hint, copies);
        }
        self.report(span, TooManyCopies { copies: copies.to_string(), limit: MAX_COPIES.to_string() });
        (LoopHint::DontUnroll, around)
    }

    /// The trip count of a loop of the usual form: a variable with a constant start, bound and step.
    pub(crate) fn runs_of(&mut self, init: &Block, condition: Option<ExprId>, step: Option<ExprId>) -> Option<u64> {
        let test = self.test(condition?)?;
        let start = self.start(init, test.variable)?;
        let change = self.change(step?, test.variable)?;
        let distance = i128::from(test.bound) - i128::from(start);
        // Normalised: the bound is ahead, and the steps are positive.
        let (distance, change) = if change < 0 { (-distance, -i128::from(change)) } else { (distance, change.into()) };
        let runs = match test.op {
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Ne => (distance + change - 1).checked_div(change)?,
            BinaryOp::Le | BinaryOp::Ge => (distance + change).checked_div(change)?,
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
            | BinaryOp::And
            | BinaryOp::Or => return None,
        };
        u64::try_from(runs).ok()
    }

    /// The variable of a loop that counts upwards by one, and its value in the last iteration.
    pub(crate) fn last_value(
        &mut self,
        init: &Block,
        condition: Option<ExprId>,
        step: Option<ExprId>,
    ) -> Option<(LocalId, i64)> {
        let test = self.test(condition?)?;
        let start = self.start(init, test.variable)?;
        let last = match test.op {
            BinaryOp::Lt => test.bound.checked_sub(1)?,
            BinaryOp::Le => test.bound,
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
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::And
            | BinaryOp::Or => return None,
        };
        (self.change(step?, test.variable)? == 1 && start <= last).then_some((test.variable, last))
    }

    fn test(&mut self, condition: ExprId) -> Option<Test> {
        let ExprKind::Binary { op, lhs, rhs } = self.frame.body.exprs[condition].kind else { return None };
        Some(Test { variable: self.loaded_local(lhs)?, op, bound: self.number(rhs)? })
    }

    fn start(&mut self, init: &Block, variable: LocalId) -> Option<i64> {
        let value = init.stmts.iter().rev().find_map(|&stmt| match self.frame.body.stmts[stmt].kind {
            StmtKind::Let { local, init } if local == variable => init,
            StmtKind::Expr(expr) => {
                if let ExprKind::Assign { place, value } = self.frame.body.exprs[expr].kind
                    && self.is_local(place, variable)
                {
                    Some(value)
                } else {
                    None
                }
            }
            StmtKind::Let { .. }
            | StmtKind::StaticInit { .. }
            | StmtKind::Block(_)
            | StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Switch(_)
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard => None,
        });
        self.number(value?)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not step a counter")]
    fn change(&mut self, step: ExprId, variable: LocalId) -> Option<i64> {
        match self.frame.body.exprs[step].kind {
            ExprKind::IncDec { increment, place, .. } if self.is_local(place, variable) => {
                Some(if increment { 1 } else { -1 })
            }
            ExprKind::CompoundAssign { op: BinaryOp::Add, place, value, .. } if self.is_local(place, variable) => {
                self.number(value)
            }
            ExprKind::CompoundAssign { op: BinaryOp::Sub, place, value, .. } if self.is_local(place, variable) => {
                self.number(value)?.checked_neg()
            }
            _ => None,
        }
    }

    fn is_local(&self, place: ExprId, variable: LocalId) -> bool {
        matches!(self.frame.body.exprs[place].kind, ExprKind::Local(local) if local == variable)
    }

    /// The variable of which a value is a load, converted or not.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not load a variable")]
    pub(crate) fn loaded_local(&self, mut value: ExprId) -> Option<LocalId> {
        loop {
            value = match self.frame.body.exprs[value].kind {
                ExprKind::Local(local) => return Some(local),
                ExprKind::Load(inner) | ExprKind::Convert { operand: inner, .. } => inner,
                _ => return None,
            };
        }
    }

    fn number(&mut self, value: ExprId) -> Option<i64> {
        let constant = self.fold(value, Effort::Scalars)?;
        self.integer(constant)
    }
}
