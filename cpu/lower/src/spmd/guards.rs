//! Accesses to neighbouring elements of a buffer under a condition for each, as in `if (i < count) a[i] = x; if (i + 1 < count) a[i + 1]
//! = y;`: where both conditions hold, both accesses are in one block, which accesses the elements of all lanes as one piece.
//!
//! Both conditions are computed before, and what stands between the accesses is moved before or behind them. Invocations for which
//! not both hold go on as they did.

use super::normalise::{Copy, jump};
use super::recompute;
use crate::adjacent::{self, Access};
use crate::facts;
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{BlockId, Module, OpId, Successor, ValueId, walk};
use dialect::spirv::effects;
use dialect::spirv::facts as module_facts;
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};

/// The limit of ops in a block.
const MOST_OPS: usize = 16;
/// The limit of pairs in a kernel.
const MOST_PAIRS: usize = 16;

/// A block that is executed under a condition, and the block behind it.
#[derive(Clone, Copy)]
struct Guard {
    /// The branch.
    branch: OpId,
    /// The block for which the condition has to hold,
    inside: BlockId,
    /// its last op,
    end: OpId,
    /// and the block behind it, which both lead to.
    behind: BlockId,
}

/// Joins guards in a flat function.
pub(crate) fn join(module: &mut Module, func: OpId) {
    for _ in 0..MOST_PAIRS {
        let Some(pair) = Pair::find(module, func) else { return };
        pair.join(module, func);
    }
}

/// The number of ways to each block.
type Ways = FxHashMap<BlockId, usize>;

impl Guard {
    /// The guard at the end of a block.
    fn at(module: &Module, ways: &Ways, block: BlockId) -> Option<Guard> {
        let branch = module.terminator(block)?;
        let [inside, behind] = &module[branch].successors[..] else { return None };
        let (inside, behind) = (inside.block, behind.block);
        let end = module.terminator(inside)?;
        let leads_behind = matches!(&module[end].successors[..], [to] if to.block == behind);
        let is_alone = ways.get(&inside) == Some(&1) && ways.get(&behind) == Some(&2) && inside != behind;
        let ops = &module[inside].ops;
        let is_plain = ops.len() <= MOST_OPS && ops[..ops.len() - 1].iter().all(|op| is_plain(module, *op));
        let codes = [(branch, Op::BranchConditional), (end, Op::Branch)];
        let are_branches = codes.iter().all(|(op, code)| ops::code(module, *op) == Some(Code::Core(*code)));
        let has_args = !module[inside].args.is_empty();
        let fits = are_branches && leads_behind && is_alone && is_plain && !has_args;
        fits.then_some(Guard { branch, inside, end, behind })
    }

    /// The access to a buffer in it, if it is the only one.
    fn access<'m>(&self, module: &'m Module) -> Option<(Access<'m>, bool)> {
        let mut found = module[self.inside].ops.iter().filter_map(|op| {
            let access = adjacent::access(module, *op)?;
            let storage = module_facts::storage_of(module, module.type_of(module[*op].operands[0]));
            (storage != Some(StorageClass::Workgroup)).then_some((access, is_store(module, *op)))
        });
        found.next().filter(|_| found.next().is_none())
    }
}

fn is_store(module: &Module, op: OpId) -> bool {
    ops::code(module, op) == Some(Code::Core(Op::Store))
}

/// Returns whether an op computes, loads or stores.
fn is_plain(module: &Module, op: OpId) -> bool {
    let effects = effects::of_op(module, op);
    let is_access = matches!(ops::code(module, op), Some(Code::Core(Op::Load | Op::Store)));
    !effects.kept && (is_access || is_pure(module, op))
}

/// Returns whether an op only computes integers or addresses.
fn is_pure(module: &Module, op: OpId) -> bool {
    let is_remade = module[op].results.first().is_some_and(|result| facts::is_remade(module, *result));
    let is_access = matches!(ops::code(module, op), Some(Code::Core(Op::Load | Op::Variable)));
    recompute::cost(module, op).is_some() || (is_remade && !is_access)
}

/// Two guards, one behind the other.
struct Pair {
    block: BlockId,
    first: Guard,
    second: Guard,
    /// The ops between them that are moved before both, and behind both.
    before: Vec<OpId>,
    behind: Vec<OpId>,
}

impl Pair {
    fn find(module: &Module, func: OpId) -> Option<Pair> {
        let blocks = &module[module[func].regions[0]].blocks;
        let mut ways = Ways::default();
        for to in blocks.iter().flat_map(|block| walk::successors(module, *block)) {
            *ways.entry(to).or_default() += 1;
        }
        blocks.iter().find_map(|block| Pair::at(module, &ways, *block))
    }

    fn at(module: &Module, ways: &Ways, block: BlockId) -> Option<Pair> {
        let first = Guard::at(module, ways, block)?;
        let second = Guard::at(module, ways, first.behind)?;
        let ((one, is_stored), (other, is_other_stored)) = (first.access(module)?, second.access(module)?);
        let behind = [first.inside, first.behind, second.inside, block].contains(&second.behind);
        if behind || is_stored != is_other_stored || one.distance(&other).is_none() {
            return None;
        }
        let mut pair = Pair { block, first, second, before: Vec::new(), behind: Vec::new() };
        let ops = &module[first.behind].ops;
        for op in ops.iter().filter(|op| **op != second.branch && !is_merge(module, **op)) {
            if is_pure(module, *op) && pair.is_available(module, *op) {
                pair.before.push(*op);
            } else if is_store(module, *op) && pair.is_movable(module, *op) {
                pair.behind.push(*op);
            } else {
                return None;
            }
        }
        let condition = *module[second.branch].operands.first()?;
        let is_before = |value: ValueId| module.defining_op(value).is_some_and(|op| pair.before.contains(&op));
        (module.block_of(condition) != Some(first.behind) || is_before(condition)).then_some(pair)
    }

