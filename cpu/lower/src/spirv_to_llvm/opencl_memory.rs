//! The functions of OpenCL.std that read and write memory, and those that choose components at run time.

use super::host::called;
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::lowering::place::{Memory, Place};
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::{FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::enums::Kind;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use spirv::{FPRoundingMode, OpenclStd100Op as CLOp};

/// The memory that a pointer operand leads to.
fn memory(lowering: &mut Lowering<'_>, op: OpId, at: usize) -> Result<Memory> {
    match lowering.place(lowering.known.source[op].operands[at])? {
        Place::Memory(memory) => Ok(memory),
        _ => invalid("a function reads or writes a non-memory operand"),
    }
}

/// Elements in memory, from that of a number on, and how many bytes each has. The pointer and the number are these
/// operands.
fn elements(lowering: &mut Lowering<'_>, op: OpId, pointer: usize, number: usize, count: u64) -> Result<(Memory, u64)> {
    let start = memory(lowering, op, pointer)?;
    let pointer = lowering.known.source[op].operands[pointer];
    let bytes = lowering.pointer_stride(lowering.known.source.type_of(pointer), start.shape)?;
    let number = lowering.operand(op, number)?;
    Ok((lowering.advanced(start, number, count * bytes), bytes))
}

/// A vector of the given number of components is this many elements away from the next one.
fn apart(lowering: &Lowering<'_>, op: OpId, lanes: u32) -> u64 {
    let is_aligned =
        matches!(function(lowering, op), Some(CLOp::vloada_halfn | CLOp::vstorea_halfn | CLOp::vstorea_halfn_r));
    u64::from(if is_aligned { lanes.next_power_of_two() } else { lanes })
}

fn function(lowering: &Lowering<'_>, op: OpId) -> Option<CLOp> {
    match ops::code(lowering.known.source, op) {
        Some(Code::Cl(number)) => CLOp::from_u32(number),
        _ => None,
    }
}

/// Elements one after the other as a vector, or one alone.
pub(super) fn vector_load(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    let (lanes, own) = (lowering.b.lanes(ty), lowering.b.module.ctx.scalar_of(ty));
    let count = apart(lowering, op, lanes);
    let (start, bytes) = elements(lowering, op, 1, 0, count)?;
    let mut parts = Vec::new();
    for lane in 0..u64::from(lanes) {
        let offset = lowering.moved(start.offset, lane * bytes);
        let part = lowering.load_memory(&Memory { offset, ..start })?;
        parts.push(if lowering.b.type_of(part) == own { part } else { lowering.b.float_cast(part, own) });
    }
    Ok(lowering.b.vector(&parts))
}

/// The components of a vector as elements one after the other.
pub(super) fn vector_store(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let value = lowering.operand(op, 0)?;
    let lanes = lowering.b.lanes(lowering.b.type_of(value));
    let count = apart(lowering, op, lanes);
    let (start, bytes) = elements(lowering, op, 2, 1, count)?;
    let stored = lowering.memory_type(start.shape.ty)?;
    for lane in 0..lanes {
        let mut part = lowering.b.component(value, lane);
        if lowering.b.type_of(part) != stored {
            part = rounded(lowering, op, part)?;
        }
        let offset = lowering.moved(start.offset, u64::from(lane) * bytes);
        lowering.store_memory(&Memory { offset, ..start }, part)?;
    }
    Ok(())
}

/// A number as a half: the nearest one, or in the direction that the function names.
fn rounded(lowering: &mut Lowering<'_>, op: OpId, value: ValueId) -> Result<ValueId> {
    let mode = facts::number_of(lowering.known.source, op, Kind::FPRoundingMode.table().snake);
    let mode = mode.and_then(|mode| FPRoundingMode::from_u32(mode as u32));
    let b = &mut lowering.b;
    let (half, short) = (b.float(16), b.int(16));
    let nearest = b.float_cast(value, half);
    let back = b.float_cast(nearest, b.type_of(value));
    let zero = b.zero(b.type_of(value));
    let (is_above, is_below) = (b.fcmp(FloatPredicate::Ogt, back, value), b.fcmp(FloatPredicate::Olt, back, value));
    let is_negative = b.fcmp(FloatPredicate::Olt, value, zero);
    let bits = b.cast(Opcode::Bitcast, nearest, short);
    let (one, none) = (b.iconst(short, 1), b.iconst(short, 0));
    // One step towards zero is one bit less, whatever the sign.
    let (inwards, outwards) = (b.binary(Opcode::Sub, bits, one), b.add(bits, one));
    let is_wrong = match mode {
        None | Some(FPRoundingMode::RTE) => return Ok(nearest),
        Some(FPRoundingMode::RTZ) => {
            let away = b.select(is_negative, is_below, is_above);
            let moved = b.select(away, inwards, bits);
            return Ok(b.cast(Opcode::Bitcast, moved, half));
        }
        Some(FPRoundingMode::RTP) => is_below,
        Some(FPRoundingMode::RTN) => is_above,
    };
    let is_up = mode == Some(FPRoundingMode::RTP);
    let towards =
        if is_up { b.select(is_negative, inwards, outwards) } else { b.select(is_negative, outwards, inwards) };
    // From zero, a step leads to the smallest number of the direction.
    let least = b.iconst(short, if is_up { 1 } else { 0x8001 });
    let magnitude = b.iconst(short, 0x7FFF);
    let magnitude = b.binary(Opcode::And, bits, magnitude);
    let is_zero = b.icmp(IntPredicate::Eq, magnitude, none);
    let towards = b.select(is_zero, least, towards);
    let moved = b.select(is_wrong, towards, bits);
    Ok(b.cast(Opcode::Bitcast, moved, half))
}

/// A shuffle by a mask that is known at run time, of which the lowest bits count.
pub(super) fn shuffle(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let operands = lowering.operands(op)?;
    let Some((mask, vectors)) = operands.split_last() else { return invalid("a shuffle has a mask") };
    let b = &mut lowering.b;
    let own = b.lanes(b.type_of(vectors[0]));
    let scalar = b.module.ctx.scalar_of(b.type_of(vectors[0]));
    let all = u64::from(own) * vectors.len() as u64;
    let mut parts = Vec::new();
    for lane in 0..b.lanes(b.type_of(*mask)) {
        let index = b.component(*mask, lane);
        let ty = b.type_of(index);
        let (all, own) = (b.iconst(ty, all), b.iconst(ty, u64::from(own)));
        let index = b.binary(Opcode::URem, index, all);
        let within = b.binary(Opcode::URem, index, own);
        let mut part = b.value(Opcode::ExtractElement, &[vectors[0], within], scalar);
        if let Some(second) = vectors.get(1) {
            let other = b.value(Opcode::ExtractElement, &[*second, within], scalar);
            let is_first = b.icmp(IntPredicate::Ult, index, own);
            part = b.select(is_first, part, other);
        }
        parts.push(part);
    }
    Ok(b.vector(&parts))
}

fn store(lowering: &mut Lowering<'_>, op: OpId, at: usize, value: ValueId) -> Result<()> {
    let to = memory(lowering, op, at)?;
    lowering.store_memory(&to, value)
}

/// Fraction above the next lower whole number, which is written.
pub(super) fn fract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let floor = b.math(Intrinsic::Floor, &[value]);
    let rest = b.binary(Opcode::FSub, value, floor);
    let below_one = match b.width(ty) {
        16 => 1.0 - 2f64.powi(-11),
        32 => 1.0 - 2f64.powi(-24),
        _ => 1.0 - 2f64.powi(-53),
    };
    let most = b.fconst(ty, below_one);
    let rest = b.math(Intrinsic::MinNum, &[rest, most]);
    let is_nan = b.fcmp(FloatPredicate::Uno, value, value);
    let (infinity, zero) = (b.fconst(ty, f64::INFINITY), b.zero(ty));
    let magnitude = b.math(Intrinsic::FAbs, &[value]);
    let is_infinite = b.fcmp(FloatPredicate::Oeq, magnitude, infinity);
    let zero = b.math(Intrinsic::CopySign, &[zero, value]);
    let rest = b.select(is_infinite, zero, rest);
    let rest = b.select(is_nan, value, rest);
    store(lowering, op, 1, floor)?;
    Ok(rest)
}

