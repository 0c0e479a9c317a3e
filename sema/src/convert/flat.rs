//! The leaves of structs and arrays: their scalars and objects.

use crate::convert::numeric;
use crate::hir::Module;
use crate::hir::ty::{Scalar, Type, TypeId};

/// The limit of leaves and inner nodes for conversions by leaves.
const BUDGET: usize = 1 << 16;

/// A scalar, or an indivisible type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaf {
    Number(Scalar),
    Other(TypeId),
}

/// Runs of equal leaves, in order; `None` for types that are too large.
fn leaves(module: &Module, ty: TypeId) -> Option<Vec<(Leaf, u64)>> {
    let mut runs: Vec<(Leaf, u64)> = Vec::new();
    let mut work = vec![ty];
    let mut seen = 0;
    while let Some(ty) = work.pop() {
        seen += 1;
        if seen > BUDGET {
            return None;
        }
        let (leaf, count) = match module.ty(ty) {
            Type::Struct(id) => {
                work.extend(module.structs[id].fields.iter().rev().map(|field| field.ty));
                continue;
            }
            Type::Array(elem, length) => match numeric(module, elem) {
                Some((scalar, shape)) => (Leaf::Number(scalar), u64::from(shape.count()) * u64::from(length)),
                None if work.len() + length as usize > BUDGET => return None,
                None => {
                    work.extend(std::iter::repeat_n(elem, length as usize));
                    continue;
                }
            },
            Type::Error
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
            | Type::Transient(_) => match numeric(module, ty) {
                Some((scalar, shape)) => (Leaf::Number(scalar), u64::from(shape.count())),
                None => (Leaf::Other(ty), 1),
            },
        };
        match runs.last_mut() {
            Some((last, total)) if *last == leaf => *total += count,
            Some(_) | None => runs.push((leaf, count)),
        }
    }
    Some(runs)
}

/// The number of scalars and objects in a type, and whether all are numbers; `None` for types that are too large.
pub(crate) fn leaf_count(module: &Module, ty: TypeId) -> Option<(u64, bool)> {
    let runs = leaves(module, ty)?;
    let numbers = runs.iter().all(|(leaf, _)| matches!(leaf, Leaf::Number(_)));
    Some((runs.iter().map(|(_, count)| count).sum(), numbers))
}

/// The number of bits in the numbers of a type; `None` if it has anything else, a `bool`, or padding between them.
pub(crate) fn bit_count(module: &Module, ty: TypeId) -> Option<u64> {
    let (mut at, mut widest) = (0, 1);
    for (leaf, count) in leaves(module, ty)? {
        let Leaf::Number(scalar) = leaf else { return None };
        let bits = u64::from(scalar.bits(module.native_16bit));
        if scalar == Scalar::Bool || at % bits != 0 {
            return None;
        }
        at += bits * count;
        widest = bits.max(widest);
    }
    (at > 0 && at.is_multiple_of(widest)).then_some(at)
}

/// Returns whether two types have the same leaves.
pub(super) fn same_leaves(module: &Module, a: TypeId, b: TypeId) -> bool {
    leaves(module, a).is_some_and(|a| leaves(module, b).is_some_and(|b| a == b))
}

/// Returns whether a number can initialise a type: all numbers of it and all enumerations of a struct, while resources
/// beside them get no value.
fn fillable(module: &Module, ty: TypeId) -> bool {
    let is_struct = matches!(module.ty(ty), Type::Struct(_));
    let is_resource = |ty| matches!(module.ty(ty), Type::Object(object) if object.is_resource());
    let is_enum = |ty| matches!(module.ty(ty), Type::Enum(_));
    leaves(module, ty).is_some_and(|runs| {
        runs.iter().all(|(leaf, _)| match leaf {
            Leaf::Number(_) => true,
            Leaf::Other(ty) => is_struct && (is_resource(*ty) || is_enum(*ty)),
        })
    })
}

/// Returns whether a cast converts leaf by leaf: the source has at least as many leaves as the target, all of them
/// numbers, or is a single number.
pub(super) fn castable(module: &Module, from: TypeId, to: TypeId) -> bool {
    if same_leaves(module, from, to) {
        return true;
    }
    if numeric(module, from).is_some_and(|(_, shape)| shape.count() == 1) {
        return fillable(module, to);
    }
    let (Some((source, true)), Some((target, true))) = (leaf_count(module, from), leaf_count(module, to)) else {
        return false;
    };
    target <= source
}
