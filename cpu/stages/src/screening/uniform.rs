//! Whether all threads of a workgroup reach a barrier together: control flow that is the same for all of them.
//!
//! A value is *divergent* if threads of a workgroup may have different ones. A block is if not all threads may run it
//! equally often: it depends on a divergent branch. All that is computed in such a block counts as divergent, so that loops
//! which some threads leave earlier need no rule of their own.

use super::{refuse, settles};
use crate::error::Result;
use dialect::spirv::access::{self, Access};
use dialect::spirv::decode::Inst;
use dialect::spirv::index::Index;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Decoration, Op, StorageClass};
use std::ops::Range;

/// The most blocks of a kernel: what follows is quadratic in the depth of its constructs.
const MOST_BLOCKS: usize = 4096;

/// The blocks of a function.
pub(super) struct Blocks {
    /// The instructions of each, from its label to its terminator.
    pub(super) ranges: Vec<Range<usize>>,
    after: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
}

impl Blocks {
    /// The blocks between the first label and the end of a function.
    ///
    /// # Errors
    /// When there are too many of them, or a branch leads nowhere.
    pub(super) fn new(index: &Index<'_>, body: Range<usize>) -> Result<Self> {
        let (mut ranges, mut of_label) = (Vec::new(), FxHashMap::default());
        let mut start = body.start;
        for at in body {
            let inst = &index.insts[at];
            if inst.op == Op::Label {
                start = at;
                of_label.insert(inst.result_id(), ranges.len());
            }
            if isa::class(inst.op) == isa::Class::Terminator {
                ranges.push(start..at + 1);
            }
        }
        if ranges.is_empty() || ranges.len() > MOST_BLOCKS {
            return refuse(&index.insts[start], "it has no blocks, or too many of them");
        }
        let (mut after, mut before) = (Vec::new(), vec![Vec::new(); ranges.len()]);
        for (number, range) in ranges.iter().enumerate() {
            let last = &index.insts[range.end - 1];
            let mut own = Vec::new();
            for label in targets(last) {
                match of_label.get(&label) {
                    Some(target) if !own.contains(target) => own.push(*target),
                    Some(_) => {}
                    None => return refuse(last, "a branch leads to no block"),
                }
            }
            own.iter().for_each(|target: &usize| before[*target].push(number));
            after.push(own);
        }
        Ok(Blocks { ranges, after, before })
    }

    /// Returns whether control flow can reach a block.
    pub(super) fn is_reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.ranges.len()];
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                open.extend(&self.after[block]);
            }
        }
        reached
    }

    /// The blocks whose branches decide whether a block runs, for each.
    fn deciders(&self) -> Option<Vec<Vec<usize>>> {
        let behind = self.post_dominators()?;
        let mut deciders = vec![Vec::new(); self.ranges.len()];
        for (block, after) in self.after.iter().enumerate().filter(|(_, after)| after.len() > 1) {
            for target in after {
                let mut at = *target;
                while at != behind[block] {
                    // The end, or a block without a way there.
                    if at >= self.ranges.len() {
                        return None;
                    }
                    deciders[at].push(block);
                    at = behind[at];
                }
            }
        }
        Some(deciders)
    }

    /// The nearest block that each way to the end passes, for each; the number behind the last is the end. `None` if a way
    /// has no end.
    fn post_dominators(&self) -> Option<Vec<usize>> {
        let end = self.ranges.len();
        let order = self.order_from_end();
        let mut place = vec![usize::MAX; end + 1];
        order.iter().enumerate().for_each(|(at, block)| place[*block] = at);
        let mut known = vec![usize::MAX; end + 1];
        known[end] = end;
        let mut changes = true;
        while changes {
            changes = false;
            for block in order.iter().copied().filter(|block| *block != end) {
                let ways = self.after[block].iter().copied().chain(self.after[block].is_empty().then_some(end));
                let mut nearest = None;
                for way in ways.filter(|way| known[*way] != usize::MAX) {
                    nearest = Some(nearest.map_or(way, |nearest| meet(&known, &place, nearest, way)));
                }
                let nearest = nearest.unwrap_or(usize::MAX);
                changes |= std::mem::replace(&mut known[block], nearest) != nearest;
            }
        }
        let reached = self.is_reached();
        let has_end = |block: &usize| !reached[*block] || known[*block] != usize::MAX;
        (0..end).all(|block| has_end(&block)).then_some(known)
    }

    /// The end, and the blocks that lead there, each behind one that it leads to.
    fn order_from_end(&self) -> Vec<usize> {
        let end = self.ranges.len();
        let exits: Vec<usize> = (0..end).filter(|block| self.after[*block].is_empty()).collect();
        let (mut seen, mut order) = (vec![false; end + 1], Vec::new());
        let mut open = vec![(end, 0)];
        seen[end] = true;
        while let Some((block, next)) = open.last_mut() {
            let ways = if *block == end { &exits } else { &self.before[*block] };
            match ways.get(*next) {
                Some(way) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[*way], true) {
                        open.push((*way, 0));
                    }
                }
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// The nearest block behind two.
fn meet(known: &[usize], place: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        while place[one] > place[other] {
            one = known[one];
        }
        while place[other] > place[one] {
            other = known[other];
        }
    }
    one
}

