//! Outputs that an entry point declares and never writes: the position of a vertex, and others on request.
//!
//! It checks results that are held in a variable of the entry function. Any possible write of the field counts,
//! anywhere, so that each report is about a field without writes.

use crate::diagnostics::{PartialPosition, UnwrittenOutput, UnwrittenPosition};
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
                let written = written(&function.body, local, at as u32);
                let is_position = position == Some(at as u32);
                if written == ALL || written != 0 && !is_position {
                    continue;
                }
                let name = names.resolve(field.name).to_owned();
                let report = match (is_position, written) {
                    (true, 0) => sink.report(field.span, UnwrittenPosition { name }),
                    (true, _) => sink.report(field.span, PartialPosition { name, missing: components(!written) }),
                    (false, _) => sink.report(field.span, UnwrittenOutput { name }),
                };
                report.note_at(function.body.locals[local].span, "member of this variable");
            }
        }
    }
}

/// The variable that every `return` returns, if it has no initial value.
fn returned(body: &Body) -> Option<LocalId> {
    let mut values = body
        .stmts
        .iter()
        .filter_map(|(_, stmt)| if let StmtKind::Return(value) = stmt.kind { Some(value) } else { None });
    let of = |value: Option<ExprId>| {
        if let ExprKind::Load(place) = body.exprs[value?].kind {
            if let ExprKind::Local(local) = body.exprs[place].kind { Some(local) } else { None }
        } else {
            None
        }
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

/// All components of a vector, one bit each.
const ALL: u8 = 0b1111;

/// The names of components.
fn components(mask: u8) -> String {
    "xyzw".chars().enumerate().filter(|(at, _)| mask & 1 << at != 0).map(|(_, name)| name).collect()
}

/// The components of the field that anything writes. A write of the whole variable, or of an unknown part, is one of all.
fn written(body: &Body, local: LocalId, field: u32) -> u8 {
    let places = body.exprs.iter().flat_map(|(_, node)| node.kind.written().chain(node.kind.receiver()));
    places.fold(0, |mask, place| mask | covered(body, place, local, field))
}

/// The components of the field that a place is, or that belong to it.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other places are parts of a larger place")]
fn covered(body: &Body, mut place: ExprId, local: LocalId, field: u32) -> u8 {
    let (mut first, mut mask) = (None, ALL);
    loop {
        let kind = &body.exprs[place].kind;
        match kind {
            ExprKind::Local(found) => {
                let is_covered = *found == local && first.is_none_or(|first| first == field);
                return if is_covered { mask } else { 0 };
            }
            ExprKind::Member { field, .. } => first = Some(*field),
            ExprKind::Convert { conversion: Conversion::ToBase, .. } => first = Some(0),
            ExprKind::Swizzle { components, .. } => {
                mask = components.as_slice().iter().fold(0, |mask, component| mask | 1 << component);
            }
            _ => {}
        }
        let Some(whole) = kind.whole() else { return 0 };
        place = whole;
    }
}
