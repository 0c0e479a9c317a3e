//! The walk over a function: statements in order, under their control dependences.

mod entry;
mod exprs;

use super::events::{Event, Events, What};
use super::places::Places;
use super::taint::Taint;
use super::{Summaries, Summary};
use crate::hir::expr::{ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Block, Loop, LoopHint, LoopKind, StmtId, StmtKind};
use crate::hir::walk::PostOrder;
use crate::hir::{Body, EntryPoint, Function, LocalId, Module};
use base::source::Span;
use rustc_hash::FxHashMap;

/// The effects of a function, in terms of its parameters, or of a stage's inputs.
pub(super) fn summary(
    module: &Module,
    flattens: bool,
    function: &Function,
    entry: Option<&EntryPoint>,
    summaries: &Summaries,
) -> Summary {
    let Some(block) = &function.block else { return Summary::default() };
    let body = &function.body;
    let mut walk = Walk {
        module,
        flattens,
        body,
        summaries,
        places: Places::default(),
        values: vec![Taint::NONE; body.exprs.len()],
        control: Vec::new(),
        returned: Condition::default(),
        breakables: Vec::new(),
        order: PostOrder::default(),
        known: FxHashMap::default(),
        events: Events::default(),
        result: Taint::NONE,
    };
    match entry {
        Some(entry) => walk.enter_stage(function, entry),
        None => walk.enter_function(function),
    }
    walk.block(block);
    let locals = function.this.into_iter().chain(function.params.iter().map(|param| param.local));
    let params = locals.map(|local| walk.places.read(local, &[])).collect();
    Summary { result: walk.result, params, events: walk.events }
}

/// Returns whether a function contains any operation that must be convergent.
pub(super) fn may_matter(module: &Module, function: &Function) -> bool {
    let body = &function.body;
    body.exprs.iter().any(|(_, node)| exprs::may_matter(module, body, &node.kind))
        || body.stmts.iter().any(|(_, node)| matches!(&node.kind, StmtKind::Loop(node) if is_to_be_unrolled(node)))
}

/// Returns whether a loop is marked `[unroll]` without a count.
fn is_to_be_unrolled(node: &Loop) -> bool {
    node.kind == LoopKind::For && node.hint == LoopHint::Unroll && !node.counted
}

/// A condition on which code depends.
#[derive(Clone, Copy, Debug, Default)]
struct Condition {
    taint: Taint,
    span: Option<Span>,
}

impl Condition {
    fn add(&mut self, other: Condition) {
        // Reports name the condition that differs.
        let is_clearer = !self.taint.differs() && other.taint.differs();
        self.span = if is_clearer { other.span } else { self.span.or(other.span) };
        self.taint |= other.taint;
    }
}

/// A loop or switch that `break` and `continue` leave.
#[derive(Clone, Copy, Debug)]
struct Breakable {
    is_loop: bool,
    /// The number of conditions around it.
    around: usize,
    /// The condition of early exits.
    left: Condition,
}

struct Walk<'a> {
    module: &'a Module,
    /// True if arrays of resources are flattened, so that an index selects among variables.
    flattens: bool,
    body: &'a Body,
    summaries: &'a Summaries,
    places: Places,
    /// The taints of the most recent values of expressions, by their ids.
    values: Vec<Taint>,
    /// The conditions around the statement, the outermost first.
    control: Vec<Condition>,
    /// The condition of early returns.
    returned: Condition,
    breakables: Vec<Breakable>,
    order: PostOrder,
    /// The conditions of a loop's iterations, as far as they are known.
    known: FxHashMap<StmtId, Condition>,
    events: Events,
    result: Taint,
}

