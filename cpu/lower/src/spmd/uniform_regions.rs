//! Regions that all invocations of a workgroup run uniformly, however they are divided into waves: when they all reach
//! the same barriers, the workgroup has one state; uniform values are stored once; and where only the first invocations
//! have work between two barriers, the others are skipped.

use super::flow::{Flow, Item, Target};
use super::plan::Plan;
use super::variance::{Lanes, Variance, is_lane_number};
use crate::facts;
use crate::interface::Interface;
use base::ids::Set;
use dialect::ir::{BlockId, Module, OpId, ValueId};
use dialect::spirv::effects;
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Lanes of a workgroup that enter a zone, as a condition on the lane's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Lanes below an unsigned number.
    Below(ValueId),
    /// Lanes below a signed number.
    BelowSigned(ValueId),
    /// The lane with this number.
    At(ValueId),
}

impl Bound {
    /// The number of lanes, where it is known.
    fn lanes(self, module: &Module) -> Option<u64> {
        match self {
            Bound::Below(number) => facts::constant(module, number),
            Bound::BelowSigned(number) => {
                facts::constant(module, number).map(|number| (number as u32 as i32).max(0) as u64)
            }
            // No lane has the largest number.
            Bound::At(number) => facts::constant(module, number).map(|number| number + 1),
        }
    }
}

/// The bound of each zone, by the block before it.
type Bounds = FxHashMap<BlockId, Bound>;

/// Facts about regions that the invocations of a workgroup run uniformly.
#[derive(Debug)]
pub(crate) struct UniformRegions {
    /// The values that are live across regions and uniform in the workgroup.
    pub(crate) passed: Set<ValueId>,
    /// The bounds in each region whose side effects are all in bounded zones; `None` for other regions.
    narrow: Vec<Option<Bounds>>,
    /// The lanes for which such a region is, where all of its bounds are constants.
    counts: Vec<Option<u64>>,
    /// The region that follows the last workgroup of a thread.
    pub(crate) last: Option<usize>,
}

struct Finder<'m> {
    module: &'m Module,
    interface: &'m Interface,
    lanes: Lanes,
    variance: &'m Variance,
    region: usize,
    bounds: Bounds,
}

impl UniformRegions {
    /// Analyses the regions, given the divergence within a wave and within the workgroup; `None` where not all invocations
    /// reach the same barriers.
    pub(crate) fn new(
        module: &Module,
        plan: &Plan,
        interface: &Interface,
        wave: &Variance,
        group: &Variance,
        lanes: Lanes,
    ) -> Option<UniformRegions> {
        let is_opaque = |value: &ValueId| facts::holds_opaque(module, module.type_of(*value));
        if plan.regions.len() == 1 || !group.stay_together() || plan.crossing.iter().any(is_opaque) {
            return None;
        }
        let is_same = |value: &ValueId| !wave.varies(*value) && !group.varies(*value);
        let passed: Set<ValueId> = plan.crossing.iter().copied().filter(is_same).collect();
        let narrow = |region: usize| {
            let flow = &group.flows[region];
            let is_made_here =
                |value: &ValueId| module.block_of(*value).is_some_and(|block| flow.home.contains_key(&block));
            if plan.crossing.iter().any(|value| is_made_here(value) && !passed.contains(value)) {
                return None;
            }
            let bounds = Bounds::default();
            let mut finder = Finder { module, interface, lanes, variance: group, region, bounds };
            finder.level(0).map(|()| finder.bounds)
        };
        let narrow: Vec<Option<Bounds>> = (0..plan.regions.len()).map(narrow).collect();
        let count = |bounds: &Option<Bounds>| {
            let counts = bounds.as_ref()?.values().map(|bound| bound.lanes(module));
            counts.collect::<Option<Vec<_>>>()?.into_iter().max()
        };
        let counts = narrow.iter().map(count).collect();
        Some(UniformRegions { passed, narrow, counts, last: None })
    }

    /// Returns whether lanes beyond all bounds of a region have no side effects in it.
    pub(crate) fn is_narrow(&self, region: usize) -> bool {
        self.narrow.get(region).is_some_and(Option::is_some)
    }

    /// The lanes for which a narrow region is, where that is known.
    pub(crate) fn count(&self, region: usize) -> Option<u64> {
        self.counts.get(region).copied().flatten()
    }

