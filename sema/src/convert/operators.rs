//! Operand and result types of operators.

use super::plan::shape_converts;
use super::{Shape, combine, numeric, numeric_type};
use crate::hir::Module;
use crate::hir::expr::{BinaryOp, UnaryOp};
use crate::hir::ty::{ElemClass, Scalar, Type, TypeId};
use frontend::language::HlslVersion;

/// The types of a binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinaryTypes {
    /// The common type of the operands.
    pub operand: TypeId,
    /// The type of the result.
    pub result: TypeId,
    /// True if a literal is shifted by a non-literal, which leaves its width ambiguous; worth a warning.
    pub literal_shift: bool,
}

/// The types of `?:` and `select`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TernaryTypes {
    /// The type of the condition.
    pub condition: TypeId,
    /// The common type of both sides and the result.
    pub result: TypeId,
}

/// The reason why an operator does not accept its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorError {
    /// An operand is not a scalar, vector or matrix.
    NotNumeric,
    /// An operand is not an integer.
    NotInteger,
    /// The shapes do not combine.
    Shapes,
    /// `&&`, `||` and `?:` take scalar conditions.
    NotScalar,
    /// `/` and `%` on integers of minimum precision.
    MinPrecisionDivision,
    /// `%` on `double`.
    DoubleRemainder,
    /// A compound assignment to a `bool`.
    BoolAssignment,
    /// The condition's shape differs from the result's.
    ConditionShape,
    /// `?:` between samplers.
    Samplers,
}

/// The types of `lhs op rhs`. [`BinaryOp::And`] and [`BinaryOp::Or`] represent `&&` and `||`. Literal types stay
/// literal if both operands are; the context of the result makes them concrete.
///
/// # Errors
/// When the operator does not take these operands.
pub fn binary(
    module: &mut Module,
    version: HlslVersion,
    op: BinaryOp,
    lhs: TypeId,
    rhs: TypeId,
) -> Result<BinaryTypes, OperatorError> {
    let (Some(left), Some(right)) = (numeric(module, lhs), numeric(module, rhs)) else {
        return no_numbers(module, lhs, rhs);
    };
    // Most operators are sums and products of floats of one type, or of whole numbers.
    let is_sum = left.0.class() == ElemClass::Float && is_arithmetic(op);
    if lhs == rhs && (is_sum || is_whole(module.ty(lhs)) && !op.has_bool_result()) {
        return Ok(BinaryTypes { operand: lhs, result: lhs, literal_shift: false });
    }
    if op.is_logical() && version >= HlslVersion::V2021 && (left.1 != Shape::Scalar || right.1 != Shape::Scalar) {
        return Err(OperatorError::NotScalar);
    }
    let shape = combine_shapes(left.1, right.1).ok_or(OperatorError::Shapes)?;
    let elem = element(module, op, left.0, right.0)?;
    let operand = module.types.intern(shape.of(elem));
    let result = if op.has_bool_result() { module.types.intern(shape.of(Scalar::Bool)) } else { operand };
    Ok(BinaryTypes { operand, result, literal_shift: op.is_shift() && left.0.is_literal() && !right.0.is_literal() })
}

/// The type in which `place op= value` works: both operands are converted to it.
///
/// # Errors
/// When the operator does not take these operands.
pub fn compound(module: &mut Module, op: BinaryOp, place: TypeId, value: TypeId) -> Result<TypeId, OperatorError> {
    let (Some(left), Some(right)) = (numeric(module, place), numeric(module, value)) else {
        return no_numbers(module, place, value).map(|types| types.operand);
    };
    let is_bitwise = matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
    if left.0 == Scalar::Bool && !is_bitwise {
        return Err(OperatorError::BoolAssignment);
    }
    if !shape_converts(right.1, left.1) {
        return Err(OperatorError::Shapes);
    }
    let elem = element(module, op, left.0, right.0)?;
    Ok(module.types.intern(left.1.of(elem)))
}

/// The operand and result type of a unary operator.
///
/// # Errors
/// When the operator does not take this operand.
pub fn unary(module: &mut Module, op: UnaryOp, ty: TypeId) -> Result<TypeId, OperatorError> {
    if module.ty(ty) == Type::Error {
        return Ok(ty);
    }
    let (elem, shape) = numeric(module, ty).ok_or(OperatorError::NotNumeric)?;
    let elem = match op {
        UnaryOp::Neg => bool_as_int(elem),
        UnaryOp::BitNot if elem.class() == ElemClass::Float => return Err(OperatorError::NotInteger),
        UnaryOp::BitNot => bool_as_int(elem),
        UnaryOp::Not => Scalar::Bool,
    };
    Ok(module.types.intern(shape.of(elem)))
}

