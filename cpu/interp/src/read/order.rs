//! The order of a function's blocks: a block of a construct precedes the construct's merge block, and the body of a
//! loop before its continue target. So lanes that part meet again if the one that is furthest behind goes first.

use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use isa::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::ops::Range;

/// A block: its instructions after the label, the terminator included.
pub(super) struct Block {
    pub(super) label: u32,
    pub(super) range: Range<usize>,
}

/// The blocks of a function that can be reached, in order.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn blocks(insts: &[Inst], function: Range<usize>) -> Vec<Block> {
    let mut all: FxHashMap<u32, Range<usize>> = FxHashMap::default();
    let (mut first, mut open) = (None, None);
    for at in function {
        match insts[at].op {
            Op::Label => {
                open = Some((insts[at].result_id(), at + 1));
                first = first.or(open.map(|(label, _)| label));
            }
            op if isa::class(op) == Class::Terminator => {
                if let Some((label, start)) = open.take() {
                    all.insert(label, start..at + 1);
                }
            }
            _ => {}
        }
    }
    let order = first.map_or_else(Vec::new, |first| order(insts, &all, first));
    order.into_iter().map(|label| Block { label, range: all[&label].clone() }).collect()
}

/// The reverse of the order in which a walk leaves blocks that goes to merge blocks first.
fn order(insts: &[Inst], all: &FxHashMap<u32, Range<usize>>, first: u32) -> Vec<u32> {
    let (mut seen, mut left) = (FxHashSet::default(), Vec::new());
    let mut stack = vec![(first, false)];
    while let Some((label, is_done)) = stack.pop() {
        if is_done {
            left.push(label);
            continue;
        }
        let Some(range) = all.get(&label).filter(|_| seen.insert(label)) else { continue };
        stack.push((label, true));
        let mut next = next_of(&insts[range.clone()]);
        next.reverse();
        stack.extend(next.into_iter().filter(|label| !seen.contains(label)).map(|label| (label, false)));
    }
    left.reverse();
    left
}

/// The blocks that follow, the last ones in the order first.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn next_of(insts: &[Inst]) -> Vec<u32> {
    let mut next = Vec::new();
    for inst in insts.iter().rev().take(2).rev() {
        match inst.op {
            Op::LoopMerge => next.extend([inst.id(0), inst.id(1)]),
            Op::SelectionMerge => next.push(inst.id(0)),
            Op::Branch => next.push(inst.id(0)),
            Op::BranchConditional => next.extend([inst.id(2), inst.id(1)]),
            Op::Switch => {
                let mut targets: Vec<u32> = inst.ids_from(1).collect();
                targets.reverse();
                next.extend(targets);
            }
            _ => {}
        }
    }
    next
}
