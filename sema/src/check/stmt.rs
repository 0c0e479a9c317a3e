//! Statements.

use super::{Checker, MAX_DEPTH};
use crate::attributes::Attributes;
use crate::diagnostics::{
    ConflictingAttributes, ConstNeedsInitializer, DiscardOutsidePixel, DuplicateLabel, InvalidSelector, LocalFunction,
    MisplacedStatement, NestedLabel, NotConstant, ReturnMismatch, StatementBeforeLabel, StatementTooDeep, UnusedValue,
};
use crate::hir::expr::{ConstantId, ExprId, ExprKind};
use crate::hir::stmt::{Block, Case, Label, Loop, LoopHint, LoopKind, SelectionHint, Stmt, StmtId, StmtKind, Switch};
use crate::hir::ty::{Type, TypeId};
use crate::hir::{Global, GlobalAttributes, GlobalKind, Local};
use crate::resolve::Entity;
use crate::tables::attributes::{Fact, Place};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{
    self, Condition, DeclaratorId, ExprKind as AstExpr, ItemKind, List, Modifier, Prefix, StmtKind as Ast, TypeKind,
    Variables,
};
use frontend::language::{HlslVersion, Stage};

/// The statements that have been made, and whether control leaves them at the end.
struct Builder {
    block: Block,
    open: bool,
}

/// A part of the body of a switch.
#[derive(Clone, Copy)]
enum Step {
    Enter,
    Leave,
    Stmt(ast::StmtId),
}

