//! Computations of each lane on a ballot, word by word.

use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use spirv::{BuiltIn, GroupOperation, Op};

/// The bits of a word of ballots.
const WORD: u32 = 32;
/// The words of a ballot.
const WORDS: u32 = 4;

/// Returns whether the bit with a number is set.
pub(super) fn bit_of(lowering: &mut Lowering<'_>, ballot: ValueId, number: ValueId) -> ValueId {
    let b = &mut lowering.b;
    let ty = b.type_of(number);
    let [size, last, last_word] =
        [WORD.trailing_zeros(), WORD - 1, WORDS - 1].map(|bits| b.iconst(ty, u64::from(bits)));
    let place = b.binary(Opcode::LShr, number, size);
    let place = b.binary(Opcode::And, place, last_word);
    let word = lowering.chosen(ballot, place);
    let b = &mut lowering.b;
    let number = b.binary(Opcode::And, number, last);
    let number = b.int_cast(number, b.type_of(word), false);
    let moved = b.binary(Opcode::LShr, word, number);
    let bool = b.module.ctx.bool();
    let truth = b.with_scalar(b.type_of(moved), bool);
    b.cast(Opcode::Trunc, moved, truth)
}

pub(super) fn ballot_bit(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (ballot, number) = (lowering.int_operand(op, 0)?, lowering.int_operand(op, 1)?);
    Ok(bit_of(lowering, ballot, number))
}

/// The words of a ballot as far as a wave has lanes.
fn words(lowering: &mut Lowering<'_>, op: OpId) -> Result<Vec<ValueId>> {
    let ballot = lowering.int_operand(op, 0)?;
    let mut words = lowering.components(ballot);
    let count = lowering.known.workgroup.wave.div_ceil(WORD).min(WORDS) as usize;
    if words.len() < count || lowering.b.width(lowering.b.type_of(words[0])) != WORD {
        return invalid("a ballot is not a vector of words");
    }
    words.truncate(count);
    Ok(words)
}

/// The bits of a ballot that a mask has.
fn masked(lowering: &mut Lowering<'_>, op: OpId, mask: BuiltIn) -> Result<Vec<ValueId>> {
    let (words, masks) = (words(lowering, op)?, lowering.lane_mask_words(mask)?);
    let pairs = words.into_iter().zip(masks);
    Ok(pairs.map(|(word, mask)| lowering.b.binary(Opcode::And, word, mask)).collect())
}

/// The bits of a ballot that belong to lanes of the wave.
fn lane_bits(lowering: &mut Lowering<'_>, op: OpId) -> Result<Vec<ValueId>> {
    let mut words = words(lowering, op)?;
    for (word, before) in words.iter_mut().zip((0..).step_by(WORD as usize)) {
        let lanes = lowering.known.workgroup.wave.saturating_sub(before);
        if lanes < WORD {
            let mask = lowering.b.iconst(lowering.b.type_of(*word), (1 << lanes) - 1);
            *word = lowering.b.binary(Opcode::And, *word, mask);
        }
    }
    Ok(words)
}

pub(super) fn inverse_ballot(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let bits = masked(lowering, op, BuiltIn::SubgroupEqMask)?;
    let all = bits[1..].iter().fold(bits[0], |all, word| lowering.b.binary(Opcode::Or, all, *word));
    let zero = lowering.b.zero(lowering.b.type_of(all));
    Ok(lowering.b.icmp(IntPredicate::Ne, all, zero))
}

pub(super) fn ballot_count(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let operation = lowering.number(op, "group_operation").and_then(|number| GroupOperation::from_u32(number as u32));
    let bits = match operation {
        Some(GroupOperation::InclusiveScan) => masked(lowering, op, BuiltIn::SubgroupLeMask)?,
        Some(GroupOperation::ExclusiveScan) => masked(lowering, op, BuiltIn::SubgroupLtMask)?,
        _ => lane_bits(lowering, op)?,
    };
    let first = lowering.b.math(Intrinsic::Ctpop, &[bits[0]]);
    let sum = bits[1..].iter().fold(first, |sum, word| {
        let more = lowering.b.math(Intrinsic::Ctpop, &[*word]);
        lowering.b.add(sum, more)
    });
    let result = lowering.result_type(op)?;
    Ok(lowering.b.int_cast(sum, result, false))
}

/// The number of the first or last lane whose bit is set. Where there is none, it is one that no lane has.
pub(super) fn ballot_find(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut words = lane_bits(lowering, op)?;
    let is_last = ops::code(lowering.known.source, op) == Some(Code::Core(Op::GroupNonUniformBallotFindMSB));
    let result = lowering.result_type(op)?;
    let none = if is_last { u64::MAX } else { u64::from(WORD * WORDS) };
    let b = &mut lowering.b;
    let mut found = b.iconst(b.type_of(words[0]), none);
    let mut starts: Vec<u64> = (0..words.len() as u64).map(|word| word * u64::from(WORD)).collect();
    if !is_last {
        words.reverse();
        starts.reverse();
    }
    for (word, start) in words.into_iter().zip(starts) {
        let ty = b.type_of(word);
        let place = match is_last {
            true => {
                let (zeros, last) = (b.math_defined(Intrinsic::Ctlz, word), b.iconst(ty, u64::from(WORD - 1)));
                b.binary(Opcode::Sub, last, zeros)
            }
            false => b.math_defined(Intrinsic::Cttz, word),
        };
        let (start, zero) = (b.iconst(ty, start), b.zero(ty));
        let place = b.add(place, start);
        let is_there = b.icmp(IntPredicate::Ne, word, zero);
        found = b.select(is_there, place, found);
    }
    Ok(b.int_cast(found, result, false))
}
