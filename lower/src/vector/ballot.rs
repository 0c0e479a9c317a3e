//! What lanes make of a ballot by their own numbers.

use super::composite;
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use dialect::ir::{OpId, ValueId};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::spirv::abi;
use dialect::spirv::ops::{self, Code};
use spirv::{BuiltIn, GroupOperation, Op};

/// The bits of a word of ballots.
const WORD: u32 = 32;

/// What each lane makes of it; nothing for other ops.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let operation = abi::number_of(lowering.source, op, "group_operation");
    let is = |wanted: GroupOperation| operation == Some(wanted as u64);
    Ok(match ops::code(lowering.source, op) {
        Some(Code::Core(Op::GroupNonUniformInverseBallot)) => {
            let bits = bits(lowering, op, BuiltIn::SubgroupEqMask)?;
            Some(is_any(lowering, &bits))
        }
        Some(Code::Core(Op::GroupNonUniformBallotBitCount)) if is(GroupOperation::ExclusiveScan) => {
            let bits = bits(lowering, op, BuiltIn::SubgroupLtMask)?;
            Some(count(lowering, op, &bits)?)
        }
        Some(Code::Core(Op::GroupNonUniformBallotBitCount)) if is(GroupOperation::InclusiveScan) => {
            let bits = bits(lowering, op, BuiltIn::SubgroupLeMask)?;
            Some(count(lowering, op, &bits)?)
        }
        _ => None,
    })
}

/// The words of a ballot as far as a wave has lanes, of each the bits that a mask has for a lane.
fn bits(lowering: &mut Lowering<'_>, op: OpId, mask: BuiltIn) -> Result<Vec<ValueId>> {
    let (words, masks) = (composite::parts(lowering, op, 0)?, lowering.wide_builtin(mask)?);
    let count = lowering.width().div_ceil(WORD) as usize;
    let same = |(word, mask): &(&ValueId, &ValueId)| lowering.b.type_of(**word) == lowering.b.type_of(**mask);
    if words.len() < count || !words.iter().zip(&masks).all(|pair| same(&pair)) {
        return invalid("a ballot is no vector of words");
    }
    let pairs = words.into_iter().zip(masks).take(count);
    Ok(pairs.map(|(word, mask)| lowering.b.binary(Opcode::And, word, mask)).collect())
}

fn is_any(lowering: &mut Lowering<'_>, bits: &[ValueId]) -> ValueId {
    let all = bits[1..].iter().fold(bits[0], |all, word| lowering.b.binary(Opcode::Or, all, *word));
    let zero = lowering.b.zero(lowering.b.type_of(all));
    lowering.b.icmp(IntPredicate::Ne, all, zero)
}

fn count(lowering: &mut Lowering<'_>, op: OpId, bits: &[ValueId]) -> Result<ValueId> {
    let Some(result) = lowering.source[op].results.first().copied() else { return invalid("an op has no result") };
    let wide = lowering.wide_ty(lowering.source.type_of(result))?;
    let first = lowering.b.math(Intrinsic::Ctpop, &[bits[0]]);
    let sum = bits[1..].iter().fold(first, |sum, word| {
        let more = lowering.b.math(Intrinsic::Ctpop, &[*word]);
        lowering.b.add(sum, more)
    });
    Ok(lowering.b.int_cast(sum, wide, false))
}
