//! The functions of OpenCL.std that are more than one function of LLVM or the host.

use super::glsl::frexp_parts;
use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::OpenclStd100Op as CLOp;

fn function(lowering: &Lowering<'_>, op: OpId) -> Option<CLOp> {
    match ops::code(lowering.known.source, op) {
        Some(Code::Cl(number)) => CLOp::from_u32(number),
        _ => None,
    }
}

/// Returns whether a function is for signed integers, by its name.
fn is_signed(lowering: &Lowering<'_>, op: OpId) -> bool {
    matches!(
        function(lowering, op),
        Some(
            CLOp::s_mul_hi
                | CLOp::s_mad_hi
                | CLOp::s_mad_sat
                | CLOp::s_hadd
                | CLOp::s_rhadd
                | CLOp::s_abs_diff
                | CLOp::s_upsample
        )
    )
}

/// A type of the same shape with integers of another width.
fn wide(b: &mut Builder, ty: TypeId, width: u32) -> TypeId {
    let wide = b.int(width);
    b.module.ctx.with_scalar(ty, wide)
}

/// The number of zeros above the highest bit, or below the lowest; all bits where there is none.
pub(super) fn count_zeros(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let is_leading = function(lowering, op) == Some(CLOp::clz);
    Ok(lowering.b.math_defined(if is_leading { Intrinsic::Ctlz } else { Intrinsic::Cttz }, value))
}

fn high(b: &mut Builder, x: ValueId, y: ValueId, is_signed: bool) -> ValueId {
    let extend = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let ty = b.type_of(x);
    let width = b.width(ty);
    let double = wide(b, ty, 2 * width);
    let (x, y) = (b.cast(extend, x, double), b.cast(extend, y, double));
    let product = b.mul(x, y);
    let shift = b.iconst(double, u64::from(width));
    let high = b.binary(Opcode::LShr, product, shift);
    b.cast(Opcode::Trunc, high, ty)
}

/// The upper half of a product, and a sum with it.
pub(super) fn mul_hi(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = is_signed(lowering, op);
    let (x, y) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let product = high(&mut lowering.b, x, y, is_signed);
    match lowering.known.source[op].operands.len() {
        2 => Ok(product),
        _ => {
            let z = lowering.int_operand(op, 2)?;
            Ok(lowering.b.add(product, z))
        }
    }
}

/// A product and a sum of the lower 24 bits.
pub(super) fn mad24(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y, z) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?, lowering.int_operand(op, 2)?);
    let product = lowering.b.mul(x, y);
    Ok(lowering.b.add(product, z))
}

/// A product and a sum that saturate.
pub(super) fn mad_sat(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = is_signed(lowering, op);
    let parts = [lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?, lowering.int_operand(op, 2)?];
    let b = &mut lowering.b;
    let ty = b.type_of(parts[0]);
    let width = b.width(ty);
    let double = wide(b, ty, 2 * width);
    let extend = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let [x, y, z] = parts.map(|part| b.cast(extend, part, double));
    let product = b.mul(x, y);
    // The largest product and the largest sum fit twice the width.
    let sum = b.add(product, z);
    let (least, most) = match is_signed {
        true => (1u64 << (width - 1), (1u64 << (width - 1)) - 1),
        false => (0, u64::MAX >> (64 - width)),
    };
    let (least, most) = (b.iconst(ty, least), b.iconst(ty, most));
    let (least, most) = (b.cast(extend, least, double), b.cast(extend, most, double));
    let (max, min) = if is_signed { (Intrinsic::SMax, Intrinsic::SMin) } else { (Intrinsic::UMax, Intrinsic::UMin) };
    let sum = b.math(max, &[sum, least]);
    let sum = b.math(min, &[sum, most]);
    Ok(b.cast(Opcode::Trunc, sum, ty))
}

/// The average, computed without overflow and rounded down or up.
pub(super) fn average(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = is_signed(lowering, op);
    let rounds_up = matches!(function(lowering, op), Some(CLOp::s_rhadd | CLOp::u_rhadd));
    let (x, y) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let ty = b.type_of(x);
    let double = wide(b, ty, 2 * b.width(ty));
    let extend = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let (x, y) = (b.cast(extend, x, double), b.cast(extend, y, double));
    let mut sum = b.add(x, y);
    let one = b.iconst(double, 1);
    if rounds_up {
        sum = b.add(sum, one);
    }
    let half = b.binary(if is_signed { Opcode::AShr } else { Opcode::LShr }, sum, one);
    Ok(b.cast(Opcode::Trunc, half, ty))
}

