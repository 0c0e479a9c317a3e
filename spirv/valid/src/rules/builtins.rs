//! Built-ins: their types, storage classes and stages. The rules are Vulkan's, and are the rows of the table.

use crate::index::access::Access;
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::{Bits, Module};
use crate::index::program::{Function, Lacks, Program, Stages};
use crate::index::types::Ty;
use crate::rules::interface::variable;
use crate::rules::tables::builtins::{GROUPS, ROWS, Row, Shape};
use base::ids::Map;
use dialect::spirv::index::Decorated;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

/// The rules of built-ins.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>) -> Check {
    if !module.is_vulkan() {
        return Ok(());
    }
    let mut by_target: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for one in module.all_decorations().iter().filter(|one| one.kind == Decoration::BuiltIn) {
        blame(declared(module, one), one.at)?;
        by_target.entry(one.target).or_default().push(one.number(0));
    }
    if by_target.is_empty() {
        return Ok(());
    }
    let uses = variables(module, &by_target);
    for (id, (class, builtins)) in &uses {
        let at = module.position(*id).unwrap_or(0);
        builtins.iter().try_for_each(|builtin| blame(placed(*builtin, *class), at))?;
    }
    stages(module, program, &uses, &sizes(module, &by_target))
}

fn row(builtin: u32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.what as u32 == builtin)
}

fn broken(row: &Row, rule: usize, what: &str) -> Check {
    let name = format!("{:?}", row.what);
    let mut fault = Fault::new(None, format!("{name} {what}"));
    if row.rules[rule] != 0 {
        fault.vuid = Some(format!("VUID-{name}-{name}-{:05}", row.rules[rule]).into());
    }
    Err(fault)
}

/// Checks the type of a built-in.
fn declared(module: &Module<'_>, one: &Decorated<'_>) -> Check {
    let builtin = one.number(0);
    let ty = match one.member {
        Some(member) => module.member(one.target, member),
        None => variable(module, one.target).map_or(0, |(_, ty)| ty),
    };
    if builtin == BuiltIn::WorkgroupSize as u32 {
        return workgroup_size(module, one.target);
    }
    ensure!(builtin != BuiltIn::VertexId as u32, "VertexId is not available in Vulkan; use VertexIndex");
    let is_level = builtin == BuiltIn::TessLevelOuter as u32 || builtin == BuiltIn::TessLevelInner as u32;
    ensure!(
        !is_level || module.has_decoration(one.target, Decoration::Patch),
        vuid "StandaloneSpirv-TessLevelInner-10880",
        "tessellation level is not decorated Patch"
    );
    let Some(row) = row(builtin).filter(|_| ty != 0) else { return Ok(()) };
    let per_vertex = match module.ty(ty) {
        Ty::Array { elem, .. } | Ty::RuntimeArray { elem } if row.arrayed && one.member.is_none() => elem,
        _ => ty,
    };
    let fits = is_shaped(module, ty, row.shape) || is_shaped(module, per_vertex, row.shape);
    if !fits {
        return broken(row, 2, "has the wrong type");
    }
    let is_bare = one.member.is_none() || !never_a_member(row.what);
    ensure!(is_bare, "{:?} decorates a struct member", row.what);
    Ok(())
}

/// Returns whether a built-in decorates variables alone.
fn never_a_member(builtin: BuiltIn) -> bool {
    use BuiltIn::*;
    matches!(
        builtin,
        NumSubgroups
            | SubgroupId
            | SubgroupEqMask
            | SubgroupGeMask
            | SubgroupGtMask
            | SubgroupLeMask
            | SubgroupLtMask
            | SubgroupLocalInvocationId
            | SubgroupSize
    )
}

fn workgroup_size(module: &Module<'_>, id: u32) -> Check {
    ensure!(
        isa::class(module.op(id)).is_constant(),
        vuid "WorkgroupSize-WorkgroupSize-04426",
        "WorkgroupSize is not a constant"
    );
    let is_size = is_shaped(module, module.type_of(id), Shape::Ints(3));
    ensure!(is_size, vuid "WorkgroupSize-WorkgroupSize-04427", "WorkgroupSize is not a vector of three 32-bit integers");
    Ok(())
}

fn is_shaped(module: &Module<'_>, ty: u32, shape: Shape) -> bool {
    let float = |ty: u32, count: u32| module.is_float(ty) && module.width(ty) == 32 && module.components(ty) == count;
    let int = |ty: u32, count: u32| module.is_int(ty) && module.width(ty) == 32 && module.components(ty) == count;
    let element = |is: &dyn Fn(u32) -> bool, wanted: u32| match module.ty(ty) {
        Ty::Array { elem, length } => {
            let is_long = wanted == 0 || module.constant(length).is_none_or(|length| length == i64::from(wanted));
            is(elem) && is_long
        }
        Ty::RuntimeArray { elem } => is(elem) && wanted == 0,
        _ => false,
    };
    match shape {
        Shape::Float => float(ty, 1),
        Shape::Floats(count) => float(ty, count) && count > 1,
        Shape::Int => int(ty, 1),
        Shape::AnyInt => module.is_int_scalar(ty),
        Shape::Ints(count) => int(ty, count),
        Shape::Unsigned(count) => int(ty, count) && module.is_unsigned(ty),
        Shape::Bool => module.ty(ty) == Ty::Bool,
        Shape::FloatArray(length) => element(&|ty| float(ty, 1), length),
        Shape::IntArray => element(&|ty| int(ty, 1), 0),
        Shape::IntsArray(count) => element(&|ty| int(ty, count), 0),
        Shape::Corners => element(&|ty| float(ty, 3), 3),
        Shape::Transform => {
            matches!(module.ty(ty), Ty::Matrix { column, count: 4 } if float(column, 3))
        }
    }
}

