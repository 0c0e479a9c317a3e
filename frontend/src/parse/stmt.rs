//! Statements.

use super::expr::Operand;
use super::item::{Around, Tail};
use super::report::Recovery;
use super::scratch::Run;
use super::{Builder, MAX_DEPTH};
use crate::ast::{
    Condition, ExprId, For, ItemId, ItemKind, List, PathId, Prefix, Stmt, StmtId, StmtKind, TypeId, Variables,
};
use crate::classify::terminal::{Jump, Kind, Terminal};
use base::source::Span;

/// `if (c)`, `while (c)`, `switch (c)`.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    prefixes: Option<List<Prefix>>,
    keyword: Span,
    condition: Condition,
}

/// `for (init; condition; step)`.
#[derive(Clone, Copy)]
pub(crate) struct ForHead {
    prefixes: Option<List<Prefix>>,
    keyword: Span,
    init: Option<StmtId>,
    condition: Option<Condition>,
    step: Option<ExprId>,
}

impl Builder<'_> {
    pub(crate) fn stmt(&mut self, prefixes: Option<List<Prefix>>, span: Span, kind: StmtKind) -> StmtId {
        self.stmt_over(prefixes, span, kind, 0)
    }

    /// Makes a statement; `below` is the depth of its deepest part.
    fn stmt_over(&mut self, prefixes: Option<List<Prefix>>, span: Span, kind: StmtKind, below: u16) -> StmtId {
        self.watch.idle.set(0);
        let span = self.start_of(prefixes, span).to(span);
        let mut stmt = Stmt { span, prefixes: prefixes.unwrap_or_default(), kind };
        let mut depth = below + 1;
        if depth > MAX_DEPTH {
            self.report_depth(span, "a statement");
            stmt.kind = StmtKind::Error;
            depth = 0;
        }
        self.stmt_depths.push(depth);
        self.ast.stmts.alloc(stmt)
    }

    fn stmt_depth(&self, id: StmtId) -> u16 {
        self.stmt_depths.get(id.index()).copied().unwrap_or(0)
    }

    fn stmt_span(&self, id: StmtId) -> Span {
        self.ast.stmts[id].span
    }

    pub(crate) fn block(&mut self, open: &Terminal, stmts: Run<Stmt>, close: &Terminal) -> StmtId {
        let stmts = self.list(stmts);
        let below = self.ast.ids(stmts).map(|id| self.stmt_depth(id)).max().unwrap_or(0);
        self.stmt_over(None, open.span.to(close.span), StmtKind::Block(stmts), below)
    }

    /// A block with attributes before it.
    pub(crate) fn prefixed(&mut self, prefixes: List<Prefix>, block: StmtId) -> StmtId {
        let start = self.start_of(Some(prefixes), self.stmt_span(block));
        let stmt = &mut self.ast.stmts[block];
        stmt.span = start.to(stmt.span);
        stmt.prefixes = prefixes;
        block
    }

    pub(crate) fn expr_stmt(&mut self, prefixes: Option<List<Prefix>>, expr: Operand, end: &Terminal) -> StmtId {
        self.stmt(prefixes, expr.span.to(end.span), StmtKind::Expr(expr.id))
    }

    pub(crate) fn item_stmt(&mut self, item: ItemId) -> StmtId {
        let span = self.item_of(item).span;
        self.stmt(None, span, StmtKind::Item(item))
    }

    // Conditions and loops.

    pub(crate) fn head(&mut self, prefixes: Option<List<Prefix>>, keyword: &Terminal, condition: Condition) -> Head {
        Head { prefixes, keyword: keyword.span, condition }
    }

    pub(crate) fn if_stmt(&mut self, head: Head, then: StmtId, other: Option<StmtId>) -> StmtId {
        let end = self.stmt_span(other.unwrap_or(then));
        let below = self.stmt_depth(then).max(other.map_or(0, |other| self.stmt_depth(other)));
        let kind = StmtKind::If(head.condition, then, other);
        self.stmt_over(head.prefixes, head.keyword.to(end), kind, below)
    }

    pub(crate) fn while_stmt(&mut self, head: Head, body: StmtId) -> StmtId {
        self.with_body(head.prefixes, head.keyword, StmtKind::While(head.condition, body), body)
    }

    pub(crate) fn switch_stmt(&mut self, head: Head, body: StmtId) -> StmtId {
        self.with_body(head.prefixes, head.keyword, StmtKind::Switch(head.condition, body), body)
    }

    fn with_body(&mut self, prefixes: Option<List<Prefix>>, keyword: Span, kind: StmtKind, body: StmtId) -> StmtId {
        let span = keyword.to(self.stmt_span(body));
        let below = self.stmt_depth(body);
        self.stmt_over(prefixes, span, kind, below)
    }

    pub(crate) fn for_head(
        &mut self,
        prefixes: Option<List<Prefix>>,
        keyword: &Terminal,
        init: Option<StmtId>,
        condition: Option<Condition>,
        step: Option<Operand>,
    ) -> Box<ForHead> {
        Box::new(ForHead { prefixes, keyword: keyword.span, init, condition, step: step.map(|step| step.id) })
    }

    #[allow(clippy::boxed_local, reason = "the parser's stack has it in a box")]
    pub(crate) fn for_stmt(&mut self, head: Box<ForHead>, body: StmtId) -> StmtId {
        let kind = StmtKind::For(For { init: head.init, condition: head.condition, step: head.step, body });
        self.with_body(head.prefixes, head.keyword, kind, body)
    }

    pub(crate) fn do_while(
        &mut self,
        prefixes: Option<List<Prefix>>,
        keyword: &Terminal,
        body: StmtId,
        condition: Operand,
        end: &Terminal,
    ) -> StmtId {
        let below = self.stmt_depth(body);
        self.stmt_over(prefixes, keyword.span.to(end.span), StmtKind::DoWhile(body, condition.id), below)
    }

    /// A variable that is declared as a condition.
    #[allow(clippy::too_many_arguments, reason = "one per part of the declaration")]
    pub(crate) fn condition(
        &mut self,
        start: u32,
        name_start: u32,
        end: u32,
        around: Around,
        ty: TypeId,
        name: PathId,
        init: Operand,
    ) -> Condition {
        let tail = Tail { dims: List::EMPTY, annotations: List::EMPTY, init: Some(init.id) };
        let declarator = self.declarator(name_start, end, Some(name), tail);
        let declarators = self.ast.list(&[declarator]);
        let prefixes = self.around(around);
        let span = self.span(start, end);
        let item = self.item(span, ItemKind::Variables(Variables { prefixes, ty, declarators }));
        Condition::Declaration(item)
    }

    // Jumps.

    pub(crate) fn jump(&mut self, prefixes: Option<List<Prefix>>, word: &Terminal, end: &Terminal) -> StmtId {
        let Kind::Jump(jump) = word.kind else { unreachable!("the grammar gives a jump") };
        let kind = match jump {
            Jump::Break => StmtKind::Break,
            Jump::Continue => StmtKind::Continue,
            Jump::Discard => StmtKind::Discard,
        };
        self.stmt(prefixes, word.span.to(end.span), kind)
    }

    pub(crate) fn return_stmt(
        &mut self,
        prefixes: Option<List<Prefix>>,
        keyword: &Terminal,
        value: Option<Operand>,
        end: &Terminal,
    ) -> StmtId {
        let kind = StmtKind::Return(value.map(|value| value.id));
        self.stmt(prefixes, keyword.span.to(end.span), kind)
    }

    // Errors.

    pub(crate) fn error_do_while(
        &mut self,
        prefixes: Option<List<Prefix>>,
        keyword: &Terminal,
        error: Recovery<'_>,
        end: &Terminal,
    ) -> StmtId {
        self.report(error);
        self.stmt(prefixes, keyword.span.to(end.span), StmtKind::Error)
    }

    pub(crate) fn error_stmt(&mut self, start: u32, error: Recovery<'_>, end: Span) -> StmtId {
        self.report(error);
        let span = self.span(start, start + 1).to(end);
        self.stmt(None, span, StmtKind::Error)
    }

    pub(crate) fn error_stmt_with_block(&mut self, start: u32, error: Recovery<'_>, block: StmtId) -> StmtId {
        let span = self.stmt_span(block);
        if self.is_at_list_of_values(&error) {
            // It was read as a block, and what is wrong in that follows from the error before.
            let reports = self.sink.diagnostics();
            let is_inside = |at: Span| span.lo < at.lo && at.hi <= span.hi;
            let before = reports.len() - reports.iter().rev().take_while(|report| is_inside(report.span)).count();
            self.sink.retain_from(before, |_| false);
        }
        self.error_stmt(start, error, span)
    }
}
