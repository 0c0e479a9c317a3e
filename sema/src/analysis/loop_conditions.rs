//! Conditions of loops that no iteration changes, and counters that run away from the bound.
//!
//! One walk over a body numbers its statements. A loop is an interval of numbers, so that what it writes is found by
//! binary search, however deep loops nest.

use crate::diagnostics::{RunawayCounter, UnchangedCondition};
use crate::hir::expr::{BinaryOp, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Loop, LoopKind, StmtId, StmtKind};
use crate::hir::ty::{ElemClass, Type};
use crate::hir::walk::PostOrder;
use crate::hir::{Body, Function, GlobalKind, LocalId, Module};
use crate::tables::intrinsics::Lowering;
use base::diag::Sink;
use base::ids::Map;
use base::intern::Interner;

/// Reports loops whose condition stays as it is.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for (_, function) in module.functions.iter() {
        let has_loops = function.body.stmts.iter().any(|(_, stmt)| matches!(stmt.kind, StmtKind::Loop(_)));
        if has_loops {
            check_function(module, function, names, sink);
        }
    }
}

fn check_function(module: &Module, function: &Function, names: &Interner, sink: &mut Sink) {
    let events = Events::of(function);
    for found in &events.loops {
        let StmtKind::Loop(node) = &function.body.stmts[found.stmt].kind else { continue };
        let Some(condition) = node.condition else { continue };
        if let Some(read) = read_by(module, function, condition) {
            let checked = Checked { module, body: &function.body, events: &events, found, node, condition };
            checked.report(&read, names, sink);
        }
    }
}

/// The locals that a condition reads; nothing if it depends on what others may write, or does more than to compute.
fn read_by(module: &Module, function: &Function, condition: ExprId) -> Option<Vec<LocalId>> {
    let body = &function.body;
    let mut locals = Vec::new();
    let mut is_pure = true;
    PostOrder::default().visit(body, condition, |expr| match &body.exprs[expr].kind {
        ExprKind::Local(local) => locals.push(*local),
        ExprKind::Global(global) => is_pure &= is_constant(&module.globals[*global].kind),
        ExprKind::Intrinsic { intrinsic, .. } => {
            is_pure &= matches!(intrinsic.lowering, Lowering::Op { .. } | Lowering::Whole(_));
        }
        ExprKind::ResourceElement { .. }
        | ExprKind::IncDec { .. }
        | ExprKind::Assign { .. }
        | ExprKind::CompoundAssign { .. }
        | ExprKind::Call { .. }
        | ExprKind::Method { .. }
        | ExprKind::Undef => is_pure = false,
        ExprKind::Constant(_)
        | ExprKind::SpecConstant(_)
        | ExprKind::String(_)
        | ExprKind::Load(_)
        | ExprKind::Member { .. }
        | ExprKind::Index { .. }
        | ExprKind::Swizzle { .. }
        | ExprKind::MatrixSwizzle { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::ShortCircuit { .. }
        | ExprKind::Ternary { .. }
        | ExprKind::Select { .. }
        | ExprKind::Comma { .. }
        | ExprKind::Convert { .. }
        | ExprKind::Construct { .. } => {}
    });
    let is_shared = |local: &LocalId| {
        function.params.iter().any(|param| param.local == *local && param.mode == ParamMode::Reference)
    };
    (is_pure && !locals.is_empty() && !locals.iter().any(is_shared)).then_some(locals)
}

/// Returns whether a global has one value during a run.
fn is_constant(kind: &GlobalKind) -> bool {
    match kind {
        GlobalKind::Block { .. } | GlobalKind::SpecConstant { .. } | GlobalKind::Static { is_const: true, .. } => true,
        GlobalKind::Static { .. }
        | GlobalKind::Groupshared
        | GlobalKind::Resource { .. }
        | GlobalKind::Heap { .. }
        | GlobalKind::Counter
        | GlobalKind::ExtBuiltin { .. }
        | GlobalKind::Shared(_) => false,
    }
}

/// A loop whose condition depends on locals alone.
struct Checked<'a> {
    module: &'a Module,
    body: &'a Body,
    events: &'a Events,
    found: &'a FoundLoop,
    node: &'a Loop,
    condition: ExprId,
}

