//! Loops that were not unrolled although a value that must be constant depends on the iteration, for messages about it.
//!
//! Knows which instruction computes what, and nothing of source places. Unrolling is the passes'.

use super::attribution::ids_among;
use base::ids::{Map, Set};
use dialect::spirv::decode::{Inst, Operand, decode};
use dialect::spirv::enums::Kind;
use spirv::{LoopControl, Op};

/// A loop that was not unrolled.
pub(super) struct RemainingLoop {
    /// The instruction that decides between another iteration and the exit.
    pub(super) check: usize,
    /// The reason, or advice.
    pub(super) why: &'static str,
}

const NOT_ASKED: &str =
    "use `[unroll]` to make the values of this loop constant, if it has a small constant number of iterations";
const KEPT: &str = "loop not unrolled: it has `[loop]`, or too many copies of its body would be needed";
const LEFT: &str = "loop not unrolled: it has an exit that depends on run-time values";
const UNKNOWN: &str =
    "loop not unrolled: the number of iterations is unknown, or too many instructions would be needed";

/// The loops on whose iterations the operands of an instruction depend, or the indices of accesses to the variable that
/// it writes.
pub(super) fn remaining(words: &[u32], number: usize) -> Vec<RemainingLoop> {
    let Ok((_, insts)) = decode(words) else { return Vec::new() };
    let Some(guilty) = insts.get(number) else { return Vec::new() };
    let (reached, edges) = (reached(&insts, guilty), edges(&insts));
    let mut loops = Vec::new();
    let (mut block, mut is_reached) = (0, false);
    for (at, inst) in insts.iter().enumerate() {
        match inst.op {
            Op::Label => (block, is_reached) = (at, false),
            Op::Phi => is_reached |= reached.contains(&at),
            Op::LoopMerge if is_reached => {
                loops.push(RemainingLoop { check: check(&insts, block, at), why: why(&edges, inst) })
            }
            _ => {}
        }
    }
    loops
}

/// The indices of all instructions that compute the values that must be constant, the instruction itself included.
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

/// The values that must be constant: the offset of a texel, the indices into a variable of resources, or the
/// instruction itself.
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

/// The instruction in a loop's header that decides about another iteration, or the last one of that block.
fn check(insts: &[Inst], block: usize, merge: usize) -> usize {
    let condition = insts
        .get(merge + 1)
        .filter(|end| end.op == Op::BranchConditional)
        .and_then(|end| ids_among(&end.operands).first().copied());
    let position = condition.and_then(|id| insts[block..merge].iter().position(|inst| inst.result == Some(id)));
    position.map_or(merge, |at| block + at)
}

/// The number of edges to each label.
fn edges(insts: &[Inst]) -> Map<u32, usize> {
    let mut edges = Map::default();
    for branch in insts.iter().filter(|inst| matches!(inst.op, Op::Branch | Op::BranchConditional | Op::Switch)) {
        let mut targets = ids_among(&branch.operands);
        targets.sort_unstable();
        targets.dedup();
        targets.into_iter().for_each(|target| *edges.entry(target).or_default() += 1);
    }
    edges
}

fn why(edges: &Map<u32, usize>, merge: &Inst) -> &'static str {
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
    let is_left_early = end.and_then(|end| edges.get(&end)).is_some_and(|count| *count > 1);
    if is_left_early { LEFT } else { UNKNOWN }
}