impl Checker<'_> {
    /// The body of a function, whose block shares its scope with the parameters; says whether its end is reached.
    pub(super) fn body_block(&mut self, body: ast::StmtId) -> (Block, bool) {
        let Ast::Block(stmts) = self.ast.stmts[body].kind else { return (Block::new(), true) };
        let mut builder = Builder { block: Block::new(), open: true };
        self.stmts(stmts, &mut builder);
        (builder.block, builder.open)
    }

    fn stmts(&mut self, stmts: List<ast::Stmt>, builder: &mut Builder) {
        let ast = self.ast;
        for id in ast.ids(stmts) {
            self.stmt(id, builder);
        }
    }

    /// A statement that is a scope of its own.
    fn scoped(&mut self, id: ast::StmtId) -> (Block, bool) {
        self.frame.locals.enter();
        let mut builder = Builder { block: Block::new(), open: true };
        match self.ast.stmts[id].kind {
            Ast::Block(stmts) => self.stmts(stmts, &mut builder),
            _ => self.stmt(id, &mut builder),
        }
        self.frame.locals.leave();
        (builder.block, builder.open)
    }

    /// Goes one level deeper, or reports that this is too deep.
    fn nest(&mut self, span: Span, f: impl FnOnce(&mut Self)) {
        if self.frame.depth >= MAX_DEPTH {
            if !std::mem::replace(&mut self.too_deep, true) {
                self.report(span, StatementTooDeep {});
            }
            return;
        }
        self.frame.depth += 1;
        f(self);
        self.frame.depth -= 1;
    }

    /// Adds a statement, unless control never gets there.
    fn push(&mut self, builder: &mut Builder, span: Span, kind: StmtKind) {
        if builder.open {
            let id = self.new_stmt(span, kind);
            builder.block.push(id);
        }
    }

    fn new_stmt(&mut self, span: Span, kind: StmtKind) -> StmtId {
        self.body.stmts.alloc(Stmt { span, kind })
    }

    fn stmt(&mut self, id: ast::StmtId, builder: &mut Builder) {
        let node = self.ast.stmts[id];
        self.nest(node.span, |checker| checker.stmt_kind(&node, builder));
    }

    fn stmt_kind(&mut self, node: &ast::Stmt, builder: &mut Builder) {
        let span = node.span;
        match node.kind {
            Ast::Error => {}
            Ast::Empty => {
                self.read_attributes(node.prefixes, Place::Statement);
            }
            Ast::Expr(expr) => self.expr_stmt(expr, node.prefixes, span, builder),
            Ast::Item(item) => self.local_item(item, builder),
            Ast::Block(stmts) => {
                self.read_attributes(node.prefixes, Place::Statement);
                self.block_stmt(stmts, span, builder);
            }
            Ast::If(..) => self.if_chain(node, builder),
            Ast::For { init, condition, step, body } => {
                self.for_stmt(init, condition, step, body, node.prefixes, span, builder);
            }
            Ast::While(condition, body) => self.while_stmt(condition, body, node.prefixes, span, builder),
            Ast::DoWhile(body, condition) => self.do_stmt(body, condition, node.prefixes, span, builder),
            Ast::Switch(selector, body) => self.switch(selector, body, node.prefixes, span, builder),
            Ast::Case(_) | Ast::Default => self.misplaced_label(&node.kind, span),
            Ast::Break => self.jump("break", "a loop or switch", self.frame.breakables, StmtKind::Break, span, builder),
            Ast::Continue => self.jump("continue", "a loop", self.frame.loops, StmtKind::Continue, span, builder),
            Ast::Discard => self.discard(span, builder),
            Ast::Return(value) => self.return_stmt(value, span, builder),
        }
    }

    fn block_stmt(&mut self, stmts: List<ast::Stmt>, span: Span, builder: &mut Builder) {
        self.frame.locals.enter();
        let mut inner = Builder { block: Block::new(), open: builder.open };
        self.stmts(stmts, &mut inner);
        self.frame.locals.leave();
        let open = inner.open;
        self.push(builder, span, StmtKind::Block(inner.block));
        builder.open &= open;
    }

    fn misplaced_label(&mut self, kind: &Ast, span: Span) {
        if self.frame.breakables > self.frame.loops {
            self.report(span, NestedLabel {});
            return;
        }
        let what = if matches!(kind, Ast::Default) { "default" } else { "case" };
        self.report(span, MisplacedStatement { what: what.to_owned(), place: "a switch".to_owned() });
    }

    fn jump(&mut self, what: &str, place: &str, around: u32, kind: StmtKind, span: Span, builder: &mut Builder) {
        if around == 0 {
            self.report(span, MisplacedStatement { what: what.to_owned(), place: place.to_owned() });
            return;
        }
        self.push(builder, span, kind);
        builder.open = false;
    }

    fn discard(&mut self, span: Span, builder: &mut Builder) {
        let stage = self.options.profile.stage;
        if !matches!(stage, Stage::Pixel | Stage::Library) {
            self.report(span, DiscardOutsidePixel {});
            return;
        }
        self.push(builder, span, StmtKind::Discard);
    }

    fn return_stmt(&mut self, value: Option<ast::ExprId>, span: Span, builder: &mut Builder) {
        let ret = self.frame.ret;
        let void = ret == self.common.void;
        let value = match value {
            None if void || ret == self.common.error => None,
            None => {
                let why = "a value must be returned here".to_owned();
                self.report(span, ReturnMismatch { why });
                builder.open = false;
                return;
            }
            Some(value) if void => {
                let value = self.nested(value);
                self.void_return(value, span);
                if self.is_error(value) {
                    builder.open = false;
                    return;
                }
                self.push(builder, span, StmtKind::Expr(value));
                None
            }
            Some(value) => Some(self.initializer(value, ret)),
        };
        self.push(builder, span, StmtKind::Return(value));
        builder.open = false;
    }

    fn void_return(&mut self, value: ExprId, span: Span) {
        let ty = self.ty(value);
        if ty != self.common.void && ty != self.common.error {
            let why = "a function without result cannot return a value".to_owned();
            self.report(span, ReturnMismatch { why });
        }
    }

    fn expr_stmt(&mut self, expr: ast::ExprId, prefixes: List<Prefix>, span: Span, builder: &mut Builder) {
        self.read_attributes(prefixes, Place::Statement);
        let value = self.expr(expr);
        if self.is_error(value) {
            return;
        }
        if !self.has_effect(value) && self.ty(value) != self.common.void {
            self.report(span, UnusedValue {});
        }
        let value = if self.is_place(value) { value } else { self.concrete(value) };
        self.push(builder, span, StmtKind::Expr(value));
    }

    fn has_effect(&self, value: ExprId) -> bool {
        match &self.body.exprs[value].kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::Intrinsic { .. }
            | ExprKind::Method { .. }
            | ExprKind::Comma { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::ShortCircuit { .. } => true,
            ExprKind::Load(place) => self.has_effect(*place),
            ExprKind::Convert { operand, .. } => self.has_effect(*operand),
            _ => false,
        }
    }

    /// A condition, and the variable that it may declare.
    fn checked_condition(&mut self, condition: Condition, builder: &mut Builder) -> ExprId {
        match condition {
            Condition::Expr(expr) => {
                let value = self.nested(expr);
                self.condition(value)
            }
            Condition::Declaration(item) => {
                let before = self.body.locals.len();
                self.local_item(item, builder);
                let span = self.ast.items[item].span;
                if self.body.locals.len() == before {
                    return self.error(span);
                }
                let local = base::ids::Id::new(self.body.locals.len() as u32 - 1);
                let ty = self.body.locals[local].ty;
                let place = self.place(ty, ExprKind::Local(local), span);
                self.condition(place)
            }
        }
    }

    /// `if … else if … else …`: the chain is walked in a loop, for it may be long.
    fn if_chain(&mut self, node: &ast::Stmt, builder: &mut Builder) {
        let mut links = Vec::new();
        let mut at = *node;
        let mut last = None;
        self.frame.locals.enter();
        let mut levels = 1;
        let mut all_leave = true;
        while let Ast::If(condition, then, otherwise) = at.kind {
            let hint = self.selection_hint(at.prefixes);
            let mut before = Builder { block: Block::new(), open: true };
            let condition = self.checked_condition(condition, &mut before);
            let (then, open) = self.scoped(then);
            all_leave &= !open;
            links.push((at.span, before.block, condition, then, hint));
            let Some(otherwise) = otherwise else {
                all_leave = false;
                break;
            };
            let next = self.ast.stmts[otherwise];
            if let Ast::If(..) = next.kind {
                self.frame.locals.enter();
                levels += 1;
                at = next;
                continue;
            }
            let (block, open) = self.scoped(otherwise);
            all_leave &= !open;
            last = Some(block);
            break;
        }
        for _ in 0..levels {
            self.frame.locals.leave();
        }
        let block = self.fold_chain(links, last);
        if builder.open {
            builder.block.extend(block);
        }
        builder.open &= !all_leave;
    }

    fn fold_chain(&mut self, links: Vec<(Span, Block, ExprId, Block, SelectionHint)>, last: Option<Block>) -> Block {
        let mut otherwise = last;
        for (span, mut before, condition, then, hint) in links.into_iter().rev() {
            let kind = StmtKind::If { condition, then, otherwise, hint };
            let id = self.new_stmt(span, kind);
            // A variable in the condition lives in a block around the statement.
            if before.is_empty() {
                otherwise = Some(vec![id]);
            } else {
                before.push(id);
                let id = self.new_stmt(span, StmtKind::Block(before));
                otherwise = Some(vec![id]);
            }
        }
        otherwise.unwrap_or_default()
    }

    fn selection_hint(&mut self, prefixes: List<Prefix>) -> SelectionHint {
        let attributes = self.read_attributes(prefixes, Place::If);
        self.exclude(&attributes, Fact::Branch, Fact::Flatten);
        match (attributes.has(Fact::Branch), attributes.has(Fact::Flatten)) {
            (true, _) => SelectionHint::Branch,
            (false, true) => SelectionHint::Flatten,
            (false, false) => SelectionHint::None,
        }
    }

    fn exclude(&mut self, attributes: &Attributes, first: Fact, second: Fact) {
        if let (Some(a), Some(b)) = (attributes.find(first), attributes.find(second)) {
            let (first, second) = (self.sources.text(a.span).to_owned(), self.sources.text(b.span).to_owned());
            let span = b.span;
            self.report(span, ConflictingAttributes { first, second });
        }
    }

    fn loop_hint(&mut self, prefixes: List<Prefix>) -> LoopHint {
        let attributes = self.read_attributes(prefixes, Place::Loop);
        self.exclude(&attributes, Fact::Unroll, Fact::Loop);
        if attributes.has(Fact::Unroll) {
            LoopHint::Unroll
        } else if attributes.has(Fact::Loop) || attributes.has(Fact::FastOpt) {
            LoopHint::DontUnroll
        } else {
            LoopHint::None
        }
    }

    fn loop_body(&mut self, body: ast::StmtId) -> Block {
        self.frame.loops += 1;
        self.frame.breakables += 1;
        let (block, _) = self.scoped(body);
        self.frame.loops -= 1;
        self.frame.breakables -= 1;
        block
    }

    #[allow(clippy::too_many_arguments, reason = "a for statement has so many parts")]
    fn for_stmt(
        &mut self,
        init: Option<ast::StmtId>,
        condition: Option<Condition>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        prefixes: List<Prefix>,
        span: Span,
        builder: &mut Builder,
    ) {
        // Before HLSL 2021 the variables of a loop are visible after it.
        let leaks = !self.since(HlslVersion::V2021);
        if !leaks {
            self.frame.locals.enter();
        }
        let hint = self.loop_hint(prefixes);
        let mut before = Builder { block: Block::new(), open: true };
        if let Some(init) = init {
            self.stmt(init, &mut before);
        }
        self.frame.locals.enter();
        let mut condition_init = Builder { block: Block::new(), open: true };
        let condition = condition.map(|condition| self.checked_condition(condition, &mut condition_init));
        let step = step.map(|step| {
            let value = self.nested(step);
            if self.is_place(value) { value } else { self.concrete(value) }
        });
        let body_block = self.loop_body(body);
        self.frame.locals.leave();
        if !leaks {
            self.frame.locals.leave();
        }
        let endless = condition.is_none() && !self.breaks(&body_block);
        let made = Loop {
            kind: LoopKind::For,
            init: before.block,
            condition_init: condition_init.block,
            condition,
            step,
            body: body_block,
            hint,
        };
        self.push(builder, span, StmtKind::Loop(Box::new(made)));
        builder.open &= !endless;
    }

    /// Whether a `break` of the loop itself stands in its body.
    fn breaks(&self, block: &Block) -> bool {
        let mut stack: Vec<StmtId> = block.clone();
        while let Some(id) = stack.pop() {
            match &self.body.stmts[id].kind {
                StmtKind::Break => return true,
                StmtKind::Block(block) => stack.extend(block),
                StmtKind::If { then, otherwise, .. } => {
                    stack.extend(then);
                    stack.extend(otherwise.iter().flatten());
                }
                StmtKind::Let { .. }
                | StmtKind::StaticInit { .. }
                | StmtKind::Expr(_)
                | StmtKind::Loop(_)
                | StmtKind::Switch(_)
                | StmtKind::Return(_)
                | StmtKind::Continue
                | StmtKind::Discard => {}
            }
        }
        false
    }

    fn while_stmt(
        &mut self,
        condition: Condition,
        body: ast::StmtId,
        prefixes: List<Prefix>,
        span: Span,
        builder: &mut Builder,
    ) {
        self.frame.locals.enter();
        let hint = self.loop_hint(prefixes);
        let mut condition_init = Builder { block: Block::new(), open: true };
        let condition = self.checked_condition(condition, &mut condition_init);
        let body = self.loop_body(body);
        self.frame.locals.leave();
        let endless = self.constant_of(condition).is_some_and(|value| self.is_true(value)) && !self.breaks(&body);
        let made = Loop {
            kind: LoopKind::While,
            init: Block::new(),
            condition_init: condition_init.block,
            condition: Some(condition),
            step: None,
            body,
            hint,
        };
        self.push(builder, span, StmtKind::Loop(Box::new(made)));
        builder.open &= !endless;
    }

    fn do_stmt(
        &mut self,
        body: ast::StmtId,
        condition: ast::ExprId,
        prefixes: List<Prefix>,
        span: Span,
        builder: &mut Builder,
    ) {
        let hint = self.loop_hint(prefixes);
        let body = self.loop_body(body);
        let condition = self.nested(condition);
        let condition = self.condition(condition);
        let made = Loop {
            kind: LoopKind::DoWhile,
            init: Block::new(),
            condition_init: Block::new(),
            condition: Some(condition),
            step: None,
            body,
            hint,
        };
        self.push(builder, span, StmtKind::Loop(Box::new(made)));
    }

    fn switch(
        &mut self,
        selector: Condition,
        body: ast::StmtId,
        prefixes: List<Prefix>,
        span: Span,
        builder: &mut Builder,
    ) {
        let attributes = self.read_attributes(prefixes, Place::Switch);
        let if_chain = attributes.has(Fact::Branch) || attributes.has(Fact::Flatten) || attributes.has(Fact::Call);
        self.frame.locals.enter();
        let mut before = Builder { block: Block::new(), open: true };
        let selector = self.selector(selector, &mut before);
        self.frame.breakables += 1;
        let (cases, open) = self.cases(body, selector);
        self.frame.breakables -= 1;
        self.frame.locals.leave();
        let kind = StmtKind::Switch(Box::new(Switch { selector, cases, if_chain }));
        if before.block.is_empty() {
            self.push(builder, span, kind);
        } else {
            let id = self.new_stmt(span, kind);
            before.block.push(id);
            self.push(builder, span, StmtKind::Block(before.block));
        }
        builder.open &= open;
    }

    fn selector(&mut self, selector: Condition, before: &mut Builder) -> ExprId {
        let value = match selector {
            Condition::Expr(expr) => self.nested(expr),
            Condition::Declaration(item) => {
                let locals = self.body.locals.len();
                self.local_item(item, before);
                let span = self.ast.items[item].span;
                if self.body.locals.len() == locals {
                    return self.error(span);
                }
                let local = base::ids::Id::new(self.body.locals.len() as u32 - 1);
                let ty = self.body.locals[local].ty;
                self.place(ty, ExprKind::Local(local), span)
            }
        };
        let value = self.load(value);
        let value = self.concrete(value);
        let ty = self.ty(value);
        if self.is_error(value) || ty == self.common.int || ty == self.common.uint {
            return value;
        }
        let span = self.span(value);
        if let Type::Enum(_) = self.module.types[ty] {
            return self.cast(value, self.common.int, span);
        }
        if crate::convert::numeric(&self.module, ty).is_some_and(|(_, shape)| shape.count() == 1) {
            let unsigned = crate::convert::numeric(&self.module, ty)
                .is_some_and(|(elem, _)| elem.class() == crate::hir::ty::ElemClass::UInt);
            let to = if unsigned { self.common.uint } else { self.common.int };
            return self.convert(value, to);
        }
        let ty = self.type_name(ty);
        self.report(span, InvalidSelector { ty });
        self.error(span)
    }

    /// The parts between labels, and whether control gets behind the switch.
    fn cases(&mut self, body: ast::StmtId, selector: ExprId) -> (Vec<Case>, bool) {
        let stmts = self.switch_body(body);
        let ty = self.ty(selector);
        let mut cases: Vec<Case> = Vec::new();
        let mut part = Builder { block: Block::new(), open: true };
        let mut seen: Vec<(Option<ConstantId>, Span)> = Vec::new();
        let mut leaves = true;
        let mut dropped = Builder { block: Block::new(), open: true };
        for step in stmts {
            let id = match step {
                Step::Enter => {
                    self.frame.locals.enter();
                    continue;
                }
                Step::Leave => {
                    self.frame.locals.leave();
                    continue;
                }
                Step::Stmt(id) => id,
            };
            let node = self.ast.stmts[id];
            let label = match node.kind {
                Ast::Case(value) => self.label(value, ty),
                Ast::Default => Some(None),
                _ if cases.is_empty() => {
                    self.before_label(id, &node, &mut dropped);
                    continue;
                }
                _ => {
                    self.stmt(id, &mut part);
                    continue;
                }
            };
            let Some(value) = label else { continue };
            self.check_label(value, node.span, &mut seen);
            let label = Label { value, span: node.span };
            match cases.last_mut() {
                Some(last) if part.block.is_empty() && part.open => last.labels.push(label),
                last => {
                    if let Some(last) = last {
                        leaves &= !self.breaks(&part.block);
                        last.body = std::mem::take(&mut part.block);
                    }
                    part.open = true;
                    cases.push(Case { labels: vec![label], body: Block::new() });
                }
            }
        }
        leaves &= !part.open && !self.breaks(&part.block);
        if let Some(last) = cases.last_mut() {
            last.body = part.block;
        }
        let has_default = seen.iter().any(|(value, _)| value.is_none());
        (cases, !(leaves && has_default))
    }

    /// The statements of a switch in order; blocks that hold labels are opened up.
    fn switch_body(&self, body: ast::StmtId) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut stack = vec![Step::Stmt(body)];
        let mut outermost = true;
        while let Some(step) = stack.pop() {
            let Step::Stmt(id) = step else {
                steps.push(step);
                continue;
            };
            let Ast::Block(stmts) = self.ast.stmts[id].kind else {
                steps.push(step);
                continue;
            };
            let has_label = |id| matches!(self.ast.stmts[id].kind, Ast::Case(_) | Ast::Default);
            if !std::mem::take(&mut outermost) && !self.ast.ids(stmts).any(has_label) {
                steps.push(step);
                continue;
            }
            stack.push(Step::Leave);
            stack.extend(self.ast.ids(stmts).rev().map(Step::Stmt));
            stack.push(Step::Enter);
        }
        steps
    }

    fn before_label(&mut self, id: ast::StmtId, node: &ast::Stmt, dropped: &mut Builder) {
        if !matches!(node.kind, Ast::Item(_) | Ast::Empty) {
            self.report(node.span, StatementBeforeLabel {});
        }
        self.stmt(id, dropped);
    }

    fn label(&mut self, value: ast::ExprId, ty: TypeId) -> Option<Option<ConstantId>> {
        let span = self.ast.exprs[value].span;
        if ty == self.common.error {
            return None;
        }
        let checked = self.nested(value);
        let checked = self.load(checked);
        if self.is_error(checked) {
            return None;
        }
        let checked = self.cast(checked, ty, span);
        match self.constant_of(checked) {
            Some(constant) => Some(Some(constant)),
            None => {
                if !self.is_error(checked) {
                    self.report(span, NotConstant { what: "case value".to_owned() });
                }
                None
            }
        }
    }

    fn check_label(&mut self, value: Option<ConstantId>, span: Span, seen: &mut Vec<(Option<ConstantId>, Span)>) {
        let previous = self.seen_labels(value, seen);
        if let Some(previous) = previous {
            let value = match value.and_then(|value| self.integer(value)) {
                Some(value) => value.to_string(),
                None => "default".to_owned(),
            };
            self.report(span, DuplicateLabel { value }).note_at(previous, "the other label is here");
        }
        seen.push((value, span));
    }

    fn seen_labels(&self, value: Option<ConstantId>, seen: &[(Option<ConstantId>, Span)]) -> Option<Span> {
        seen.iter().find(|(other, _)| *other == value).map(|&(_, span)| span)
    }

    /// A declaration in a block.
    fn local_item(&mut self, item: ast::ItemId, builder: &mut Builder) {
        let node = self.ast.items[item];
        match node.kind {
            ItemKind::Error | ItemKind::Empty | ItemKind::Access | ItemKind::Effect => {}
            ItemKind::Variables(variables) => self.local_variables(&variables, node.span, builder),
            ItemKind::Function(function) => self.local_function(function, node.span),
            ItemKind::Alias { name, name_span, ty } => self.alias_in(None, name, name_span, ty),
            ItemKind::StaticAssert(args) => self.static_assert(args, node.span),
            ItemKind::PackMatrix { row_major } => self.pack_matrix(row_major),
            ItemKind::UsingNamespace(path) => self.local_using_namespace(path),
            ItemKind::Using(path) => self.local_using(path),
            ItemKind::Namespace { .. }
            | ItemKind::Template { .. }
            | ItemKind::ExplicitInstantiation(_)
            | ItemKind::Buffer(_) => {
                let what = "this declaration inside a function".to_owned();
                self.report(node.span, crate::diagnostics::Unsupported { what });
            }
        }
    }

    /// A function that is declared inside a function belongs to the scope around.
    fn local_function(&mut self, function: ast::FunctionId, span: Span) {
        if self.ast.functions[function].body.is_some() {
            self.report(span, LocalFunction {});
            return;
        }
        let scope = self.scopes.namespace_around(self.frame.scope);
        let node = &self.ast.functions[function];
        let name = self.simple_name(node.name);
        self.enter_function(function, scope, None);
        let Some(name) = name else { return };
        if let Some((Entity::Functions(overloads), _)) = self.scopes.own(scope, name).value {
            for function in self.scopes.overloads[overloads].functions.clone() {
                let order = self.functions[function].order.min(self.frame.sees);
                self.functions[function].order = order;
            }
        }
    }

    /// The namespace becomes visible in a scope of the function's own.
    fn local_using_namespace(&mut self, path: ast::PathId) {
        let Some(other) = self.namespace_of(path) else { return };
        let around = self.frame.scope;
        let scope = self.scopes.open(around, crate::resolve::ScopeKind::Parameters, Symbol::EMPTY);
        self.scopes.show(scope, other);
        self.frame.scope = scope;
    }

    fn local_using(&mut self, path: ast::PathId) {
        let Ok(Some(from)) = self.qualifier(path) else { return };
        let segment = *self.ast.path_name(path);
        let Some(name) = self.segment_ident(&segment) else { return };
        match self.scopes.member(from, name, crate::resolve::Want::Any) {
            Some(found) if matches!(found.entity, Entity::Type(_) | Entity::Template(_)) => {
                self.frame.locals.bind_type(name, found.entity, segment.span);
            }
            Some(found) => {
                self.frame.locals.bind_value(name, found.entity, segment.span);
            }
            None => self.report_missing(Some(from), name, segment.span, false),
        }
    }

    fn local_variables(&mut self, variables: &Variables, span: Span, builder: &mut Builder) {
        if self.has_modifier(variables.prefixes, Modifier::Typedef) {
            return self.typedefs(variables, None);
        }
        if variables.declarators.is_empty() {
            return self.local_type_alone(variables, span);
        }
        let base = match self.auto_type(variables) {
            Some(()) => None,
            None => {
                let ty = self.ast_type(variables.ty);
                Some(self.apply_sign(ty, variables.prefixes))
            }
        };
        self.read_attributes(variables.prefixes, Place::Local);
        let is_static = self.has_modifier(variables.prefixes, Modifier::Static);
        let declarators: Vec<DeclaratorId> = self.ast.ids(variables.declarators).collect();
        for id in declarators {
            let declarator = self.ast.declarators[id];
            let Some(name) = declarator.name.and_then(|path| self.simple_name(path)) else {
                self.missing_name("variable", declarator.span);
                continue;
            };
            let at = declarator.name.map_or(declarator.span, |path| self.ast.paths[path].span);
            match (base, is_static) {
                (None, _) => self.auto_variable(name, at, &declarator, builder),
                (Some(base), true) => self.static_local(variables, base, name, at, &declarator, builder),
                (Some(base), false) => self.local_variable(variables, base, name, at, &declarator, builder),
            }
        }
    }

    fn local_type_alone(&mut self, variables: &Variables, span: Span) {
        match self.ast.types[variables.ty].kind {
            TypeKind::Struct(_) | TypeKind::Enum(_) | TypeKind::Elaborated(_) => {
                self.ast_type(variables.ty);
            }
            TypeKind::Path(_) => self.missing_name("declaration", span),
            TypeKind::Error => {}
        }
    }

    /// Whether the type is `auto`.
    fn auto_type(&self, variables: &Variables) -> Option<()> {
        let TypeKind::Path(path) = self.ast.types[variables.ty].kind else { return None };
        (self.simple_name(path) == Some(self.words.auto)).then_some(())
    }

    fn auto_variable(&mut self, name: Symbol, span: Span, declarator: &ast::Declarator, builder: &mut Builder) {
        let Some(init) = declarator.init else {
            let name = self.text(name);
            self.report(span, ConstNeedsInitializer { name });
            return;
        };
        let value = self.nested(init);
        let value = self.load(value);
        let value = self.concrete(value);
        let ty = self.ty(value);
        let local = self.declare_local(name, span, ty, false);
        self.push(builder, declarator.span, StmtKind::Let { local, init: Some(value) });
    }

    fn local_variable(
        &mut self,
        variables: &Variables,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        builder: &mut Builder,
    ) {
        let ty = self.sized_by_init(base, declarator, span, false);
        if ty == self.common.error || !self.is_object_type(ty, "variable", span) {
            self.frame.locals.bind_value(name, Entity::Error, span);
            if let Some(init) = declarator.init
                && !matches!(self.ast.exprs[init].kind, AstExpr::InitList(_))
            {
                self.nested(init);
            }
            return;
        }
        let precise = self.has_modifier(variables.prefixes, Modifier::Precise);
        let local = self.declare_local(name, span, ty, precise);
        let value = declarator.init.filter(|&init| !matches!(self.ast.exprs[init].kind, AstExpr::StateBlock));
        let value = value.map(|init| self.initializer(init, ty));
        let value = value.filter(|&value| !matches!(self.body.exprs[value].kind, ExprKind::Undef));
        self.push(builder, declarator.span, StmtKind::Let { local, init: value });
        if !self.has_modifier(variables.prefixes, Modifier::Const)
            && !self.has_modifier(variables.prefixes, Modifier::Constexpr)
        {
            return;
        }
        self.frame.read_only.push(local);
        if value.is_none() && matches!(self.module.types[ty], Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. })
        {
            let name = self.text(name);
            self.report(span, ConstNeedsInitializer { name });
        }
        if let Some(constant) = value.and_then(|value| self.constant_of(value))
            && matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_))
        {
            self.frame.constants.insert(local, constant);
        }
    }

    /// A variable is known from its name on, in its own initialiser too.
    fn declare_local(&mut self, name: Symbol, span: Span, ty: TypeId, precise: bool) -> crate::hir::LocalId {
        let local = self.body.locals.alloc(Local { name, ty, span, precise });
        if let Some((_, previous)) = self.frame.locals.bind_value(name, Entity::Local(local), span) {
            self.redefinition(name, span, previous);
        }
        local
    }

    /// A `static` local: a global that is set on the first visit, unless its value is constant.
    fn static_local(
        &mut self,
        variables: &Variables,
        base: TypeId,
        name: Symbol,
        span: Span,
        declarator: &ast::Declarator,
        builder: &mut Builder,
    ) {
        let ty = self.sized_by_init(base, declarator, span, false);
        if ty == self.common.error || !self.is_object_type(ty, "variable", span) {
            self.frame.locals.bind_value(name, Entity::Error, span);
            return;
        }
        let is_const = self.has_modifier(variables.prefixes, Modifier::Const);
        let value = declarator.init.map(|init| self.initializer(init, ty));
        if let (true, Some(constant)) = (is_const, value.and_then(|value| self.constant_of(value)))
            && matches!(self.module.types[ty], Type::Scalar(_) | Type::Enum(_))
        {
            self.frame.locals.bind_value(name, Entity::Constant(constant), span);
            return;
        }
        let kind = GlobalKind::Static { init: None, is_const, is_local: true };
        let global = self.add_static(name, ty, span, kind.clone());
        if let Some((_, previous)) = self.frame.locals.bind_value(name, Entity::Global(global), span) {
            self.redefinition(name, span, previous);
        }
        let Some(init) = value else { return };
        let guard = format!("init.done.{}", self.names.resolve(name));
        let guard = self.names.intern(&guard);
        let kind = GlobalKind::Static { init: None, is_const: false, is_local: true };
        let guard = self.add_static(guard, self.common.bool_, span, kind);
        self.push(builder, declarator.span, StmtKind::StaticInit { global, guard, init });
    }

    fn add_static(&mut self, name: Symbol, ty: TypeId, span: Span, kind: GlobalKind) -> crate::hir::GlobalId {
        self.module.globals.alloc(Global { name, ty, span, kind, attributes: GlobalAttributes::default() })
    }
}
