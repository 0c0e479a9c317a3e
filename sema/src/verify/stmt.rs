//! Invariants of statements.

use super::Verifier;
use crate::hir::stmt::{Block, StmtId, StmtKind};
use crate::hir::ty::{Scalar, Type};

impl Verifier<'_> {
    /// Checks a statement and its expressions; nested statements have their own turn.
    pub(super) fn stmt(&mut self, id: StmtId) {
        let body = self.body;
        let Some(stmt) = body.stmts.get(id) else {
            return self.problem(None, format!("the statement {} does not exist", id.raw()));
        };
        for expr in stmt.kind.parts().exprs {
            self.root(expr);
        }
        match &stmt.kind {
            StmtKind::Let { local, init } => match (body.locals.get(*local), init) {
                (None, _) => self.problem(None, format!("the local ${} does not exist", local.raw())),
                (Some(local), Some(init)) => {
                    self.value(*init, "an initializer");
                    self.same_type(*init, local.ty, "an initializer");
                }
                (Some(_), None) => {}
            },
            StmtKind::StaticInit { global, guard, init } => {
                self.value(*init, "an initializer");
                let known = self.module.globals.get(*guard).is_some();
                self.check(known, Some(*init), "a guard does not exist");
                match self.module.globals.get(*global) {
                    Some(global) => self.same_type(*init, global.ty, "an initializer"),
                    None => self.problem(Some(*init), "a static variable does not exist"),
                }
            }
            StmtKind::If { condition, .. } => self.condition(*condition),
            StmtKind::Loop(node) => {
                if let Some(condition) = node.condition {
                    self.condition(condition);
                }
            }
            StmtKind::Switch(node) => {
                self.value(node.selector, "a selector");
                let ty = self.type_of(node.selector).and_then(|ty| self.ty(ty));
                let is_integer = matches!(ty, Some(Type::Scalar(Scalar::Int | Scalar::UInt)));
                self.check(is_integer, Some(node.selector), "a selector is an 'int' or 'uint'");
                let labelled = node.cases.iter().all(|case| !case.labels.is_empty());
                self.check(labelled, Some(node.selector), "every case has a label");
            }
            StmtKind::Return(Some(value)) => {
                self.value(*value, "a result");
                if let Some(ret) = self.ret {
                    self.same_type(*value, ret, "a result");
                }
            }
            StmtKind::Return(None)
            | StmtKind::Expr(_)
            | StmtKind::Block(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard => {}
        }
    }

    /// Checks that `break` is in loops and switches, `continue` in loops.
    pub(super) fn jumps(&mut self, block: &Block) {
        let body = self.body;
        let mut work: Vec<(&Block, bool, bool)> = vec![(block, false, false)];
        while let Some((block, breaks, continues)) = work.pop() {
            for stmt in block.iter().filter_map(|&stmt| body.stmts.get(stmt)) {
                match &stmt.kind {
                    StmtKind::Break => self.check(breaks, None, "a 'break' is outside of loops and switches"),
                    StmtKind::Continue => self.check(continues, None, "a 'continue' is outside of loops"),
                    StmtKind::Loop(_) => work.extend(stmt.kind.parts().blocks.into_iter().map(|b| (b, true, true))),
                    StmtKind::Switch(_) => {
                        work.extend(stmt.kind.parts().blocks.into_iter().map(|b| (b, true, continues)));
                    }
                    StmtKind::If { .. } | StmtKind::Block(_) => {
                        work.extend(stmt.kind.parts().blocks.into_iter().map(|b| (b, breaks, continues)));
                    }
                    StmtKind::Let { .. }
                    | StmtKind::StaticInit { .. }
                    | StmtKind::Expr(_)
                    | StmtKind::Return(_)
                    | StmtKind::Discard => {}
                }
            }
        }
    }
}