    /// Returns whether the operands of an op are available before the first guard.
    fn is_available(&self, module: &Module, op: OpId) -> bool {
        module[op].operands.iter().all(|operand| match module.defining_op(*operand) {
            Some(made) => module[made].block != Some(self.first.behind) || self.before.contains(&made),
            None => module.block_of(*operand) != Some(self.first.behind),
        })
    }

    /// Returns whether a store to groupshared memory can be behind the second guard.
    fn is_movable(&self, module: &Module, op: OpId) -> bool {
        let pointer = module[op].operands[0];
        let is_shared = module_facts::storage_of(module, module.type_of(pointer)) == Some(StorageClass::Workgroup);
        let is_other = |op: &OpId| !adjacent::may_meet(module, pointer, *op);
        is_shared && is_plain(module, op) && module[self.second.inside].ops.iter().all(is_other)
    }

    fn join(&self, module: &mut Module, func: OpId) {
        let Pair { block, first, second, .. } = *self;
        let region = module[func].regions[0];
        let [both, others] = [(); 2].map(|()| module.add_block(region));
        self.clear(module);
        self.hand_on(module, func);
        self.fill(module, both);
        // Invocations for which not both conditions hold take the original branch.
        let conditions = [first.branch, second.branch].map(|branch| module[branch].operands[0]);
        let ty = module.type_of(conditions[0]);
        let merge = module[first.behind].ops.iter().copied().find(|op| is_merge(module, *op));
        let rest = module[block].ops.iter().position(|op| is_merge(module, *op) || *op == first.branch);
        let rest = rest.map(|at| module[block].ops.split_off(at)).unwrap_or_default();
        rest.into_iter().for_each(|op| module.append(others, op));
        self.before.iter().for_each(|op| module.append(block, *op));
        let and = module.add_op(ops::core(Op::LogicalAnd));
        module[and].operands.extend_from_slice(&conditions);
        module.append(block, and);
        let and = module.add_result(and, ty);
        if let Some(merge) = merge {
            Copy::default().op(module, merge, block);
        }
        let branch = module.add_op(ops::core(Op::BranchConditional));
        module[branch].operands.push(and);
        module[branch].successors.extend([both, others].map(Successor::new));
        module.append(block, branch);
        let entry = module[region].blocks[0];
        module[region].blocks = walk::reverse_post_order(entry, |block| walk::successors(module, block));
    }

    /// Moves what is between the guards behind both, and takes out what is moved before them.
    fn clear(&self, module: &mut Module) {
        let (between, behind) = (self.first.behind, self.second.behind);
        let is_moved = |op: &OpId| self.before.contains(op) || self.behind.contains(op);
        module[between].ops.retain(|op| !is_moved(op));
        for op in &self.behind {
            module[*op].block = Some(behind);
        }
        module[behind].ops.splice(0..0, self.behind.iter().copied());
    }

    /// Passes what the block between the guards is given on to the one behind both.
    fn hand_on(&self, module: &mut Module, func: OpId) {
        let (between, behind) = (self.first.behind, self.second.behind);
        let given = module[between].args.to_vec();
        let mut inside = Rewrites::default();
        for arg in &given {
            let ty = module.type_of(*arg);
            let new = module.add_arg(behind, ty);
            inside.replace(*arg, new);
        }
        inside.apply(module, func);
        // Where it still is what it was.
        let back: FxHashMap<ValueId, ValueId> =
            module[behind].args.iter().rev().zip(given.iter().rev()).map(|(new, old)| (*new, *old)).collect();
        for block in [between, self.second.inside] {
            for op in module[block].ops.clone() {
                for value in module[op].uses_mut() {
                    *value = back.get(value).copied().unwrap_or(*value);
                }
            }
        }
        for end in [self.second.branch, self.second.end] {
            for way in module[end].successors.iter_mut().filter(|way| way.block == behind) {
                way.args.extend(given.iter().copied());
            }
        }
    }

    /// Copies both guarded blocks into one.
    fn fill(&self, module: &mut Module, both: BlockId) {
        let Pair { first, second, .. } = *self;
        let mut copy = Copy::default();
        for (guard, behind) in [(first, first.behind), (second, second.behind)] {
            for op in module[guard.inside].ops.clone() {
                if op != guard.end {
                    copy.op(module, op, both);
                }
            }
            let given = module[guard.end].successors[0].args.to_vec();
            let given: Vec<ValueId> = given.into_iter().map(|value| copy.value(value)).collect();
            if behind == second.behind {
                return jump(module, both, behind, given);
            }
            copy.values.extend(module[behind].args.iter().copied().zip(given));
        }
    }
}

fn is_merge(module: &Module, op: OpId) -> bool {
    ops::code(module, op) == Some(Code::Core(Op::SelectionMerge))
}
