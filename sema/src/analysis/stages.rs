//! Stage requirements of intrinsics and methods, checked along the calls from every entry point. Unreachable functions
//! may call anything.

use crate::diagnostics::{ComputeDerivative, DerivativeStage, WrongStage};
use crate::hir::expr::{Arg, Expr, ExprKind};
use crate::hir::node::Launch;
use crate::hir::stmt::StmtKind;
use crate::hir::ty::{Object, Type, TypeId};
use crate::hir::{BlockKind, EntryPoint, Function, FunctionId, Global, GlobalKind, Module};
use crate::tables::intrinsics::{Expand, GROUPS, HIT_OBJECTS, Intrinsic, Lowering, Memory, RAYS, Spelled, Stages};
use crate::tables::methods::MethodKind;
use base::diag::Sink;
use base::ids::Set;
use base::intern::Interner;
use base::source::Span;
use frontend::language::Stage;

/// The first shader model with derivatives in compute shaders.
const FIRST_COMPUTE_DERIVATIVES: (u32, u32) = (6, 6);

/// Reports calls that an entry point's stage does not support.
pub fn check(module: &Module, names: &Interner, sink: &mut Sink) {
    for entry in &module.entry_points {
        for function in reached(module, entry) {
            check_function(module, names, entry, function, sink);
            check_locals(module, names, entry, function, sink);
        }
    }
}

/// The functions that an entry point reaches, in order.
pub fn reached(module: &Module, entry: &EntryPoint) -> Set<FunctionId> {
    let patch_constant = entry.hull.as_ref().map(|hull| hull.patch_constant);
    reached_from(module, std::iter::once(entry.function).chain(patch_constant).collect())
}

/// A function, and those that it reaches, in order.
pub fn reached_by(module: &Module, function: FunctionId) -> Set<FunctionId> {
    reached_from(module, std::iter::once(function).collect())
}

/// Functions, and those that they reach.
fn reached_from(module: &Module, mut found: Set<FunctionId>) -> Set<FunctionId> {
    let mut next = 0;
    while let Some(&function) = found.get_index(next) {
        next += 1;
        let Some(function) = module.functions.get(function) else { continue };
        for (_, node) in function.body.exprs.iter() {
            if let ExprKind::Call { function, .. } = node.kind {
                found.insert(function);
            }
        }
    }
    found
}

/// All functions in post-order of the call graph. There is no recursion.
pub fn callees_first(module: &Module) -> Vec<FunctionId> {
    let mut order = Vec::new();
    let mut seen = Set::default();
    let mut work: Vec<(FunctionId, bool)> = module.functions.ids().map(|id| (id, false)).collect();
    while let Some((id, done)) = work.pop() {
        if done {
            order.push(id);
        } else if seen.insert(id) {
            work.push((id, true));
            work.extend(called(&module.functions[id]).map(|callee| (callee, false)));
        }
    }
    order
}

