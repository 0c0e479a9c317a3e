//! If-conversion inside of regions: a conditional branch whose arms lead to the same block, as exits do that differ only in
//! values, becomes an unconditional one, with an `OpSelect` for each value.

use super::if_conversion;
use super::state::Pass;
use crate::edit;
use dialect::ir::{Attr, BlockId, Module, OpId, RegionId, Successor, Type, ValueId, Values, walk};
use dialect::spirv::ops;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::ops::Range;

/// Limit of the ops that choose the values of one branch.
const MAX_SELECTS: usize = 4;

/// A branch with two arms of one block each at most, which lead to the same block.
struct Diamond {
    end: OpId,
    target: BlockId,
    /// The blocks of the arms, for true and for false, with their arguments for the target.
    arms: [(Option<BlockId>, Values); 2],
}

/// The form in which a value of a target is available.
#[derive(Clone, Copy)]
enum Chosen {
    Known(ValueId),
    Condition,
    Opposite,
    Either(ValueId, ValueId),
}

impl Pass<'_> {
    /// Replaces the diamonds of a region by selects. The branch that a selection starts with is left to [`Pass::choose`].
    pub(super) fn convert_diamonds(&mut self, region: RegionId, is_loop: bool) {
        let blocks = &self.module[region].blocks;
        let sources = 1..blocks.len().saturating_sub(1 + usize::from(is_loop));
        if sources.len() < 2 {
            return;
        }
        let blocks = blocks.clone();
        let mut edges: Option<Edges> = None;
        let mut gone = FxHashSet::default();
        for at in sources.clone().rev() {
            let Some(diamond) = diamond(self.module, blocks[at]) else { continue };
            // The header of a loop, its continue and the merge block stay.
            let first = sources.start + usize::from(is_loop);
            let edges = edges.get_or_insert_with(|| Edges::of(self.module, &blocks, first..sources.end));
            if !self.is_free(&diamond, edges) {
                continue;
            }
            let Some(chosen) = self.chosen(&diamond) else { continue };
            self.convert_diamond(blocks[at], &diamond, &chosen);
            gone.extend(diamond.arms.iter().filter_map(|(block, _)| *block));
            if edges.drop_one(diamond.target) {
                self.pass_args(Some(diamond.end));
            }
        }
        if !gone.is_empty() {
            self.module[region].blocks.retain(|block| !gone.contains(block));
        }
    }

    /// Returns whether nothing but this branch leads to the arms, and these may be speculated.
    fn is_free(&self, diamond: &Diamond, edges: &Edges) -> bool {
        let may_go =
            |block: BlockId| edges.is_single(block) && self.module[block].args.is_empty() && self.is_cheap(block);
        diamond.arms.iter().all(|(block, _)| block.is_none_or(may_go))
    }

    /// The values that the target gets, if choosing them is cheap.
    fn chosen(&mut self, diamond: &Diamond) -> Option<Vec<Chosen>> {
        let args = self.module[diamond.target].args.clone();
        let mut cost = 0;
        let mut all = Vec::with_capacity(args.len());
        for (at, arg) in args.into_iter().enumerate() {
            let [yes, no] = [0, 1].map(|arm: usize| self.replaced.resolve(diamond.arms[arm].1[at]));
            let chosen = choose_value(self.module, yes, no);
            let ty = self.module.type_of(arg);
            cost += match chosen {
                Chosen::Known(_) | Chosen::Condition => 0,
                Chosen::Opposite => 1,
                Chosen::Either(..) if !if_conversion::may_pick(self.module, [yes, no], ty) => return None,
                Chosen::Either(..) => match (&self.module.ctx[ty], if_conversion::numbers_in(self.module, ty)) {
                    (Type::Vector { .. }, _) => 2,
                    (_, members) => members.unwrap_or(1),
                },
            };
            all.push(chosen);
        }
        (cost <= MAX_SELECTS).then_some(all)
    }

    /// Moves what the arms compute in front of the branch, and the selects after that.
    fn convert_diamond(&mut self, block: BlockId, diamond: &Diamond, chosen: &[Chosen]) {
        let outer_block = std::mem::replace(&mut self.block, block);
        let mut ops = std::mem::take(&mut self.module[block].ops);
        ops.pop();
        let outer = std::mem::replace(&mut self.out, ops);
        // What is known here does not hold outside of the block.
        let scope = self.open_scope();
        for arm in diamond.arms.iter().filter_map(|(block, _)| *block) {
            let mut ops = std::mem::take(&mut self.module[arm].ops);
            ops.pop();
            self.drop_notes(&mut ops, diamond.end);
            edit::adopt(self.module, block, &ops);
            self.out.extend(ops);
        }
        let condition = self.module[diamond.end].operands[0];
        let types: Vec<_> =
            self.module[diamond.target].args.clone().into_iter().map(|arg| self.module.type_of(arg)).collect();
        let mut args = Values::default();
        for (chosen, ty) in chosen.iter().zip(types) {
            args.push(match *chosen {
                Chosen::Known(value) => value,
                Chosen::Condition => condition,
                Chosen::Opposite => self.emit(ops::core(Op::LogicalNot), [condition], [], ty, diamond.end),
                Chosen::Either(yes, no) => self.pick(diamond.end, condition, [yes, no], ty),
            });
        }
        self.close_scope(scope);
        let end = &mut self.module[diamond.end];
        end.info = ops::core(Op::Branch);
        end.operands.clear();
        end.attrs.clear();
        end.successors = vec![Successor { block: diamond.target, args }];
        self.out.push(diamond.end);
        self.module[block].ops = std::mem::replace(&mut self.out, outer);
        self.block = outer_block;
    }
}

