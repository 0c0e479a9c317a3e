//! What each lane computes from a ballot by itself.

use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::wave_lane;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::Intrinsic;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::{GroupOperation, Op};

/// A ballot as one number.
fn wide(b: &mut Builder, ballot: ValueId) -> ValueId {
    let wide = b.int(128);
    b.cast(Opcode::Bitcast, ballot, wide)
}

/// Whether the bit with a number is set.
pub(super) fn bit_of(b: &mut Builder, ballot: ValueId, number: ValueId) -> ValueId {
    let (bool, bits) = (b.module.ctx.bool(), wide(b, ballot));
    let ty = b.type_of(bits);
    let number = b.int_cast(number, ty, false);
    let last = b.iconst(ty, 127);
    let number = b.binary(Opcode::And, number, last);
    let moved = b.binary(Opcode::LShr, bits, number);
    b.cast(Opcode::Trunc, moved, bool)
}

pub(super) fn inverse_ballot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (ballot, lane) = (lowering.operand(op, 0)?, lowering.env()?.lane);
    let own = wave_lane(lowering, lane);
    Ok(bit_of(&mut lowering.b, ballot, own))
}

pub(super) fn ballot_bit(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (ballot, number) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    Ok(bit_of(&mut lowering.b, ballot, number))
}

/// The bits of a ballot that belong to lanes of the wave.
fn lane_bits(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ballot = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let bits = wide(b, ballot);
    let ty = b.type_of(bits);
    // Shifting up and down again clears what is above.
    let shift = b.iconst(ty, u64::from(128 - lowering.workgroup.wave));
    let up = b.binary(Opcode::Shl, bits, shift);
    Ok(b.binary(Opcode::LShr, up, shift))
}

pub(super) fn ballot_count(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut bits = lane_bits(lowering, op)?;
    let (operation, lane) = (lowering.number(op, "group_operation").unwrap_or(0) as u32, lowering.env()?.lane);
    let own = wave_lane(lowering, lane);
    let result = lowering.result_type(op)?;
    let b = &mut lowering.b;
    let ty = b.type_of(bits);
    if operation != GroupOperation::Reduce as u32 {
        let own = b.cast(Opcode::ZExt, own, ty);
        let one = b.iconst(ty, 1);
        let power = b.binary(Opcode::Shl, one, own);
        let mut below = b.binary(Opcode::Sub, power, one);
        if operation == GroupOperation::InclusiveScan as u32 {
            below = b.binary(Opcode::Or, below, power);
        }
        bits = b.binary(Opcode::And, bits, below);
    }
    let count = b.math(Intrinsic::Ctpop, &[bits]);
    Ok(b.int_cast(count, result, false))
}

pub(super) fn ballot_find(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let bits = lane_bits(lowering, op)?;
    let result = lowering.result_type(op)?;
    let is_last = ops::code(lowering.source, op) == Some(Code::Core(Op::GroupNonUniformBallotFindMSB));
    let b = &mut lowering.b;
    let position = match is_last {
        true => {
            let zeros = b.math_defined(Intrinsic::Ctlz, bits);
            let last = b.iconst(b.type_of(bits), 127);
            b.binary(Opcode::Sub, last, zeros)
        }
        false => b.math_defined(Intrinsic::Cttz, bits),
    };
    Ok(b.int_cast(position, result, false))
}