/// Built-in variables and those of blocks with built-in members: their storage class and their built-ins.
type Uses = Map<u32, (StorageClass, Vec<u32>)>;

fn variables(module: &Module<'_>, by_target: &FxHashMap<u32, Vec<u32>>) -> Uses {
    let mut uses = Uses::default();
    let outside = module.insts.iter().take_while(|inst| inst.op != Op::Function);
    for id in outside.filter(|inst| inst.op == Op::Variable).filter_map(|inst| inst.result) {
        let Some((class, ty)) = variable(module, id) else { continue };
        let own = by_target.get(&id).or_else(|| by_target.get(&module.strip_arrays(ty)));
        if let Some(builtins) = own {
            uses.insert(id, (class, builtins.clone()));
        }
    }
    uses
}

/// Checks the storage class of a built-in.
fn placed(builtin: u32, class: StorageClass) -> Check {
    let Some(row) = row(builtin) else { return Ok(()) };
    let is_there = match class {
        StorageClass::Input => row.input != Stages::NONE,
        StorageClass::Output => row.output != Stages::NONE,
        _ => false,
    };
    if is_there { Ok(()) } else { broken(row, 1, "has the wrong storage class") }
}

/// The workgroup size is a constant; where it is used, there are workgroups.
fn sizes(module: &Module<'_>, by_target: &FxHashMap<u32, Vec<u32>>) -> FxHashSet<u32> {
    let is_size = |builtins: &Vec<u32>| builtins.contains(&(BuiltIn::WorkgroupSize as u32));
    let sizes =
        by_target.iter().filter(|(id, builtins)| is_size(builtins) && isa::class(module.op(**id)).is_constant());
    sizes.map(|(id, _)| *id).collect()
}

fn sized(stages: Stages) -> Check {
    ensure!(
        stages.within(GROUPS),
        vuid "WorkgroupSize-WorkgroupSize-04425",
        "WorkgroupSize is used in a stage without workgroups"
    );
    Ok(())
}

/// Checks the stages of the functions that use a built-in.
fn stages(module: &Module<'_>, program: &Program<'_>, uses: &Uses, sizes: &FxHashSet<u32>) -> Check {
    let mut marked = Bits::default();
    uses.keys().chain(sizes).for_each(|id| _ = marked.insert(*id));
    for function in &program.functions {
        let mut seen = FxHashSet::default();
        for (at, inst) in module.insts[function.first..function.last].iter().enumerate() {
            for id in inst.ids_from(0).filter(|id| marked.contains(*id)) {
                if sizes.contains(&id) {
                    blame(sized(function.stages), function.first + at)?;
                }
                let Some((class, builtins)) = uses.get(&id).filter(|_| seen.insert(id)) else { continue };
                let used = |builtin: &u32| {
                    staged(module, *builtin, *class, function.stages)?;
                    in_function(module, *builtin, *class, id, function)
                };
                blame(builtins.iter().try_for_each(used), function.first + at)?;
            }
        }
    }
    Ok(())
}

/// Checks what a built-in requires of the function that uses it.
fn in_function(module: &Module<'_>, builtin: u32, class: StorageClass, id: u32, function: &Function) -> Check {
    let Some(row) = row(builtin) else { return Ok(()) };
    let is_depth = row.what == BuiltIn::FragDepth && class == StorageClass::Output;
    ensure!(
        !is_depth || !function.lacks.has(Lacks::DEPTH_REPLACING),
        vuid "FragDepth-FragDepth-04216",
        "write to FragDepth requires the execution mode DepthReplacing"
    );
    let may_number = module.has_any(&[
        Capability::MeshShadingEXT,
        Capability::MeshShadingNV,
        Capability::Geometry,
        Capability::Tessellation,
    ]);
    ensure!(
        row.what != BuiltIn::PrimitiveId || may_number || !function.stages.meets(Stages::FRAGMENT),
        vuid "PrimitiveId-Fragment-04333",
        "PrimitiveId in a fragment shader requires Geometry, Tessellation or MeshShadingEXT"
    );
    let ty = variable(module, id).map_or(0, |(_, ty)| ty);
    let is_array =
        matches!(module.ty(ty), Ty::Array { .. } | Ty::RuntimeArray { .. }) && !is_shaped(module, ty, row.shape);
    let is_own = module.is_decorated(id, Decoration::BuiltIn);
    if is_own && is_array && function.stages.meets(Stages::VERTEX.or(Stages::FRAGMENT)) {
        return broken(row, 2, "is an array in a stage without arrayed interfaces");
    }
    Ok(())
}

fn staged(module: &Module<'_>, builtin: u32, class: StorageClass, stages: Stages) -> Check {
    let Some(row) = row(builtin) else { return Ok(()) };
    if !stages.within(row.input.or(row.output)) {
        return broken(row, 0, "is not available in a stage that uses it");
    }
    let allowed = if class == StorageClass::Input { row.input } else { row.output };
    if !stages.within(allowed) {
        return broken(row, 1, "has the wrong storage class in a stage that uses it");
    }
    let early = Stages::VERTEX.or(Stages::TESS_EVAL);
    let is_choice = matches!(row.what, BuiltIn::Layer | BuiltIn::ViewportIndex);
    if is_choice && class == StorageClass::Output && stages.meets(early) {
        let own = if row.what == BuiltIn::Layer { Capability::ShaderLayer } else { Capability::ShaderViewportIndex };
        let is_given = module.has_any(&[own, Capability::ShaderViewportIndexLayerEXT]);
        if !is_given {
            return broken(row, 0, "in this stage requires a capability");
        }
    }
    Ok(())
}
