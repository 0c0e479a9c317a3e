//! Outputs that an entry point declares and never writes: the position of a vertex, and others on request.
//!
//! It checks results that are held in a variable of the entry function. Any possible write of the field counts,
//! anywhere, so that each report is about a field without writes.

use crate::diagnostics::{UnwrittenOutput, UnwrittenPosition};
use crate::hir::expr::{Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::stmt::StmtKind;
use crate::hir::ty::Type;
use crate::hir::{Body, EntryPoint, LocalId, Module, StageTree};
use base::diag::Sink;
use base::intern::Interner;
use frontend::language::Stage;
use spirv::BuiltIn;

/// Reports outputs that are declared and not written.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for entry in &module.entry_points {
        let function = &module.functions[entry.function];
        let result = entry.ret.as_ref().and_then(|tree| Some((returned(&function.body)?, tree)));
        let params = function.params.iter().zip(&entry.params);
        let outs = params.filter(|(param, _)| param.mode == ParamMode::Out);
        let outs = outs.filter_map(|(param, stage)| Some((param.local, stage.output.as_ref()?)));
        for (local, tree) in result.into_iter().chain(outs) {
            let Type::Struct(id) = module.ty(function.body.locals[local].ty) else { continue };
            let position = position(entry, tree).filter(|_| entry.stage == Stage::Vertex);
            for (at, field) in module.structs[id].fields.iter().enumerate() {
                if is_written(&function.body, local, at as u32) {
                    continue;
                }
                let name = names.resolve(field.name).to_owned();
                let report = match position == Some(at as u32) {
                    true => sink.report(field.span, UnwrittenPosition { name }),
                    false => sink.report(field.span, UnwrittenOutput { name }),
                };
                report.note_at(function.body.locals[local].span, "member of this variable");
            }
        }
    }
}

/// The variable that every `return` returns, if it has no initial value.
fn returned(body: &Body) -> Option<LocalId> {
    let mut values = body.stmts.iter().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::Return(value) => Some(value),
        _ => None,
    });
    let of = |value: Option<ExprId>| match body.exprs[value?].kind {
        ExprKind::Load(place) => match body.exprs[place].kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        },
        _ => None,
    };
    let first = of(values.next()?)?;
    let is_bare =
        body.stmts.iter().any(|(_, stmt)| matches!(stmt.kind, StmtKind::Let { local, init: None } if local == first));
    (is_bare && values.all(|value| of(value) == Some(first))).then_some(first)
}

/// The position field of a result.
fn position(entry: &EntryPoint, tree: &StageTree) -> Option<u32> {
    let StageTree::Struct(_, fields) = tree else { return None };
    let is_position = |tree: &StageTree| match tree {
        StageTree::Leaf(variable) => entry.variables[*variable].builtin == Some(BuiltIn::Position),
        StageTree::Struct(..) | StageTree::Array(..) | StageTree::PerVertex(..) => false,
    };
    fields.iter().position(is_position).map(|at| at as u32)
}

/// Returns whether anything writes the field, or the whole variable.
fn is_written(body: &Body, local: LocalId, field: u32) -> bool {
    let covers = |place: ExprId| covers(body, place, local, field);
    let written = |kind: &ExprKind| kind.written().chain(kind.receiver()).any(covers);
    body.exprs.iter().any(|(_, node)| written(&node.kind))
}

/// Returns whether a place is the variable, or the field or a part of it.
fn covers(body: &Body, mut place: ExprId, local: LocalId, field: u32) -> bool {
    let mut first = None;
    loop {
        let kind = &body.exprs[place].kind;
        match kind {
            ExprKind::Local(found) => return *found == local && first.is_none_or(|first| first == field),
            ExprKind::Member { field, .. } => first = Some(*field),
            ExprKind::Convert { conversion: Conversion::ToBase, .. } => first = Some(0),
            _ => {}
        }
        let Some(whole) = kind.whole() else { return false };
        place = whole;
    }
}
