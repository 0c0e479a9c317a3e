//! Statements: structured control flow as it is written, block by block.

use crate::emitter::Emitter;
use crate::emitter::state::functions::Targets;
use crate::emitter::state::memory::CounterOwner;
use base::source::Span;
use sema::hir::expr::{ConstantId, ConstantValue, ExprId, ExprKind};
use sema::hir::stmt::{Block, Case, Loop, LoopHint, LoopKind, SelectionHint, StmtId, StmtKind, Switch};
use sema::hir::{GlobalId, LocalId};
use spirv::{LoopControl, Op, SelectionControl, Word};

/// The names of a loop's blocks.
struct LoopNames {
    header: &'static str,
    check: &'static str,
    body: &'static str,
    continue_block: &'static str,
    merge: &'static str,
}

const FOR: LoopNames = LoopNames {
    header: "for.header",
    check: "for.check",
    body: "for.body",
    continue_block: "for.continue",
    merge: "for.merge",
};

const WHILE: LoopNames = LoopNames {
    header: "while.header",
    check: "while.check",
    body: "while.body",
    continue_block: "while.continue",
    merge: "while.merge",
};

impl<'a> Emitter<'a> {
    /// Statements in order; what stands after a jump is never reached and left out.
    pub(crate) fn block(&mut self, block: &'a Block) {
        self.within(block, |this| {
            let mut at = 0;
            while let Some(&stmt) = block.stmts.get(at).filter(|_| !this.spv.is_terminated()) {
                at += 1;
                match this.plain_trace(&block.stmts[at - 1..]) {
                    Some(more) => at += more,
                    None => this.stmt(stmt),
                }
            }
        });
    }

    fn stmt(&mut self, id: StmtId) {
        let body = self.current.body;
        let stmt = &body.stmts[id];
        let span = self.without_semicolon(stmt.span);
        self.spv.at(span);
        match &stmt.kind {
            StmtKind::Let { local, init } => self.let_stmt(*local, *init),
            StmtKind::StaticInit { global, guard, init } => self.static_init(*global, *guard, *init),
            StmtKind::Expr(expr) => self.discard(*expr),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { condition, then, otherwise, hint } => {
                self.if_stmt(*condition, then, otherwise.as_ref(), *hint);
            }
            StmtKind::Loop(it) => self.loop_stmt(it),
            StmtKind::Switch(switch) => self.switch_stmt(switch),
            StmtKind::Return(value) => self.return_stmt(*value, span),
            StmtKind::Break => {
                self.spv.at(self.start_of(span));
                let target = self.current.targets.last().expect("a break is in a loop or switch").break_to;
                self.spv.branch(target);
            }
            StmtKind::Continue => {
                self.spv.at(self.start_of(span));
                let target = self.current.targets.iter().rev().find_map(|targets| targets.continue_to);
                self.spv.branch(target.expect("a continue is in a loop"));
            }
            StmtKind::Discard => self.kill(),
        }
    }

    /// Records are in a variable once there are any.
    fn let_records(&mut self, local: LocalId, init: Option<ExprId>) {
        if let Some(init) = init {
            let pointer = self.keep_records(local, init);
            self.describe_local(local, pointer);
        }
    }

    fn let_stmt(&mut self, local: LocalId, init: Option<ExprId>) {
        if self.node_of(self.current.body.locals[local].ty).is_some() {
            return self.let_records(local, init);
        }
        let variable = self.local_variable(local);
        self.spv.at(self.either(self.current.body.locals[local].span, self.spv.function.span()));
        if let Some(init) = init {
            let value = self.expr(init);
            self.spv.store_word(variable.pointer, value);
            self.hand_counter(CounterOwner::Variable(variable.pointer), init);
        } else if self.module.hit_objects(self.current.body.locals[local].ty) != 0 {
            self.empty_hits(variable.pointer, self.current.body.locals[local].ty);
        }
        self.describe_local(local, variable.pointer);
    }

