//! Mesh shaders: their outputs per vertex and per primitive, and the limits of these.

use crate::index::access::{Access, literal_of};
use crate::index::fault::{Check, Fault, blame, ensure};
use crate::index::module::Module;
use crate::index::program::{Entry, Program};
use crate::index::types::Ty;
use crate::rules::interface::variable;
use base::ids::Set;
use spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// A per-primitive built-in of mesh shaders: the numbers of the rules for its type, for the length of its array, for
/// that of its block, and for `PerPrimitiveEXT`.
struct PerPrimitive {
    what: BuiltIn,
    is_truth: bool,
    rules: [u32; 4],
}

const PER_PRIMITIVE: &[PerPrimitive] = &[
    PerPrimitive { what: BuiltIn::CullPrimitiveEXT, is_truth: true, rules: [7036, 10589, 10590, 7038] },
    PerPrimitive { what: BuiltIn::PrimitiveId, is_truth: false, rules: [10595, 10596, 10597, 7040] },
    PerPrimitive { what: BuiltIn::Layer, is_truth: false, rules: [10592, 10593, 10594, 7039] },
    PerPrimitive { what: BuiltIn::ViewportIndex, is_truth: false, rules: [10601, 10602, 10603, 7060] },
    PerPrimitive { what: BuiltIn::PrimitiveShadingRateKHR, is_truth: false, rules: [10598, 10599, 10600, 7059] },
];

/// The indices of a kind of primitive: the execution mode that they need, and the numbers of the rules for that mode
/// and for the length of the array.
struct Indices {
    what: BuiltIn,
    mode: ExecutionMode,
    rules: [u32; 2],
}

const INDICES: &[Indices] = &[
    Indices { what: BuiltIn::PrimitivePointIndicesEXT, mode: ExecutionMode::OutputPoints, rules: [7042, 7046] },
    Indices { what: BuiltIn::PrimitiveLineIndicesEXT, mode: ExecutionMode::OutputLinesEXT, rules: [7048, 7052] },
    Indices {
        what: BuiltIn::PrimitiveTriangleIndicesEXT,
        mode: ExecutionMode::OutputTrianglesEXT,
        rules: [7054, 7058],
    },
];

/// The rules of mesh shaders, and of fragment shaders that follow them.
pub(crate) fn check(module: &Module<'_>, program: &Program<'_>) -> Check {
    if !module.has(Capability::MeshShadingEXT) {
        return Ok(());
    }
    for entry in &program.entries {
        let class = match entry.model {
            ExecutionModel::MeshEXT => StorageClass::Output,
            ExecutionModel::Fragment => StorageClass::Input,
            _ => continue,
        };
        blame(per_primitive(module, entry, class), entry.at)?;
        if entry.model == ExecutionModel::MeshEXT {
            blame(outputs(module, program, entry), entry.at)?;
            counts(module, program, entry)?;
        }
    }
    Ok(())
}

/// Only outputs of mesh shaders and inputs of fragment shaders are per primitive.
fn per_primitive(module: &Module<'_>, entry: &Entry<'_>, wanted: StorageClass) -> Check {
    for id in entry.interface.iter().filter(|id| module.has_decoration(**id, Decoration::PerPrimitiveEXT)) {
        let fits = variable(module, *id).is_none_or(|(class, _)| class == wanted);
        ensure!(
            fits,
            vuid "PrimitiveId-PrimitiveId-04336",
            "%{id} is decorated PerPrimitiveEXT, but is not of the storage class {wanted:?}"
        );
    }
    Ok(())
}

/// The outputs of an entry point. Built-in variables are checked where they are used.
fn outputs(module: &Module<'_>, program: &Program<'_>, entry: &Entry<'_>) -> Check {
    let used = used(module, program, entry);
    let mut seen = Set::default();
    for id in entry.interface.iter().filter(|id| seen.insert(**id)) {
        let Some((StorageClass::Output, ty)) = variable(module, *id) else { continue };
        let is_array = matches!(module.ty(ty), Ty::Array { .. } | Ty::RuntimeArray { .. });
        let is_built_in = module.is_decorated(*id, Decoration::BuiltIn);
        ensure!(is_array || is_built_in, "%{id} is an output of a mesh shader and no array");
        if !module.is_vulkan() || !used.contains(id) {
            continue;
        }
        let block = module.strip_arrays(ty);
        let on = if is_built_in { *id } else { block };
        for one in module.decorations(on).iter().filter(|one| one.kind == Decoration::BuiltIn) {
            let given = Given { id: *id, ty, on, member: one.member };
            built_in(module, program, entry, one.number(0), &given)?;
        }
    }
    Ok(())
}

