//! Locations of stage variables.

use crate::diagnostics::{DuplicateLocation, InvalidDeclaration, PartialLocations, TargetIndex};
use crate::hir::ty::{Scalar, Type, TypeId};
use crate::hir::{Module, StageVariable, StageVariableId};
use crate::options::{Options, StageIoOrder};
use base::diag::Sink;
use base::ids::{Arena, Set};
use base::intern::Interner;
use frontend::language::Stage;
use spirv::Decoration;

/// Assigns locations to all variables but built-ins, separately for inputs and outputs.
pub(super) fn assign(
    module: &Module,
    names: &Interner,
    options: &Options,
    stage: Stage,
    variables: &mut Arena<StageVariable>,
    sink: &mut Sink,
) {
    check_targets(names, stage, variables, sink);
    for output in [false, true] {
        let located: Vec<StageVariableId> = variables
            .iter()
            .filter(|(_, variable)| variable.output == output && variable.builtin.is_none() && !is_placed(variable))
            .map(|(id, _)| id)
            .collect();
        let explicit = located.iter().filter(|&&id| variables[id].location.is_some()).count();
        if explicit == 0 {
            assign_free(module, names, options, stage, variables, located, output);
        } else if explicit == located.len() {
            check_explicit(module, variables, &located, sink);
        } else if let Some(&first) = located.iter().find(|&&id| variables[id].location.is_none()) {
            let direction = if output { "output" } else { "input" }.to_owned();
            sink.report(variables[first].span, PartialLocations { direction });
        }
    }
}

/// The number of render targets in Direct3D, and on most devices of Vulkan.
const MAX_TARGETS: u32 = 8;

fn check_targets(names: &Interner, stage: Stage, variables: &Arena<StageVariable>, sink: &mut Sink) {
    for (_, variable) in variables.iter().filter(|(_, variable)| variable.semantic.index >= MAX_TARGETS) {
        if is_target(names, stage, variable) && variable.location.is_none() {
            let name = format!("SV_Target{}", variable.semantic.index);
            sink.report(variable.span, TargetIndex { name, limit: MAX_TARGETS.to_string() });
        }
    }
}

fn is_target(names: &Interner, stage: Stage, variable: &StageVariable) -> bool {
    let name = names.resolve(variable.semantic.name);
    stage == Stage::Pixel && variable.output && name.eq_ignore_ascii_case("sv_target")
}

/// Returns whether the source decorates the variable itself as a built-in, or with a location.
fn is_placed(variable: &StageVariable) -> bool {
    let places = [Decoration::BuiltIn as u32, Decoration::Location as u32];
    variable.ext_decorations.iter().any(|it| places.contains(&it.decoration))
}

fn check_explicit(module: &Module, variables: &Arena<StageVariable>, located: &[StageVariableId], sink: &mut Sink) {
    let mut used = Set::default();
    for &id in located {
        let variable = &variables[id];
        let Some(first) = variable.location else { continue };
        let index = variable.index.unwrap_or(0);
        check_blending(variable, first, sink);
        for slot in 0..count(module, variable.ty) {
            let location = first.saturating_add(slot);
            if !used.insert((location, index)) {
                sink.report(variable.span, DuplicateLocation { location: location.to_string() });
                break;
            }
        }
    }
}

/// Checks that dual-source blending uses the first location.
fn check_blending(variable: &StageVariable, location: u32, sink: &mut Sink) {
    let what = match variable.index {
        Some(2..) => "dual-source blending has vk::index 0 and 1 only",
        Some(_) if location != 0 => "dual-source blending happens at vk::location 0",
        Some(_) | None => return,
    };
    sink.report(variable.span, InvalidDeclaration { what: what.to_owned() });
}

fn assign_free(
    module: &Module,
    names: &Interner,
    options: &Options,
    stage: Stage,
    variables: &mut Arena<StageVariable>,
    mut located: Vec<StageVariableId>,
    output: bool,
) {
    let mut used = Set::default();
    located.retain(|&id| {
        let variable = &mut variables[id];
        if !is_target(names, stage, variable) {
            return true;
        }
        variable.location = Some(variable.semantic.index);
        used.insert(variable.semantic.index);
        false
    });
    // Outputs of a hull shader and inputs of a domain shader must match, although the two may declare the patch
    // constants in different orders.
    let alphabetical = options.io_order == StageIoOrder::Alphabetical
        || (stage == Stage::Hull && output)
        || (stage == Stage::Domain && !output);
    if alphabetical {
        located.sort_by_key(|&id| names.resolve(variables[id].semantic.text));
    }
    let mut next = 0;
    for id in located {
        let needed = count(module, variables[id].ty);
        while (next..next + needed).any(|location| used.contains(&location)) {
            next += 1;
        }
        variables[id].location = Some(next);
        next += needed;
    }
}

/// The number of locations of a value: one for each scalar or vector of up to 16 bytes, two for larger ones, row by row
/// for matrices (Vulkan, "Location Assignment").
fn count(module: &Module, ty: TypeId) -> u32 {
    let vector = |scalar: Scalar, length: u8| {
        1 + u32::from(length > 2 && matches!(scalar, Scalar::Double | Scalar::Int64 | Scalar::UInt64))
    };
    match module.ty(ty) {
        Type::Vector(scalar, length) => vector(scalar, length),
        Type::Matrix { elem, rows: 1, columns: length } | Type::Matrix { elem, rows: length, columns: 1 } => {
            vector(elem, length)
        }
        Type::Matrix { elem, rows, columns } => u32::from(rows) * vector(elem, columns),
        Type::Array(element, length) => length.saturating_mul(count(module, element)).min(1 << 16),
        Type::Struct(id) => module.structs[id].fields.iter().map(|field| count(module, field.ty)).sum(),
        _ => 1,
    }
}
