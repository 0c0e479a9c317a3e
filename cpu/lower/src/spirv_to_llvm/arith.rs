//! Arithmetic of integers and floats.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::build::{Builder, mask};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::Op;

pub(super) fn negate(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let zero = lowering.b.zero(lowering.b.type_of(value));
    Ok(lowering.b.binary(Opcode::Sub, zero, value))
}

/// Division never traps: by 0 it gives all ones, and the least number by -1 gives itself, with no remainder.
pub(super) fn divide(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (a, b) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    Ok(match ops::code(lowering.known.source, op) {
        Some(Code::Core(Op::SDiv)) => guarded(&mut lowering.b, Opcode::SDiv, a, b),
        Some(Code::Core(Op::UDiv)) => guarded(&mut lowering.b, Opcode::UDiv, a, b),
        Some(Code::Core(Op::SRem)) => guarded(&mut lowering.b, Opcode::SRem, a, b),
        _ => guarded(&mut lowering.b, Opcode::URem, a, b),
    })
}

fn guarded(b: &mut Builder, op: Opcode, x: ValueId, y: ValueId) -> ValueId {
    let ty = b.type_of(x);
    let (zero, one, ones) = (b.iconst(ty, 0), b.iconst(ty, 1), b.iconst(ty, u64::MAX));
    let by_zero = b.icmp(IntPredicate::Eq, y, zero);
    let mut bad = by_zero;
    if matches!(op, Opcode::SDiv | Opcode::SRem) {
        let least = b.iconst(ty, 1 << (b.width(ty) - 1));
        let (is_least, by_minus_one) = (b.icmp(IntPredicate::Eq, x, least), b.icmp(IntPredicate::Eq, y, ones));
        let overflows = b.binary(Opcode::And, is_least, by_minus_one);
        bad = b.binary(Opcode::Or, bad, overflows);
    }
    // By 1 the least number gives itself without a remainder, as it should by -1.
    let divisor = b.select(bad, one, y);
    let result = b.binary(op, x, divisor);
    b.select(by_zero, ones, result)
}

/// The remainder with the divisor's sign.
pub(super) fn s_mod(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let rest = guarded(b, Opcode::SRem, x, y);
    let zero = b.zero(b.type_of(x));
    let signs = b.binary(Opcode::Xor, rest, y);
    let differ = b.icmp(IntPredicate::Slt, signs, zero);
    let is_rest = b.icmp(IntPredicate::Ne, rest, zero);
    let by_zero = b.icmp(IntPredicate::Eq, y, zero);
    let moved = b.add(rest, y);
    let adjust = b.binary(Opcode::And, differ, is_rest);
    let result = b.select(adjust, moved, rest);
    Ok(b.select(by_zero, rest, result))
}

/// The remainder with the divisor's sign, of the one with the dividend's.
pub(super) fn f_mod(lowering: &mut Lowering<'_>, op: OpId, rest: ValueId) -> Result<ValueId> {
    let y = lowering.operand(op, 1)?;
    let b = &mut lowering.b;
    let zero = b.zero(b.type_of(y));
    let (rest_below, y_below) = (b.fcmp(FloatPredicate::Olt, rest, zero), b.fcmp(FloatPredicate::Olt, y, zero));
    let differ = b.icmp(IntPredicate::Ne, rest_below, y_below);
    let is_rest = b.fcmp(FloatPredicate::One, rest, zero);
    let adjust = b.binary(Opcode::And, differ, is_rest);
    let moved = b.binary(Opcode::FAdd, rest, y);
    Ok(b.select(adjust, moved, rest))
}

fn pair(lowering: &mut Lowering<'_>, op: OpId, first: ValueId, second: ValueId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.aggregate(ty, &[first, second]))
}

pub(super) fn add_carry(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let sum = lowering.b.add(x, y);
    let carry = lowering.b.icmp(IntPredicate::Ult, sum, x);
    let carry = lowering.b.cast(Opcode::ZExt, carry, lowering.b.type_of(x));
    pair(lowering, op, sum, carry)
}

pub(super) fn sub_borrow(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let difference = lowering.b.binary(Opcode::Sub, x, y);
    let borrow = lowering.b.icmp(IntPredicate::Ult, x, y);
    let borrow = lowering.b.cast(Opcode::ZExt, borrow, lowering.b.type_of(x));
    pair(lowering, op, difference, borrow)
}

