//! Conversions between constants and the numbers of the evaluator.

use crate::convert::numeric_type;
use crate::hir::Module;
use crate::hir::expr::{Constant, ConstantId, ConstantValue};
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use crate::tables::fold::Number;
use base::half;

/// The element type of numbers; of an enumeration its underlying type.
pub(super) fn elem_of(module: &Module, ty: TypeId) -> Option<Scalar> {
    match module.ty(ty) {
        Type::Enum(id) => Some(module.enums[id].base),
        ty @ (Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_)) => numeric_type(ty).map(|(elem, _)| elem),
    }
}

/// The value of an explicit scalar, as nearly all constants are; `None` for others.
pub(super) fn to_number(module: &Module, constant: ConstantId) -> Option<Number> {
    let constant = &module.constants[constant];
    let elem = elem_of(module, constant.ty)?;
    match constant.value {
        ConstantValue::Bool(value) => Some(Number::Bool(value)),
        ConstantValue::Int(bits) if elem.class() == ElemClass::SInt => Some(Number::Int(i128::from(bits as i64))),
        ConstantValue::Int(bits) => Some(Number::Int(i128::from(bits))),
        ConstantValue::Float(bits) => Some(Number::Float(f64::from_bits(bits))),
        ConstantValue::Zero | ConstantValue::Composite(_) => None,
    }
}

/// The scalars of a scalar, vector or matrix, row by row; `None` for other constants.
pub fn to_numbers(module: &Module, id: ConstantId) -> Option<Vec<Number>> {
    let constant = &module.constants[id];
    match &constant.value {
        ConstantValue::Bool(_) | ConstantValue::Int(_) | ConstantValue::Float(_) => Some(vec![to_number(module, id)?]),
        ConstantValue::Zero => {
            let elem = elem_of(module, constant.ty)?;
            let count = numeric_type(module.ty(constant.ty)).map_or(1, |(_, shape)| shape.count());
            Some(vec![zero(elem); count as usize])
        }
        // Two levels at most: the rows of a matrix.
        ConstantValue::Composite(parts) => {
            let parts: Option<Vec<Vec<Number>>> = parts.iter().map(|&part| to_numbers(module, part)).collect();
            Some(parts?.concat())
        }
    }
}

const fn zero(elem: Scalar) -> Number {
    match elem.class() {
        ElemClass::Bool => Number::Bool(false),
        ElemClass::SInt | ElemClass::UInt => Number::Int(0),
        ElemClass::Float => Number::Float(0.0),
    }
}

/// The constant of a scalar, vector, matrix or enumeration type with these scalars, converted to the element type.
pub fn from_numbers(module: &mut Module, ty: TypeId, numbers: &[Number]) -> Option<ConstantId> {
    // Most constants are literals.
    if let (Type::Scalar(elem), [number]) = (module.ty(ty), numbers) {
        let value = scalar(module, elem, *number);
        return Some(intern(module, ty, value));
    }
    let elem = elem_of(module, ty)?;
    let scalar_ty = if matches!(module.ty(ty), Type::Vector(..) | Type::Matrix { .. }) {
        module.types.intern(Type::Scalar(elem))
    } else {
        ty
    };
    let values: Vec<ConstantValue> = numbers.iter().map(|&number| scalar(module, elem, number)).collect();
    let count = numeric_type(module.ty(ty)).map_or(1, |(_, shape)| shape.count() as usize);
    if values.len() != count {
        return None;
    }
    let mut parts = Vec::with_capacity(count);
    for value in values {
        parts.push(intern(module, scalar_ty, value));
    }
    match parts[..] {
        [part] if scalar_ty == ty => Some(part),
        _ => Some(intern(module, ty, ConstantValue::Composite(parts))),
    }
}

/// A number as a value of an element type: integers wrap, floats are rounded, non-zero is `true`.
fn scalar(module: &Module, elem: Scalar, number: Number) -> ConstantValue {
    let width = elem.bits(module.native_16bit);
    match elem.class() {
        ElemClass::Bool => ConstantValue::Bool(number.is_true()),
        ElemClass::SInt => ConstantValue::Int(wrap(to_integer(number, width, true), width, true)),
        ElemClass::UInt => ConstantValue::Int(wrap(to_integer(number, width, false), width, false)),
        ElemClass::Float => ConstantValue::Float(round(number, width).to_bits()),
    }
}

/// Floats are truncated; beyond the type's range they saturate.
fn to_integer(number: Number, width: u32, signed: bool) -> i128 {
    match number {
        Number::Bool(value) => i128::from(value),
        Number::Int(value) => value,
        Number::Float(value) => {
            let (low, high) =
                if signed { (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1) } else { (0, (1 << width) - 1) };
            (value as i128).clamp(low, high)
        }
    }
}

/// The low bits, extended to 64 bits by the sign or by zeros.
fn wrap(value: i128, width: u32, signed: bool) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    let bits = (value as u64) << unused;
    if signed { ((bits as i64) >> unused) as u64 } else { bits >> unused }
}

fn round(number: Number, width: u32) -> f64 {
    match (width, number) {
        (64, number) => number.to_f64(),
        (16, number) => half::value(half::bits(number.to_f64())),
        // Integers are rounded once, not twice.
        (_, Number::Int(value)) => f64::from(value as f32),
        (_, number) => f64::from(number.to_f64() as f32),
    }
}

/// The id of a constant.
pub(super) fn intern(module: &mut Module, ty: TypeId, value: ConstantValue) -> ConstantId {
    module.constants.intern(Constant { ty, value })
}
