//! Interfaces of entry points: their variables, and the locations of these.

use crate::index::access::{Access, id_of};
use crate::index::facts::Facts;
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::{Bits, Module};
use crate::index::program::{Entry, Program, Stages};
use crate::index::types::Ty;
use base::ids::Set;
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, ExecutionModel, Op, StorageClass};

/// The limit of locations.
const MAX_LOCATION: u64 = 4096;

/// A global variable: its storage class and the type of its contents, or 0.
pub(crate) fn variable(module: &Module<'_>, id: u32) -> Option<(StorageClass, u32)> {
    let def = module.def(id)?;
    let class = StorageClass::from_u32(def.value(0))?;
    match def.op {
        Op::Variable => Some((class, module.pointer(def.type_id()).map_or(0, |(_, pointee)| pointee))),
        Op::UntypedVariableKHR => Some((class, def.id(1))),
        _ => None,
    }
}

/// The rules of all interfaces.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>) -> Check {
    used(module, program)?;
    for entry in &program.entries {
        blame(listed(module, entry), entry.at)?;
        if module.is_vulkan() {
            blame(locations(module, entry), entry.at)?;
            blame(single(module, entry), entry.at)?;
        }
    }
    if module.is_vulkan() {
        one_push_constant(module, program)?;
    }
    Ok(())
}

/// A variable that a function uses is in the interfaces of all entry points that reach it.
fn used(module: &Module<'_>, program: &Program<'_>) -> Check {
    let uses: Vec<Set<u32>> = program.functions.iter().map(|function| uses(module, function)).collect();
    for entry in &program.entries {
        let Some(start) = program.function_index(entry.function) else { continue };
        let listed: Set<u32> = entry.interface.iter().copied().collect();
        for function in program.reached(start) {
            let missing = uses[function].iter().find(|id| !listed.contains(*id));
            if let Some(id) = missing {
                let message = format!("%{id} is used but not listed in the interface of '{}'", entry.name);
                return blame(Err(Fault::new(None, message)), module.position(*id).unwrap_or(entry.at));
            }
        }
    }
    Ok(())
}

/// The interface variables that a function uses.
fn uses(module: &Module<'_>, function: &crate::index::program::Function) -> Set<u32> {
    let mut found = Set::default();
    for inst in &module.insts[function.first..=function.last] {
        for operand in &inst.operands {
            let id = id_of(Some(operand));
            if id != 0 && belongs(module, id) {
                found.insert(id);
            }
        }
    }
    found
}

fn belongs(module: &Module<'_>, id: u32) -> bool {
    let Some(def) = module.def(id).filter(|def| matches!(def.op, Op::Variable | Op::UntypedVariableKHR)) else {
        return false;
    };
    match StorageClass::from_u32(def.value(0)) {
        Some(StorageClass::Input | StorageClass::Output) => true,
        Some(StorageClass::Function) | None => false,
        Some(_) => module.has_version(4),
    }
}

/// Checks the variables that an interface lists.
fn listed(module: &Module<'_>, entry: &Entry<'_>) -> Check {
    use StorageClass::*;
    let mut seen = Set::default();
    let mut builtins: Set<(bool, u32)> = Set::default();
    let (mut blocks, mut payloads) = ([0, 0], 0);
    let stages = Stages::of(entry.model);
    for id in &entry.interface {
        let Some((class, ty)) = variable(module, *id) else {
            return Err(Fault::new(None, format!("interface id %{id} is not a variable")));
        };
        let is_io = matches!(class, Input | Output);
        if module.has_version(4) {
            ensure!(class != Function, "interface variable %{id} is a local variable");
            ensure!(seen.insert(*id), "interface variable %{id} is listed twice");
            payloads += usize::from(class == TaskPayloadWorkgroupEXT);
            ensure!(payloads < 2, "an entry point has two payloads for mesh shaders");
        } else {
            ensure!(is_io, "interface variable %{id} is neither an input nor an output");
        }
        if is_io {
            built_in(module, *id, class, ty, &mut builtins, &mut blocks)?;
        }
        if module.is_vulkan() && is_io {
            interpolation(module, *id, class, ty, stages)?;
            let has_pointer = module.holds(ty, Facts::PHYSICAL_POINTER);
            ensure!(
                !has_pointer,
                vuid "StandaloneSpirv-Input-09557",
                "input or output %{id} contains a pointer"
            );
        }
    }
    workgroup_blocks(module, entry)
}