/// The ids that the functions of an entry point name.
fn used(module: &Module<'_>, program: &Program<'_>, entry: &Entry<'_>) -> Set<u32> {
    let mut used = Set::default();
    for function in program.function_index(entry.function).map(|at| program.reached(at)).unwrap_or_default() {
        let function = &program.functions[function];
        used.extend(module.insts[function.first..function.last].iter().flat_map(|inst| inst.ids_from(0)));
    }
    used
}

/// A variable that is built in, or has a built-in member.
struct Given {
    id: u32,
    ty: u32,
    /// The decorated id: the variable, or its struct.
    on: u32,
    member: Option<u32>,
}

fn broken(what: BuiltIn, rule: u32, message: String) -> Check {
    let mut fault = Fault::new(None, format!("{what:?} {message}"));
    fault.vuid = Some(format!("VUID-{what:?}-{what:?}-{rule:05}").into());
    Err(fault)
}

fn number(module: &Module<'_>, program: &Program<'_>, entry: &Entry<'_>, mode: ExecutionMode) -> u32 {
    program.mode(module, entry.function, mode).map_or(0, |inst| literal_of(inst.params(1).first()))
}

fn length(module: &Module<'_>, ty: u32) -> Option<i64> {
    match module.ty(ty) {
        Ty::Array { length, .. } => module.constant(length),
        _ => Some(0),
    }
}

fn built_in(module: &Module<'_>, program: &Program<'_>, entry: &Entry<'_>, builtin: u32, given: &Given) -> Check {
    let primitives = number(module, program, entry, ExecutionMode::OutputPrimitivesEXT);
    let differs = |ty: u32| length(module, ty).is_some_and(|length| length != i64::from(primitives));
    if let Some(row) = INDICES.iter().find(|row| row.what as u32 == builtin) {
        if !program.has_mode(module, entry.function, &[row.mode]) {
            return broken(row.what, row.rules[0], format!("requires the execution mode {:?}", row.mode));
        }
        if differs(given.ty) {
            return broken(
                row.what,
                row.rules[1],
                format!("does not have the length {primitives} of OutputPrimitivesEXT"),
            );
        }
    }
    let Some(row) = PER_PRIMITIVE.iter().find(|row| row.what as u32 == builtin) else { return Ok(()) };
    let ty = match given.member {
        Some(member) => module.member(given.on, member),
        None => module.strip_arrays(given.ty),
    };
    let fits = if row.is_truth { module.ty(ty) == Ty::Bool } else { module.is_int_of(ty, 32) };
    if !fits {
        return broken(row.what, row.rules[0], "is of the wrong type".to_owned());
    }
    let marked = [given.on, given.id].iter().any(|id| module.has_decoration(*id, Decoration::PerPrimitiveEXT));
    if !marked {
        return broken(row.what, row.rules[3], "of a mesh shader is not PerPrimitiveEXT".to_owned());
    }
    if differs(given.ty) {
        let rule = row.rules[if given.member.is_some() { 2 } else { 1 }];
        return broken(row.what, rule, format!("does not have the length {primitives} of OutputPrimitivesEXT"));
    }
    Ok(())
}

/// Lengths of outputs stay within those of the execution modes.
fn counts(module: &Module<'_>, program: &Program<'_>, entry: &Entry<'_>) -> Check {
    let most = [ExecutionMode::OutputVertices, ExecutionMode::OutputPrimitivesEXT];
    let most = most.map(|mode| i64::from(number(module, program, entry, mode)));
    for function in program.function_index(entry.function).map(|at| program.reached(at)).unwrap_or_default() {
        let function = &program.functions[function];
        for at in function.first..function.last {
            let inst = &module.insts[at];
            if inst.op == Op::SetMeshOutputsEXT {
                let given = [0, 1].map(|operand| module.constant(inst.id(operand)));
                blame(count(given, most), at)?;
            }
        }
    }
    Ok(())
}

fn count(given: [Option<i64>; 2], most: [i64; 2]) -> Check {
    let [vertices, primitives] = given.map(Option::unwrap_or_default);
    ensure!(vertices <= most[0], "{vertices} vertices exceed OutputVertices {}", most[0]);
    ensure!(primitives <= most[1], "{primitives} primitives exceed OutputPrimitivesEXT {}", most[1]);
    Ok(())
}
