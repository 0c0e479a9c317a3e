//! Hit objects where the extension is not allowed: a ray that is traced, and whose shader is then called, is `TraceRay`.

use crate::emitter::Emitter;
use crate::emitter::resources::hit::REORDER_EXTENSION;
use sema::hir::LocalId;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::stmt::{StmtId, StmtKind};
use sema::tables::intrinsics::{Expand, Hits, Lowering};

impl<'a> Emitter<'a> {
    /// If the statements begin with the declaration of a hit object that is traced, reordered by and invoked, and nothing
    /// else, emits `TraceRay`; returns the number of statements after the first one that this takes.
    pub(crate) fn plain_trace(&mut self, stmts: &[StmtId]) -> Option<usize> {
        if self.options.allows_extension(REORDER_EXTENSION) {
            return None;
        }
        let body = self.current.body;
        let (&first, rest) = stmts.split_first()?;
        let StmtKind::Let { local, init: Some(init) } = body.stmts[first].kind else { return None };
        let (Hits::TraceRay, args) = self.hits_of(init)? else { return None };
        let [scene, numbers @ .., ray, payload] = args else { return None };
        let mut hints = Vec::new();
        let mut count = 0;
        let is_invoked = rest.iter().find_map(|&stmt| {
            count += 1;
            let StmtKind::Expr(call) = body.stmts[stmt].kind else { return Some(false) };
            match self.hits_of(call) {
                Some((Hits::MaybeReorderThread, args)) => {
                    hints.extend(args.iter().filter(|arg| !self.names(arg.expr, local)).map(|arg| arg.expr));
                    None
                }
                Some((Hits::Invoke, [hit, other])) => {
                    Some(self.names(hit.expr, local) && self.is_same_local(payload.expr, other.expr))
                }
                Some((Hits::Invoke | Hits::FromRayQuery | Hits::MakeMiss | Hits::MakeNop | Hits::TraceRay, _))
                | None => Some(false),
            }
        });
        let mentions = body.exprs.iter().filter(|(_, node)| matches!(node.kind, ExprKind::Local(it) if it == local));
        let is_plain = is_invoked == Some(true) && mentions.count() <= count;
        if !is_plain {
            return None;
        }
        self.spv.at(body.stmts[first].span);
        self.trace_ray(scene, numbers, ray, payload);
        hints.into_iter().for_each(|hint| self.discard(hint));
        Some(count)
    }

    /// The function of hit objects that an expression calls, with its arguments.
    fn hits_of(&self, call: ExprId) -> Option<(Hits, &'a [Arg])> {
        let ExprKind::Intrinsic { intrinsic, args } = &self.current.body.exprs[call].kind else { return None };
        if let Lowering::Expand(Expand::Hits(hits)) = intrinsic.lowering { Some((hits, args)) } else { None }
    }

    /// Returns whether an expression is a variable, or its value.
    fn names(&self, expr: ExprId, local: LocalId) -> bool {
        let body = self.current.body;
        let place = if let ExprKind::Load(place) = body.exprs[expr].kind { place } else { expr };
        matches!(body.exprs[place].kind, ExprKind::Local(it) if it == local)
    }

    fn is_same_local(&self, one: ExprId, other: ExprId) -> bool {
        let ExprKind::Local(local) = self.current.body.exprs[one].kind else { return false };
        self.names(other, local)
    }
}
