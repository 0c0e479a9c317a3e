//! Two selections in a row on one condition, of which each does something on another side, become one: `if (c) A; if (!c) B`
//! is `if (c) A else B`. Early returns leave such pairs, and what drivers make of the second branch is dearer.

use super::state::Pass;
use crate::edit;
use dialect::ir::{BlockId, Module, OpId, RegionId, Successor, ValueId, Values, walk};
use dialect::spirv::{attrs, facts};
use spirv::Op;

/// A selection that starts with a conditional branch.
struct Half {
    region: RegionId,
    entry: BlockId,
    merge: BlockId,
    /// The branch.
    end: OpId,
    /// Whether each side leads to the end at once.
    idle: [bool; 2],
}

impl Half {
    fn of(module: &Module, op: OpId) -> Option<Half> {
        if !edit::is_construct(module, op) || edit::is_loop(module, op) {
            return None;
        }
        let region = *module[op].regions.first()?;
        let blocks = &module[region].blocks;
        let (entry, merge) = (*blocks.first()?, *blocks.last()?);
        let end = module.terminator(entry).filter(|end| edit::core(module, *end) == Some(Op::BranchConditional))?;
        let [yes, no] = &module[end].successors[..] else { return None };
        let idle = [yes.block == merge, no.block == merge];
        // A merge block holds nothing else.
        (module[merge].ops.len() == 1).then_some(Half { region, entry, merge, end, idle })
    }

    fn edge<'m>(&self, module: &'m Module, side: usize) -> &'m Successor {
        &module[self.end].successors[side]
    }
}

/// The value of each result of a selection on one of the edges to its end.
struct Yielded(Vec<(ValueId, ValueId)>);

impl Yielded {
    fn of(module: &Module, merge: BlockId, results: &[(ValueId, ValueId)], args: &Values) -> Yielded {
        let value = |yielded: ValueId| {
            let at = module[merge].args.iter().position(|arg| *arg == yielded);
            at.and_then(|at| args.get(at).copied()).unwrap_or(yielded)
        };
        Yielded(results.iter().map(|(result, yielded)| (*result, value(*yielded))).collect())
    }

    fn apply(&self, values: &mut Values) {
        for value in values.iter_mut() {
            if let Some((_, own)) = self.0.iter().find(|(result, _)| result == value) {
                *value = *own;
            }
        }
    }

    fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.0.iter().map(|(_, value)| *value)
    }
}

