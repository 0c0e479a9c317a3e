//! Locations of stage variables.

use crate::diagnostics::{DuplicateLocation, InvalidDeclaration, PartialLocations, TargetIndex};
use crate::hir::ty::{Scalar, Type, TypeId};
use crate::hir::{Module, StageVariable, StageVariableId};
use crate::options::{Options, StageIoOrder};
use crate::stage_io::points::{input_point, output_point};
use crate::tables::semantics::SigPoint;
use base::diag::Sink;
use base::ids::{Arena, Map};
use base::intern::Interner;
use base::source::Span;
use frontend::language::Stage;
use spirv::Decoration;

/// Assigns locations to all variables but built-ins, separately for inputs and outputs.
pub(super) fn assign(
    module: &Module,
    names: &Interner,
    options: &Options,
    stage: Stage,
    variables: &mut Arena<StageVariable>,
    split: &Map<StageVariableId, u32>,
    sink: &mut Sink,
) {
    check_targets(names, stage, variables, sink);
    for output in [false, true] {
        let mut located: Vec<StageVariableId> = variables
            .iter()
            .filter(|(_, variable)| variable.output == output && variable.builtin.is_none() && !is_placed(variable))
            .map(|(id, _)| id)
            .collect();
        let explicit = located.iter().filter(|&&id| variables[id].location.is_some()).count();
        if explicit == 0 {
            let point = if output { output_point(stage, false) } else { input_point(stage, false) };
            if point.is_some_and(|point| are_packed(options, point)) {
                pack(module, variables, split, located);
                continue;
            }
            let used = place_targets(module, names, stage, variables, &mut located, sink);
            if is_alphabetical(options, stage, output) {
                located.sort_by_key(|&id| names.resolve(variables[id].semantic.text));
            }
            place_around(module, variables, &used, located);
        } else if explicit == located.len() {
            check_explicit(module, variables, &located, sink);
        } else if let Some(&first) = located.iter().find(|&&id| variables[id].location.is_none()) {
            let direction = if output { "output" } else { "input" }.to_owned();
            let report = sink.report(variables[first].span, PartialLocations { direction });
            if let Some(&placed) = located.iter().find(|&&id| variables[id].location.is_some()) {
                report.note_at(variables[placed].span, "location specified here");
            }
        }
    }
}

/// Returns whether variables of this kind share locations. What vertex shaders get and pixel shaders give has no other
/// shader on its other side.
pub(super) fn are_packed(options: &Options, point: SigPoint) -> bool {
    let is_fixed = matches!(point, SigPoint::VSIn | SigPoint::PSOut);
    options.packs_locations && !is_fixed && options.io_order != StageIoOrder::Alphabetical
}

/// The number of components of a location.
const COMPONENTS: u32 = 4;

/// Gives each variable the first locations that have room for it, or new ones: as DXC does, so that stages fit together
/// whichever compiler made them. `split` has the lengths of runs of variables that take consecutive locations.
fn pack(
    module: &Module,
    variables: &mut Arena<StageVariable>,
    split: &Map<StageVariableId, u32>,
    mut located: Vec<StageVariableId>,
) {
    // The patch constants come first on both sides.
    located.sort_by_key(|&id| !variables[id].decorations.contains(&Decoration::Patch));
    let mut slots = Slots::default();
    let mut rest = located.as_slice();
    while let Some(&first) = rest.first() {
        let parts = split.get(&first).map_or(1, |&parts| parts as usize).min(rest.len());
        let (run, behind) = rest.split_at(parts);
        rest = behind;
        let ty = variables[first].ty;
        let (locations, is_split) = (count(module, ty), parts > 1);
        let needed = locations as usize * parts;
        let (start, component) = slots.take(needed, components(module, ty), is_wide(module, ty));
        for (at, &id) in (0..).zip(run) {
            variables[id].location = Some(start + at * locations);
            variables[id].component = component.or(is_split.then_some(0));
        }
    }
}

/// Locations that variables share.
#[derive(Default)]
struct Slots {
    /// By location: the first free component.
    free: Vec<u32>,
}

impl Slots {
    /// Takes components in consecutive locations; returns the first location, and the component unless all are new.
    fn take(&mut self, locations: usize, components: u32, is_wide: bool) -> (u32, Option<u32>) {
        let fits =
            |start: &usize| self.free[*start..start + locations].iter().all(|next| next + components <= COMPONENTS);
        let shared = (0..(self.free.len() + 1).saturating_sub(locations)).find(fits);
        let start = shared.unwrap_or(self.free.len());
        self.free.resize(self.free.len().max(start + locations), 0);
        let taken = &mut self.free[start..start + locations];
        // Numbers of 64 bits begin at an even component.
        let next = if is_wide { 2 } else { taken.iter().copied().max().unwrap_or(0) };
        let component = shared.map(|_| next);
        taken.fill(component.unwrap_or(0) + components);
        (start as u32, component)
    }
}

