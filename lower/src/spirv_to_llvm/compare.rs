//! Comparisons that are more than one op, and choices.

use super::lowering::Lowering;
use crate::error::Result;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;

pub(super) fn is_nan(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    Ok(lowering.b.fcmp("uno", value, value))
}

fn with_infinity(lowering: &mut Lowering<'_>, op: OpId, predicate: &str) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let magnitude = lowering.b.math("fabs", &[value]);
    let infinity = lowering.b.fconst(lowering.b.type_of(value), f64::INFINITY);
    Ok(lowering.b.fcmp(predicate, magnitude, infinity))
}

pub(super) fn is_inf(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    with_infinity(lowering, op, "oeq")
}

pub(super) fn is_finite(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    with_infinity(lowering, op, "olt")
}

/// Whether the magnitude is at least the least normal number and less than infinity.
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
    let (magnitude, least) = (b.math("fabs", &[value]), b.fconst(ty, least));
    let is_large = b.fcmp("oge", magnitude, least);
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
    Ok(b.icmp("slt", bits, zero))
}

fn reduce(b: &mut Builder, name: &str, value: ValueId) -> ValueId {
    let name = format!("llvm.vector.reduce.{name}.{}", b.mangled(b.type_of(value)));
    let bool = b.module.ctx.bool();
    b.intrinsic(&name, &[value], bool)
}

pub(super) fn any(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    Ok(reduce(&mut lowering.b, "or", value))
}

pub(super) fn all(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    Ok(reduce(&mut lowering.b, "and", value))
}

pub(super) fn select(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (condition, a, b) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    Ok(lowering.b.select(condition, a, b))
}