    /// A `static` local is set when control comes by for the first time.
    fn static_init(&mut self, global: GlobalId, guard: GlobalId, init: ExprId) {
        let variable = self.global_variable(global);
        self.describe_static_local(global, variable);
        let guard = self.global_variable(guard);
        let bool = self.spv.bool();
        self.spv.at(self.current.body.exprs[init].span);
        let done = self.spv.load_word(bool, guard.pointer);
        let todo_block = self.spv.label("if.init.todo");
        let done_block = self.spv.label("if.init.done");
        self.spv.branch_selection(done, done_block, todo_block, done_block, SelectionControl::NONE);
        self.spv.begin_block(todo_block);
        let value = self.expr(init);
        self.spv.store_word(variable.pointer, value);
        let yes = self.spv.constant_bool(true);
        self.spv.store_word(guard.pointer, yes);
        self.spv.branch(done_block);
        self.spv.begin_block(done_block);
    }

    fn return_stmt(&mut self, value: Option<ExprId>, span: Span) {
        let Some(value) = value else { return self.spv.terminate(Op::Return, &[]) };
        if self.is_void(value) {
            self.discard(value);
            return self.spv.terminate(Op::Return, &[]);
        }
        let result = self.expr(value);
        self.spv.at(span);
        self.return_counter(value);
        self.spv.terminate(Op::ReturnValue, &[result]);
    }

    fn is_void(&self, expr: ExprId) -> bool {
        matches!(self.module.types[self.current.body.exprs[expr].ty], sema::hir::ty::Type::Void)
    }

    /// Ends a pixel, or makes it a helper where the target knows how to.
    pub(crate) fn kill(&mut self) {
        if self.demotes() {
            self.spv.effect(Op::DemoteToHelperInvocation, &[]);
        } else {
            self.spv.terminate(Op::Kill, &[]);
        }
    }

    fn demotes(&self) -> bool {
        self.options.allows_extension("SPV_EXT_demote_to_helper_invocation") || self.options.target.has_spirv(1, 6)
    }

    /// The value of an expression that is a constant `bool`.
    fn constant_condition(&self, condition: ExprId) -> Option<bool> {
        let ExprKind::Constant(constant) = self.current.body.exprs[condition].kind else { return None };
        match self.module.constants[constant].value {
            ConstantValue::Bool(value) => Some(value),
            ConstantValue::Zero => Some(false),
            ConstantValue::Int(_) | ConstantValue::Float(_) | ConstantValue::Composite(_) => None,
        }
    }
}

/// Selections.
impl<'a> Emitter<'a> {
    fn if_stmt(&mut self, condition: ExprId, then: &'a Block, otherwise: Option<&'a Block>, hint: SelectionHint) {
        match (self.constant_condition(condition), otherwise) {
            (Some(true), _) => return self.block(then),
            (Some(false), Some(otherwise)) => return self.block(otherwise),
            (Some(false), None) => return,
            (None, _) => {}
        }
        let span = self.spv.function.span();
        let condition_span = self.current.body.exprs[condition].span;
        let condition = self.expr(condition);
        self.spv.at(self.either(self.token_behind(condition_span), condition_span));
        self.selection(condition, hint, span, otherwise.is_some(), |this, taken| {
            if taken {
                this.block(then);
            } else if let Some(otherwise) = otherwise {
                this.block(otherwise);
            }
        });
    }