/// Built-in variables have no location, and each built-in is in an interface once.
fn built_in(
    module: &Module<'_>,
    id: u32,
    class: StorageClass,
    ty: u32,
    seen: &mut Set<(bool, u32)>,
    blocks: &mut [usize; 2],
) -> Check {
    let is_struct = module.ty(ty) == Ty::Struct;
    let is_output = class == StorageClass::Output;
    let of = if is_struct { ty } else { id };
    let mut found = false;
    for one in module.decorations(of).iter().filter(|one| one.kind == Decoration::BuiltIn) {
        found = true;
        let is_new = !module.is_vulkan() || seen.insert((is_output, one.number(0)));
        ensure!(
            is_new || is_output,
            vuid "StandaloneSpirv-OpEntryPoint-09658",
            "duplicate built-in input in an interface"
        );
        ensure!(
            is_new,
            vuid "StandaloneSpirv-OpEntryPoint-09659",
            "duplicate built-in output in an interface"
        );
    }
    if !found {
        return Ok(());
    }
    let is_placed = module.has_decoration(id, Decoration::Location) || module.has_decoration(id, Decoration::Component);
    ensure!(
        !is_placed || !module.is_vulkan(),
        vuid "StandaloneSpirv-Location-04915",
        "%{id} is built in and has a location"
    );
    if is_struct {
        ensure!(
            module.is_decorated(ty, Decoration::Block),
            vuid "StandaloneSpirv-Location-04919",
            "a struct with built-in members is not a block"
        );
        blocks[usize::from(is_output)] += 1;
        ensure!(blocks[usize::from(is_output)] < 2, "an interface has two blocks with built-in members");
    }
    Ok(())
}

fn interpolation(module: &Module<'_>, id: u32, class: StorageClass, ty: u32, stages: Stages) -> Check {
    use Decoration::*;
    let is_input = class == StorageClass::Input;
    let interpolates = [Flat, NoPerspective, Sample, Centroid].iter().any(|kind| module.is_decorated(id, *kind));
    ensure!(
        !interpolates || !is_input || !stages.meets(Stages::VERTEX),
        vuid "StandaloneSpirv-Flat-06202",
        "vertex shader input %{id} has an interpolation decoration"
    );
    ensure!(
        !interpolates || is_input || !stages.meets(Stages::FRAGMENT),
        vuid "StandaloneSpirv-Flat-06201",
        "fragment shader output %{id} has an interpolation decoration"
    );
    let is_whole = module.is_int(ty) || module.is_float_of(ty, 64);
    let is_flat = module.has_decoration(id, Flat);
    ensure!(
        !(is_input && is_whole && stages.meets(Stages::FRAGMENT)) || is_flat,
        vuid "StandaloneSpirv-Flat-04744",
        "fragment shader input %{id} cannot be interpolated and must be decorated Flat"
    );
    Ok(())
}

fn workgroup_blocks(module: &Module<'_>, entry: &Entry<'_>) -> Check {
    let (mut all, mut blocks, mut aliased) = (0, 0, 0);
    for id in &entry.interface {
        let Some((StorageClass::Workgroup, ty)) = variable(module, *id) else { continue };
        all += 1;
        if module.ty(ty) == Ty::Struct {
            blocks += usize::from(module.holds(ty, Facts::BLOCK));
            aliased += usize::from(module.is_decorated(*id, Decoration::Aliased));
        }
    }
    if !module.has(Capability::WorkgroupMemoryExplicitLayoutKHR) {
        ensure!(blocks == 0, "a block in shared memory requires WorkgroupMemoryExplicitLayoutKHR");
    } else if blocks > 0 && !module.has(Capability::UntypedPointersKHR) {
        ensure!(all == blocks, "workgroup variables mix blocks and other types");
        ensure!(blocks == 1 || aliased == blocks, "blocks in workgroup memory are not all decorated Aliased");
    }
    Ok(())
}

