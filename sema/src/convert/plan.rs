//! Finds the steps of a conversion without changing the module.

use super::{Converted, Loss, Shape, combining_bits, flat, numeric, numeric_type};
use crate::hir::Module;
use crate::hir::expr::Conversion;
use crate::hir::ty::{Scalar, StructId, Type, TypeId};
use base::intern::Symbol;
use base::short::Short;
use frontend::language::HlslVersion;

/// A conversion whose types are not interned yet.
#[derive(Debug, Default)]
pub(super) struct Plan {
    steps: Short<(Conversion, Type), 2>,
    loss: Loss,
}

impl Plan {
    pub(super) fn loss(&self) -> Loss {
        self.loss
    }

    pub(super) fn intern(self, module: &mut Module) -> Converted {
        let steps = self.steps.into_iter().map(|(step, ty)| (step, module.types.intern(ty))).collect();
        Converted { steps, loss: self.loss }
    }

    fn step(conversion: Conversion, to: Type) -> Plan {
        Plan { steps: [(conversion, to)].into(), loss: Loss::default() }
    }
}

/// The steps of an implicit conversion.
pub(super) fn implicit(module: &Module, version: HlslVersion, from: TypeId, to: TypeId) -> Option<Plan> {
    let (source, target) = (module.ty(from), module.ty(to));
    if from == to || source == Type::Error || target == Type::Error {
        return Some(Plan::default());
    }
    if let (Some(source), Some(target)) = (numeric(module, from), numeric_type(target)) {
        return numeric_plan(module, source, target);
    }
    match (source, target) {
        (Type::Struct(_), Type::Struct(_)) => struct_plan(module, version, from, to),
        // The rules of HLSL 2021 concern structs alone; arrays of equal numbers convert as before.
        (Type::Array(..), Type::Array(..)) if flat::same_leaves(module, from, to) => {
            Some(Plan::step(Conversion::Flat, target))
        }
        (Type::Object(_), Type::Struct(_)) if source.block_content() == Some(to) => {
            Some(Plan::step(Conversion::BlockValue, target))
        }
        (Type::BufferPointer(..), Type::Scalar(Scalar::UInt64)) => Some(Plan::step(Conversion::Numeric, target)),
        _ => None,
    }
}

/// The steps of a cast.
pub(super) fn explicit(module: &Module, version: HlslVersion, from: TypeId, to: TypeId) -> Option<Plan> {
    if let Some(plan) = implicit(module, version, from, to) {
        return Some(plan);
    }
    let (source, target) = (module.ty(from), module.ty(to));
    if let Some(plan) = enum_plan(module, source, target) {
        return Some(plan);
    }
    if let (Some(address), Type::BufferPointer(..)) = (numeric(module, from), target) {
        let mut plan = numeric_plan(module, address, (Scalar::UInt64, Shape::Scalar))?;
        plan.steps.push((Conversion::Numeric, target));
        return Some(plan);
    }
    if let Some(content) = source.block_content() {
        let mut plan = Plan::step(Conversion::BlockValue, module.ty(content));
        let rest = implicit(module, version, content, to).or_else(|| flat_plan(module, content, to))?;
        plan.steps.extend(rest.steps);
        return Some(plan);
    }
    flat_plan(module, from, to)
}

fn flat_plan(module: &Module, from: TypeId, to: TypeId) -> Option<Plan> {
    let aggregate = |ty| matches!(module.ty(ty), Type::Struct(_) | Type::Array(..));
    let fits = (aggregate(from) || aggregate(to)) && flat::castable(module, from, to);
    fits.then(|| Plan::step(Conversion::Flat, module.ty(to)))
}

/// Structs convert to their bases, unnamed ones to each other if their members are equal, and before HLSL 2021 all do
/// so.
fn struct_plan(module: &Module, version: HlslVersion, from: TypeId, to: TypeId) -> Option<Plan> {
    let (Type::Struct(derived), Type::Struct(base)) = (module.ty(from), module.ty(to)) else { return None };
    if let Some(steps) = base_steps(module, derived, base) {
        return Some(Plan { steps, loss: Loss::default() });
    }
    let unnamed = |id: StructId| module.structs[id].name == Symbol::EMPTY;
    let by_members = version < HlslVersion::V2021 || (unnamed(derived) && unnamed(base));
    let allowed = by_members && flat::same_leaves(module, from, to);
    allowed.then(|| Plan::step(Conversion::Flat, module.ty(to)))
}

/// The limit of inheritance levels.
const MAX_BASES: usize = 256;

fn base_steps(module: &Module, from: StructId, to: StructId) -> Option<Short<(Conversion, Type), 2>> {
    let mut steps = Short::new();
    let mut current = from;
    while current != to {
        let definition = &module.structs[current];
        let base = definition.fields.first().filter(|_| definition.has_base)?;
        let Type::Struct(next) = module.ty(base.ty) else { return None };
        steps.push((Conversion::ToBase, Type::Struct(next)));
        current = next;
        if steps.len() > MAX_BASES {
            return None;
        }
    }
    Some(steps)
}