pub(super) fn mul_extended(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.known.source, op) == Some(Code::Core(Op::SMulExtended));
    let widen = if is_signed { Opcode::SExt } else { Opcode::ZExt };
    let (x, y) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let ty = b.type_of(x);
    let width = b.width(b.scalar(ty));
    let double = b.int(2 * width);
    let double = b.with_scalar(ty, double);
    let (x, y) = (b.cast(widen, x, double), b.cast(widen, y, double));
    let product = b.mul(x, y);
    let low = b.cast(Opcode::Trunc, product, ty);
    let shift = b.iconst(double, u64::from(width));
    let high = b.binary(Opcode::LShr, product, shift);
    let high = b.cast(Opcode::Trunc, high, ty);
    pair(lowering, op, low, high)
}

/// The sum of the components' products, first to last.
pub(super) fn dot_of(lowering: &mut Lowering<'_>, x: ValueId, y: ValueId) -> ValueId {
    let products = lowering.b.binary(Opcode::FMul, x, y);
    let products = lowering.components(products);
    products[1..].iter().fold(products[0], |sum, next| lowering.b.binary(Opcode::FAdd, sum, *next))
}

pub(super) fn dot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    Ok(dot_of(lowering, x, y))
}

/// A vector or scalar times a scalar.
pub(super) fn scale(lowering: &mut Lowering<'_>, vector: ValueId, scalar: ValueId) -> ValueId {
    let factor = lowering.broadcast(scalar, lowering.b.type_of(vector));
    lowering.b.binary(Opcode::FMul, vector, factor)
}

pub(super) fn vector_times_scalar(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (vector, scalar) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    Ok(scale(lowering, vector, scalar))
}

/// Signedness of the operands of an integer dot product.
fn signs(lowering: &Lowering<'_>, op: OpId) -> [bool; 2] {
    match ops::code(lowering.known.source, op) {
        Some(Code::Core(Op::UDot | Op::UDotAccSat)) => [false, false],
        Some(Code::Core(Op::SUDot | Op::SUDotAccSat)) => [true, false],
        _ => [true, true],
    }
}

/// The sum of products of integers, in a type in which no sum overflows.
fn wide_dot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let signs = signs(lowering, op);
    let mut operands = [lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?];
    let result = lowering.result_type(op)?;
    let byte = lowering.b.int(8);
    let bytes = lowering.vector_type(byte, 4);
    for (operand, signed) in operands.iter_mut().zip(signs) {
        // Four 8-bit numbers may come as one of 32.
        if lowering.component_count(lowering.b.type_of(*operand)) == 1 {
            *operand = lowering.bit_cast(*operand, bytes)?;
        }
        let b = &mut lowering.b;
        let ty = b.type_of(*operand);
        let is_small = b.width(b.scalar(ty)) <= 16 && b.width(b.scalar(result)) <= 32;
        let wide = b.int(if is_small { 64 } else { 128 });
        let wide = b.with_scalar(ty, wide);
        *operand = b.int_cast(*operand, wide, signed);
    }
    let products = lowering.b.mul(operands[0], operands[1]);
    let products = lowering.components(products);
    Ok(products[1..].iter().fold(products[0], |sum, next| lowering.b.add(sum, *next)))
}

pub(super) fn int_dot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let sum = wide_dot(lowering, op)?;
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.int_cast(sum, ty, true))
}

/// The sum and an accumulator, kept in the range of the result.
pub(super) fn int_dot_acc_sat(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let sum = wide_dot(lowering, op)?;
    let signed = signs(lowering, op)[0];
    let accumulator = lowering.int_operand(op, 2)?;
    let ty = lowering.result_type(op)?;
    let b = &mut lowering.b;
    let (wide, width, long) = (b.type_of(sum), b.width(b.scalar(ty)), b.int(64));
    let accumulator = b.int_cast(accumulator, wide, signed);
    let sum = b.add(sum, accumulator);
    // Constants have 64 bits; wider ones are widened from them.
    let (low, high) = match signed {
        true => (!(mask(width) >> 1), mask(width) >> 1),
        false => (0, mask(width)),
    };
    let long = b.with_scalar(wide, long);
    let (low, high) = (b.iconst(long, low), b.iconst(long, high));
    let low = b.cast(if signed { Opcode::SExt } else { Opcode::ZExt }, low, wide);
    let high = b.cast(Opcode::ZExt, high, wide);
    let (least, most) = if signed { (Intrinsic::SMax, Intrinsic::SMin) } else { (Intrinsic::UMax, Intrinsic::UMin) };
    let sum = b.math(least, &[sum, low]);
    let sum = b.math(most, &[sum, high]);
    Ok(b.int_cast(sum, ty, signed))
}