/// Storage classes of which an entry point has one variable.
fn single(module: &Module<'_>, entry: &Entry<'_>) -> Check {
    use StorageClass::*;
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    for id in &entry.interface {
        let Some((class, ty)) = variable(module, *id) else { continue };
        *counts.entry(class as u32).or_default() += 1;
        if matches!(class, Input | Output) {
            ensure!(
                !module.holds(ty, Facts::BFLOAT),
                vuid "StandaloneSpirv-OpTypeFloat-10370",
                "input or output %{id} contains bfloat16"
            );
            ensure!(
                !module.holds(ty, Facts::FLOAT8),
                vuid "StandaloneSpirv-OpTypeFloat-10823",
                "input or output %{id} contains 8-bit floats"
            );
        }
    }
    let one = |class: StorageClass| counts.get(&(class as u32)).is_none_or(|count| *count < 2);
    let pushes = one(PushConstant) || module.has(Capability::PushConstantBanksNV);
    ensure!(pushes, vuid "StandaloneSpirv-OpVariable-06673", "entry point uses two push constant variables");
    ensure!(
        one(IncomingRayPayloadKHR),
        vuid "StandaloneSpirv-IncomingRayPayloadKHR-04700",
        "an entry point has two incoming payloads"
    );
    ensure!(
        one(HitAttributeKHR),
        vuid "StandaloneSpirv-HitAttributeKHR-04702",
        "an entry point has two variables of hit attributes"
    );
    ensure!(
        one(IncomingCallableDataKHR),
        vuid "StandaloneSpirv-IncomingCallableDataKHR-04706",
        "an entry point has two variables of incoming data of a call"
    );
    Ok(())
}

/// An entry point reaches one push constant variable.
fn one_push_constant(module: &Module<'_>, program: &Program<'_>) -> Check {
    if module.has(Capability::PushConstantBanksNV) {
        return Ok(());
    }
    let is_push = |id: &u32| matches!(variable(module, *id), Some((StorageClass::PushConstant, _)));
    let count = module.insts.iter().take_while(|inst| inst.op != Op::Function);
    let all: Vec<u32> = count.filter_map(|inst| inst.result).filter(is_push).collect();
    if all.len() < 2 {
        return Ok(());
    }
    for entry in &program.entries {
        let mut found = Set::default();
        for function in program.function_index(entry.function).map(|at| program.reached(at)).unwrap_or_default() {
            let body = &module.insts[program.functions[function].first..program.functions[function].last];
            found.extend(body.iter().flat_map(|inst| inst.ids_from(0)).filter(is_push));
        }
        blame(one_of(found.len()), entry.at)?;
    }
    Ok(())
}

fn one_of(count: usize) -> Check {
    ensure!(
        count < 2,
        vuid "StandaloneSpirv-OpEntryPoint-06674",
        "entry point uses {count} push constant variables"
    );
    Ok(())
}

/// The locations taken so far, as component numbers.
#[derive(Default)]
struct Taken {
    sets: FxHashMap<(bool, bool, u32, u32), Bits>,
}

/// Inputs and outputs have locations, and do not overlap.
fn locations(module: &Module<'_>, entry: &Entry<'_>) -> Check {
    use ExecutionModel::*;
    let has_locations =
        matches!(entry.model, Vertex | TessellationControl | TessellationEvaluation | Geometry | Fragment);
    if !has_locations {
        return Ok(());
    }
    let mut taken = Taken::default();
    let mut seen = Set::default();
    for id in entry.interface.iter().filter(|id| seen.insert(**id)) {
        let Some((class, ty)) = variable(module, *id) else { continue };
        if matches!(class, StorageClass::Input | StorageClass::Output) {
            variable_locations(module, entry.model, *id, class, ty, &mut taken)?;
        }
    }
    Ok(())
}

