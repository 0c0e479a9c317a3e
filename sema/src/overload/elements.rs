//! Sets of element types: their members, and the conversion of others.

use crate::convert::concrete_scalar;
use crate::hir::ty::{ElemClass, Scalar};
use crate::tables::intrinsics::ElemSet;

/// The treatment of types outside of a set, and its name in signatures.
pub(super) struct Facts {
    pub(super) text: &'static str,
    /// The type that others are converted to.
    pub(super) usual: Scalar,
    /// True if they are refused instead.
    pub(super) is_only: bool,
}

/// A row per set.
pub(super) const fn facts(set: ElemSet) -> Facts {
    use Scalar::{Double, Float, Half, Int, Int64, UInt};
    let (text, usual, is_only) = match set {
        ElemSet::FloatLike => ("float", Float, false),
        ElemSet::AnyFloat => ("anyfloat", Float, false),
        ElemSet::DoubleOnly => ("double", Double, true),
        ElemSet::Float32Only => ("float32", Float, true),
        ElemSet::AtomicFloat => ("atomicfloat", Float, true),
        ElemSet::AnyInt => ("anyint", Int, false),
        ElemSet::UIntOnly => ("uint", UInt, true),
        ElemSet::AnyInt32 => ("int32", Int, false),
        ElemSet::Int32Only => ("int32", Int, true),
        ElemSet::AnyInt64 => ("int64", Int64, false),
        ElemSet::Int64Only => ("int64", Int64, true),
        ElemSet::AnyInt16Or32 => ("int16or32", Int, false),
        ElemSet::SInt16Or32Only => ("sint16or32", Int, true),
        ElemSet::Numeric => ("numeric", Float, false),
        ElemSet::Numeric32Only => ("numeric32", Float, true),
        ElemSet::Numeric16Only => ("numeric16", Half, true),
        ElemSet::Any => ("any", Float, false),
    };
    Facts { text, usual, is_only }
}

/// The common element type as a member of the set.
pub(super) fn legal(set: ElemSet, elem: Scalar, native_16bit: bool) -> Option<Scalar> {
    let class = elem.class();
    if elem.is_literal() {
        // A float literal becomes an integer literal only if the set has no floats at all.
        let concrete = concrete_scalar(elem);
        let legal = if accepts(set, concrete, native_16bit) { concrete } else { facts(set).usual };
        return Some(if class == ElemClass::Float && set == ElemSet::DoubleOnly { Scalar::Double } else { legal });
    }
    if accepts(set, elem, native_16bit) {
        return Some(elem);
    }
    (!facts(set).is_only).then_some(facts(set).usual)
}

/// Returns whether the element type is a member of the set. A literal is one if any type of its family is, and an
/// integer literal also if a float is.
pub(super) fn accepts(set: ElemSet, elem: Scalar, native_16bit: bool) -> bool {
    use Scalar::{Double, Float, Half, Int, Int8, Int16, Int64, Min10Float, Min16Float, UInt, UInt8, UInt16, UInt64};
    let bits = elem.bits(native_16bit);
    let integer = matches!(elem, Int | UInt | Int8 | UInt8 | Int16 | UInt16 | Int64 | UInt64);
    if elem.is_literal() {
        return true;
    }
    match set {
        ElemSet::FloatLike => matches!(elem, Float | Half | Min10Float | Min16Float),
        ElemSet::AnyFloat => elem.class() == ElemClass::Float,
        ElemSet::DoubleOnly => elem == Double,
        ElemSet::Float32Only => elem == Float,
        ElemSet::AtomicFloat => matches!(elem, Float | Double) || elem == Half && bits == 16,
        ElemSet::AnyInt => integer,
        ElemSet::UIntOnly => matches!(elem, UInt | UInt64 | UInt8),
        ElemSet::AnyInt32 | ElemSet::Int32Only => matches!(elem, Int | UInt),
        ElemSet::AnyInt64 | ElemSet::Int64Only => matches!(elem, Int64 | UInt64),
        ElemSet::AnyInt16Or32 => integer && bits <= 32,
        ElemSet::SInt16Or32Only => matches!(elem, Int | Int16),
        ElemSet::Numeric => elem.class() != ElemClass::Bool,
        ElemSet::Numeric32Only => matches!(elem, Float | Int | UInt) || elem == Half && bits == 32,
        ElemSet::Numeric16Only => matches!(elem, Half | Int16 | UInt16) && bits == 16,
        ElemSet::Any => true,
    }
}
