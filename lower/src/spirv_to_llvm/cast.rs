//! Conversions between types. What is out of range goes to the nearest value that is not, NaN to 0.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::Op;

pub(super) fn float_to_int(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.source, op) == Some(Code::Core(Op::ConvertFToS));
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.saturated(value, ty, is_signed))
}

pub(super) fn int_to_float(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.source, op) == Some(Code::Core(Op::ConvertSToF));
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.cast(if is_signed { Opcode::SIToFP } else { Opcode::UIToFP }, value, ty))
}

pub(super) fn int_to_int(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.source, op) == Some(Code::Core(Op::SConvert));
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.int_cast(value, ty, is_signed))
}

pub(super) fn float_to_float(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.float_cast(value, ty))
}

/// A number as if it had been a half. Halves below the normal range become 0.
pub(super) fn quantize(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let (ty, half) = (b.type_of(value), b.float(16));
    let half = b.module.ctx.with_scalar(ty, half);
    let narrow = b.float_cast(value, half);
    let back = b.float_cast(narrow, ty);
    let magnitude = b.math(Intrinsic::FAbs, &[back]);
    let least = b.fconst(ty, f64::from(f32::from_bits(0x3880_0000)));
    let is_small = b.fcmp(FloatPredicate::Olt, magnitude, least);
    let zero = b.zero(ty);
    let zero = b.math(Intrinsic::CopySign, &[zero, back]);
    Ok(b.select(is_small, zero, back))
}

pub(super) fn bitcast(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    let b = &lowering.b;
    let bits = |ty: TypeId| b.width(ty) * b.lanes(ty);
    if bits(b.type_of(value)) != bits(ty) || bits(ty) == 0 {
        return crate::error::unsupported(lowering.name(op), "its operand and result differ in size or are no numbers");
    }
    Ok(lowering.b.cast(Opcode::Bitcast, value, ty))
}