fn number(module: &Module<'_>, id: u32, kind: Decoration) -> Option<u32> {
    module.decoration(id, kind).map(|one| one.number(0))
}

fn variable_locations(
    module: &Module<'_>,
    model: ExecutionModel,
    id: u32,
    class: StorageClass,
    ty: u32,
    taken: &mut Taken,
) -> Check {
    use ExecutionModel::*;
    let is_output = class == StorageClass::Output;
    if module.is_decorated(id, Decoration::BuiltIn) {
        return Ok(());
    }
    let index = number(module, id, Decoration::Index);
    ensure!(index.is_none() || is_output && model == Fragment, "%{id} has an index and is not an output of a fragment");
    let is_patch = module.is_decorated(id, Decoration::Patch);
    let arrayed = is_arrayed(module, model, id, class, ty)?;
    let ty = match module.ty(ty) {
        Ty::Array { elem, .. } | Ty::RuntimeArray { elem } if arrayed => elem,
        _ => ty,
    };
    if module.ty(ty) == Ty::Struct && module.has_decoration(ty, Decoration::BuiltIn) {
        return Ok(());
    }
    let location = location(module, id, ty)?;
    let streams = model == Geometry && is_output && module.has(Capability::GeometryStreams);
    let stream = if streams { number(module, id, Decoration::Stream).unwrap_or(0) } else { 0 };
    let set = taken.sets.entry((is_output, is_patch, stream, u32::from(index == Some(1)))).or_default();
    match location {
        Some(location) => {
            let component = number(module, id, Decoration::Component).unwrap_or(0);
            place(module, ty, location, component, is_output, set)
        }
        None => members(module, ty, is_output, set),
    }
}

/// Returns whether a variable holds a value per vertex.
fn is_arrayed(
    module: &Module<'_>,
    model: ExecutionModel,
    id: u32,
    class: StorageClass,
    ty: u32,
) -> Result<bool, Box<Fault>> {
    use ExecutionModel::*;
    let is_output = class == StorageClass::Output;
    let is_patch = module.is_decorated(id, Decoration::Patch);
    let per_vertex = module.is_decorated(id, Decoration::PerVertexKHR);
    ensure!(
        !per_vertex || model == Fragment,
        vuid "StandaloneSpirv-PerVertexKHR-06777",
        "%{id} is per vertex and no input of a fragment"
    );
    let is_array = matches!(module.ty(ty), Ty::Array { .. } | Ty::RuntimeArray { .. });
    ensure!(
        !per_vertex || is_array,
        vuid "StandaloneSpirv-Input-06778",
        "%{id} is per vertex and no array"
    );
    Ok(match model {
        TessellationControl => !is_patch,
        TessellationEvaluation => !is_output && !is_patch,
        Geometry => !is_output,
        Fragment => !is_output && per_vertex,
        _ => false,
    })
}

/// The location of a variable; only blocks may do without one, whose members have theirs.
fn location(module: &Module<'_>, id: u32, ty: u32) -> Result<Option<u32>, Box<Fault>> {
    let location = number(module, id, Decoration::Location);
    let is_struct = module.ty(ty) == Ty::Struct;
    let is_block = module.is_decorated(ty, Decoration::Block);
    ensure!(
        location.is_some() || is_block || !is_struct,
        vuid "StandaloneSpirv-Location-04917",
        "%{id} has no location"
    );
    ensure!(location.is_some() || is_block, vuid "StandaloneSpirv-Location-04916", "%{id} has no location");
    Ok(location)
}