fn called(function: &Function) -> impl Iterator<Item = FunctionId> {
    function
        .body
        .exprs
        .iter()
        .filter_map(|(_, node)| if let ExprKind::Call { function, .. } = node.kind { Some(function) } else { None })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions are available in each stage")]
fn check_function(module: &Module, names: &Interner, entry: &EntryPoint, id: FunctionId, sink: &mut Sink) {
    let Some(function) = module.functions.get(id) else { return };
    check_hit_objects(module, names, entry, function, sink);
    for (_, node) in function.body.exprs.iter() {
        let (name, stages): (&str, Stages) = match &node.kind {
            ExprKind::Intrinsic { intrinsic, args } if is_group_barrier(module, function, intrinsic, args) => {
                (intrinsic.name, Stages::Only(GROUPS))
            }
            ExprKind::Intrinsic { intrinsic, .. } => (intrinsic.name, intrinsic.stages),
            ExprKind::Method { method, .. } => (method.name, method.stages),
            ExprKind::Global(global) => {
                (names.resolve(module.globals[*global].name), of_global(module, &module.globals[*global]))
            }
            _ => continue,
        };
        let is_derivative = match &node.kind {
            ExprKind::Intrinsic { intrinsic, .. } => matches!(intrinsic.lowering, Lowering::Derivative(_)),
            ExprKind::Method { method, .. } => method.kind.is_derivative(),
            _ => false,
        };
        if is_derivative && entry.stage == Stage::Compute && module.shader_model < FIRST_COMPUTE_DERIVATIVES {
            sink.report(node.span, ComputeDerivative { name: name.to_owned() });
        }
        if is_derivative && stages.allow(entry.stage) && !has_derivatives(entry.stage) {
            let (name, stage) = (name.to_owned(), entry.stage.row().attribute.to_owned());
            let note = format!("called from entry point '{}'", names.resolve(entry.name));
            sink.report(node.span, DerivativeStage { name, stage }).note_at(entry.span, note);
        }
        let lacks_group = stages == Stages::Only(GROUPS) && is_alone(module, entry);
        if !stages.allow(entry.stage) || lacks_group {
            let stage = if lacks_group { "thread-launch node" } else { entry.stage.row().attribute }.to_owned();
            let message = WrongStage { name: shown(node, name).to_owned(), stage };
            let note = format!("called from entry point '{}'", names.resolve(entry.name));
            sink.report(place(module, entry, node, id), message).note_at(entry.span, note);
        }
    }
}

/// Returns whether an entry point is a node whose invocations are in no workgroup.
fn is_alone(module: &Module, entry: &EntryPoint) -> bool {
    let launch = |ty: TypeId| {
        if let Type::Object(Object::Node(node)) = module.ty(ty) { node.kind.launch() } else { None }
    };
    let Some(function) = module.functions.get(entry.function).filter(|_| entry.stage == Stage::Node) else {
        return false;
    };
    function.params.iter().any(|param| launch(function.body.locals[param.local].ty) == Some(Launch::Thread))
}

/// The name that the source has for what is called: the header of linear algebra calls a function of its own.
fn shown<'n>(node: &Expr, name: &'n str) -> &'n str {
    if is_of_header(node) { "dx::linalg::Matrix" } else { name }
}

/// Returns whether the header of linear algebra makes a call for the analysis.
fn is_of_header(node: &Expr) -> bool {
    let ExprKind::Intrinsic { intrinsic, .. } = &node.kind else { return false };
    intrinsic.lowering == Lowering::Expand(Expand::Spelled(Spelled::LinAlgMatrix))
}

/// Where a call is reported: what the header of linear algebra calls, at the call in the entry point that leads there.
fn place(module: &Module, entry: &EntryPoint, node: &Expr, function: FunctionId) -> Span {
    let Some(body) = module.functions.get(entry.function).filter(|_| is_of_header(node)) else { return node.span };
    let leads = |callee: FunctionId| reached_from(module, std::iter::once(callee).collect()).contains(&function);
    let calls = body.body.exprs.iter().filter_map(|(_, call)| {
        if let ExprKind::Call { function, .. } = call.kind { leads(function).then_some(call.span) } else { None }
    });
    calls.min_by_key(|span| span.lo).unwrap_or(node.span)
}

/// Reports hit objects of a function that only declares them. What makes and uses them is reported by itself.
fn check_hit_objects(module: &Module, names: &Interner, entry: &EntryPoint, function: &Function, sink: &mut Sink) {
    if Stages::Only(HIT_OBJECTS).allow(entry.stage) || !module.has_hit_objects() {
        return;
    }
    let is_of_hits = |kind: &ExprKind| {
        let of_intrinsic = matches!(kind, ExprKind::Intrinsic { intrinsic, .. } if matches!(intrinsic.lowering, Lowering::Expand(Expand::Hits(_))));
        of_intrinsic || matches!(kind, ExprKind::Method { method, .. } if matches!(method.kind, MethodKind::Hits(_)))
    };
    if function.body.exprs.iter().any(|(_, node)| is_of_hits(&node.kind)) {
        return;
    }
    if let Some((_, local)) = function.body.locals.iter().find(|(_, local)| module.hit_objects(local.ty) != 0) {
        let (name, stage) = ("dx::HitObject".to_owned(), entry.stage.row().attribute.to_owned());
        let note = format!("called from entry point '{}'", names.resolve(entry.name));
        sink.report(local.span, WrongStage { name, stage }).note_at(entry.span, note);
    }
}

/// Reports resources of pixel shaders that are variables without a value: all others come from a global.
fn check_locals(module: &Module, names: &Interner, entry: &EntryPoint, function: FunctionId, sink: &mut Sink) {
    let Some(function) = module.functions.get(function).filter(|_| entry.stage != Stage::Pixel) else { return };
    for (_, stmt) in function.body.stmts.iter() {
        let StmtKind::Let { local, init: None } = stmt.kind else { continue };
        let local = &function.body.locals[local];
        if is_of_pixels(module, local.ty) {
            let message = WrongStage {
                name: names.resolve(local.name).to_owned(),
                stage: entry.stage.row().attribute.to_owned(),
            };
            let note = format!("called from entry point '{}'", names.resolve(entry.name));
            sink.report(local.span, message).note_at(entry.span, note);
        }
    }
}