    /// `if` on a value; `branch` makes the side that is named.
    fn selection(
        &mut self,
        condition: Word,
        hint: SelectionHint,
        span: Span,
        has_else: bool,
        mut branch: impl FnMut(&mut Self, bool),
    ) {
        let control = match hint {
            SelectionHint::None => SelectionControl::NONE,
            SelectionHint::Branch => SelectionControl::DONT_FLATTEN,
            SelectionHint::Flatten => SelectionControl::FLATTEN,
        };
        let end = self.last_token(span);
        let then_block = self.spv.label("if.true");
        let merge = self.spv.label("if.merge");
        let else_block = if has_else { self.spv.label("if.false") } else { merge };
        self.spv.branch_selection(condition, then_block, else_block, merge, control);
        self.spv.begin_block(then_block);
        branch(self, true);
        self.spv.at(end);
        self.spv.branch(merge);
        if has_else {
            self.spv.begin_block(else_block);
            branch(self, false);
            self.spv.at(end);
            self.spv.branch(merge);
        }
        self.spv.begin_block(merge);
    }

    fn switch_stmt(&mut self, switch: &'a Switch) {
        // A jump out of a nested `if` to behind the switch is only possible out of a real switch.
        let jumps = switch.cases.iter().any(|case| self.breaks_inside(&case.body, false));
        if switch.if_chain && !jumps { self.if_chain(switch) } else { self.op_switch(switch) }
    }

    /// Returns whether a `break` out of the enclosing switch is inside an `if`.
    fn breaks_inside(&self, block: &Block, in_if: bool) -> bool {
        block.iter().any(|&stmt| match &self.current.body.stmts[stmt].kind {
            StmtKind::Break => in_if,
            StmtKind::Block(inner) => self.breaks_inside(inner, in_if),
            StmtKind::If { then, otherwise, .. } => {
                self.breaks_inside(then, true) || otherwise.iter().any(|block| self.breaks_inside(block, true))
            }
            StmtKind::Let { .. }
            | StmtKind::StaticInit { .. }
            | StmtKind::Expr(_)
            | StmtKind::Loop(_)
            | StmtKind::Switch(_)
            | StmtKind::Return(_)
            | StmtKind::Continue
            | StmtKind::Discard => false,
        })
    }

    fn op_switch(&mut self, switch: &'a Switch) {
        let end = self.last_token(self.spv.function.span());
        let selector = self.expr(switch.selector);
        let merge = self.spv.label("switch.merge");
        // Each label has a block of its own; those that stand together lead to the last of them.
        let mut default = merge;
        let mut targets = Vec::new();
        let mut labels = Vec::new();
        for label in switch.cases.iter().flat_map(|case| &case.labels) {
            let block = match label.value {
                Some(value) => {
                    let value = self.switch_value(value);
                    let block = self.spv.label(&switch_label(value));
                    targets.extend([value as u32, block]);
                    block
                }
                None => {
                    default = self.spv.label("switch.default");
                    default
                }
            };
            labels.push(block);
        }
        self.spv.ensure_block();
        self.spv.function.selection_merge(merge, SelectionControl::NONE);
        self.spv.function.switch(selector, default, &targets, &labels);
        self.current.targets.push(Targets { break_to: merge, continue_to: None });
        let mut labels = labels.into_iter();
        for case in &switch.cases {
            for (block, label) in labels.by_ref().take(case.labels.len()).zip(&case.labels) {
                self.spv.at(self.start_of(label.span));
                // From the part before, or from the label before.
                self.spv.branch(block);
                self.spv.begin_block(block);
            }
            self.block(&case.body);
        }
        self.spv.at(end);
        self.spv.branch(merge);
        self.current.targets.pop();
        self.spv.begin_block(merge);
    }

    fn switch_value(&self, constant: ConstantId) -> i64 {
        match self.module.constants[constant].value {
            ConstantValue::Int(bits) => bits as i64,
            ConstantValue::Bool(value) => i64::from(value),
            ConstantValue::Zero => 0,
            ConstantValue::Float(_) | ConstantValue::Composite(_) => panic!("a label is an integer"),
        }
    }

