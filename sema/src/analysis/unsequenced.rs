//! Unsequenced modifications: variables that one expression changes and reads, or changes twice.
//!
//! Operands are unsequenced, except those of `,`, `&&`, `||` and `?:`. An assignment and a prefix operator change their
//! variable before their value is known; a postfix operator at any time until the whole expression ends. Elements of
//! arrays and members of structs are not tracked, except those of `this`.

use crate::diagnostics::Unsequenced;
use crate::hir::expr::{BinaryOp, ExprId, ExprKind};
use crate::hir::stmt::{Block, StmtKind};
use crate::hir::ty::StructId;
use crate::hir::walk::{PostOrder, all_stmts};
use crate::hir::{Body, GlobalId, LocalId, Module};
use base::diag::Sink;
use base::ids::{Map, Set};
use base::intern::Interner;
use base::source::Span;

/// Reports unsequenced changes in the expressions of a body.
pub(crate) fn check(
    module: &Module,
    body: &Body,
    block: &Block,
    this: Option<(LocalId, StructId)>,
    names: &Interner,
    sink: &mut Sink,
) {
    if !changes_within(body) {
        return;
    }
    let mut order = PostOrder::default();
    for stmt in all_stmts(body, block) {
        for root in body.stmts[stmt].kind.parts().exprs {
            let mut walk = Walk { body, this, known: Map::default(), conflicts: Vec::new() };
            order.visit(body, root, |expr| walk.expr(expr));
            let mut told = Set::default();
            for conflict in walk.conflicts {
                if told.insert(conflict.variable) {
                    report(module, body, &conflict, names, sink);
                }
            }
        }
    }
}

/// Returns whether a subexpression changes a variable. In most bodies only whole statements do.
fn changes_within(body: &Body) -> bool {
    let changes = body.exprs.iter().filter(|(_, expr)| expr.kind.changed().is_some()).count();
    if changes == 0 || changes == body.stmts.iter().filter(|(_, stmt)| is_change(body, &stmt.kind)).count() {
        return false;
    }
    let mut found = false;
    for (_, expr) in body.exprs.iter() {
        expr.kind.each_operand(|operand| {
            found |= body.exprs.get(operand).is_some_and(|operand| operand.kind.changed().is_some());
        });
    }
    found
}

/// Returns whether a statement is a change of a variable, or a loop whose step is one.
fn is_change(body: &Body, stmt: &StmtKind) -> bool {
    let root = if let StmtKind::Expr(expr) = stmt {
        Some(*expr)
    } else if let StmtKind::Loop(node) = stmt {
        node.step
    } else {
        None
    };
    root.is_some_and(|root| body.exprs[root].kind.changed().is_some())
}

fn report(module: &Module, body: &Body, conflict: &Conflict, names: &Interner, sink: &mut Sink) {
    let name = match conflict.variable {
        Variable::Local(local) => body.locals[local].name,
        Variable::Global(global) => module.globals[global].name,
        Variable::Field(of, field) => module.structs[of].fields[field as usize].name,
    };
    let name = names.resolve(name).to_owned();
    let (how, again) = if conflict.is_read { ("and read", "read here") } else { ("twice", "modified again here") };
    sink.report(conflict.change, Unsequenced { name, how: how.to_owned() }).note_at(conflict.other, again);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Variable {
    Local(LocalId),
    Global(GlobalId),
    /// A member of `this`.
    Field(StructId, u32),
}

/// A change, and an access that is unsequenced to it.
struct Conflict {
    variable: Variable,
    change: Span,
    other: Span,
    is_read: bool,
}

/// The accesses of an expression to a variable.
#[derive(Clone, Copy, Default)]
struct Uses {
    read: Option<Span>,
    /// A change before the value of the expression is known.
    first: Option<Span>,
    /// A change at any time.
    late: Option<Span>,
}

impl Uses {
    fn change(self) -> Option<Span> {
        self.first.or(self.late)
    }

    fn join(&mut self, other: Uses) {
        self.read = self.read.or(other.read);
        self.first = self.first.or(other.first);
        self.late = self.late.or(other.late);
    }
}

type Known = Map<Variable, Uses>;

struct Walk<'a> {
    body: &'a Body,
    this: Option<(LocalId, StructId)>,
    /// The accesses of expressions that no parent has consumed yet.
    known: Map<ExprId, Known>,
    conflicts: Vec<Conflict>,
}