/// The absolute difference of two integers.
pub(super) fn distance(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = is_signed(lowering, op);
    let (x, y) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let less = if is_signed { IntPredicate::Slt } else { IntPredicate::Ult };
    let is_less = b.icmp(less, x, y);
    let (up, down) = (b.binary(Opcode::Sub, y, x), b.binary(Opcode::Sub, x, y));
    Ok(b.select(is_less, up, down))
}

/// Rotation to the left.
pub(super) fn rotate(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, by) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let ty = b.type_of(x);
    let (mask, zero) = (b.iconst(ty, u64::from(b.width(ty) - 1)), b.iconst(ty, 0));
    let by = b.binary(Opcode::And, by, mask);
    let back = b.binary(Opcode::Sub, zero, by);
    let back = b.binary(Opcode::And, back, mask);
    let (left, right) = (b.binary(Opcode::Shl, x, by), b.binary(Opcode::LShr, x, back));
    Ok(b.binary(Opcode::Or, left, right))
}

/// Two integers side by side in one of twice the width.
pub(super) fn upsample(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (high, low) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let ty = b.type_of(high);
    let width = b.width(ty);
    let double = wide(b, ty, 2 * width);
    let (high, low) = (b.cast(Opcode::ZExt, high, double), b.cast(Opcode::ZExt, low, double));
    let shift = b.iconst(double, u64::from(width));
    let high = b.binary(Opcode::Shl, high, shift);
    Ok(b.binary(Opcode::Or, high, low))
}

/// A value as its bits, and its own type.
fn as_bits(b: &mut Builder, value: ValueId) -> (ValueId, TypeId) {
    let ty = b.type_of(value);
    let bits = wide(b, ty, b.width(ty));
    (if bits == ty { value } else { b.cast(Opcode::Bitcast, value, bits) }, ty)
}

/// OpenCL's `bitselect`: the bits of the second operand where those of the third are set, else of the first.
pub(super) fn bit_select(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let values = [lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?];
    let b = &mut lowering.b;
    let ty = b.type_of(values[0]);
    let [no, yes, mask] = values.map(|value| as_bits(b, value).0);
    let all = b.iconst(b.type_of(mask), u64::MAX);
    let rest = b.binary(Opcode::Xor, mask, all);
    let (yes, no) = (b.binary(Opcode::And, yes, mask), b.binary(Opcode::And, no, rest));
    let both = b.binary(Opcode::Or, yes, no);
    Ok(if b.type_of(both) == ty { both } else { b.cast(Opcode::Bitcast, both, ty) })
}

/// OpenCL's `select`: by the highest bit of the third operand in vectors, by any bit in scalars.
pub(super) fn select(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (no, yes, condition) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.int_operand(op, 2)?);
    let ty = lowering.known.source.type_of(lowering.known.source[op].operands[2]);
    let is_vector = matches!(lowering.known.source.ctx[ty], Type::Vector { .. });
    let b = &mut lowering.b;
    let zero = b.zero(b.type_of(condition));
    let predicate = if is_vector { IntPredicate::Slt } else { IntPredicate::Ne };
    let is_yes = b.icmp(predicate, condition, zero);
    Ok(b.select(is_yes, yes, no))
}

/// The exponent as an integer: the least integer for 0 and NaN, the greatest for infinities.
pub(super) fn ilogb(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let ty = lowering.result_type(op)?;
    let b = &mut lowering.b;
    let exponent = exponent(b, value)?;
    let exponent = b.int_cast(exponent, ty, true);
    let (zero, infinity) = (b.zero(b.type_of(value)), b.fconst(b.type_of(value), f64::INFINITY));
    let magnitude = b.math(Intrinsic::FAbs, &[value]);
    let is_infinite = b.fcmp(FloatPredicate::Oeq, magnitude, infinity);
    let is_number = b.fcmp(FloatPredicate::Ogt, magnitude, zero);
    let (least, most) = (b.iconst(ty, u64::from(i32::MIN as u32)), b.iconst(ty, u64::from(i32::MAX as u32)));
    let found = b.select(is_number, exponent, least);
    Ok(b.select(is_infinite, most, found))
}

