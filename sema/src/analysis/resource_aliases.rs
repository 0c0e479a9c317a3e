//! Locals that are copies of a global array of resources.
//!
//! Vulkan has no variables of resources, and the selected element of such a variable would have to be known at compile
//! time. A local that is only ever a copy of a global array is replaced by the global, which takes any index.

use crate::hir::expr::{ExprId, ExprKind};
use crate::hir::stmt::{Block, StmtKind};
use crate::hir::ty::Type;
use crate::hir::{Body, FunctionId, GlobalId, GlobalKind, LocalId, Module};
use rustc_hash::{FxHashMap, FxHashSet};

/// Replaces these locals.
pub(crate) fn replace_aliases(module: &mut Module) {
    let functions: Vec<FunctionId> = module.functions.ids().collect();
    for id in functions {
        let renamed = renamed(module, &module.functions[id].body);
        if !renamed.is_empty() {
            replace(&mut module.functions[id].body, &renamed);
        }
    }
}

fn replace(body: &mut Body, renamed: &FxHashMap<LocalId, GlobalId>) {
    for id in body.exprs.ids() {
        if let ExprKind::Local(local) = body.exprs[id].kind
            && let Some(&global) = renamed.get(&local)
        {
            body.exprs[id].kind = ExprKind::Global(global);
        }
    }
    for id in body.stmts.ids() {
        if matches!(body.stmts[id].kind, StmtKind::Let { local, .. } if renamed.contains_key(&local)) {
            body.stmts[id].kind = StmtKind::Block(Block::new());
        }
    }
}

/// The locals with the globals of which they are copies.
fn renamed(module: &Module, body: &Body) -> FxHashMap<LocalId, GlobalId> {
    let mut renamed: FxHashMap<LocalId, GlobalId> = FxHashMap::default();
    for (_, stmt) in body.stmts.iter() {
        if let StmtKind::Let { local, init: Some(init) } = stmt.kind
            && let Some(global) = copied_array(module, body, init)
        {
            renamed.insert(local, global);
        }
    }
    if !renamed.is_empty() {
        let written = written(body);
        renamed.retain(|local, _| !written.contains(local));
    }
    renamed
}

/// The global array of resources that a value is a copy of.
fn copied_array(module: &Module, body: &Body, value: ExprId) -> Option<GlobalId> {
    let ExprKind::Load(place) = body.exprs[value].kind else { return None };
    let ExprKind::Global(global) = body.exprs[place].kind else { return None };
    let Type::Array(element, _) = module.ty(module.globals[global].ty) else { return None };
    let is_resource = matches!(module.globals[global].kind, GlobalKind::Resource { .. });
    (is_resource && matches!(module.ty(element), Type::Object(_))).then_some(global)
}

/// The locals that are written after their declaration.
fn written(body: &Body) -> FxHashSet<LocalId> {
    body.exprs.iter().flat_map(|(_, node)| node.kind.written()).filter_map(|place| body.local_of(place)).collect()
}