impl Pass<'_> {
    /// Moves the selection before this one into it, if both are halves of one: the first does nothing on one side, and the
    /// second nothing on the other.
    pub(super) fn fuse(&mut self, op: OpId) {
        let Some(first) = self.out.last().copied() else { return };
        let (Some(one), Some(two)) = (Half::of(self.module, first), Half::of(self.module, op)) else { return };
        let condition = |pass: &mut Self, half: &Half| pass.replaced.resolve(pass.module[half.end].operands[0]);
        let is_same = condition(self, &one) == condition(self, &two);
        let control = |op| facts::number_of(self.module, op, attrs::CONTROL).unwrap_or(0);
        let is_alike = control(first) == control(op) && self.module[two.entry].ops.len() == 1;
        let side = match one.idle {
            [true, false] => 0,
            [false, true] => 1,
            [true, true] | [false, false] => return,
        };
        if !is_same || !is_alike || !two.idle[1 - side] {
            return;
        }
        let Some(end) = edit::merge_op(self.module, first) else { return };
        let yields = self.module[end].operands.clone();
        let results: Vec<(ValueId, ValueId)> = self.module[first].results.iter().copied().zip(yields).collect();
        let results: Vec<_> =
            results.into_iter().filter(|(result, _)| self.replaced.resolve(*result) == *result).collect();
        if !self.take_first_values(op, side, [&one, &two], &results) {
            return;
        }
        self.out.pop();
        self.module[first].block = None;
        self.join_halves(op, side, [&one, &two], &results);
    }

    /// The result of a selection that a choice on its condition takes from one side of it: the other side, where the result
    /// is undefined, gets the constant that is chosen there.
    pub(super) fn settled(&mut self, condition: ValueId, [yes, no]: [ValueId; 2]) -> Option<ValueId> {
        let condition = self.replaced.resolve(condition);
        for (value, other, side) in [(yes, no, 1), (no, yes, 0)] {
            let Some((end, at)) = self.idle_value(value, condition, side) else { continue };
            let args = &self.module[end].successors[side].args;
            if edit::is_undefined(self.module, args[at]) && edit::constant(self.module, other).is_some() {
                self.module[end].successors[side].args[at] = other;
                return Some(value);
            }
        }
        None
    }

    /// The branch that a selection with this result starts with, and the number of the result's argument on its edge of this
    /// side, if the branch has the condition and the edge leads to the end at once.
    fn idle_value(&mut self, result: ValueId, condition: ValueId, side: usize) -> Option<(OpId, usize)> {
        let selection = self.module.defining_op(result)?;
        let half = Half::of(self.module, selection).filter(|half| half.idle[side])?;
        if self.replaced.resolve(self.module[half.end].operands[0]) != condition {
            return None;
        }
        let result = self.module[selection].results.iter().position(|one| *one == result)?;
        let yielded = *self.module[edit::merge_op(self.module, selection)?].operands.get(result)?;
        let at = self.module[half.merge].args.iter().position(|arg| *arg == yielded)?;
        Some((half.end, at))
    }

    /// Gives the second selection's ops the values that the first one's results have there. Returns whether there is room to
    /// visit them all.
    fn take_first_values(
        &mut self,
        op: OpId,
        side: usize,
        [one, two]: [&Half; 2],
        results: &[(ValueId, ValueId)],
    ) -> bool {
        if results.is_empty() {
            return true;
        }
        let inside = walk::ops_in(self.module, op);
        let Some(room) = self.room_for_fusing.checked_sub(inside.len()) else { return false };
        self.room_for_fusing = room;
        let there = Yielded::of(self.module, one.merge, results, &one.edge(self.module, side).args);
        for inner in inside {
            self.replaced.apply(self.module, inner);
            // On the other edge of the second selection, the first one has done its work.
            if inner != two.end {
                there.apply(&mut self.module[inner].operands);
                self.module[inner].successors.iter_mut().for_each(|edge| there.apply(&mut edge.args));
            }
        }
        there.apply(&mut self.module[two.end].successors[side].args);
        true
    }

    /// Makes one selection of both, with the first one's results among its own.
    fn join_halves(&mut self, op: OpId, side: usize, [one, two]: [&Half; 2], results: &[(ValueId, ValueId)]) {
        let module = &mut *self.module;
        let (to_end, mut to_second) = (two.edge(module, 1 - side).args.clone(), two.edge(module, side).clone());
        let there = Yielded::of(module, one.merge, results, &one.edge(module, side).args);
        if to_second.block == two.merge {
            to_second.args.extend(there.values());
        }
        let second = module[two.region].blocks.clone();
        for end in ends(module, &second[1..]) {
            for edge in module[end].successors.iter_mut().filter(|edge| edge.block == two.merge) {
                edge.args.extend(there.values());
            }
        }
        module[one.end].successors[side] = to_second;
        let blocks = module[one.region].blocks.clone();
        let first = &blocks[..blocks.len() - 1];
        for end in ends(module, first) {
            for at in 0..module[end].successors.len() {
                if module[end].successors[at].block == one.merge {
                    let own = Yielded::of(module, one.merge, results, &module[end].successors[at].args);
                    let mut args = to_end.clone();
                    own.apply(&mut args);
                    args.extend(own.values());
                    module[end].successors[at] = Successor { block: two.merge, args };
                }
            }
        }
        first.iter().for_each(|block| module[*block].region = Some(two.region));
        module[two.region].blocks = first.iter().chain(&second[1..]).copied().collect();
        (module[two.entry].region, module[one.merge].region) = (None, None);
        let Some(end) = edit::merge_op(module, op) else { return };
        for (result, _) in results {
            let ty = module.type_of(*result);
            let arg = module.add_arg(two.merge, ty);
            module[end].operands.push(arg);
            let new = module.add_result(op, ty);
            self.replaced.replace(*result, new);
        }
    }
}

fn ends(module: &Module, blocks: &[BlockId]) -> Vec<OpId> {
    blocks.iter().filter_map(|block| module.terminator(*block)).collect()
}
