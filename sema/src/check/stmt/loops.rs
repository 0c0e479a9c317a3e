//! Warnings about loop heads: a `;` as the body, a condition that always holds, an index out of bounds.

use crate::check::state::Checker;
use crate::diagnostics::{EmptyBody, EndlessLoop, LoopIndex};
use crate::hir::LocalId;
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::stmt::{Block, StmtId, StmtKind};
use crate::hir::ty::Type;
use crate::hir::walk::{all_exprs, all_stmts, post_order};
use frontend::ast;

impl Checker<'_> {
    /// `for (…);` and `while (…);` before a block, or before a statement that is indented like a body.
    pub(crate) fn suspect_loop_body(&mut self, id: ast::StmtId, next: ast::StmtId) {
        let (node, next) = (self.ast.stmts[id], self.ast.stmts[next]);
        let (keyword, body) = match node.kind {
            ast::StmtKind::For(parts) => ("for", parts.body),
            ast::StmtKind::While(_, body) => ("while", body),
            ast::StmtKind::Error
            | ast::StmtKind::Empty
            | ast::StmtKind::Expr(_)
            | ast::StmtKind::Item(_)
            | ast::StmtKind::Block(_)
            | ast::StmtKind::If(..)
            | ast::StmtKind::DoWhile(..)
            | ast::StmtKind::Switch(..)
            | ast::StmtKind::Case(_)
            | ast::StmtKind::Default
            | ast::StmtKind::Break
            | ast::StmtKind::Continue
            | ast::StmtKind::Discard
            | ast::StmtKind::Return(_) => return,
        };
        let body = self.ast.stmts[body];
        let Some((before, _)) = self.around(body.span.lo) else { return };
        let head = before.trim_end();
        let is_line = head.ends_with(')') && !before[head.len()..].contains('\n');
        if !matches!(body.kind, ast::StmtKind::Empty) || !is_line {
            return;
        }
        let is_body = if matches!(next.kind, ast::StmtKind::Block(_)) {
            true
        } else {
            self.column(next.span.lo) > self.column(node.span.lo)
        };
        if is_body {
            self.report(body.span, EmptyBody { keyword: keyword.to_owned() });
        }
    }

    fn column(&self, position: u32) -> Option<usize> {
        let (before, _) = self.around(position)?;
        Some(before.len() - before.rfind('\n').map_or(0, |at| at + 1))
    }

    /// A condition that always holds, in a loop without other exits.
    pub(crate) fn suspect_condition_of_loop(&mut self, condition: ExprId, body: &Block) {
        let ExprKind::Binary { op, lhs, rhs } = self.frame.body.exprs[condition].kind else { return };
        if self.unsigned_and_zero(op, lhs, rhs) != Some(true) {
            return;
        }
        let leaves = all_stmts(&self.frame.body, body).into_iter().any(|stmt| {
            matches!(self.frame.body.stmts[stmt].kind, StmtKind::Break | StmtKind::Return(_) | StmtKind::Discard)
        });
        if !leaves {
            self.report(self.frame.body.exprs[condition].span, EndlessLoop {});
        }
    }

    /// `a[i]` in a loop whose variable reaches the length of `a`. Only statements that every iteration executes are
    /// considered.
    pub(crate) fn suspect_index(&mut self, head: Option<(LocalId, i64)>, body: &Block) {
        let Some((variable, last)) = head else { return };
        let hir = &self.frame.body;
        let jumps = all_stmts(hir, body).into_iter().any(|stmt| {
            matches!(
                hir.stmts[stmt].kind,
                StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) | StmtKind::Discard
            )
        });
        let is_variable = |place: ExprId| matches!(hir.exprs[place].kind, ExprKind::Local(local) if local == variable);
        if jumps || all_exprs(hir, body).into_iter().any(|expr| hir.exprs[expr].kind.written().any(is_variable)) {
            return;
        }
        let found: Vec<(ExprId, u32)> =
            self.executed(body).into_iter().filter_map(|expr| self.indexed(expr, variable)).collect();
        for (index, length) in found {
            if last >= i64::from(length) {
                let span = self.frame.body.exprs[index].span;
                let name = self.text(self.frame.body.locals[variable].name);
                self.report(span, LoopIndex { name, last: last.to_string(), length: length.to_string() });
            }
        }
    }

    /// The expressions that each iteration evaluates.
    fn executed(&self, body: &Block) -> Vec<ExprId> {
        let hir = &self.frame.body;
        let mut stack: Vec<StmtId> = body.stmts.clone();
        let mut found = Vec::new();
        while let Some(id) = stack.pop() {
            match &hir.stmts[id].kind {
                StmtKind::Block(block) => stack.extend(block),
                StmtKind::Let { init: Some(root), .. } | StmtKind::Expr(root) => {
                    let exprs = post_order(hir, *root);
                    let has_choice = |expr: &ExprId| {
                        matches!(hir.exprs[*expr].kind, ExprKind::ShortCircuit { .. } | ExprKind::Ternary { .. })
                    };
                    if !exprs.iter().any(has_choice) {
                        found.extend(exprs);
                    }
                }
                StmtKind::Let { .. }
                | StmtKind::StaticInit { .. }
                | StmtKind::If { .. }
                | StmtKind::Loop(_)
                | StmtKind::Switch(_)
                | StmtKind::Return(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Discard => {}
            }
        }
        found
    }

    /// The index of an element access by the variable, and the number of elements.
    fn indexed(&self, expr: ExprId, variable: LocalId) -> Option<(ExprId, u32)> {
        let ExprKind::Index { base, index } = self.frame.body.exprs[expr].kind else { return None };
        let length = match self.module.types[self.frame.body.exprs[base].ty] {
            Type::Array(_, length) => length,
            Type::Vector(_, length) => length.into(),
            Type::Matrix { rows, .. } => rows.into(),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return None,
        };
        (self.loaded_local(index) == Some(variable)).then_some((index, length))
    }
}