impl Walk<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the operands of other expressions have no order")]
    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let kind = &body.exprs[id].kind;
        let span = body.exprs[id].span;
        let mut known = match kind {
            ExprKind::Comma { .. }
            | ExprKind::ShortCircuit { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } => self.operands(kind, Walk::in_order),
            ExprKind::CompoundAssign { place, value, .. } => self.compound(*place, *value),
            _ => self.operands(kind, Walk::in_no_order),
        };
        let used = if let ExprKind::Load(place) = kind {
            self.variable(*place)
        } else {
            kind.changed().and_then(|place| self.variable(place))
        };
        if let Some(variable) = used {
            let uses = known.entry(variable).or_default();
            match kind {
                ExprKind::Load(_) => uses.read = Some(span),
                ExprKind::IncDec { prefix: false, .. } => uses.late = Some(span),
                _ => {
                    let late = uses.late.take();
                    uses.first = Some(span);
                    let conflict = late.map(|other| Conflict { variable, change: span, other, is_read: false });
                    self.conflicts.extend(conflict);
                }
            }
        }
        if !known.is_empty() {
            self.known.insert(id, known);
        }
    }

    fn operands(&mut self, kind: &ExprKind, put: fn(&mut Self, Known, Known) -> Known) -> Known {
        let mut all = Known::default();
        kind.each_operand(|operand| {
            let known = self.known.swap_remove(&operand).unwrap_or_default();
            all = put(self, std::mem::take(&mut all), known);
        });
        all
    }

    /// `x += value` reads `x` as well.
    fn compound(&mut self, place: ExprId, value: ExprId) -> Known {
        let mut read = self.known.swap_remove(&place).unwrap_or_default();
        if let Some(variable) = self.variable(place) {
            read.entry(variable).or_default().read = Some(self.body.exprs[place].span);
        }
        let value = self.known.swap_remove(&value).unwrap_or_default();
        self.in_no_order(read, value)
    }

    /// The accesses of two sequenced expressions, or of alternatives.
    fn in_order(&mut self, mut one: Known, mut other: Known) -> Known {
        if one.len() < other.len() {
            std::mem::swap(&mut one, &mut other);
        }
        for (variable, uses) in other {
            one.entry(variable).or_default().join(uses);
        }
        one
    }

    /// The accesses of two unsequenced expressions.
    fn in_no_order(&mut self, mut one: Known, mut other: Known) -> Known {
        if one.len() < other.len() {
            std::mem::swap(&mut one, &mut other);
        }
        let before = self.conflicts.len();
        for (variable, uses) in other {
            let all = one.entry(variable).or_default();
            self.conflicts.extend(conflict(variable, *all, uses));
            all.join(uses);
        }
        self.conflicts[before..].sort_by_key(|conflict| (conflict.change.lo, conflict.other.lo));
        one
    }

    /// The variable that a place is, as a whole.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not whole variables")]
    fn variable(&self, place: ExprId) -> Option<Variable> {
        match self.body.exprs[place].kind {
            ExprKind::Local(local) => Some(Variable::Local(local)),
            ExprKind::Global(global) => Some(Variable::Global(global)),
            ExprKind::Member { base, field } => match (&self.body.exprs[base].kind, self.this) {
                (ExprKind::Local(local), Some((this, of))) if *local == this => Some(Variable::Field(of, field)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn conflict(variable: Variable, one: Uses, other: Uses) -> Option<Conflict> {
    let (change, other, is_read) = match (one.change(), other.change(), one.read, other.read) {
        (Some(one), Some(other), ..) if one.lo <= other.lo => (one, other, false),
        (Some(one), Some(other), ..) => (other, one, false),
        (Some(change), None, _, Some(read)) | (None, Some(change), Some(read), _) => (change, read, true),
        _ => return None,
    };
    Some(Conflict { variable, change, other, is_read })
}
