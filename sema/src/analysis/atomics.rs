//! Operands of atomic operations: `groupshared` variables, elements of buffers and texels of one component.

use crate::diagnostics::{AtomicOnPartOfTexel, AtomicOnPrivate};
use crate::hir::expr::{Conversion, ExprId, ExprKind, ParamMode};
use crate::hir::ty::{Object, Type};
use crate::hir::{Function, GlobalKind, Module};
use crate::tables::intrinsics::Lowering;
use base::diag::Sink;
use base::source::Span;

/// Reports atomic operations on private memory, and on parts of texels.
pub fn check(module: &Module, sink: &mut Sink) {
    for (_, function) in module.functions.iter() {
        for (_, node) in function.body.exprs.iter() {
            let ExprKind::Intrinsic { intrinsic, args } = &node.kind else { continue };
            if let (Lowering::Atomic { .. }, Some(place)) = (intrinsic.lowering, args.first()) {
                check_place(module, function, place.expr, sink);
            }
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are the root of the place")]
fn check_place(module: &Module, function: &Function, place: ExprId, sink: &mut Sink) {
    let span = function.body.exprs[place].span;
    let mut root = place;
    let texel = loop {
        match &function.body.exprs[root].kind {
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } | ExprKind::Swizzle { base, .. } => {
                root = *base
            }
            ExprKind::Convert { conversion: Conversion::ToBase, operand } => root = *operand,
            ExprKind::ResourceElement { object, .. } => break Some(*object),
            _ => break None,
        }
    };
    if let Some(object) = texel {
        let Type::Object(Object::Texture(texture)) = module.ty(function.body.exprs[object].ty) else { return };
        if !matches!(module.ty(texture.elem), Type::Scalar(_)) {
            sink.report(span, AtomicOnPartOfTexel {});
        }
        return;
    }
    if is_private(module, function, root) {
        let declared = match function.body.exprs[root].kind {
            ExprKind::Local(local) => function.body.locals[local].span,
            ExprKind::Global(global) => module.globals[global].span,
            _ => Span::NONE,
        };
        sink.report(span, AtomicOnPrivate {}).declared_at(declared);
    }
}

/// Returns whether a variable belongs to one invocation. Parameters passed by reference count as their arguments.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are not variables")]
fn is_private(module: &Module, function: &Function, root: ExprId) -> bool {
    match &function.body.exprs[root].kind {
        ExprKind::Local(local) => {
            !function.params.iter().any(|param| param.local == *local && param.mode == ParamMode::Reference)
        }
        ExprKind::Global(global) => matches!(module.globals[*global].kind, GlobalKind::Static { .. }),
        _ => false,
    }
}