/// The types of `condition ? then : otherwise`, or of `select` when `componentwise` is set.
///
/// # Errors
/// When the sides have no common type, or the condition does not fit.
pub fn ternary(
    module: &mut Module,
    version: HlslVersion,
    condition: TypeId,
    then: TypeId,
    otherwise: TypeId,
    componentwise: bool,
) -> Result<TernaryTypes, OperatorError> {
    let boolean = module.types.intern(Type::Scalar(Scalar::Bool));
    if let Some(error) = [condition, then, otherwise].into_iter().find(|&ty| module.ty(ty) == Type::Error) {
        return Ok(TernaryTypes { condition: boolean, result: error });
    }
    let (_, condition_shape) = numeric(module, condition).ok_or(OperatorError::NotScalar)?;
    let short_circuits = version >= HlslVersion::V2021 && !componentwise;
    let is_scalar = |ty| matches!(module.ty(ty), Type::Scalar(_));
    // The rules of C++, where any condition becomes a `bool`.
    let takes_any = version >= HlslVersion::V202x && is_scalar(then) && is_scalar(otherwise);
    if short_circuits && condition_shape != Shape::Scalar && !takes_any {
        return Err(OperatorError::NotScalar);
    }
    let condition_shape = if short_circuits { Shape::Scalar } else { condition_shape };
    // Structs and objects are selected whole, and values of one enumeration keep its type.
    if then == otherwise && condition_shape.count() == 1 && numeric_type(module.ty(then)).is_none() {
        return Ok(TernaryTypes { condition: boolean, result: then });
    }
    let (Some(left), Some(right)) = (numeric(module, then), numeric(module, otherwise)) else {
        return Err(OperatorError::NotNumeric);
    };
    let mut shape = combine_shapes(left.1, right.1).ok_or(OperatorError::Shapes)?;
    if shape.count() == 1 && condition_shape.count() != 1 {
        shape = condition_shape;
    } else if condition_shape.count() != 1 && condition_shape != shape {
        return Err(OperatorError::ConditionShape);
    }
    let elem = combine(left.0, right.0, module.native_16bit);
    let condition_shape = if condition_shape.count() == 1 { Shape::Scalar } else { shape };
    Ok(TernaryTypes {
        condition: module.types.intern(condition_shape.of(Scalar::Bool)),
        result: module.types.intern(shape.of(elem)),
    })
}

/// The larger shape, the left one if they are equally large, if the other converts to it; else the other way round.
pub fn combine_shapes(left: Shape, right: Shape) -> Option<Shape> {
    if left == right {
        return Some(left);
    }
    let (first, second) = if left.count() >= right.count() { (left, right) } else { (right, left) };
    if shape_converts(second, first) { Some(first) } else { shape_converts(first, second).then_some(second) }
}

/// A non-numeric operand: silent if it is a reported error.
fn no_numbers(module: &mut Module, lhs: TypeId, rhs: TypeId) -> Result<BinaryTypes, OperatorError> {
    let error = module.types.intern(Type::Error);
    if lhs != error && rhs != error {
        return Err(OperatorError::NotNumeric);
    }
    Ok(BinaryTypes { operand: error, result: error, literal_shift: false })
}

/// The element type in which a binary operator works.
fn element(module: &Module, op: BinaryOp, left: Scalar, right: Scalar) -> Result<Scalar, OperatorError> {
    if needs_integers(op) && (left.class() == ElemClass::Float || right.class() == ElemClass::Float) {
        return Err(OperatorError::NotInteger);
    }
    let elem = if op.is_logical() {
        Scalar::Bool
    } else if op.is_shift() {
        shifted(left, right)
    } else {
        combine(left, right, module.native_16bit)
    };
    let keeps_bool = op.is_logical() || matches!(op, BinaryOp::Eq | BinaryOp::Ne);
    let elem = if keeps_bool { elem } else { bool_as_int(elem) };
    let is_division = matches!(op, BinaryOp::Div | BinaryOp::Rem);
    let is_min_int = elem.is_min_precision() && elem.class() == ElemClass::SInt;
    if is_division && is_min_int && !module.native_16bit {
        return Err(OperatorError::MinPrecisionDivision);
    }
    if op == BinaryOp::Rem && elem == Scalar::Double {
        return Err(OperatorError::DoubleRemainder);
    }
    Ok(elem)
}

/// The type of a shift: the left operand's, or for a literal 32 bits with the signedness of the right one.
const fn shifted(left: Scalar, right: Scalar) -> Scalar {
    match (left.is_literal(), right) {
        (true, Scalar::LiteralInt) | (false, _) => left,
        (true, Scalar::UInt) => Scalar::UInt,
        (true, _) => Scalar::Int,
    }
}

const fn is_arithmetic(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div)
}

/// Returns whether all operators but comparisons and logical ones keep a type.
const fn is_whole(ty: Type) -> bool {
    matches!(ty, Type::Scalar(Scalar::Int | Scalar::UInt | Scalar::LiteralInt))
}

const fn bool_as_int(elem: Scalar) -> Scalar {
    if matches!(elem, Scalar::Bool) { Scalar::Int } else { elem }
}

const fn needs_integers(op: BinaryOp) -> bool {
    op.is_shift() || matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
}

/// The type with the same shape and other elements; the type itself if it is not a scalar, vector or matrix.
pub fn with_elem(module: &mut Module, ty: TypeId, elem: Scalar) -> TypeId {
    match numeric_type(module.ty(ty)) {
        Some((_, shape)) => module.types.intern(shape.of(elem)),
        None => ty,
    }
}
