//! Execution plan of a workgroup: the regions between barriers, their order, and the values live from one into another.

use crate::error::{Result, invalid};
use crate::facts::{self, Cut};
use base::ids::{Map, Set};
use dialect::ir::{BlockId, Module, OpId, ValueId, walk};
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::{Op, Scope};

/// Why invocations synchronise at the start of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// They do not: it is the start of the entry point.
    Start,
    /// A barrier of the workgroup.
    Workgroup,
    /// A barrier of the lanes of a wave that arrive.
    Join,
    /// This operation of the lanes of a wave that arrive.
    Wave(OpId),
    /// This operation of the workgroup.
    Group(OpId),
}

impl Meeting {
    /// Returns whether the whole workgroup synchronises.
    pub(crate) fn is_for_all(self) -> bool {
        matches!(self, Meeting::Workgroup | Meeting::Group(_))
    }
}

/// A piece of the entry point that each invocation runs without waiting.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// Where it starts.
    pub(crate) entry: BlockId,
    /// Why.
    pub(crate) meeting: Meeting,
    /// Its blocks, each before what only it leads to.
    pub(crate) blocks: Vec<BlockId>,
}

/// The plan of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The regions; a region is known by its index, and those that come earlier on the way through the kernel have lower
    /// ones.
    pub(crate) regions: Vec<Region>,
    /// For the blocks that end where invocations meet: the region that comes after.
    pub(crate) next: FxHashMap<BlockId, usize>,
    /// The values that live from one region into another, in order of their definition.
    pub(crate) crossing: Set<ValueId>,
}

impl Plan {
    /// Plans a normalised entry point.
    pub(crate) fn new(module: &Module, func: OpId, cut: Cut) -> Result<Plan> {
        let entry = module[module[func].regions[0]].blocks[0];
        let blocks = order(module, entry, &|_| false);
        let position: FxHashMap<BlockId, usize> = blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let meetings = meetings(module, &blocks, cut);
        let mut next = FxHashMap::default();
        let mut regions = vec![Region { entry: blocks[0], meeting: Meeting::Start, blocks: Vec::new() }];
        let mut entries: Vec<(BlockId, BlockId, Meeting)> = meetings;
        entries.sort_by_key(|(_, entry, _)| position[entry]);
        for (before, entry, meeting) in entries {
            next.insert(before, regions.len());
            regions.push(Region { entry, meeting, blocks: Vec::new() });
        }
        for region in &mut regions {
            region.blocks = order(module, region.entry, &|block| next.contains_key(&block));
        }
        let mut plan = Plan { regions, next, crossing: Set::default() };
        if plan.regions.len() > 1 {
            plan.crossing = crossing(module, &blocks, &plan)?;
        }
        Ok(plan)
    }

    /// Returns whether there are wave operations.
    pub(crate) fn has_waves(&self) -> bool {
        self.regions.iter().any(|region| matches!(region.meeting, Meeting::Wave(_) | Meeting::Join))
    }

    /// The number of barriers in the kernel.
    pub(crate) fn barriers(&self) -> usize {
        self.regions.iter().filter(|region| region.meeting.is_for_all()).count()
    }
}

/// The blocks that an entry reaches, those of a loop or selection together, before those after it; nothing is taken to
/// come after the blocks at which `ends` holds.
///
/// It is a reverse post-order that visits the merge block of a construct first, so that it comes last.
pub(crate) fn order(module: &Module, entry: BlockId, ends: &dyn Fn(BlockId) -> bool) -> Vec<BlockId> {
    let successors = |block: BlockId| -> Vec<BlockId> {
        if ends(block) { Vec::new() } else { walk::successors(module, block).collect() }
    };
    let reached: Set<BlockId> = walk::reverse_post_order(entry, successors).into_iter().collect();
    walk::reverse_post_order(entry, |block| {
        let mut next = successors(block);
        if ends(block) {
            return next;
        }
        // The walk takes from the end, and what it visits first comes last.
        for op in &module[block].ops {
            if matches!(ops::code(module, *op), Some(Code::Core(Op::LoopMerge | Op::SelectionMerge))) {
                let targets: Vec<BlockId> = module[*op].successors.iter().map(|to| to.block).collect();
                next.extend(targets.iter().rev().filter(|target| reached.contains(*target)));
            }
        }
        next
    })
}

