//! The call by which a mesh or amplification shader says what it makes: one belongs on each way through the shader.
//! What conditions lead to is left alone.

use crate::analysis::stages::reached;
use crate::diagnostics::{MissingMeshCall, SecondMeshCall};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::stmt::StmtKind;
use crate::hir::{Body, EntryPoint, Module};
use crate::tables::intrinsics::{Expand, Lowering, Mesh};
use base::diag::Sink;
use base::intern::Interner;
use frontend::language::Stage;

/// Reports mesh and amplification shaders that call it nowhere, or twice in a row.
pub(crate) fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for entry in &module.entry_points {
        let wanted = match entry.stage {
            Stage::Mesh => Mesh::SetMeshOutputCounts,
            Stage::Amplification => Mesh::DispatchMesh,
            _ => continue,
        };
        if !calls(module, entry, wanted) {
            let (entry_name, stage) = (names.resolve(entry.name).to_owned(), entry.stage.row().attribute.to_owned());
            sink.report(entry.span, MissingMeshCall { stage, entry: entry_name, name: name(wanted).to_owned() });
        }
        check_second(module, entry, wanted, sink);
    }
}

fn calls(module: &Module, entry: &EntryPoint, wanted: Mesh) -> bool {
    reached(module, entry).into_iter().any(|function| {
        let body = &module.functions[function].body;
        body.exprs.ids().any(|expr| is_call(body, expr, wanted))
    })
}

/// Reports a call behind another one, where no condition is between the two.
fn check_second(module: &Module, entry: &EntryPoint, wanted: Mesh, sink: &mut Sink) {
    let function = &module.functions[entry.function];
    let stmts = function.block.iter().flat_map(|block| block.iter());
    let mut found = stmts.filter_map(|&stmt| match function.body.stmts[stmt].kind {
        StmtKind::Expr(expr) if is_call(&function.body, expr, wanted) => Some(function.body.exprs[expr].span),
        _ => None,
    });
    if let (Some(first), Some(second)) = (found.next(), found.next()) {
        sink.report(second, SecondMeshCall { name: name(wanted).to_owned() }).note_at(first, "first called here");
    }
}

fn is_call(body: &Body, expr: ExprId, wanted: Mesh) -> bool {
    matches!(&body.exprs[expr].kind,
        ExprKind::Intrinsic { intrinsic, .. } if intrinsic.lowering == Lowering::Expand(Expand::Mesh(wanted)))
}

fn name(wanted: Mesh) -> &'static str {
    match wanted {
        Mesh::SetMeshOutputCounts => "SetMeshOutputCounts",
        Mesh::DispatchMesh => "DispatchMesh",
    }
}
