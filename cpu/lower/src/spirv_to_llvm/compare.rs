//! Comparisons that are more than one op, and selects.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;

pub(super) fn is_nan(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    Ok(lowering.b.fcmp(FloatPredicate::Uno, value, value))
}

fn with_infinity(lowering: &mut Lowering<'_>, op: OpId, predicate: FloatPredicate) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let magnitude = lowering.b.math(Intrinsic::FAbs, &[value]);
    let infinity = lowering.b.fconst(lowering.b.type_of(value), f64::INFINITY);
    Ok(lowering.b.fcmp(predicate, magnitude, infinity))
}

pub(super) fn is_inf(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    with_infinity(lowering, op, FloatPredicate::Oeq)
}

pub(super) fn is_finite(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    with_infinity(lowering, op, FloatPredicate::Olt)
}

/// Returns whether the magnitude is at least the least normal number and less than infinity.
pub(super) fn is_normal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_finite = is_finite(lowering, op)?;
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let least = match b.width(ty) {
        64 => f64::MIN_POSITIVE,
        32 => f64::from(f32::MIN_POSITIVE),
        _ => 2f64.powi(-14),
    };
    let (magnitude, least) = (b.math(Intrinsic::FAbs, &[value]), b.fconst(ty, least));
    let is_large = b.fcmp(FloatPredicate::Oge, magnitude, least);
    Ok(b.binary(Opcode::And, is_finite, is_large))
}

pub(super) fn sign_bit(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let int = b.int(b.width(ty));
    let int = b.module.ctx.with_scalar(ty, int);
    let bits = b.cast(Opcode::Bitcast, value, int);
    let zero = b.zero(int);
    Ok(b.icmp(IntPredicate::Slt, bits, zero))
}

/// The components of a vector of booleans as one.
fn joined(lowering: &mut Lowering<'_>, op: OpId, join: Opcode, reduce: Intrinsic) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let Some(count) = lowering.b.elements(lowering.b.type_of(value)) else {
        return Ok(lowering.b.reduce(reduce, value));
    };
    let first = lowering.b.part(value, 0);
    Ok((1..count).fold(first, |all, index| {
        let next = lowering.b.part(value, index);
        lowering.b.binary(join, all, next)
    }))
}

pub(super) fn any(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    joined(lowering, op, Opcode::Or, Intrinsic::ReduceOr)
}

pub(super) fn all(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    joined(lowering, op, Opcode::And, Intrinsic::ReduceAnd)
}

pub(super) fn select(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (condition, a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    Ok(lowering.b.select(condition, a, b))
}
