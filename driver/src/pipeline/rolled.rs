//! Loops that stay although something depends on the number of their turn that must be known, for messages about it.
//!
//! Knows which instruction computes what, and nothing of places in the source. What makes turns of a loop is the passes'.

use super::whose::ids_among;
use base::ids::{Map, Set};
use dialect::spirv::decode::{Inst, Operand, decode};
use dialect::spirv::enums::Kind;
use rspirv::spirv::{LoopControl, Op};

/// A loop that stays.
pub(super) struct Rolled {
    /// The instruction that stands where the loop ends or goes on.
    pub(super) check: usize,
    /// Why it stays, or what would make it go.
    pub(super) why: &'static str,
}

const NOT_ASKED: &str = "`[unroll]` makes the numbers of this loop constants, if its turns are known and not too many";
const KEPT: &str = "this loop stays: `[loop]` says so, or it would become too many copies of its body";
const LEFT: &str = "this loop stays: whether it is left early is known only when the shader runs";
const UNKNOWN: &str = "this loop stays: how often it runs is not known, or it would become too many instructions";

/// The loops on whose turns the operands of the instruction with this number depend, or the indices with which the variable
/// is accessed that it writes.
pub(super) fn behind(words: &[u32], number: usize) -> Vec<Rolled> {
    let Ok((_, insts)) = decode(words) else { return Vec::new() };
    let Some(guilty) = insts.get(number) else { return Vec::new() };
    let (reached, ways) = (reached(&insts, guilty), ways(&insts));
    let mut rolled = Vec::new();
    let (mut block, mut is_reached) = (0, false);
    for (at, inst) in insts.iter().enumerate() {
        match inst.op {
            Op::Label => (block, is_reached) = (at, false),
            Op::Phi => is_reached |= reached.contains(&at),
            Op::LoopMerge if is_reached => {
                rolled.push(Rolled { check: check(&insts, block, at), why: why(&ways, inst) })
            }
            _ => {}
        }
    }
    rolled
}

/// The numbers of all instructions that compute what must be known, the instruction's own among them.
fn reached(insts: &[Inst], guilty: &Inst) -> Set<usize> {
    let numbers: Map<u32, usize> = insts.iter().enumerate().filter_map(|(at, inst)| Some((inst.result?, at))).collect();
    let mut stack = wanted(insts, guilty);
    let mut reached = Set::default();
    while let Some(id) = stack.pop() {
        let Some(&at) = numbers.get(&id) else { continue };
        if reached.insert(at) {
            stack.extend(ids_among(&insts[at].operands));
        }
    }
    reached
}

/// What must be known: the offset of a texel, the indices into a variable of resources, or the instruction itself.
fn wanted(insts: &[Inst], guilty: &Inst) -> Vec<u32> {
    let texel = guilty.operands.iter().find_map(|operand| match operand {
        Operand::Enum(Kind::ImageOperands, _, params) => Some(ids_among(params)),
        _ => None,
    });
    let variable = match guilty.op {
        Op::Variable => guilty.result,
        Op::Store => ids_among(&guilty.operands).first().copied(),
        _ => None,
    };
    match (texel, variable) {
        (Some(texel), _) => texel,
        (None, Some(variable)) => {
            let accesses = insts.iter().filter(|inst| inst.op == Op::AccessChain);
            let operands = accesses.map(|inst| ids_among(&inst.operands));
            operands.filter(|operands| operands.first() == Some(&variable)).flatten().collect()
        }
        (None, None) => guilty.result.into_iter().chain(ids_among(&guilty.operands)).collect(),
    }
}

/// The instruction that decides in a loop's first block whether there is a turn, or the last one of that block.
fn check(insts: &[Inst], block: usize, merge: usize) -> usize {
    let condition = insts
        .get(merge + 1)
        .filter(|end| end.op == Op::BranchConditional)
        .and_then(|end| ids_among(&end.operands).first().copied());
    let position = condition.and_then(|id| insts[block..merge].iter().position(|inst| inst.result == Some(id)));
    position.map_or(merge, |at| block + at)
}

/// How many branches lead to each label.
fn ways(insts: &[Inst]) -> Map<u32, usize> {
    let mut ways = Map::default();
    for branch in insts.iter().filter(|inst| matches!(inst.op, Op::Branch | Op::BranchConditional | Op::Switch)) {
        let mut targets = ids_among(&branch.operands);
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter().for_each(|target| *ways.entry(target).or_default() += 1);
    }
    ways
}

fn why(ways: &Map<u32, usize>, merge: &Inst) -> &'static str {
    let controls = merge.operands.iter().find_map(|operand| match operand {
        Operand::Enum(Kind::LoopControl, bits, _) => Some(LoopControl::from_bits_retain(*bits)),
        _ => None,
    });
    let controls = controls.unwrap_or(LoopControl::NONE);
    if controls.contains(LoopControl::DONT_UNROLL) {
        return KEPT;
    }
    if !controls.contains(LoopControl::UNROLL) {
        return NOT_ASKED;
    }
    let end = ids_among(&merge.operands).first().copied();
    let is_left_early = end.and_then(|end| ways.get(&end)).is_some_and(|count| *count > 1);
    if is_left_early { LEFT } else { UNKNOWN }
}
