//! Resources that the invocations of an entry point share: `groupshared` memory, which only some stages have and which
//! is limited, and bindings, each of one descriptor type.

use crate::analysis::stages;
use crate::diagnostics::{GroupsharedOverLimit, GroupsharedStage, SharedBinding, SharedNumber, TooMuchGroupshared};
use crate::hir::descriptor::Descriptor;
use crate::hir::expr::ExprKind;
use crate::hir::ty::{Type, TypeId};
use crate::hir::{BlockKind, EntryPoint, Global, GlobalId, GlobalKind, Module};
use crate::layout;
use crate::options::{Binding, Options};
use base::diag::Sink;
use base::ids::Map;
use base::intern::Interner;
use base::source::Span;
use frontend::language::Stage;

/// Direct3D's limit of groupshared memory, more than many Vulkan devices have.
const MAX_GROUPSHARED: u64 = 32768;

/// Reports conflicts of entry points.
pub fn check(module: &mut Module, options: &Options, names: &Interner, sink: &mut Sink) {
    let is_for_vulkan = !options.shifts.is_empty() || speaks_vulkan(module);
    let used: Vec<Map<GlobalId, Span>> = module.entry_points.iter().map(|entry| globals_of(module, entry)).collect();
    for (at, used) in used.iter().enumerate() {
        let entry = &module.entry_points[at];
        let (stage, span) = (entry.stage, entry.span);
        check_bindings(module, used, is_for_vulkan, names, sink);
        let shared = used.iter().filter(|(id, _)| matches!(module.globals[**id].kind, GlobalKind::Groupshared));
        let shared: Vec<(GlobalId, Span)> = shared.map(|(&id, &span)| (id, span)).collect();
        if !has_workgroups(stage) {
            for (global, span) in shared {
                let name = names.resolve(module.globals[global].name).to_owned();
                let declared = module.globals[global].span;
                let report = sink.report(span, GroupsharedStage { name, stage: stage.row().attribute.to_owned() });
                report.declared_at(if declared == span { Span::NONE } else { declared });
            }
            continue;
        }
        let total: u64 = shared.iter().map(|(id, _)| u64::from(size(module, *id))).sum();
        let largest = shared.iter().max_by_key(|(id, _)| size(module, *id));
        let largest = largest.map_or(span, |(id, _)| module.globals[*id].span);
        if let Some(limit) = module.entry_points[at].groupshared_limit {
            if total > u64::from(limit) {
                let message = GroupsharedOverLimit { total: total.to_string(), limit: limit.to_string() };
                sink.report(span, message).note_at(largest, "the largest variable is declared here");
            }
            continue;
        }
        if total > MAX_GROUPSHARED {
            let (total, limit) = (total.to_string(), MAX_GROUPSHARED.to_string());
            sink.report(largest, TooMuchGroupshared { total, limit });
        }
    }
}

fn size(module: &mut Module, global: GlobalId) -> u32 {
    let ty = module.globals[global].ty;
    layout::size_of(module, ty)
}

const fn has_workgroups(stage: Stage) -> bool {
    matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node)
}

/// The globals that an entry point mentions, each with the first place.
fn globals_of(module: &Module, entry: &EntryPoint) -> Map<GlobalId, Span> {
    let mut found = Map::default();
    for function in stages::reached(module, entry) {
        let Some(function) = module.functions.get(function) else { continue };
        for (_, node) in function.body.exprs.iter() {
            if let ExprKind::Global(global) = node.kind {
                found.entry(global).or_insert(node.span);
            }
        }
    }
    found
}

/// Returns whether a module has what only sources for Vulkan have, whose bindings are meant as they are.
fn speaks_vulkan(module: &Module) -> bool {
    module.globals.iter().any(|(_, global)| match global.kind {
        GlobalKind::Block { kind, .. } => {
            matches!(kind, BlockKind::PushConstant | BlockKind::ShaderRecordNv | BlockKind::ShaderRecordExt)
        }
        GlobalKind::SpecConstant { .. } => true,
        GlobalKind::Resource { .. } => {
            let attributes = &global.attributes;
            attributes.input_attachment.is_some()
                || attributes.register.is_some_and(|register| register.number.is_some())
                    && !attributes.is_placed_by_register
        }
        GlobalKind::Static { .. }
        | GlobalKind::Groupshared
        | GlobalKind::Heap { .. }
        | GlobalKind::Counter
        | GlobalKind::ExtBuiltin { .. }
        | GlobalKind::Shared(_) => false,
    })
}