/// Returns whether a type is that of resources, or arrays of them, that pixel shaders alone can access.
fn is_of_pixels(module: &Module, ty: TypeId) -> bool {
    matches!(module.ty(module.element_of_arrays(ty)), Type::Object(object) if object.is_of_pixels())
}

/// Returns whether a call of `Barrier` waits for the group, or orders accesses for it alone.
fn is_group_barrier(module: &Module, function: &Function, intrinsic: &Intrinsic, args: &[Arg]) -> bool {
    /// `GROUP_SYNC` and `GROUP_SCOPE`
    const OF_GROUP: u64 = 1 | 2;
    let is_barrier =
        matches!(intrinsic.lowering, Lowering::Expand(Expand::Memory(Memory::BarrierFlags | Memory::BarrierObject)));
    let semantics = args.get(1).filter(|_| is_barrier).and_then(|arg| module.known_integer(&function.body, arg.expr));
    semantics.is_some_and(|semantics| semantics & OF_GROUP != 0)
}

/// The stages that may use a global.
fn of_global(module: &Module, global: &Global) -> Stages {
    const PIXELS: Stages = Stages::Only(&[Stage::Pixel]);
    match global.kind {
        GlobalKind::Block { kind: BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt, .. } => Stages::Only(RAYS),
        GlobalKind::Block { .. }
        | GlobalKind::Static { .. }
        | GlobalKind::Groupshared
        | GlobalKind::Counter
        | GlobalKind::SpecConstant { .. }
        | GlobalKind::ExtBuiltin { .. }
        | GlobalKind::Shared(_) => Stages::Any,
        GlobalKind::Resource { .. } | GlobalKind::Heap { .. } if is_of_pixels(module, global.ty) => PIXELS,
        GlobalKind::Resource { .. } | GlobalKind::Heap { .. } => Stages::Any,
    }
}

/// Returns whether a stage has neighbours to compare with.
fn has_derivatives(stage: Stage) -> bool {
    matches!(stage, Stage::Pixel | Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::Body;
    use crate::hir::expr::{Category, Expr};
    use crate::hir::ty::Type;
    use base::ids::Arena;
    use base::source::Span;

    fn function(names: &mut Interner, name: &str, ret: crate::hir::ty::TypeId, kind: ExprKind) -> Function {
        let mut body = Body::default();
        body.exprs.alloc(Expr { ty: ret, category: Category::Value, span: Span::NONE, kind });
        Function {
            name: names.intern(name),
            span: Span::NONE,
            end_span: Span::NONE,
            this: None,
            params: Vec::new(),
            ret,
            precise: false,
            coherent: false,
            modifies_object: false,
            no_inline: false,
            exported: false,
            instruction: None,
            decorations: Vec::new(),
            body,
            block: Some(crate::hir::stmt::Block::new()),
        }
    }

    /// The number of errors when `main` of this stage calls a function that calls `clip`.
    fn errors(stage: Stage) -> usize {
        let (names, mut module) = (&mut Interner::new(), Module::default());
        let void = module.types.intern(Type::Void);
        let row = &crate::tables::intrinsics::find("clip")[0];
        let kind = ExprKind::Intrinsic { intrinsic: row, args: Vec::new() };
        let callee = module.functions.alloc(function(names, "f", void, kind));
        let call = ExprKind::Call { function: callee, object: None, args: Vec::new() };
        let main = module.functions.alloc(function(names, "main", void, call));
        module.entry_points.push(EntryPoint {
            wave_size: Vec::new(),
            node: None,
            groupshared_limit: None,
            id_modes: Vec::new(),
            function: main,
            name: names.intern("main"),
            stage,
            span: Span::NONE,
            modes: Vec::new(),
            variables: Arena::new(),
            params: Vec::new(),
            ret: None,
            hull: None,
        });
        let mut sink = Sink::default();
        check(&module, names, &mut sink);
        sink.error_count()
    }

    #[test]
    fn what_an_entry_point_reaches_must_suit_its_stage() {
        assert_eq!(errors(Stage::Pixel), 0);
        assert_eq!(errors(Stage::Vertex), 1);
    }
}