impl Checked<'_> {
    fn report(&self, read: &[LocalId], names: &Interner, sink: &mut Sink) {
        let span = self.body.exprs[self.condition].span;
        let name = |local: LocalId| names.resolve(self.body.locals[local].name).to_owned();
        if let Some((counter, step)) = self.runaway() {
            let step_span = self.body.exprs[step].span;
            sink.report(span, RunawayCounter { name: name(counter) }).note_at(step_span, "it is changed here");
            return;
        }
        if read.iter().any(|&local| self.events.writes_in(local, self.found) > 0) || self.may_be_left(read) {
            return;
        }
        let report = sink.report(span, UnchangedCondition { name: name(read[0]) });
        if let Some((other, step)) = self.step_of_another() {
            let note = format!("this changes '{}'", name(other));
            report.note_at(self.body.exprs[step].span, note);
        }
    }

    /// Returns whether the loop has another exit. A `for` with a step is expected to count, exits or not.
    fn may_be_left(&self, read: &[LocalId]) -> bool {
        let is_counted = self.step_of_another().is_some()
            && read.iter().any(|&local| self.declared().any(|declared| declared == local))
            && matches!(self.body.exprs[self.condition].kind, ExprKind::Binary { op, .. } if op.is_comparison());
        !is_counted && self.events.has_exit_in(self.found)
    }

    /// The variables that the head of a `for` declares.
    fn declared(&self) -> impl Iterator<Item = LocalId> {
        self.node.init.iter().filter_map(|&stmt| {
            if let StmtKind::Let { local, .. } = self.body.stmts[stmt].kind { Some(local) } else { None }
        })
    }

    /// The variable that the step of a `for` changes.
    fn step_of_another(&self) -> Option<(LocalId, ExprId)> {
        let step = self.node.step.filter(|_| self.node.kind == LoopKind::For)?;
        let changed = self.body.exprs[step].kind.changed()?;
        Some((self.body.local_of(changed)?, step))
    }

    /// The counter of a `for` that runs away from its bound: `for (int i = 0; i < n; i--)`.
    fn runaway(&self) -> Option<(LocalId, ExprId)> {
        let (counter, step) = self.step_of_another()?;
        let ExprKind::IncDec { increment, place, .. } = self.body.exprs[step].kind else { return None };
        let ExprKind::Binary { op, lhs, rhs } = self.body.exprs[self.condition].kind else { return None };
        let is_counter = |expr: ExprId| {
            matches!(self.body.exprs[expr].kind, ExprKind::Load(place)
                if matches!(self.body.exprs[place].kind, ExprKind::Local(local) if local == counter))
        };
        let wants_less = match op {
            BinaryOp::Lt | BinaryOp::Le => is_counter(lhs),
            BinaryOp::Gt | BinaryOp::Ge => is_counter(rhs),
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
        let is_one_side = is_counter(lhs) != is_counter(rhs);
        // An unsigned counter that is decremented beyond zero ends the loop, as in `for (uint i = n - 1; i < n; i--)`.
        let wraps = !increment && self.is_unsigned(place);
        let is_only_write = self.events.writes_in(counter, self.found) == 1;
        (is_one_side && wants_less != increment && !wraps && is_only_write).then_some((counter, step))
    }

    fn is_unsigned(&self, place: ExprId) -> bool {
        matches!(self.module.ty(self.body.exprs[place].ty), Type::Scalar(scalar) if scalar.class() == ElemClass::UInt)
    }
}

/// A loop, and the numbers of its statements.
#[derive(Clone, Copy)]
struct FoundLoop {
    stmt: StmtId,
    start: u32,
    end: u32,
}

