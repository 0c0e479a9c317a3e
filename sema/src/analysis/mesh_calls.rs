//! The call by which a mesh or amplification shader says what it makes: one belongs on each way through the shader, and
//! its counts are within those of the outputs. What conditions lead to is left alone.

use crate::analysis::stages::reached;
use crate::diagnostics::{MeshCount, MissingMeshCall, SecondMeshCall};
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::stmt::StmtKind;
use crate::hir::ty::Type;
use crate::hir::{Body, EntryPoint, Module, ParamRole};
use crate::options::Options;
use crate::tables::intrinsics::{Expand, Lowering, Mesh};
use base::diag::Sink;
use base::intern::Interner;
use frontend::language::Stage;

/// Reports mesh and amplification shaders that call it nowhere, or twice in a row.
pub(crate) fn check(module: &Module, options: &Options, names: &Interner, sink: &mut Sink) {
    for entry in &module.entry_points {
        let wanted = match entry.stage {
            Stage::Mesh => Mesh::SetMeshOutputCounts,
            Stage::Amplification => Mesh::DispatchMesh,
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable
            | Stage::Node => continue,
        };
        if !calls(module, entry, wanted) {
            let (entry_name, stage) = (names.resolve(entry.name).to_owned(), entry.stage.row().attribute.to_owned());
            sink.report(entry.span, MissingMeshCall { stage, entry: entry_name, name: name(wanted).to_owned() });
        }
        check_second(module, entry, wanted, sink);
        // With SPV_NV_mesh_shader, which older versions have, a count is an output like others.
        if options.unit.target.has_spirv(1, 4) {
            check_counts(module, entry, sink);
        }
    }
}

/// Reports constant counts beyond the lengths of the outputs.
fn check_counts(module: &Module, entry: &EntryPoint, sink: &mut Sink) {
    let vertices = output_length(module, entry, ParamRole::MeshVertices);
    let primitives = output_length(module, entry, ParamRole::MeshIndices);
    for function in reached(module, entry) {
        let body = &module.functions[function].body;
        for call in body.exprs.ids().filter(|&expr| is_call(body, expr, Mesh::SetMeshOutputCounts)) {
            let ExprKind::Intrinsic { args, .. } = &body.exprs[call].kind else { continue };
            let limits = [("vertices", vertices), ("primitives", primitives)];
            for (arg, (what, limit)) in args.iter().zip(limits) {
                // As the `uint` that the parameter is.
                let count = module.known_integer(body, arg.expr).map(|count| count as u32);
                if let (Some(count), Some(limit)) = (count, limit)
                    && count > limit
                {
                    let message =
                        MeshCount { count: count.to_string(), limit: limit.to_string(), what: what.to_owned() };
                    sink.report(body.exprs[arg.expr].span, message);
                }
            }
        }
    }
}

/// The number of elements of an output of a mesh shader.
fn output_length(module: &Module, entry: &EntryPoint, role: ParamRole) -> Option<u32> {
    let function = &module.functions[entry.function];
    let at = entry.params.iter().position(|param| param.role == role)?;
    if let Type::Array(_, length) = module.ty(function.body.locals[function.params.get(at)?.local].ty) {
        Some(length)
    } else {
        None
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
    let mut found = stmts.filter_map(|&stmt| {
        if let StmtKind::Expr(expr) = function.body.stmts[stmt].kind
            && is_call(&function.body, expr, wanted)
        {
            Some(function.body.exprs[expr].span)
        } else {
            None
        }
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