fn exponent(b: &mut Builder, value: ValueId) -> Result<ValueId> {
    let [_, exponent] = frexp_parts(b, value)?;
    let one = b.iconst(b.type_of(exponent), 1);
    Ok(b.binary(Opcode::Sub, exponent, one))
}

/// The exponent as a number.
pub(super) fn logb(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let exponent = exponent(b, value)?;
    let exponent = b.cast(Opcode::SIToFP, exponent, ty);
    let (zero, infinity, least) = (b.zero(ty), b.fconst(ty, f64::INFINITY), b.fconst(ty, f64::NEG_INFINITY));
    let magnitude = b.math(Intrinsic::FAbs, &[value]);
    let is_none = b.fcmp(FloatPredicate::Oeq, value, zero);
    let is_finite = b.fcmp(FloatPredicate::Olt, magnitude, infinity);
    // Infinities have an infinite exponent, NaN is its own.
    let found = b.select(is_finite, exponent, magnitude);
    Ok(b.select(is_none, least, found))
}

/// The positive difference of two numbers, or 0.
pub(super) fn fdim(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let zero = b.zero(b.type_of(x));
    let difference = b.binary(Opcode::FSub, x, y);
    let is_below = b.fcmp(FloatPredicate::Ole, x, y);
    Ok(b.select(is_below, zero, difference))
}

/// The number of larger or smaller magnitude.
pub(super) fn by_magnitude(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let wants_larger = function(lowering, op) == Some(CLOp::maxmag);
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let (own, other) = (b.math(Intrinsic::FAbs, &[x]), b.math(Intrinsic::FAbs, &[y]));
    let (first, second) = (b.fcmp(FloatPredicate::Ogt, own, other), b.fcmp(FloatPredicate::Ogt, other, own));
    let (limit, is_x, is_y) = match wants_larger {
        true => (Intrinsic::MaxNum, first, second),
        false => (Intrinsic::MinNum, second, first),
    };
    let equal = b.math(limit, &[x, y]);
    let rest = b.select(is_y, y, equal);
    Ok(b.select(is_x, x, rest))
}

/// One over a number.
pub(super) fn reciprocal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let one = lowering.b.fconst(lowering.b.type_of(value), 1.0);
    Ok(lowering.b.binary(Opcode::FDiv, one, value))
}

/// NaN, with the caller's payload.
pub(super) fn nan(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let payload = lowering.int_operand(op, 0)?;
    let ty = lowering.result_type(op)?;
    let b = &mut lowering.b;
    let int = b.type_of(payload);
    let quiet = match b.width(int) {
        16 => 0x7E00,
        32 => 0x7FC0_0000,
        _ => 0x7FF8_0000_0000_0000,
    };
    let quiet = b.iconst(int, quiet);
    let mask = b.iconst(int, 1u64.wrapping_shl(b.width(int) - 1).wrapping_sub(1));
    let own = b.binary(Opcode::And, payload, mask);
    let bits = b.binary(Opcode::Or, own, quiet);
    Ok(b.cast(Opcode::Bitcast, bits, ty))
}

/// The next number in a direction: one more or one less in the order of the bits.
pub(super) fn next_after(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let ty = b.type_of(x);
    let zero = b.zero(ty);
    let (bits, _) = as_bits(b, x);
    let int = b.type_of(bits);
    let (one, none) = (b.iconst(int, 1), b.iconst(int, 0));
    let sign = b.iconst(int, 1u64 << (b.width(int) - 1));
    let (up, down) = (b.add(bits, one), b.binary(Opcode::Sub, bits, one));
    let (is_above, is_negative) = (b.fcmp(FloatPredicate::Olt, x, y), b.icmp(IntPredicate::Slt, bits, none));
    let (climb, fall) = (b.select(is_negative, down, up), b.select(is_negative, up, down));
    let moved = b.select(is_above, climb, fall);
    // Beside zero stand the smallest numbers.
    let small = b.binary(Opcode::Or, sign, one);
    let small = b.select(is_above, one, small);
    let is_zero = b.fcmp(FloatPredicate::Oeq, x, zero);
    let moved = b.select(is_zero, small, moved);
    let moved = b.cast(Opcode::Bitcast, moved, ty);
    let is_there = b.fcmp(FloatPredicate::Oeq, x, y);
    let is_nan = b.fcmp(FloatPredicate::Uno, x, y);
    let sum = b.binary(Opcode::FAdd, x, y);
    let result = b.select(is_there, y, moved);
    Ok(b.select(is_nan, sum, result))
}