/// The number of components that a value takes in each of its locations.
fn components(module: &Module, ty: TypeId) -> u32 {
    let width = if is_wide(module, ty) { 2 } else { 1 };
    match module.ty(ty) {
        Type::Vector(_, length) => (width * u32::from(length)).min(COMPONENTS),
        Type::Matrix { rows: 1, columns: length, .. } | Type::Matrix { columns: 1, rows: length, .. } => {
            (width * u32::from(length)).min(COMPONENTS)
        }
        Type::Array(element, _) => components(module, element),
        Type::Scalar(_) | Type::Enum(_) => width,
        Type::Error
        | Type::Void
        | Type::String
        | Type::Matrix { .. }
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => COMPONENTS,
    }
}

/// Returns whether a value has numbers of 64 bits.
fn is_wide(module: &Module, ty: TypeId) -> bool {
    match module.ty(ty) {
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } => {
            matches!(scalar, Scalar::Double | Scalar::Int64 | Scalar::UInt64)
        }
        Type::Array(element, _) => is_wide(module, element),
        Type::Error
        | Type::Void
        | Type::String
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => false,
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
    let mut used: Map<(u32, u32), Span> = Map::default();
    for &id in located {
        let variable = &variables[id];
        let Some(first) = variable.location else { continue };
        let index = variable.index.unwrap_or(0);
        check_blending(variable, first, sink);
        for slot in 0..count(module, variable.ty) {
            let location = first.saturating_add(slot);
            if let Some(&other) = used.get(&(location, index)) {
                let report = sink.report(variable.span, DuplicateLocation { location: location.to_string() });
                report.note_at(other, "location first used here");
                break;
            }
            used.insert((location, index), variable.span);
        }
    }
}

/// Checks that dual-source blending uses the first location.
fn check_blending(variable: &StageVariable, location: u32, sink: &mut Sink) {
    let what = match variable.index {
        Some(2..) => "vk::index of dual-source blending must be 0 or 1",
        Some(_) if location != 0 => "dual-source blending requires vk::location 0",
        Some(_) | None => return,
    };
    sink.report(variable.span, InvalidDeclaration { what: what.to_owned() });
}

/// Gives render targets the locations of their numbers, and takes them from the list. Returns the locations.
fn place_targets(
    module: &Module,
    names: &Interner,
    stage: Stage,
    variables: &mut Arena<StageVariable>,
    located: &mut Vec<StageVariableId>,
    sink: &mut Sink,
) -> Map<u32, Span> {
    let mut used: Map<u32, Span> = Map::default();
    located.retain(|&id| {
        let variable = &mut variables[id];
        if !is_target(names, stage, variable) {
            return true;
        }
        let first = variable.semantic.index;
        variable.location = Some(first);
        for location in first..first.saturating_add(count(module, variable.ty)) {
            if let Some(&other) = used.get(&location) {
                let report = sink.report(variable.span, DuplicateLocation { location: location.to_string() });
                report.note_at(other, "it is taken here");
                break;
            }
            used.insert(location, variable.span);
        }
        false
    });
    used
}

/// Returns whether locations follow the order of names. Outputs of a hull shader and inputs of a domain shader must
/// match, although the two may declare the patch constants in different orders.
fn is_alphabetical(options: &Options, stage: Stage, output: bool) -> bool {
    options.io_order == StageIoOrder::Alphabetical
        || (stage == Stage::Hull && output)
        || (stage == Stage::Domain && !output)
}

/// Gives variables, in order, the locations that are not used.
fn place_around(
    module: &Module,
    variables: &mut Arena<StageVariable>,
    used: &Map<u32, Span>,
    located: Vec<StageVariableId>,
) {
    let mut next = 0;
    for id in located {
        let needed = count(module, variables[id].ty);
        while (next..next + needed).any(|location| used.contains_key(&location)) {
            next += 1;
        }
        variables[id].location = Some(next);
        next += needed;
    }
}

/// The number of locations of a value: one for each scalar or vector of up to 16 bytes, two for larger ones, row by row
/// for matrices (Vulkan, "Location Assignment").
fn count(module: &Module, ty: TypeId) -> u32 {
    let vector = |scalar: Scalar, length: u16| {
        1 + u32::from(length > 2 && matches!(scalar, Scalar::Double | Scalar::Int64 | Scalar::UInt64))
    };
    match module.ty(ty) {
        Type::Vector(scalar, length) => vector(scalar, length),
        Type::Matrix { elem, rows: 1, columns: length } | Type::Matrix { elem, rows: length, columns: 1 } => {
            vector(elem, length.into())
        }
        Type::Matrix { elem, rows, columns } => u32::from(rows) * vector(elem, columns.into()),
        Type::Array(element, length) => length.saturating_mul(count(module, element)).min(1 << 16),
        Type::Struct(id) => module.structs[id].fields.iter().map(|field| count(module, field.ty)).sum(),
        Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::RuntimeArray(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => 1,
    }
}
