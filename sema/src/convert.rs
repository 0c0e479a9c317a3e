//! The conversions of the language, and the operand types of operators. Nothing else converts.
//!
//! A conversion is a list of steps, each a [`crate::hir::expr::Conversion`] with its target type. Two element types
//! combine to the wider, the unsigned, the floating one; two shapes to the larger one, if the smaller can be converted
//! to it. This module knows types, not expressions; callers write the steps into the HIR and report refusals.

mod flat;
pub mod operators;
mod plan;
#[cfg(test)]
mod tests;

pub(crate) use flat::{bit_count, leaf_count};

use crate::hir::Module;
use crate::hir::expr::Steps;
use crate::hir::ty::{Scalar, Type, TypeId};
use base::short::Item;
use frontend::language::HlslVersion;

/// A conversion that exists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// The steps; none where the types are equal.
    pub steps: Steps,
    /// The information that is lost; worth a warning without a cast.
    pub loss: Loss,
}

/// The information that a conversion loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// True if components are lost.
    pub truncation: bool,
    /// True if bits of elements are lost, even if a constant happens to survive.
    pub narrowing: bool,
}

/// The reason why there is no conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A cast would do.
    NeedsCast,
    /// Not even a cast does.
    Impossible,
}

/// The implicit conversion of assignments, arguments, initialisers and results.
///
/// # Errors
/// When there is none.
pub fn implicit(module: &mut Module, version: HlslVersion, from: TypeId, to: TypeId) -> Result<Converted, Refusal> {
    match plan::implicit(module, version, from, to) {
        Some(plan) => Ok(plan.intern(module)),
        None if plan::explicit(module, version, from, to).is_some() => Err(Refusal::NeedsCast),
        None => Err(Refusal::Impossible),
    }
}

/// The loss of the implicit conversion; `None` if there is no conversion.
pub fn loss(module: &Module, version: HlslVersion, from: TypeId, to: TypeId) -> Option<Loss> {
    if from == to {
        return Some(Loss::default());
    }
    match (numeric(module, from), numeric_type(module.ty(to))) {
        (Some(source), Some(target)) => plan::numeric_loss(module, source, target),
        _ => plan::implicit(module, version, from, to).map(|plan| plan.loss()),
    }
}

/// The conversion of a cast.
///
/// # Errors
/// When there is none.
pub fn explicit(module: &mut Module, version: HlslVersion, from: TypeId, to: TypeId) -> Result<Converted, Refusal> {
    plan::explicit(module, version, from, to).map(|plan| plan.intern(module)).ok_or(Refusal::Impossible)
}

/// The shape of a numeric value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One.
    Scalar,
    /// A vector of this many components.
    Vector(u16),
    /// A matrix of this many rows and columns.
    Matrix(u8, u8),
}

impl Item for Shape {
    const SPARE: Self = Shape::Scalar;
}

impl Shape {
    /// The number of scalars.
    pub const fn count(self) -> u32 {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(n) => n as u32,
            Shape::Matrix(rows, columns) => rows as u32 * columns as u32,
        }
    }

    /// The type of this shape with these elements.
    pub const fn of(self, elem: Scalar) -> Type {
        match self {
            Shape::Scalar => Type::Scalar(elem),
            Shape::Vector(n) => Type::Vector(elem, n),
            Shape::Matrix(rows, columns) => Type::Matrix { elem, rows, columns },
        }
    }
}

/// The element type and shape of a scalar, vector or matrix; an enumeration that is not an `enum class` counts as a scalar
/// of its underlying type.
pub fn numeric(module: &Module, ty: TypeId) -> Option<(Scalar, Shape)> {
    match module.ty(ty) {
        Type::Enum(id) if !module.enums[id].scoped => Some((module.enums[id].base, Shape::Scalar)),
        ty @ (Type::Error
        | Type::Void
        | Type::String
        | Type::Scalar(_)
        | Type::Vector(..)
        | Type::Matrix { .. }
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_)) => numeric_type(ty),
    }
}

/// The element type and shape of a scalar, vector or matrix.
pub const fn numeric_type(ty: Type) -> Option<(Scalar, Shape)> {
    match ty {
        Type::Scalar(elem) => Some((elem, Shape::Scalar)),
        Type::Vector(elem, n) => Some((elem, Shape::Vector(n))),
        Type::Matrix { elem, rows, columns } => Some((elem, Shape::Matrix(rows, columns))),
        Type::Error
        | Type::Void
        | Type::String
        | Type::Array(..)
        | Type::RuntimeArray(_)
        | Type::Struct(_)
        | Type::Enum(_)
        | Type::Object(_)
        | Type::BufferPointer(..)
        | Type::Spirv(_)
        | Type::Transient(_) => None,
    }
}

