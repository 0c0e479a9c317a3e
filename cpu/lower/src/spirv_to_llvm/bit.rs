//! Bits of integers, and what booleans share with them.
//!
//! Amounts of shifts are taken modulo the width, and bit fields may have any width up to the whole integer.

use crate::error::Result;
use crate::lowering::Lowering;
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::Op;

pub(super) fn not(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let ones = lowering.b.iconst(lowering.b.type_of(value), u64::MAX);
    Ok(lowering.b.binary(Opcode::Xor, value, ones))
}

/// An amount of bits as a value of the type that is shifted, less than its width.
fn amount(b: &mut Builder, amount: ValueId, ty: TypeId) -> ValueId {
    let last = b.iconst(b.type_of(amount), u64::from(b.width(ty) - 1));
    let amount = b.binary(Opcode::And, amount, last);
    let scalar = b.module.ctx.scalar_of(ty);
    let own = b.module.ctx.with_scalar(b.type_of(amount), scalar);
    let amount = b.int_cast(amount, own, false);
    if b.lanes(b.type_of(amount)) == b.lanes(ty) { amount } else { b.broadcast(amount, b.lanes(ty)) }
}

pub(super) fn shift(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (value, by) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    let opcode = match ops::code(lowering.known.source, op) {
        Some(Code::Core(Op::ShiftLeftLogical)) => Opcode::Shl,
        Some(Code::Core(Op::ShiftRightLogical)) => Opcode::LShr,
        _ => Opcode::AShr,
    };
    let ty = lowering.b.type_of(value);
    let by = amount(&mut lowering.b, by, ty);
    Ok(lowering.b.binary(opcode, value, by))
}

pub(super) fn count(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let ty = lowering.result_type(op)?;
    let bits = lowering.b.math(Intrinsic::Ctpop, &[value]);
    Ok(lowering.b.int_cast(bits, ty, false))
}

/// The low `count` bits set, as far as there are that many.
fn low_bits(b: &mut Builder, count: ValueId, ty: TypeId) -> ValueId {
    let width = b.width(ty);
    let all = b.iconst(b.type_of(count), u64::from(width));
    let is_all = b.icmp(IntPredicate::Uge, count, all);
    let shift = amount(b, count, ty);
    let (one, ones) = (b.iconst(ty, 1), b.iconst(ty, u64::MAX));
    let power = b.binary(Opcode::Shl, one, shift);
    let some = b.binary(Opcode::Sub, power, one);
    b.select(is_all, ones, some)
}

pub(super) fn field_insert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let [base, insert, offset, count] = [0, 1, 2, 3].map(|index| lowering.int_operand(op, index));
    let (base, insert, offset, count) = (base?, insert?, offset?, count?);
    let b = &mut lowering.b;
    let ty = b.type_of(base);
    let shift = amount(b, offset, ty);
    let field = low_bits(b, count, ty);
    let field = b.binary(Opcode::Shl, field, shift);
    let ones = b.iconst(ty, u64::MAX);
    let kept = b.binary(Opcode::Xor, field, ones);
    let kept = b.binary(Opcode::And, base, kept);
    let put = b.binary(Opcode::Shl, insert, shift);
    let put = b.binary(Opcode::And, put, field);
    Ok(b.binary(Opcode::Or, kept, put))
}

pub(super) fn field_extract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let is_signed = ops::code(lowering.known.source, op) == Some(Code::Core(Op::BitFieldSExtract));
    let [base, offset, count] = [0, 1, 2].map(|index| lowering.int_operand(op, index));
    let (base, offset, count) = (base?, offset?, count?);
    let b = &mut lowering.b;
    let ty = b.type_of(base);
    let shift = amount(b, offset, ty);
    let moved = b.binary(Opcode::LShr, base, shift);
    let field = low_bits(b, count, ty);
    let value = b.binary(Opcode::And, moved, field);
    if !is_signed {
        return Ok(value);
    }
    // The field's highest bit spreads to all bits above: flip it and take it away again.
    let one = b.iconst(ty, 1);
    let below = b.binary(Opcode::LShr, field, one);
    let sign = b.binary(Opcode::Xor, field, below);
    let flipped = b.binary(Opcode::Xor, value, sign);
    Ok(b.binary(Opcode::Sub, flipped, sign))
}