/// The sine; the cosine is written.
pub(super) fn sincos(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let (sin, cos) = (called(lowering, "sin", &[value])?, called(lowering, "cos", &[value])?);
    store(lowering, op, 1, cos)?;
    Ok(sin)
}

/// Remainder by the nearest multiple; the lowest bits of the quotient are written.
pub(super) fn remquo(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let args = [lowering.operand(op, 0)?, lowering.operand(op, 1)?];
    let (rest, count) = (called(lowering, "remainder", &args)?, called(lowering, "quotient", &args)?);
    let count = whole(lowering, count);
    store(lowering, op, 2, count)?;
    Ok(rest)
}

/// The logarithm of the gamma function's magnitude; its sign is written.
pub(super) fn lgamma_r(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let args = [lowering.operand(op, 0)?];
    let (value, sign) = (called(lowering, "lgamma", &args)?, called(lowering, "gamma_sign", &args)?);
    let sign = whole(lowering, sign);
    store(lowering, op, 1, sign)?;
    Ok(value)
}

/// A number as a 32-bit integer.
fn whole(lowering: &mut Lowering<'_>, value: ValueId) -> ValueId {
    let b = &mut lowering.b;
    let int = b.int(32);
    let ty = b.module.ctx.with_scalar(b.type_of(value), int);
    b.saturated(value, ty, true)
}

/// A power or a root by an integer, in double precision, which has each integer.
pub(super) fn by_integer(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let name = if function(lowering, op) == Some(CLOp::pown) { "pow" } else { "rootn" };
    let (value, count) = (lowering.operand(op, 0)?, lowering.int_operand(op, 1)?);
    let b = &mut lowering.b;
    let (own, double) = (b.type_of(value), b.float(64));
    let wide = b.module.ctx.with_scalar(own, double);
    let (value, count) = (b.float_cast(value, wide), b.cast(Opcode::SIToFP, count, wide));
    let made = called(lowering, name, &[value, count])?;
    Ok(lowering.b.float_cast(made, own))
}