/// The type of a literal without other context: `int` for integers, `float` for floats.
pub const fn concrete_scalar(elem: Scalar) -> Scalar {
    if matches!(elem, Scalar::LiteralInt) {
        Scalar::Int
    } else if matches!(elem, Scalar::LiteralFloat) {
        Scalar::Float
    } else {
        elem
    }
}

/// The type with [`concrete_scalar`] elements; other types are unchanged.
pub fn concrete(module: &mut Module, ty: TypeId) -> TypeId {
    match numeric_type(module.ty(ty)) {
        Some((elem, shape)) if elem.is_literal() => module.types.intern(shape.of(concrete_scalar(elem))),
        Some(_) | None => ty,
    }
}

/// The type of a literal integer of this value without other context.
pub const fn literal_int_scalar(value: u64) -> Scalar {
    if value <= i32::MAX as u64 {
        Scalar::Int
    } else if value <= u32::MAX as u64 {
        Scalar::UInt
    } else if value <= i64::MAX as u64 {
        Scalar::Int64
    } else {
        Scalar::UInt64
    }
}

/// The width of an element type in combinations: none for types that take the other operand's width.
pub(crate) const fn combining_bits(elem: Scalar, native_16bit: bool) -> u32 {
    match elem {
        Scalar::Bool | Scalar::LiteralInt | Scalar::LiteralFloat => 0,
        Scalar::Min10Float => 10,
        Scalar::Min12Int => 12,
        Scalar::Min16Float | Scalar::Min16Int | Scalar::Min16UInt => 16,
        other @ (Scalar::Int
        | Scalar::UInt
        | Scalar::Int8
        | Scalar::UInt8
        | Scalar::Int16
        | Scalar::UInt16
        | Scalar::Int64
        | Scalar::UInt64
        | Scalar::Half
        | Scalar::Float
        | Scalar::Double
        | Scalar::PackedInt8x4
        | Scalar::PackedUInt8x4) => other.bits(native_16bit),
    }
}

/// The common element type of two operands.
pub fn combine(a: Scalar, b: Scalar, native_16bit: bool) -> Scalar {
    use crate::hir::ty::ElemClass::Float;
    if a == b {
        return a;
    }
    let (a_float, b_float) = (a.class() == Float, b.class() == Float);
    if a.is_literal() && b.is_literal() {
        return Scalar::LiteralFloat;
    }
    if a_float != b_float {
        let (float, other) = if a_float { (a, b) } else { (b, a) };
        // A float literal makes the result a float of the other operand's width. A `half` as wide as a `float` stays a
        // `half` beside such an operand.
        let is_wide_half = float == Scalar::Half && !native_16bit && !is_weak(other);
        return if is_wide_half { Scalar::Float } else { concrete_scalar(float) };
    }
    let weak = is_weak(a) || is_weak(b);
    if weak {
        return combine_weak(a, b);
    }
    let bits = combining_bits(a, native_16bit).max(combining_bits(b, native_16bit));
    let both_min = a.is_min_precision() && b.is_min_precision();
    if a_float { float_of(bits, both_min) } else { int_of(bits, both_min, is_unsigned(a) || is_unsigned(b)) }
}

/// Returns whether a type takes the width of the other operand.
const fn is_weak(elem: Scalar) -> bool {
    matches!(elem, Scalar::Bool | Scalar::LiteralInt | Scalar::LiteralFloat)
}

/// The combination of two types of one family (integers and `bool`, or floats), one of which has no width.
const fn combine_weak(a: Scalar, b: Scalar) -> Scalar {
    match (is_weak(a), is_weak(b)) {
        (true, true) => Scalar::Int,
        (true, false) => b,
        (false, _) => a,
    }
}

const fn is_unsigned(elem: Scalar) -> bool {
    matches!(elem.class(), crate::hir::ty::ElemClass::UInt)
}

const fn float_of(bits: u32, min: bool) -> Scalar {
    match (bits, min) {
        (64, _) => Scalar::Double,
        (16, true) => Scalar::Min16Float,
        (..=10, _) => Scalar::Min10Float,
        (16, false) => Scalar::Half,
        _ => Scalar::Float,
    }
}

const fn int_of(bits: u32, min: bool, unsigned: bool) -> Scalar {
    match (bits, min, unsigned) {
        (64, _, true) => Scalar::UInt64,
        (64, _, false) => Scalar::Int64,
        (16, true, true) => Scalar::Min16UInt,
        (16, true, false) => Scalar::Min16Int,
        (16, false, true) => Scalar::UInt16,
        (16, false, false) => Scalar::Int16,
        (8, _, true) => Scalar::UInt8,
        (8, _, false) => Scalar::Int8,
        (12, ..) => Scalar::Min12Int,
        (_, _, true) => Scalar::UInt,
        (_, _, false) => Scalar::Int,
    }
}