impl Walk<'_> {
    fn enter_function(&mut self, function: &Function) {
        let this = function.this.map(|local| (local, ParamMode::InOut));
        let params = this.into_iter().chain(function.params.iter().map(|param| (param.local, param.mode)));
        let params: Vec<(LocalId, ParamMode)> = params.collect();
        for (position, (local, mode)) in params.into_iter().enumerate() {
            self.places.declare(local);
            if mode != ParamMode::Out {
                self.places.write(local, &[], Taint::param(position));
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for &stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let body = self.body;
        let node = &body.stmts[id];
        match &node.kind {
            StmtKind::Let { local, init } => {
                let taint = init.map_or(Taint::NONE, |init| self.eval(init));
                self.places.declare(*local);
                if let Some(init) = *init {
                    self.store(*local, Vec::new(), taint, Some(init));
                }
            }
            StmtKind::StaticInit { init: expr, .. } | StmtKind::Expr(expr) => {
                self.eval(*expr);
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise, .. } => {
                let condition = self.condition(*condition);
                for block in std::iter::once(then).chain(otherwise) {
                    self.under(condition, block);
                }
            }
            StmtKind::Loop(node) => self.outer_loop(id, node),
            StmtKind::Switch(node) => {
                let condition = self.condition(node.selector);
                self.enter_breakable(false, Condition::default());
                for case in &node.cases {
                    self.under(condition, &case.body);
                }
                self.breakables.pop();
            }
            StmtKind::Return(value) => {
                let value = value.map_or(Taint::NONE, |value| self.eval(value));
                let condition = self.conditions(0);
                self.result |= value | condition.taint;
                self.returned.add(condition);
            }
            StmtKind::Break => self.leave(|_| true),
            StmtKind::Continue => self.leave(|breakable| breakable.is_loop),
            StmtKind::Discard => {}
        }
    }

    /// A condition. The mark of an index goes with its value, not with what is chosen by it.
    fn condition(&mut self, expr: ExprId) -> Condition {
        Condition { taint: self.eval(expr).without(Taint::MARKED), span: Some(self.body.exprs[expr].span) }
    }

    fn under(&mut self, condition: Condition, block: &Block) {
        self.places.enter();
        self.control.push(condition);
        self.block(block);
        self.control.pop();
        self.places.leave(condition.taint);
    }

    fn enter_breakable(&mut self, is_loop: bool, left: Condition) {
        self.breakables.push(Breakable { is_loop, around: self.control.len(), left });
    }

    /// `break` or `continue`: the rest of the construct depends on the negated conditions in it.
    fn leave(&mut self, is_left: impl Fn(&Breakable) -> bool) {
        let Some(at) = self.breakables.iter().rposition(is_left) else { return };
        let condition = self.conditions(self.breakables[at].around);
        self.breakables[at].left.add(condition);
    }

    /// The conjunction of all conditions from a depth on.
    fn conditions(&self, from: usize) -> Condition {
        let mut all = Condition::default();
        self.control[from..].iter().for_each(|&condition| all.add(condition));
        let inner = self.breakables.iter().filter(|breakable| breakable.around >= from);
        inner.for_each(|breakable| all.add(breakable.left));
        if from == 0 {
            all.add(self.returned);
        }
        all
    }

    /// Values that an iteration leaves in variables may be read by the next one: the outermost loop is visited twice.
    fn outer_loop(&mut self, id: StmtId, node: &Loop) {
        self.block(&node.init);
        if !self.breakables.iter().any(|breakable| breakable.is_loop) {
            self.passes(id, node);
        }
        self.passes(id, node);
    }

    fn passes(&mut self, id: StmtId, node: &Loop) {
        let is_first = !self.known.contains_key(&id);
        let mut known = self.known.get(&id).copied().unwrap_or_default();
        self.places.enter();
        if node.kind != LoopKind::DoWhile {
            known.add(self.head(node, is_first));
        }
        self.enter_breakable(true, known);
        self.block(&node.body);
        if let Some(step) = node.step {
            self.eval(step);
        }
        if let Some(breakable) = self.breakables.pop() {
            known.add(breakable.left);
        }
        if node.kind == LoopKind::DoWhile {
            known.add(self.head(node, is_first));
        }
        self.known.insert(id, known);
        self.places.leave(known.taint);
    }

    fn head(&mut self, node: &Loop, is_first: bool) -> Condition {
        self.block(&node.condition_init);
        let condition = node.condition.map_or(Condition::default(), |condition| self.condition(condition));
        self.check_unrolled(node, is_first);
        condition
    }

    /// `[unroll]` of a loop whose start or bound only the application knows.
    fn check_unrolled(&mut self, node: &Loop, is_first: bool) {
        let Some(condition) = node.condition.filter(|_| is_to_be_unrolled(node)) else { return };
        let ExprKind::Binary { op, lhs, rhs } = self.body.exprs[condition].kind else { return };
        if !op.is_comparison() {
            return;
        }
        let is_variable = |expr| matches!(self.unconverted(expr), ExprKind::Load(place) if self.is_local(*place));
        let bound = if is_variable(lhs) { rhs } else { lhs };
        let variable = if bound == rhs { lhs } else { rhs };
        let start = if is_first { self.value(variable) } else { Taint::NONE };
        let (taint, span) = (self.value(bound) | start, self.body.exprs[bound].span);
        self.events.add(Event { what: What::Unroll, span, taint, cause: None, call: None, text: "", name: None });
    }

    fn unconverted(&self, mut expr: ExprId) -> &ExprKind {
        while let ExprKind::Convert { operand, .. } = self.body.exprs[expr].kind {
            expr = operand;
        }
        &self.body.exprs[expr].kind
    }

    fn is_local(&self, place: ExprId) -> bool {
        matches!(self.body.exprs[place].kind, ExprKind::Local(_))
    }

    /// Records an operation that all invocations should reach together.
    fn happens(&mut self, what: What, span: Span, text: &'static str) {
        let (taint, cause) = (self.conditions(0).taint, self.cause(what.reason()));
        self.events.add(Event { what, span, taint, cause, call: None, text, name: None });
    }

    /// The outermost condition that differs for a reason, or may do so with a parameter.
    fn cause(&self, reason: Taint) -> Option<Span> {
        let lefts = self.breakables.iter().map(|breakable| &breakable.left);
        let all: Vec<&Condition> = self.control.iter().chain(lefts).chain([&self.returned]).collect();
        let sure = all.iter().find(|condition| condition.taint.has(reason));
        let of_param = || all.iter().find(|condition| !condition.taint.without(Taint::ALL | Taint::MARKED).is_none());
        sure.or_else(of_param)?.span
    }

    /// Records the operations of a callee at its call.
    fn happens_in_call(&mut self, events: &Events, args: &[Taint], call: Span) {
        for event in events.iter() {
            let own = event.taint.with_arguments(args);
            let key = event.what.reason();
            let around = if event.what.is_conditional() { self.conditions(0).taint } else { Taint::NONE };
            let cause = if own.has(key) { event.cause } else { self.cause(key).or(event.cause) };
            let call = event.call.filter(|_| own.has(key)).unwrap_or(call);
            self.events.add(Event { taint: own | around, cause, call: Some(call), ..*event });
        }
    }
}
