//! Statements.

mod local;
mod loops;
mod switch;
mod unroll;

use crate::attributes::Attributes;
use crate::check::state::{Checker, MAX_DEPTH};
use crate::diagnostics::{
    ConflictingAttributes, DiscardOutsidePixel, DroppedResult, IgnoredAttribute, MisplacedStatement, ReturnMismatch,
    StatementTooDeep, UnusedComparison, UnusedValue,
};
use crate::hir::expr::{Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::{Block, Loop, LoopHint, LoopKind, SelectionHint, Stmt, StmtId, StmtKind};
use crate::tables::attributes::{Fact, Place};
use base::source::Span;
use frontend::ast::{self, Condition, List, Prefix, StmtKind as Ast};
use frontend::language::{HlslVersion, Stage};

/// The statements of a block under construction, and whether control leaves them at the end.
pub(super) struct Builder {
    pub(super) block: Block,
    pub(super) open: bool,
    /// True if constant conditions make the next statement unreachable although the block is open.
    pub(super) ruled_out: bool,
}

impl Builder {
    /// No statements yet.
    pub(super) const fn new() -> Self {
        Builder { block: Block::new(), open: true, ruled_out: false }
    }
}

impl Checker<'_> {
    /// The body of a function, whose block shares its scope with the parameters; returns whether its end is reached.
    pub(super) fn body_block(&mut self, body: ast::StmtId) -> (Block, bool) {
        let Ast::Block(stmts) = self.ast.stmts[body].kind else { return (Block::new(), true) };
        let mut builder = Builder::new();
        builder.block.span = self.ast.stmts[body].span;
        self.stmts(stmts, &mut builder);
        (builder.block, builder.open && !builder.ruled_out)
    }

    fn stmts(&mut self, stmts: List<ast::Stmt>, builder: &mut Builder) {
        let ast = self.ast;
        builder.block.stmts.reserve(stmts.len());
        let mut ids = ast.ids(stmts).peekable();
        while let Some(id) = ids.next() {
            self.stmt(id, builder);
            if let Some(&next) = ids.peek() {
                self.suspect_loop_body(id, next);
            }
        }
    }

    /// A statement with a scope of its own.
    fn scoped(&mut self, id: ast::StmtId) -> (Block, bool) {
        self.frame.locals.enter();
        let outer = self.frame.scope;
        let mut builder = Builder::new();
        match self.ast.stmts[id] {
            ast::Stmt { kind: Ast::Block(stmts), span, .. } => {
                builder.block.span = span;
                self.stmts(stmts, &mut builder);
            }
            _ => self.stmt(id, &mut builder),
        }
        self.frame.scope = outer;
        self.frame.locals.leave();
        (builder.block, builder.open)
    }

    /// Enters one level of nesting, or reports that it is too deep.
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

    /// Adds a statement, unless it is unreachable.
    pub(super) fn push(&mut self, builder: &mut Builder, span: Span, kind: StmtKind) {
        if builder.open {
            let id = self.new_stmt(span, kind);
            builder.block.stmts.push(id);
        }
    }

    pub(super) fn new_stmt(&mut self, span: Span, kind: StmtKind) -> StmtId {
        self.frame.body.stmts.alloc(Stmt { span, kind })
    }

    pub(super) fn stmt(&mut self, id: ast::StmtId, builder: &mut Builder) {
        let node = self.ast.stmts[id];
        let is_dead = !builder.open || builder.ruled_out;
        self.unless_dead(is_dead, |checker| checker.nest(node.span, |checker| checker.stmt_kind(&node, builder)));
    }

    /// Checks code that may be unreachable, without warnings about its values.
    pub(super) fn unless_dead<T>(&mut self, is_dead: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.frame.dead;
        self.frame.dead |= is_dead;
        let result = f(self);
        self.frame.dead = outer;
        result
    }

    fn stmt_kind(&mut self, node: &ast::Stmt, builder: &mut Builder) {
        let span = node.span;
        if let Ast::Empty | Ast::Expr(_) | Ast::Block(_) | Ast::Break | Ast::Continue | Ast::Discard | Ast::Return(_) =
            node.kind
        {
            let attributes = self.read_attributes(node.prefixes, Place::Statement);
            self.body_requirements(&attributes);
        }
        match node.kind {
            Ast::Error | Ast::Empty => {}
            Ast::Expr(expr) => self.expr_stmt(expr, span, builder),
            Ast::Item(item) => self.local_item(item, builder),
            Ast::Block(stmts) => self.block_stmt(stmts, span, builder),
            Ast::If(..) => self.if_chain(node, builder),
            Ast::For(parts) => self.for_stmt(parts, node.prefixes, span, builder),
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
        // `using namespace` holds to the end of the block.
        let outer = self.frame.scope;
        let block = Block { stmts: Vec::new(), span };
        let mut inner = Builder { block, open: builder.open, ruled_out: false };
        self.stmts(stmts, &mut inner);
        self.frame.scope = outer;
        self.frame.locals.leave();
        let (open, ruled_out) = (inner.open, inner.ruled_out);
        self.push(builder, span, StmtKind::Block(inner.block));
        builder.open &= open;
        builder.ruled_out |= ruled_out;
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
        let stage = self.options.unit.profile.stage;
        if !matches!(stage, Stage::Pixel | Stage::Library) {
            self.report_if_reached(span, DiscardOutsidePixel {});
            return;
        }
        self.push(builder, span, StmtKind::Discard);
    }

    fn return_stmt(&mut self, value: Option<ast::ExprId>, span: Span, builder: &mut Builder) {
        if self.frame.results.is_some() {
            let value = value.map(|value| self.nested(value));
            self.note_result(value, span);
            builder.open = false;
            return;
        }
        let ret = self.frame.ret;
        let void = ret == self.common.void;
        let value = match value {
            None if void || ret == self.common.error => None,
            None => {
                let why = "non-void function must return a value".to_owned();
                let declared = self.declaration_of_function();
                self.report(span, ReturnMismatch { why }).declared_at(declared);
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
            Some(value) if self.is_query(ret) => {
                let value = self.initializer(value, ret);
                self.return_query(value, span, builder);
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
            let why = "void function cannot return a value".to_owned();
            let declared = self.declaration_of_function();
            self.report(span, ReturnMismatch { why }).declared_at(declared);
        }
    }

    /// The place of the name of the function that is checked.
    fn declaration_of_function(&self) -> Span {
        self.frame.function.map_or(Span::NONE, |function| self.decls.functions[function].span)
    }

    fn expr_stmt(&mut self, expr: ast::ExprId, span: Span, builder: &mut Builder) {
        let value = self.expr(expr);
        if self.is_error(value) {
            return;
        }
        let is_dropped =
            matches!(self.ast.exprs[expr].kind, ast::ExprKind::Cast(ty, _) if self.ast_type(ty) == self.common.void);
        if !is_dropped && !self.has_effect(value) && self.ty(value) != self.common.void {
            if self.is_comparison(value) {
                self.report(span, UnusedComparison {});
            } else {
                let is_rest = self.is_rest_of_macro(span);
                let report = self.report(span, UnusedValue {});
                if is_rest {
                    report.note_at(span, "the macro before it ends with ';', so that this is a statement of its own");
                }
            }
        }
        if let Some(function) = self.frame.pending.kept.get(&value).copied() {
            let info = &self.decls.functions[function];
            let (name, declared) = (self.text(info.name), info.span);
            self.report(span, DroppedResult { name }).declared_at(declared);
        }
        let value = self.dropped(value);
        self.push(builder, span, StmtKind::Expr(value));
    }

    /// Returns whether a statement begins behind a name on the same line, which must be a macro that ends the one before.
    fn is_rest_of_macro(&self, span: Span) -> bool {
        let Some((before, _)) = self.around(span.lo) else { return false };
        let before = before.trim_end_matches([' ', '\t']);
        let length = before.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let word = &before[before.len() - length..];
        !word.is_empty() && !matches!(word, "else" | "do")
    }

    fn is_comparison(&self, value: ExprId) -> bool {
        matches!(self.frame.body.exprs[value].kind, ExprKind::Binary { op, .. } if op.is_comparison())
    }

    pub(crate) fn has_effect(&self, value: ExprId) -> bool {
        match &self.frame.body.exprs[value].kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::Method { .. }
            | ExprKind::ResourceElement { .. } => true,
            ExprKind::Comma { rhs, .. } | ExprKind::ShortCircuit { rhs, .. } => self.has_effect(*rhs),
            ExprKind::Ternary { then, otherwise, .. } => self.has_effect(*then) || self.has_effect(*otherwise),
            ExprKind::Intrinsic { intrinsic, args } => {
                !intrinsic.is_pure() || args.iter().any(|arg| arg.mode != ParamMode::In)
            }
            ExprKind::Load(place) => self.has_effect(*place),
            ExprKind::Convert { conversion: Conversion::Discard, .. } => true,
            ExprKind::Convert { operand, .. } => self.has_effect(*operand),
            ExprKind::Constant(_)
            | ExprKind::SpecConstant(_)
            | ExprKind::String(_)
            | ExprKind::Undef
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Member { .. }
            | ExprKind::Index { .. }
            | ExprKind::Swizzle { .. }
            | ExprKind::MatrixSwizzle { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Select { .. }
            | ExprKind::Construct { .. } => false,
        }
    }

    /// A condition, and the variable that it may declare.
    fn checked_condition(&mut self, condition: Condition, builder: &mut Builder) -> ExprId {
        match condition {
            Condition::Expr(expr) => {
                self.suspect_condition(expr);
                let value = self.nested(expr);
                self.condition(value)
            }
            Condition::Declaration(item) => {
                let before = self.frame.body.locals.len();
                self.local_item(item, builder);
                let span = self.ast.items[item].span;
                if self.frame.body.locals.len() == before {
                    return self.error(span);
                }
                let local = base::ids::Id::new(self.frame.body.locals.len() as u32 - 1);
                let ty = self.frame.body.locals[local].ty;
                let place = self.place(ty, ExprKind::Local(local), span);
                self.condition(place)
            }
        }
    }

    /// `if … else if … else …`: the chain is walked in a loop, since it may be long.
    fn if_chain(&mut self, node: &ast::Stmt, builder: &mut Builder) {
        let mut links = Vec::new();
        let mut at = *node;
        let mut last = None;
        self.frame.locals.enter();
        let mut levels = 1;
        let mut all_leave = true;
        let outer_dead = self.frame.dead;
        while let Ast::If(condition, then, otherwise) = at.kind {
            let hint = self.selection_hint(at.prefixes);
            let mut before = Builder::new();
            if let Condition::Expr(condition) = condition {
                self.suspect_body(self.ast.exprs[condition].span, then);
            }
            let condition = self.checked_condition(condition, &mut before);
            let known = self.known_condition(condition);
            let (then, open) = self.unless_dead(known == Some(false), |checker| checker.scoped(then));
            all_leave &= !open;
            builder.ruled_out |= known == Some(true) && !open && links.is_empty();
            links.push((at.span, before.block, condition, then, hint));
            let Some(otherwise) = otherwise else {
                all_leave = false;
                break;
            };
            self.frame.dead |= known == Some(true);
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
        self.frame.dead = outer_dead;
        for _ in 0..levels {
            self.frame.locals.leave();
        }
        let block = self.fold_chain(links, last);
        if builder.open {
            builder.block.stmts.extend(block.stmts);
        }
        builder.open &= !all_leave;
    }

    fn fold_chain(&mut self, links: Vec<(Span, Block, ExprId, Block, SelectionHint)>, last: Option<Block>) -> Block {
        let mut otherwise = last;
        for (span, mut before, condition, then, hint) in links.into_iter().rev() {
            let kind = StmtKind::If { condition, then, otherwise, hint };
            let id = self.new_stmt(span, kind);
            // A variable in the condition is in a block around the statement.
            if before.stmts.is_empty() {
                otherwise = Some(vec![id].into());
            } else {
                before.stmts.push(id);
                let id = self.new_stmt(span, StmtKind::Block(before));
                otherwise = Some(vec![id].into());
            }
        }
        otherwise.unwrap_or_default()
    }

    fn selection_hint(&mut self, prefixes: List<Prefix>) -> SelectionHint {
        let attributes = self.read_attributes(prefixes, Place::If);
        if let (true, Some(flatten)) = (attributes.has(Fact::Branch), attributes.find(Fact::Flatten)) {
            let name = self.sources.text(flatten.span).to_owned();
            self.report(flatten.span, IgnoredAttribute { name });
        }
        match (attributes.has(Fact::Branch), attributes.has(Fact::Flatten)) {
            (true, _) => SelectionHint::Branch,
            (false, true) => SelectionHint::Flatten,
            (false, false) => SelectionHint::None,
        }
    }

    fn exclude(&mut self, attributes: &Attributes, first: Fact, second: Fact) {
        if let (Some(a), Some(b)) = (attributes.find(first), attributes.find(second)) {
            let (first, second) = (self.sources.text(a.span).to_owned(), self.sources.text(b.span).to_owned());
            let (span, other) = (b.span, a.span);
            self.report(span, ConflictingAttributes { first, second }).note_at(other, "the conflicting one is here");
        }
    }

    /// The hint, and whether it has a count.
    fn loop_hint(&mut self, prefixes: List<Prefix>) -> (LoopHint, bool) {
        let attributes = self.read_attributes(prefixes, Place::Loop);
        self.exclude(&attributes, Fact::Unroll, Fact::Loop);
        if let Some(unroll) = attributes.find(Fact::Unroll) {
            (LoopHint::Unroll, !unroll.args.is_empty())
        } else if attributes.has(Fact::Loop) || attributes.has(Fact::FastOpt) {
            (LoopHint::DontUnroll, false)
        } else {
            (LoopHint::None, false)
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

    fn for_stmt(&mut self, parts: ast::For, prefixes: List<Prefix>, span: Span, builder: &mut Builder) {
        // Before HLSL 2021 the variables of a loop are visible after it.
        let leaks = !self.since(HlslVersion::V2021);
        if !leaks {
            self.frame.locals.enter();
        }
        let (hint, counted) = self.loop_hint(prefixes);
        let mut before = Builder::new();
        if let Some(init) = parts.init {
            self.frame.leaks = leaks;
            self.stmt(init, &mut before);
            self.frame.leaks = false;
        }
        self.frame.locals.enter();
        let mut condition_init = Builder::new();
        let condition = parts.condition.map(|condition| self.checked_condition(condition, &mut condition_init));
        let step = parts.step.map(|step| {
            let value = self.nested(step);
            self.dropped(value)
        });
        let runs = self.runs_of(&before.block, condition, step);
        let last = self.last_value(&before.block, condition, step);
        let (hint, copies) = self.bounded_hint(hint, runs, span);
        let outer = std::mem::replace(&mut self.frame.copies, copies);
        let body_block = self.loop_body(parts.body);
        self.frame.copies = outer;
        self.frame.locals.leave();
        if !leaks {
            self.frame.locals.leave();
        }
        let endless = condition.is_none() && !self.breaks(&body_block);
        if let Some(condition) = condition {
            self.suspect_condition_of_loop(condition, &body_block);
        }
        self.suspect_index(last, &body_block);
        let made = Loop {
            kind: LoopKind::For,
            init: before.block,
            condition_init: condition_init.block,
            condition,
            step,
            body: body_block,
            hint,
            counted,
        };
        self.push(builder, span, StmtKind::Loop(Box::new(made)));
        builder.open &= !endless;
    }

    /// Returns whether the body contains a `break` of the loop itself.
    pub(super) fn breaks(&self, block: &Block) -> bool {
        let mut stack: Vec<StmtId> = block.stmts.clone();
        while let Some(id) = stack.pop() {
            match &self.frame.body.stmts[id].kind {
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
        let (hint, counted) = self.loop_hint(prefixes);
        let mut condition_init = Builder::new();
        let condition = self.checked_condition(condition, &mut condition_init);
        let body = self.loop_body(body);
        self.frame.locals.leave();
        let endless = self.known_condition(condition) == Some(true) && !self.breaks(&body);
        self.suspect_condition_of_loop(condition, &body);
        let made = Loop {
            kind: LoopKind::While,
            init: Block::new(),
            condition_init: condition_init.block,
            condition: Some(condition),
            step: None,
            body,
            hint,
            counted,
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
        let (hint, counted) = self.loop_hint(prefixes);
        let body = self.loop_body(body);
        self.suspect_condition(condition);
        let condition = self.nested(condition);
        let condition = self.condition(condition);
        let endless = self.known_condition(condition) == Some(true) && !self.breaks(&body);
        let made = Loop {
            kind: LoopKind::DoWhile,
            init: Block::new(),
            condition_init: Block::new(),
            condition: Some(condition),
            step: None,
            body,
            hint,
            counted,
        };
        self.push(builder, span, StmtKind::Loop(Box::new(made)));
        builder.ruled_out |= endless;
    }
}
