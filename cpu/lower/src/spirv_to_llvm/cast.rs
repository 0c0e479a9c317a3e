//! Conversions between types. They saturate; NaN becomes 0.

use crate::error::{Result, unsupported};
use crate::lowering::Lowering;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::{FloatPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use spirv::{FPRoundingMode, Op};

pub(super) fn float_to_int(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.known.source, op) == Some(Code::Core(Op::ConvertFToS));
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    // Without a rounding mode, the fraction is truncated.
    let value = match rounding(lowering, op) {
        Some(FPRoundingMode::RTE) => lowering.b.math(Intrinsic::RoundEven, &[value]),
        Some(FPRoundingMode::RTP) => lowering.b.math(Intrinsic::Ceil, &[value]),
        Some(FPRoundingMode::RTN) => lowering.b.math(Intrinsic::Floor, &[value]),
        Some(FPRoundingMode::RTZ) | None => value,
    };
    Ok(lowering.b.saturated(value, ty, is_signed))
}

/// The rounding mode of a conversion, if it has one.
fn rounding(lowering: &Lowering<'_>, op: OpId) -> Option<FPRoundingMode> {
    let mode = facts::number_of(lowering.known.source, op, Kind::FPRoundingMode.table().snake)?;
    FPRoundingMode::from_u32(mode as u32)
}

/// Conversions to numbers round to the nearest, as the processor does.
fn to_nearest(lowering: &Lowering<'_>, op: OpId) -> Result<()> {
    match rounding(lowering, op) {
        None | Some(FPRoundingMode::RTE) => Ok(()),
        Some(FPRoundingMode::RTZ | FPRoundingMode::RTP | FPRoundingMode::RTN) => {
            unsupported(lowering.name(op), "a conversion to numbers rounds to the nearest")
        }
    }
}

pub(super) fn int_to_float(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    to_nearest(lowering, op)?;
    let is_signed = ops::code(lowering.known.source, op) == Some(Code::Core(Op::ConvertSToF));
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.cast(if is_signed { Opcode::SIToFP } else { Opcode::UIToFP }, value, ty))
}

pub(super) fn int_to_int(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.known.source, op) == Some(Code::Core(Op::SConvert));
    let (mut value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    if lowering.known.source.attr(op, "saturated_conversion").is_some() {
        value = clamped(lowering, value, ty, is_signed, is_signed);
    }
    Ok(lowering.b.int_cast(value, ty, is_signed))
}

/// A signed integer saturated to an unsigned one, or the other way round.
pub(super) fn saturated(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let to_unsigned = ops::code(lowering.known.source, op) == Some(Code::Core(Op::SatConvertSToU));
    let (value, ty) = (lowering.int_operand(op, 0)?, lowering.result_type(op)?);
    let value = clamped(lowering, value, ty, to_unsigned, !to_unsigned);
    Ok(lowering.b.int_cast(value, ty, to_unsigned))
}

/// An integer within the range of another type, with or without a sign, as far as its own type has that. `from` and `to`
/// say which of the two has a sign.
fn clamped(lowering: &mut Lowering<'_>, value: ValueId, ty: TypeId, from: bool, to: bool) -> ValueId {
    let b = &mut lowering.b;
    let own = b.type_of(value);
    let (width, own_width) = (b.width(ty), b.width(own));
    // The bits of the range that count: those below the sign.
    let (bits, own_bits) = (width - u32::from(to), own_width - u32::from(from));
    let mut value = value;
    if bits < own_bits {
        let most = b.iconst(own, (1u64 << bits) - 1);
        value = b.math(if from { Intrinsic::SMin } else { Intrinsic::UMin }, &[value, most]);
    }
    if from && (!to || bits < own_bits) {
        let least = b.iconst(own, if to { (1u64 << bits).wrapping_neg() } else { 0 });
        value = b.math(Intrinsic::SMax, &[value, least]);
    }
    value
}

pub(super) fn float_to_float(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    to_nearest(lowering, op)?;
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    Ok(lowering.b.float_cast(value, ty))
}

/// A float rounded to a half and back. Subnormal halves become 0.
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
    lowering.bit_cast(value, ty)
}