/// Marks the components that a type occupies from a location on.
fn place(module: &Module<'_>, ty: u32, location: u32, component: u32, is_output: bool, set: &mut Bits) -> Check {
    let (elem, count) = match module.ty(ty) {
        Ty::Array { elem, length } => (elem, module.constant(length).map_or(1, |count| count.max(0) as u64)),
        _ => (ty, 1),
    };
    let size = consumed(module, elem)?;
    let components = components(module, elem);
    for at in 0..count {
        let first = u64::from(location) + size * at;
        if first >= MAX_LOCATION {
            break;
        }
        let (start, end) = match components {
            0 => (first * 4, (first + size) * 4),
            _ => (first * 4 + u64::from(component), first * 4 + u64::from(component) + components),
        };
        mark(start, end, is_output, set)?;
    }
    Ok(())
}

fn mark(start: u64, end: u64, is_output: bool, set: &mut Bits) -> Check {
    for at in start..end.min(MAX_LOCATION * 4) {
        let is_new = set.insert(at as u32);
        let (location, component) = (at / 4, at % 4);
        ensure!(
            is_new || is_output,
            vuid "StandaloneSpirv-OpEntryPoint-08721",
            "two inputs are at location {location}, component {component}"
        );
        ensure!(
            is_new,
            vuid "StandaloneSpirv-OpEntryPoint-08722",
            "two outputs are at location {location}, component {component}"
        );
    }
    Ok(())
}

fn members(module: &Module<'_>, ty: u32, is_output: bool, set: &mut Bits) -> Check {
    let of = |member: u32, kind: Decoration| module.member_decoration(ty, member, kind).map(|one| one.number(0));
    for (at, member) in module.members(ty).enumerate() {
        let at = at as u32;
        let Some(location) = of(at, Decoration::Location) else {
            return Err(Fault::new(
                Some("VUID-StandaloneSpirv-Location-04919"),
                format!("member {at} of a block has no location"),
            ));
        };
        let component = of(at, Decoration::Component).unwrap_or(0);
        place(module, member, location, component, is_output, set)?;
    }
    Ok(())
}

/// The number of locations that a type occupies.
fn consumed(module: &Module<'_>, ty: u32) -> Result<u64, Box<Fault>> {
    // Types nest; the stack holds what is still to be counted, with its multiplicity.
    let mut stack = vec![(ty, 1u64)];
    let mut total = 0u64;
    while let Some((ty, times)) = stack.pop() {
        match module.ty(ty) {
            Ty::Int { .. } | Ty::Float { .. } => total = total.saturating_add(times),
            Ty::Vector { count, .. } | Ty::LongVector { count, .. } => {
                let wide = module.width(ty) == 64 && count > 2;
                total = total.saturating_add(times.saturating_mul(if wide { 2 } else { 1 }));
            }
            Ty::Matrix { column, count } => stack.push((column, times.saturating_mul(u64::from(count)))),
            Ty::Array { elem, length } => {
                let count = module.constant(length).map_or(1, |count| count.max(0) as u64);
                stack.push((elem, times.saturating_mul(count)));
            }
            Ty::Struct => {
                ensure!(
                    !module.has_decoration(ty, Decoration::Location),
                    vuid "StandaloneSpirv-Location-04918",
                    "member of a nested struct has a location"
                );
                stack.extend(module.members(ty).map(|member| (member, times)));
                if stack.len() > 1 << 20 {
                    break;
                }
            }
            Ty::Pointer { class: StorageClass::PhysicalStorageBuffer, .. } => total = total.saturating_add(times),
            _ => return Err(Fault::new(None, "input or output type cannot have a location")),
        }
    }
    Ok(total)
}

/// The number of components of one location that a type occupies; 0 for types that occupy whole locations.
fn components(module: &Module<'_>, ty: u32) -> u64 {
    let size = |ty: u32| if module.width(ty) == 64 { 2 } else { 1 };
    match module.ty(ty) {
        Ty::Int { .. } | Ty::Float { .. } => size(ty),
        Ty::Vector { count, .. } | Ty::LongVector { count, .. } => size(ty) * u64::from(count),
        Ty::Array { elem, .. } => match module.ty(elem) {
            Ty::Array { .. } => components(module, module.strip_arrays(elem)),
            _ => components(module, elem),
        },
        Ty::Pointer { .. } => 2,
        _ => 0,
    }
}