/// A resource with a binding, and the kind of descriptor that it has there.
#[derive(Clone, Copy)]
struct Bound<'a> {
    global: &'a Global,
    descriptor: Descriptor,
}

fn check_bindings(module: &Module, used: &Map<GlobalId, Span>, is_for_vulkan: bool, names: &Interner, sink: &mut Sink) {
    let mut taken: Map<Binding, Vec<GlobalId>> = Map::default();
    for (&id, _) in used {
        let global = &module.globals[id];
        let (Some(binding), Some(own)) = (global.attributes.binding, descriptor(module, global)) else { continue };
        let others = taken.entry(binding).or_default();
        let clash = others.iter().find_map(|&first| {
            let first = &module.globals[first];
            let other = descriptor(module, first)?;
            // Equal types share a binding by mistake; different types of one kind may well be two views.
            let clashes = if own == other { global.ty == first.ty } else { !may_be_combined(own, other) };
            clashes.then_some(Bound { global: first, descriptor: other })
        });
        others.push(id);
        if let Some(first) = clash {
            report_shared([Bound { global, descriptor: own }, first], binding, is_for_vulkan, names, sink);
        }
    }
}

/// Reports two resources of one binding, the later one first.
fn report_shared(resources: [Bound<'_>; 2], at: Binding, is_for_vulkan: bool, names: &Interner, sink: &mut Sink) {
    let [global, first] = resources.map(|it| it.global);
    let [name, previous] = [global, first].map(|it| names.resolve(it.name).to_owned());
    let (set, binding) = (at.set.to_string(), at.binding.to_string());
    let [kind, other] = resources.map(|it| it.descriptor.name().to_owned());
    let are_numbered_apart = are_numbered_apart(global, first);
    let report = match are_numbered_apart && !is_for_vulkan {
        true => sink.report(global.span, SharedNumber { name, kind, previous, other, set, binding }),
        false => sink.report(global.span, SharedBinding { name, kind, previous, other, set, binding }),
    };
    if are_numbered_apart {
        report.note(
            "-fvk-b-shift, -fvk-t-shift, -fvk-s-shift and -fvk-u-shift give each class of registers its own bindings",
        );
    }
    report.note_at(first.span, "the other resource is declared here");
}

/// Returns whether two resources share a binding only because their registers have different letters.
fn are_numbered_apart(one: &Global, other: &Global) -> bool {
    let class = |global: &Global| global.attributes.register.filter(|_| global.attributes.is_placed_by_register);
    matches!((class(one), class(other)), (Some(one), Some(other)) if one.class != other.class)
}

/// Returns whether one combined descriptor serves both: a texture and a sampler each take their half.
fn may_be_combined(kind: Descriptor, other: Descriptor) -> bool {
    use Descriptor::{CombinedImageSampler, SampledImage, Sampler};
    let is_half = |kind| matches!(kind, Sampler | SampledImage | CombinedImageSampler);
    is_half(kind) && is_half(other)
}

/// The kind of descriptor that a binding must be for a resource. Arrays of unknown length look into heaps, where kinds
/// are mixed, and the halves of a combined image share a binding as they should.
fn descriptor(module: &Module, global: &Global) -> Option<Descriptor> {
    if global.attributes.combined_image_sampler || is_unbounded(module, global.ty) {
        return None;
    }
    Descriptor::of(module, global)
}

fn is_unbounded(module: &Module, mut ty: TypeId) -> bool {
    while let Type::Array(elem, _) = module.ty(ty) {
        ty = elem;
    }
    matches!(module.ty(ty), Type::RuntimeArray(_))
}