/// The blocks of a region that may be removed, each with the number of edges to it.
struct Edges(FxHashMap<BlockId, usize>);

impl Edges {
    fn of(module: &Module, blocks: &[BlockId], inner: Range<usize>) -> Self {
        let mut edges: FxHashMap<BlockId, usize> = blocks[inner].iter().map(|block| (*block, 0)).collect();
        for target in blocks.iter().flat_map(|block| walk::successors(module, *block)) {
            if let Some(count) = edges.get_mut(&target) {
                *count += 1;
            }
        }
        Edges(edges)
    }

    fn is_single(&self, block: BlockId) -> bool {
        self.0.get(&block) == Some(&1)
    }

    /// Counts an edge less; returns whether a single one is left, to a block that may be removed.
    fn drop_one(&mut self, block: BlockId) -> bool {
        let Some(count) = self.0.get_mut(&block) else { return false };
        *count -= 1;
        *count == 1
    }
}

/// The diamond that a block starts.
fn diamond(module: &Module, block: BlockId) -> Option<Diamond> {
    let end = module.terminator(block).filter(|end| edit::core(module, *end) == Some(Op::BranchConditional))?;
    let [yes, no] = &module[end].successors[..] else { return None };
    if yes.block == no.block {
        return None;
    }
    let behind = |edge: &Successor| {
        let end = module.terminator(edge.block).filter(|end| edit::core(module, *end) == Some(Op::Branch))?;
        Some(module[end].successors.first()?.block)
    };
    let (after_yes, after_no) = (behind(yes), behind(no));
    let target = match (after_yes, after_no) {
        (Some(target), _) if target == no.block => target,
        (_, Some(target)) if target == yes.block => target,
        (Some(one), Some(other)) if one == other => one,
        _ => return None,
    };
    let arms = [if_conversion::arm(module, yes, target)?, if_conversion::arm(module, no, target)?];
    Some(Diamond { end, target, arms })
}

/// The form of a value selected from two.
fn choose_value(module: &Module, yes: ValueId, no: ValueId) -> Chosen {
    let truth =
        |value| if let Attr::Bool(value) = module.ctx[edit::constant(module, value)?] { Some(value) } else { None };
    match (truth(yes), truth(no)) {
        _ if yes == no || edit::is_undefined(module, no) => Chosen::Known(yes),
        _ if edit::is_undefined(module, yes) => Chosen::Known(no),
        (Some(true), Some(false)) => Chosen::Condition,
        (Some(false), Some(true)) => Chosen::Opposite,
        _ => Chosen::Either(yes, no),
    }
}