/// The blocks that end where invocations meet, with the block that comes after and the reason.
fn meetings(module: &Module, blocks: &[BlockId], cut: Cut) -> Vec<(BlockId, BlockId, Meeting)> {
    let mut found = Vec::new();
    for block in blocks {
        let ops = &module[*block].ops;
        let Some(op) = ops.len().checked_sub(2).map(|at| ops[at]) else { continue };
        if facts::is_meeting(module, op, cut) {
            let meeting = match ops::code(module, op) {
                Some(Code::Core(Op::ControlBarrier)) if facts::scope(module, op) == Some(Scope::Subgroup) => {
                    Meeting::Join
                }
                Some(Code::Core(Op::ControlBarrier)) => Meeting::Workgroup,
                Some(Code::Core(Op::Nop)) => Meeting::Join,
                _ if facts::scope(module, op) == Some(Scope::Workgroup) => Meeting::Group(op),
                _ => Meeting::Wave(op),
            };
            found.extend(walk::successors(module, *block).next().map(|next| (*block, next, meeting)));
        }
    }
    found
}

/// The values that an op uses: rematerialised operands are followed to theirs.
pub(crate) fn real_uses(module: &Module, op: OpId) -> Vec<ValueId> {
    let mut found = Vec::new();
    let mut seen = Set::default();
    let mut stack: Vec<ValueId> = module[op].uses().collect();
    while let Some(value) = stack.pop() {
        if !seen.insert(value) {
            continue;
        }
        match (facts::is_remade(module, value), module.defining_op(value)) {
            (true, Some(op)) => stack.extend(module[op].uses()),
            _ => found.push(value),
        }
    }
    found
}

/// The values that are alive where a region starts. None of them may be alive where the function starts: the frame holds
/// anything there, which must not be taken for an address.
fn crossing(module: &Module, blocks: &[BlockId], plan: &Plan) -> Result<Set<ValueId>> {
    let mut predecessors: Map<BlockId, Vec<BlockId>> = Map::default();
    for block in blocks {
        for successor in walk::successors(module, *block) {
            predecessors.entry(successor).or_default().push(*block);
        }
    }
    let entries: Set<BlockId> = plan.regions.iter().skip(1).map(|region| region.entry).collect();
    let mut alive: Set<(BlockId, ValueId)> = Set::default();
    let mut crossing = Set::default();
    for block in blocks {
        for op in &module[*block].ops {
            // Rematerialised values count where they are used.
            if module[*op].results.first().is_some_and(|value| facts::is_remade(module, *value)) {
                continue;
            }
            for value in real_uses(module, *op) {
                let mut stack = vec![*block];
                while let Some(block) = stack.pop() {
                    if module.block_of(value) == Some(block) || !alive.insert((block, value)) {
                        continue;
                    }
                    if block == blocks[0] {
                        return invalid("a value is used where it may not be defined")
                            .map_err(|error| error.at(module, *op));
                    }
                    if entries.contains(&block) {
                        crossing.insert(value);
                    }
                    stack.extend(predecessors.get(&block).into_iter().flatten());
                }
            }
        }
    }
    // The result of an op that a wave does together is known when its region starts.
    for region in &plan.regions {
        if let Meeting::Wave(op) | Meeting::Group(op) = region.meeting {
            crossing.extend(module[op].results.iter().copied());
            crossing.extend(real_uses(module, op));
        }
    }
    crossing.sort_unstable_by_key(|value| value.raw());
    Ok(crossing)
}