/// Casts from and to enumerations.
fn enum_plan(module: &Module, source: Type, target: Type) -> Option<Plan> {
    match (source, target) {
        (Type::Enum(_), Type::Enum(_)) => Some(Plan::step(Conversion::Numeric, target)),
        // Values of an `enum class` are not numbers that a vector could be made of,
        (Type::Enum(id), Type::Vector(..) | Type::Matrix { .. }) if module.enums[id].scoped => None,
        (Type::Enum(id), _) => {
            let base = module.enums[id].base;
            let mut plan = numeric_plan(module, (base, Shape::Scalar), numeric_type(target)?)?;
            // Shapes change for numbers alone.
            if plan.steps.first().is_some_and(|(first, _)| *first != Conversion::Numeric) {
                plan.steps.insert(0, (Conversion::Numeric, Type::Scalar(base)));
            }
            Some(plan)
        }
        // and no enumeration is truncated to.
        (Type::Vector(..) | Type::Matrix { .. }, Type::Enum(_)) => None,
        (_, Type::Enum(id)) => {
            let mut plan = numeric_plan(module, numeric_type(source)?, (module.enums[id].base, Shape::Scalar))?;
            plan.steps.push((Conversion::Numeric, target));
            Some(plan)
        }
        _ => None,
    }
}

/// Between scalars, vectors and matrices: truncation comes first, splats come last.
fn numeric_plan(module: &Module, from: (Scalar, Shape), to: (Scalar, Shape)) -> Option<Plan> {
    let ((from_elem, from_shape), (to_elem, to_shape)) = (from, to);
    let mut plan = Plan::default();
    let (shapes, splat) = shape_steps(from_shape, to_shape)?;
    let mut shape = from_shape;
    for (conversion, next) in shapes {
        plan.steps.push((conversion, next.of(from_elem)));
        shape = next;
    }
    if from_elem != to_elem {
        plan.steps.push((Conversion::Numeric, shape.of(to_elem)));
    }
    if splat {
        plan.steps.push((Conversion::Splat, to_shape.of(to_elem)));
    }
    plan.loss = lost_by(module, from, to);
    Some(plan)
}

/// The loss of the conversion between numbers, if there is one.
pub(super) fn numeric_loss(module: &Module, from: (Scalar, Shape), to: (Scalar, Shape)) -> Option<Loss> {
    shape_converts(from.1, to.1).then(|| lost_by(module, from, to))
}

fn lost_by(module: &Module, from: (Scalar, Shape), to: (Scalar, Shape)) -> Loss {
    let ((from_elem, from_shape), (to_elem, to_shape)) = (from, to);
    let bits = |elem| combining_bits(elem, module.native_16bit);
    let narrowing = from_elem != to_elem && bits(to_elem) != 0 && bits(to_elem) < bits(from_elem);
    Loss { truncation: to_shape.count() < from_shape.count(), narrowing }
}

/// Returns whether one shape converts to the other.
#[inline]
pub(super) fn shape_converts(from: Shape, to: Shape) -> bool {
    from == to || shape_steps(from, to).is_some()
}

/// The steps between shapes, and whether a splat of the scalar follows them.
fn shape_steps(from: Shape, to: Shape) -> Option<(Short<(Conversion, Shape), 2>, bool)> {
    use Conversion::{Reshape, Truncate};
    let (count, wanted) = (from.count(), to.count());
    let steps = match (from, to) {
        _ if from == to => Short::new(),
        _ if count == 1 && wanted == 1 => [(Reshape, to)].into(),
        (Shape::Scalar, _) => return Some((Short::new(), true)),
        _ if count == 1 => return Some(([(Reshape, Shape::Scalar)].into(), true)),
        (_, Shape::Scalar) => [(Truncate, to)].into(),
        _ if wanted == 1 => [(Truncate, Shape::Scalar), (Reshape, to)].into(),
        (Shape::Vector(_), Shape::Vector(_)) if wanted < count => [(Truncate, to)].into(),
        (Shape::Matrix(rows, columns), Shape::Matrix(to_rows, to_columns))
            if to_rows <= rows && to_columns <= columns =>
        {
            [(Truncate, to)].into()
        }
        (Shape::Matrix(..), Shape::Vector(_)) | (Shape::Vector(_), Shape::Matrix(..)) if wanted == count => {
            [(Reshape, to)].into()
        }
        (Shape::Matrix(rows, columns), Shape::Vector(_)) if is_line(rows, columns) && wanted < count => {
            [(Reshape, Shape::Vector(count as u16)), (Truncate, to)].into()
        }
        (Shape::Vector(_), Shape::Matrix(rows, columns)) if is_line(rows, columns) && wanted < count => {
            [(Truncate, Shape::Vector(wanted as u16)), (Reshape, to)].into()
        }
        _ => return None,
    };
    Some((steps, false))
}

const fn is_line(rows: u8, columns: u8) -> bool {
    rows == 1 || columns == 1
}