    /// A chain of `if`s, as `[branch]` and `[flatten]` ask for: each label tests the selector anew and brings all
    /// statements up to the next jump.
    fn if_chain(&mut self, switch: &'a Switch) {
        let tests: Vec<(usize, ConstantId)> = switch
            .cases
            .iter()
            .enumerate()
            .flat_map(|(at, case)| case.labels.iter().filter_map(move |label| Some((at, label.value?))))
            .collect();
        let default = switch.cases.iter().position(|case| case.labels.iter().any(|label| label.value.is_none()));
        self.chain_links(switch, &tests, default);
    }

    /// The rest of a chain of `if`s. A chain is as deep as it is long, so its blocks are made in a loop: first all
    /// tests with what they lead to, then all merge blocks from the inside out.
    fn chain_links(&mut self, switch: &'a Switch, tests: &[(usize, ConstantId)], default: Option<usize>) {
        let mut merges = Vec::with_capacity(tests.len());
        for (position, &(case, value)) in tests.iter().enumerate() {
            let is_last = position + 1 == tests.len();
            let condition = self.chain_test(switch, value);
            let then_block = self.spv.label("if.true");
            let merge = self.spv.label("if.merge");
            let has_else = !is_last || default.is_some();
            let else_block = if has_else { self.spv.label("if.false") } else { merge };
            self.spv.branch_selection(condition, then_block, else_block, merge, SelectionControl::NONE);
            self.spv.begin_block(then_block);
            self.case_statements(&switch.cases[case..]);
            self.spv.branch(merge);
            merges.push(merge);
            if has_else {
                self.spv.begin_block(else_block);
            }
        }
        if let Some(default) = default {
            self.case_statements(&switch.cases[default..]);
        }
        // Without a default, the last merge block is where its test leads.
        for (position, merge) in merges.into_iter().enumerate().rev() {
            let is_last = position + 1 == tests.len();
            if !is_last || default.is_some() {
                self.spv.branch(merge);
            }
            self.spv.begin_block(merge);
        }
    }

    fn chain_test(&mut self, switch: &Switch, value: ConstantId) -> Word {
        let selector = self.expr(switch.selector);
        let value = self.constant(value);
        let bool = self.spv.bool();
        self.spv.op(Op::IEqual, bool, &[selector, value])
    }

    /// The statements of a case and of those into which it falls, up to its `break`.
    fn case_statements(&mut self, cases: &'a [Case]) {
        for case in cases {
            if self.case_part(&case.body) {
                return;
            }
        }
    }

    /// Statements up to a `break`; whether there was one, or another jump.
    fn case_part(&mut self, block: &'a Block) -> bool {
        let body = self.current.body;
        for &stmt in block {
            match &body.stmts[stmt].kind {
                _ if self.spv.is_terminated() => return true,
                StmtKind::Break => return true,
                StmtKind::Block(inner) => {
                    if self.within(inner, |this| this.case_part(inner)) {
                        return true;
                    }
                }
                StmtKind::Let { .. }
                | StmtKind::StaticInit { .. }
                | StmtKind::Expr(_)
                | StmtKind::If { .. }
                | StmtKind::Loop(_)
                | StmtKind::Switch(_)
                | StmtKind::Return(_)
                | StmtKind::Continue
                | StmtKind::Discard => self.stmt(stmt),
            }
        }
        self.spv.is_terminated()
    }
}

fn switch_label(value: i64) -> String {
    let sign = if value < 0 { "n" } else { "" };
    format!("switch.{sign}{}", value.unsigned_abs())
}

/// Loops.
impl<'a> Emitter<'a> {
    fn loop_stmt(&mut self, it: &'a Loop) {
        let span = self.spv.function.span();
        self.block(&it.init);
        self.spv.at(span);
        match it.kind {
            LoopKind::For => self.checked_loop(it, &FOR),
            LoopKind::While => self.checked_loop(it, &WHILE),
            LoopKind::DoWhile => self.do_loop(it),
        }
    }

