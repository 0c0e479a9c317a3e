//! Methods that modify their object: which they are, and calls of them on objects that are read-only.
//!
//! Before HLSL 202x no declaration says whether a method modifies its object, and any object may call it. Constant
//! variables of the shader are memory of the invocation, which works like any other; what the application sets does not.

use crate::analysis::stages::callees_first;
use crate::diagnostics::ReadOnlyObject;
use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::ty::{Object, Type};
use crate::hir::{Body, Function, FunctionId, Global, GlobalKind, Module};
use base::diag::Sink;
use base::ids::Map;
use base::intern::Interner;
use base::source::Span;

/// Marks the methods, and reports the calls.
pub(crate) fn settle(module: &mut Module, names: &Interner, sink: &mut Sink) {
    if module.functions.iter().all(|(_, function)| function.this.is_none()) {
        return;
    }
    let mut writes: Map<FunctionId, Span> = Map::default();
    for id in callees_first(module) {
        if let Some(span) = module.functions.get(id).and_then(|function| first_write(function, &writes)) {
            writes.insert(id, span);
        }
    }
    let bodies = module.functions.iter().map(|(_, function)| &function.body);
    for body in bodies.chain([&module.init]) {
        check(module, body, &writes, names, sink);
    }
    for (&id, _) in &writes {
        module.functions[id].modifies_object = true;
    }
}

/// The place where a method first modifies its object, by itself or by another method.
fn first_write(function: &Function, writes: &Map<FunctionId, Span>) -> Option<Span> {
    let this = function.this?;
    let body = &function.body;
    let modifies = |kind: &ExprKind| {
        let mut written = kind.written().chain(modified_object(kind, writes));
        written.any(|place| body.local_of(place) == Some(this))
    };
    body.exprs.iter().find(|(_, node)| modifies(&node.kind)).map(|(_, node)| node.span)
}

/// The object that a call modifies.
fn modified_object(kind: &ExprKind, writes: &Map<FunctionId, Span>) -> Option<ExprId> {
    if let ExprKind::Call { function, object, .. } = kind {
        object.filter(|_| writes.contains_key(function))
    } else {
        None
    }
}

fn check(module: &Module, body: &Body, writes: &Map<FunctionId, Span>, names: &Interner, sink: &mut Sink) {
    for (_, node) in body.exprs.iter() {
        let ExprKind::Call { function, object: Some(object), .. } = node.kind else { continue };
        let Some(&written) = writes.get(&function).filter(|_| is_read_only(module, body, object)) else { continue };
        let name = names.resolve(module.functions[function].name).replace('.', "::");
        sink.report(node.span, ReadOnlyObject { name }).note_at(written, "modified here");
    }
}

/// Returns whether a place lies in memory that shaders cannot write.
fn is_read_only(module: &Module, body: &Body, mut place: ExprId) -> bool {
    loop {
        let kind = &body.exprs[place].kind;
        if let ExprKind::Global(global) = kind {
            return is_constant(module, &module.globals[*global]);
        }
        if let ExprKind::ResourceElement { object, .. } = kind {
            return matches!(module.ty(body.exprs[*object].ty), Type::Object(object) if !is_writable(object));
        }
        let ExprKind::Load(whole) = *kind else {
            let Some(whole) = kind.whole() else { return false };
            place = whole;
            continue;
        };
        place = whole;
    }
}

fn is_writable(object: Object) -> bool {
    if let Object::Node(node) = object { node.kind.is_writable() } else { object.is_writable() }
}

/// Returns whether the application sets a global, or the stage before.
fn is_constant(module: &Module, global: &Global) -> bool {
    match global.kind {
        GlobalKind::Block { .. } | GlobalKind::SpecConstant { .. } => true,
        GlobalKind::Resource { .. } | GlobalKind::Heap { .. } => {
            let ty = module.ty(module.element_of_arrays(global.ty));
            matches!(ty, Type::Object(Object::ConstantBuffer(_) | Object::TextureBuffer(_)))
        }
        GlobalKind::ExtBuiltin { output, .. } => !output,
        GlobalKind::Static { .. } | GlobalKind::Groupshared | GlobalKind::Counter | GlobalKind::Shared(_) => false,
    }
}