/// The labels that a terminator leads to.
#[expect(clippy::wildcard_enum_match_arm, reason = "the other terminators lead nowhere")]
fn targets(last: &Inst) -> Vec<u32> {
    match last.op {
        Op::Branch => vec![last.id(0)],
        Op::BranchConditional => vec![last.id(1), last.id(2)],
        Op::Switch => last.ids_from(1).collect(),
        _ => Vec::new(),
    }
}

/// Makes sure that all threads of a workgroup reach each barrier together.
///
/// # Errors
/// When that is not known of a barrier.
pub(super) fn check_barriers(index: &Index<'_>, blocks: &Blocks) -> Result<()> {
    let all = || blocks.ranges.iter().enumerate().flat_map(|(block, range)| range.clone().map(move |at| (block, at)));
    let mut barriers = all().filter(|(_, at)| index.insts[*at].op == Op::ControlBarrier).peekable();
    let Some((_, first)) = barriers.peek().copied() else { return Ok(()) };
    let Some(deciders) = blocks.deciders() else {
        return refuse(&index.insts[first], "it has a loop without an end");
    };
    let Some(divergent) = divergent_blocks(index, blocks, &deciders) else {
        return refuse(&index.insts[first], "its values depend on each other in too many ways");
    };
    match barriers.find(|(block, _)| divergent[*block]) {
        Some((_, at)) => refuse(&index.insts[at], "a barrier is not known to be reached by all threads"),
        None => Ok(()),
    }
}

/// For each block, whether it may not be run by all threads alike; `None` if that takes too long.
fn divergent_blocks(index: &Index<'_>, blocks: &Blocks, deciders: &[Vec<usize>]) -> Option<Vec<bool>> {
    let mut values = FxHashSet::default();
    let count = blocks.ranges.len();
    let (mut divergent, mut branches) = (vec![false; count], vec![false; count]);
    let has_settled = settles(|| {
        let mut changes = false;
        for (block, range) in blocks.ranges.iter().enumerate() {
            let decided = deciders[block].iter().any(|decider| divergent[*decider] || branches[*decider]);
            changes |= !divergent[block] && decided;
            divergent[block] |= decided;
            let before = blocks.before[block].iter();
            let meets = divergent[block] || before.clone().any(|before| divergent[*before] || branches[*before]);
            for inst in &index.insts[range.clone()] {
                let is_own =
                    divergent[block] || inst.op == Op::Phi && meets || is_source(index, inst) || has_any(&values, inst);
                if is_own && let Some(id) = inst.result {
                    changes |= values.insert(id);
                }
            }
            let last = &index.insts[range.end - 1];
            let parts = matches!(last.op, Op::BranchConditional | Op::Switch) && values.contains(&last.id(0));
            changes |= !branches[block] && parts;
            branches[block] |= parts;
        }
        changes
    });
    has_settled.then_some(divergent)
}

fn has_any(values: &FxHashSet<u32>, inst: &Inst) -> bool {
    let mut has = false;
    access::each_id(&inst.operands, &mut |id| has |= values.contains(&id));
    has
}

/// Returns whether an instruction has results that differ between threads, whatever its operands.
fn is_source(index: &Index<'_>, inst: &Inst) -> bool {
    if let isa::Class::Group(..) = isa::class(inst.op) {
        return true;
    }
    if isa::effects(inst.op).writes != isa::Memory::Nothing && inst.result.is_some() {
        return true;
    }
    inst.op == Op::Load && is_own(index, inst.id(0))
}

/// Returns whether a pointer leads to memory of a thread, or to an input that differs between threads.
fn is_own(index: &Index<'_>, pointer: u32) -> bool {
    let mut root = index.def(pointer);
    while let Some(chain) = root.filter(|inst| inst.op != Op::Variable && !inst.operands.is_empty()) {
        root = index.def(chain.id(0)).filter(|inst| inst.result_id() < chain.result_id() || inst.op == Op::Variable);
    }
    let Some(variable) = root else { return true };
    let shared = [
        StorageClass::Uniform,
        StorageClass::StorageBuffer,
        StorageClass::PushConstant,
        StorageClass::Workgroup,
        StorageClass::UniformConstant,
    ];
    if shared.iter().any(|class| *class as u32 == variable.value(0)) {
        return false;
    }
    let builtin = index.decoration(variable.result_id(), Decoration::BuiltIn).map(|one| one.number(0));
    let same = [BuiltIn::WorkgroupId, BuiltIn::NumWorkgroups, BuiltIn::WorkgroupSize].map(|one| one as u32);
    !builtin.is_some_and(|builtin| same.contains(&builtin))
}
