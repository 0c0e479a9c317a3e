//! Aggregate constants: extraction, construction, conversion.

use super::numbers::{from_numbers, intern, to_number, to_numbers};
use crate::convert::{Shape, numeric_type};
use crate::hir::Module;
use crate::hir::expr::{ConstantId, ConstantValue, Conversion};
use crate::hir::ty::{Type, TypeId};
use crate::tables::fold::Number;
use std::collections::VecDeque;

/// The element of an array, the field of a struct, the component of a vector or the row of a matrix.
pub fn element(module: &mut Module, constant: ConstantId, index: u64) -> Option<ConstantId> {
    let ty = module.constants[constant].ty;
    let index = usize::try_from(index).ok()?;
    match module.ty(ty) {
        Type::Vector(elem, _) => {
            let number = *to_numbers(module, constant)?.get(index)?;
            let ty = module.types.intern(Type::Scalar(elem));
            from_numbers(module, ty, &[number])
        }
        Type::Matrix { elem, columns, .. } => {
            let numbers = to_numbers(module, constant)?;
            let row = numbers.chunks(usize::from(columns)).nth(index)?.to_vec();
            let ty = module.types.intern(Type::Vector(elem, columns.into()));
            from_numbers(module, ty, &row)
        }
        Type::Array(elem, length) => {
            (index < length as usize).then_some(()).and_then(|()| part(module, constant, index, elem))
        }
        Type::Struct(id) => {
            let field = module.structs[id].fields.get(index)?.ty;
            part(module, constant, index, field)
        }
        Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::RuntimeArray(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => None,
    }
}

/// A listed part of a composite; parts of zero are zero.
fn part(module: &mut Module, constant: ConstantId, index: usize, ty: TypeId) -> Option<ConstantId> {
    match &module.constants[constant].value {
        ConstantValue::Composite(parts) => parts.get(index).copied(),
        ConstantValue::Zero => Some(zero(module, ty)),
        ConstantValue::Bool(_) | ConstantValue::Int(_) | ConstantValue::Float(_) => None,
    }
}

/// The zero of a type. Numbers are explicit, so that equal values are equal constants.
fn zero(module: &mut Module, ty: TypeId) -> ConstantId {
    let count = numeric_type(module.ty(ty)).map_or(1, |(_, shape)| shape.count());
    let numbers = vec![Number::Int(0); count as usize];
    match from_numbers(module, ty, &numbers) {
        Some(constant) => constant,
        None => intern(module, ty, ConstantValue::Zero),
    }
}

/// The value after one conversion step.
pub fn convert_constant(
    module: &mut Module,
    conversion: Conversion,
    constant: ConstantId,
    to: TypeId,
) -> Option<ConstantId> {
    match conversion {
        Conversion::Numeric | Conversion::Reshape => {
            if let Some(number) = to_number(module, constant) {
                return from_numbers(module, to, &[number]);
            }
            let numbers = to_numbers(module, constant)?;
            from_numbers(module, to, &numbers)
        }
        Conversion::Splat => {
            let numbers = to_numbers(module, constant)?;
            let (_, shape) = numeric_type(module.ty(to))?;
            from_numbers(module, to, &vec![*numbers.first()?; shape.count() as usize])
        }
        Conversion::Truncate => truncate(module, constant, to),
        Conversion::Flat => flat(module, constant, to),
        Conversion::ToBase => element(module, constant, 0),
        Conversion::Bits | Conversion::BlockValue | Conversion::AsBlock | Conversion::Discard => None,
    }
}

fn truncate(module: &mut Module, constant: ConstantId, to: TypeId) -> Option<ConstantId> {
    let numbers = to_numbers(module, constant)?;
    let (_, from) = numeric_type(module.ty(module.constants[constant].ty))?;
    let (_, shape) = numeric_type(module.ty(to))?;
    let kept: Vec<Number> = match (from, shape) {
        (Shape::Matrix(_, columns), Shape::Matrix(to_rows, to_columns)) => {
            let rows = numbers.chunks(usize::from(columns)).take(usize::from(to_rows));
            rows.flat_map(|row| row.iter().take(usize::from(to_columns)).copied()).collect()
        }
        _ => numbers.into_iter().take(shape.count() as usize).collect(),
    };
    from_numbers(module, to, &kept)
}

/// A cast leaf by leaf.
fn flat(module: &mut Module, constant: ConstantId, to: TypeId) -> Option<ConstantId> {
    if let Some(numbers) = to_numbers(module, constant)
        && let [number] = numbers[..]
    {
        let leaves = crate::convert::leaf_count(module, to);
        if leaves.is_some_and(|(_, numbers)| !numbers) {
            return None;
        }
        if !number.is_true() {
            return Some(zero(module, to));
        }
        let (count, _) = leaves?;
        let count = usize::try_from(count).ok().filter(|&count| count <= MAX_LEAVES)?;
        return construct(module, to, &vec![constant; count]);
    }
    construct(module, to, &[constant])
}

/// The limit of leaves that are expanded.
const MAX_LEAVES: usize = 1 << 16;
/// The limit of nesting.
const MAX_NESTING: u32 = 64;

/// A constant composed of parts: their scalars in order, except for parts that have the type of a whole member. Surplus
/// scalars are dropped.
pub(super) fn construct(module: &mut Module, ty: TypeId, parts: &[ConstantId]) -> Option<ConstantId> {
    let mut parts = Parts { queue: parts.iter().copied().collect(), budget: MAX_LEAVES };
    parts.take(module, ty, MAX_NESTING)
}

/// The remaining parts, in order.
struct Parts {
    queue: VecDeque<ConstantId>,
    budget: usize,
}

impl Parts {
    fn take(&mut self, module: &mut Module, ty: TypeId, depth: u32) -> Option<ConstantId> {
        let depth = depth.checked_sub(1)?;
        self.budget = self.budget.checked_sub(1)?;
        if self.queue.front().is_some_and(|&part| module.constants[part].ty == ty) {
            return self.queue.pop_front();
        }
        let members: Vec<TypeId> = match module.ty(ty) {
            Type::Array(elem, length) if length as usize <= self.budget => vec![elem; length as usize],
            Type::Array(..) => return None,
            Type::Struct(id) => module.structs[id].fields.iter().map(|field| field.ty).collect(),
            other @ (Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_)) => {
                let count = numeric_type(other).map_or(1, |(_, shape)| shape.count());
                let numbers: Option<Vec<Number>> = (0..count).map(|_| self.take_number(module)).collect();
                return from_numbers(module, ty, &numbers?);
            }
        };
        let mut parts = Vec::with_capacity(members.len());
        for member in members {
            parts.push(self.take(module, member, depth)?);
        }
        Some(intern(module, ty, ConstantValue::Composite(parts)))
    }

    /// The next scalar; a composite at the front is expanded.
    fn take_number(&mut self, module: &mut Module) -> Option<Number> {
        loop {
            self.budget = self.budget.checked_sub(1)?;
            let front = self.queue.pop_front()?;
            let ty = module.ty(module.constants[front].ty);
            let length = match ty {
                Type::Vector(_, length) => u64::from(length),
                Type::Matrix { rows, .. } => u64::from(rows),
                Type::Array(_, length) => u64::from(length),
                Type::Struct(id) => module.structs[id].fields.len() as u64,
                Type::Error
                | Type::Void
                | Type::String
                | Type::Scalar(_)
                | Type::RuntimeArray(_)
                | Type::Enum(_)
                | Type::Object(_)
                | Type::BufferPointer(..)
                | Type::Spirv(_)
                | Type::Transient(_) => return to_numbers(module, front)?.first().copied(),
            };
            if length > self.budget as u64 {
                return None;
            }
            for index in (0..length).rev() {
                let part = element(module, front, index)?;
                self.queue.push_front(part);
            }
        }
    }
}
