//! Ray queries that never trace a ray.

use crate::diagnostics::QueryWithoutTrace;
use crate::hir::expr::ExprKind;
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Object, Type};
use crate::hir::{Function, LocalId, Module};
use crate::tables::methods::{MethodKind, RayMethod};
use base::diag::Sink;
use base::ids::Map;
use base::intern::Interner;
use base::source::Span;

/// Reports local queries that are asked without a ray.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for (_, function) in module.functions.iter() {
        check_function(module, function, names, sink);
    }
}

/// The uses of a local query.
#[derive(Default)]
struct Uses {
    /// The first method that needs a ray.
    first: Option<(Span, &'static str)>,
    /// How often a method is called.
    calls: usize,
    /// How often the variable is named.
    mentions: usize,
    is_traced: bool,
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not use a ray query")]
fn check_function(module: &Module, function: &Function, names: &Interner, sink: &mut Sink) {
    let body = &function.body;
    let mut queries: Map<LocalId, Uses> = Map::default();
    for (_, node) in body.exprs.iter() {
        match &node.kind {
            ExprKind::Local(local) if is_query(module, function, *local) => {
                queries.entry(*local).or_default().mentions += 1;
            }
            ExprKind::Method { method, object, .. } => {
                let (MethodKind::Rays(kind), Some(local)) = (method.kind, body.local_of(*object)) else { continue };
                let uses = queries.entry(local).or_default();
                uses.calls += 1;
                match kind {
                    RayMethod::TraceRayInline => uses.is_traced = true,
                    RayMethod::Abort => {}
                    RayMethod::Proceed
                    | RayMethod::CandidateProceduralPrimitiveNonOpaque
                    | RayMethod::CommitNonOpaqueTriangleHit
                    | RayMethod::CommitProceduralPrimitiveHit
                    | RayMethod::Positions { .. }
                    | RayMethod::Get { .. } => uses.first = uses.first.or(Some((node.span, method.name))),
                }
            }
            _ => {}
        }
    }
    for (_, stmt) in body.stmts.iter() {
        // A copy has the ray of the query that it is made of.
        if let StmtKind::Let { local, init: Some(_) } = stmt.kind {
            queries.swap_remove(&local);
        }
    }
    for (local, uses) in queries {
        // What is passed on may be traced elsewhere.
        let is_passed_on = uses.mentions != uses.calls || function.params.iter().any(|param| param.local == local);
        if let (Some((span, method)), false, false) = (uses.first, uses.is_traced, is_passed_on) {
            let declared = &body.locals[local];
            let name = names.resolve(declared.name).to_owned();
            let report = sink.report(span, QueryWithoutTrace { name, method: method.to_owned() });
            report.note_at(declared.span, "it is declared here");
        }
    }
}

fn is_query(module: &Module, function: &Function, local: LocalId) -> bool {
    let ty = module.element_of_arrays(function.body.locals[local].ty);
    matches!(module.ty(ty), Type::Object(Object::RayQuery(..)))
}