    /// A loop that checks its condition before each pass.
    fn checked_loop(&mut self, it: &'a Loop, names: &LoopNames) {
        let span = self.spv.function.span();
        let step = it.step.map(|step| self.current.body.exprs[step].span);
        let end = self.last_token(span);
        let end = self.either(end, step.unwrap_or(end));
        let check = it.condition.filter(|_| it.kind == LoopKind::For).map(|check| self.current.body.exprs[check].span);
        let head = self.spv.label(names.check);
        let body = self.spv.label(names.body);
        let continue_block = self.spv.label(names.continue_block);
        let merge = self.spv.label(names.merge);
        let before = it.init.stmts.first().map(|&init| self.current.body.stmts[init].span);
        let before = before.map_or(self.start_of(span), |init| init.to(self.token_behind(init)));
        self.spv.at(self.either(check.unwrap_or(span), before));
        self.spv.branch(head);
        self.spv.begin_block(head);
        self.block(&it.condition_init);
        let condition = self.condition(it);
        let condition_span = it.condition.map_or(span, |condition| self.current.body.exprs[condition].span);
        self.spv.at(self.either(check.map_or(span, |check| self.last_token(check)), condition_span));
        if self.spv.function.current_block() == head {
            self.spv.branch_loop(condition, body, merge, continue_block, loop_control(it.hint));
        } else {
            // A condition of several blocks cannot be checked in the header, which then precedes it.
            self.spv.ensure_block();
            self.spv.function.branch_conditional(condition, body, merge);
            self.put_header_before(head, names, merge, continue_block, loop_control(it.hint));
        }
        self.loop_body(it, body, continue_block, merge, end);
        self.spv.begin_block(continue_block);
        if let Some(step) = it.step {
            self.discard(step);
        }
        self.spv.at(end);
        self.spv.branch(head);
        self.spv.begin_block(merge);
    }

    fn put_header_before(
        &mut self,
        head: Word,
        names: &LoopNames,
        merge: Word,
        continue_block: Word,
        control: LoopControl,
    ) {
        let check = self.spv.label(names.check);
        self.spv.set_name(head, names.header);
        self.spv.function.rename_block(head, check);
        self.spv.begin_block(head);
        self.spv.function.loop_merge(merge, continue_block, control);
        self.spv.function.branch(check);
    }

    fn condition(&mut self, it: &Loop) -> Word {
        match it.condition {
            Some(condition) => self.expr(condition),
            None => self.spv.constant_bool(true),
        }
    }

    fn loop_body(&mut self, it: &'a Loop, body: Word, continue_block: Word, merge: Word, end: Span) {
        self.current.targets.push(Targets { break_to: merge, continue_to: Some(continue_block) });
        self.spv.begin_block(body);
        self.block(&it.body);
        self.spv.at(end);
        self.spv.branch(continue_block);
        self.current.targets.pop();
    }

    fn do_loop(&mut self, it: &'a Loop) {
        let span = self.spv.function.span();
        let end = self.last_token(it.body.span);
        let header = self.spv.label("do_while.header");
        let body = self.spv.label("do_while.body");
        let continue_block = self.spv.label("do_while.continue");
        let merge = self.spv.label("do_while.merge");
        self.spv.at(self.start_of(span));
        self.spv.branch(header);
        self.spv.begin_block(header);
        self.spv.at(self.start_of(it.body.span));
        self.spv.function.loop_merge(merge, continue_block, loop_control(it.hint));
        self.spv.function.branch(body);
        self.loop_body(it, body, continue_block, merge, end);
        self.spv.begin_block(continue_block);
        self.block(&it.condition_init);
        let condition = self.condition(it);
        self.spv.at(self.last_token(span));
        self.spv.ensure_block();
        self.spv.function.branch_conditional(condition, header, merge);
        self.spv.begin_block(merge);
    }
}

fn loop_control(hint: LoopHint) -> LoopControl {
    match hint {
        LoopHint::None => LoopControl::NONE,
        LoopHint::Unroll => LoopControl::UNROLL,
        LoopHint::DontUnroll => LoopControl::DONT_UNROLL,
    }
}