/// What a body does, by the numbers of its statements.
#[derive(Default)]
struct Events {
    loops: Vec<FoundLoop>,
    /// The statements that write each local, in order.
    writes: Map<LocalId, Vec<u32>>,
    /// The statements that leave a loop or the function, in order.
    exits: Vec<u32>,
}

/// The pending work, the next item on top.
enum Work {
    Stmt(StmtId),
    Expr(ExprId),
    StartOfLoop(usize),
    EndOfLoop(usize),
}

impl Events {
    fn of(function: &Function) -> Self {
        let mut events = Events::default();
        let mut order = PostOrder::default();
        let body = &function.body;
        let mut number = 0;
        let block = function.block.iter().flat_map(|block| block.stmts.iter().rev());
        let mut work: Vec<Work> = block.map(|&stmt| Work::Stmt(stmt)).collect();
        while let Some(next) = work.pop() {
            number += 1;
            match next {
                Work::Stmt(stmt) => events.stmt(body, stmt, number, &mut work),
                Work::Expr(expr) => events.expr(body, expr, number, &mut order),
                Work::StartOfLoop(index) => events.loops[index].start = number,
                Work::EndOfLoop(index) => events.loops[index].end = number,
            }
        }
        events
    }

    fn stmt(&mut self, body: &Body, stmt: StmtId, number: u32, work: &mut Vec<Work>) {
        match &body.stmts[stmt].kind {
            StmtKind::Break | StmtKind::Return(_) | StmtKind::Discard => self.exits.push(number),
            StmtKind::Let { local, .. } => self.writes.entry(*local).or_default().push(number),
            StmtKind::Loop(node) => return self.enter(stmt, node, work),
            StmtKind::StaticInit { .. }
            | StmtKind::Expr(_)
            | StmtKind::Block(_)
            | StmtKind::If { .. }
            | StmtKind::Switch(_)
            | StmtKind::Continue => {}
        }
        let parts = body.stmts[stmt].kind.parts();
        for block in parts.blocks.into_iter().rev() {
            work.extend(block.iter().rev().map(|&stmt| Work::Stmt(stmt)));
        }
        work.extend(parts.exprs.map(Work::Expr));
    }

    /// What a `for` declares and does first is before the loop.
    fn enter(&mut self, stmt: StmtId, node: &Loop, work: &mut Vec<Work>) {
        let index = self.loops.len();
        self.loops.push(FoundLoop { stmt, start: 0, end: 0 });
        work.push(Work::EndOfLoop(index));
        work.extend(node.step.map(Work::Expr));
        work.extend(node.body.iter().rev().map(|&stmt| Work::Stmt(stmt)));
        work.extend(node.condition.map(Work::Expr));
        work.extend(node.condition_init.iter().rev().map(|&stmt| Work::Stmt(stmt)));
        work.push(Work::StartOfLoop(index));
        work.extend(node.init.iter().rev().map(|&stmt| Work::Stmt(stmt)));
    }

    fn expr(&mut self, body: &Body, root: ExprId, number: u32, order: &mut PostOrder) {
        order.visit(body, root, |expr| {
            let kind = &body.exprs[expr].kind;
            for local in kind.written().chain(kind.receiver()).filter_map(|place| body.local_of(place)) {
                self.writes.entry(local).or_default().push(number);
            }
        });
    }

    /// The number of writes of a local in a loop.
    fn writes_in(&self, local: LocalId, found: &FoundLoop) -> usize {
        self.writes.get(&local).map_or(0, |writes| count_between(writes, found))
    }

    fn has_exit_in(&self, found: &FoundLoop) -> bool {
        count_between(&self.exits, found) > 0
    }
}

/// How many of these numbers lie in a loop.
fn count_between(numbers: &[u32], found: &FoundLoop) -> usize {
    let before = |limit: u32| numbers.partition_point(|&number| number < limit);
    before(found.end) - before(found.start)
}