    /// The number of lanes that enter a block of a narrow region, where it is known: those below a constant.
    pub(crate) fn lanes_of(&self, module: &Module, region: usize, block: BlockId) -> Option<u64> {
        let bounds = self.narrow.get(region)?.as_ref()?;
        let leads = |from: &BlockId| {
            let end = module.terminator(*from);
            end.and_then(|end| module[end].successors.first()).is_some_and(|to| to.block == block)
        };
        let (_, bound) = bounds.iter().find(|(from, _)| leads(from))?;
        matches!(bound, Bound::Below(_) | Bound::BelowSigned(_)).then(|| bound.lanes(module))?
    }

    /// The bound of the zone that begins at the end of a block of a narrow region.
    pub(crate) fn bound(&self, region: usize, block: BlockId) -> Option<Bound> {
        self.narrow.get(region)?.as_ref()?.get(&block).copied()
    }
}

impl Finder<'_> {
    fn flow(&self) -> &Flow {
        &self.variance.flows[self.region]
    }

    /// Collects the bounds of a level, if all of its side effects are in bounded zones.
    fn level(&mut self, level: usize) -> Option<()> {
        let items = self.flow().levels[level].items.clone();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            let start = self.flow().levels[level].starts.get(&at).copied();
            match (*item, start) {
                (Item::Block(block), None) => self.only_computes(block)?,
                (Item::Block(block), Some(Some(join))) => {
                    self.only_computes(block)?;
                    let bound = self.bound_of(level, block, join)?;
                    self.bounds.insert(block, bound);
                    at = join;
                    continue;
                }
                // Levels nest as deep as loops do, for which there is a bound.
                (Item::Loop(inner), None) if !self.flow().levels[inner].diverges => self.level(inner)?,
                (Item::Block(_), Some(None)) | (Item::Loop(_), _) => return None,
            }
            at += 1;
        }
        Some(())
    }

    /// Checks that a block has no side effects but synchronisation.
    fn only_computes(&self, block: BlockId) -> Option<()> {
        let meets = |op: OpId| {
            matches!(
                ops::code(self.module, op),
                Some(Code::Core(
                    Op::ControlBarrier
                        | Op::MemoryBarrier
                        | Op::Branch
                        | Op::BranchConditional
                        | Op::Switch
                        | Op::Return
                        | Op::SelectionMerge
                        | Op::LoopMerge
                ))
            )
        };
        let only_computes = |op: &OpId| effects::of_op(self.module, *op).is_removable() || meets(*op);
        self.module[block].ops.iter().all(only_computes).then_some(())
    }

    /// The bound of a zone, if the lanes beyond it branch to the join.
    fn bound_of(&self, level: usize, block: BlockId, join: usize) -> Option<Bound> {
        let end = self.module.terminator(block)?;
        let (Some(Code::Core(Op::BranchConditional)), [_, other]) =
            (ops::code(self.module, end), self.module[end].successors.as_slice())
        else {
            return None;
        };
        let goes_on = match self.flow().target(level, other.block) {
            Target::Item(item) => item == join,
            Target::Latch => join == self.flow().levels[level].items.len(),
            Target::Exit => false,
        };
        // What is made elsewhere need not be available.
        let condition = *self.module[end].operands.first()?;
        (goes_on && self.module.block_of(condition) == Some(block)).then_some(())?;
        let op = self.module.defining_op(condition)?;
        let [first, second] = self.module[op].operands.as_slice() else { return None };
        let is_number = |lane: ValueId| is_lane_number(self.module, self.interface, self.lanes, lane);
        let is_bound = |lane: ValueId, by: ValueId| is_number(lane) && self.is_for_all(by, block);
        match ops::code(self.module, op)? {
            Code::Core(Op::ULessThan) if is_bound(*first, *second) => Some(Bound::Below(*second)),
            Code::Core(Op::UGreaterThan) if is_bound(*second, *first) => Some(Bound::Below(*first)),
            Code::Core(Op::SLessThan) if is_bound(*first, *second) => Some(Bound::BelowSigned(*second)),
            Code::Core(Op::SGreaterThan) if is_bound(*second, *first) => Some(Bound::BelowSigned(*first)),
            Code::Core(Op::IEqual) if is_bound(*first, *second) => Some(Bound::At(*second)),
            Code::Core(Op::IEqual) if is_bound(*second, *first) => Some(Bound::At(*first)),
            _ => None,
        }
    }

    /// Returns whether all lanes have a 32-bit number.
    fn is_for_all(&self, value: ValueId, block: BlockId) -> bool {
        let ty = &self.module.ctx[self.module.type_of(value)];
        matches!(ty, dialect::ir::Type::Int { width: 32, .. })
            && !self.variance.varies_at(self.module, self.region, value, block)
    }
}
