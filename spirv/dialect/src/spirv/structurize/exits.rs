//! The inverse of structurisation, for what it makes of exits: a branch behind a selection, on a number that tells how the
//! selection ended, is taken where that number is known.
//!
//! In `if (c) { a(); break; } b();` the selection of `c` yields whether to break, and a branch tests that behind it. SPIR-V
//! lets the way through `a` leave the loop at once, so that nothing is tested twice. Loops and switches can be left like
//! that, and loops continued, out of any number of selections. This comes last: the edges lead to blocks of outer regions,
//! which the writer takes and nothing else.

use crate::ir::rewrite::Rewrites;
use crate::ir::{BlockId, Module, OpId, RegionId, Successor, ValueId, Values, walk};
use crate::spirv::ops::{self, Code, Mlir};
use crate::spirv::{attrs, debug, facts};
use base::ids::Set;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// Threads the exits of all structured functions.
pub fn thread_exits(module: &mut Module) {
    for op in module.top_ops().to_vec() {
        let is_structured = |region: &RegionId| module[*region].blocks.len() == 1;
        if is(module, op, Mlir::Func) && module[op].regions.first().is_some_and(is_structured) {
            function(module, op);
        }
    }
}

fn is(module: &Module, op: OpId, code: Mlir) -> bool {
    ops::code(module, op) == Some(Code::Mlir(code))
}

/// The core instruction of an op.
fn core(module: &Module, op: OpId) -> Option<Op> {
    ops::code(module, op).and_then(Code::core)
}

/// The number of an integer or boolean constant.
fn constant(module: &Module, value: ValueId) -> Option<u64> {
    let op = module.defining_op(value).filter(|op| is(module, *op, Mlir::Constant))?;
    facts::number_of(module, op, attrs::VALUE)
}

/// The terminator of a selection, which yields its results.
fn merge_op(module: &Module, construct: OpId) -> Option<OpId> {
    let region = module[construct].regions.first()?;
    let block = module[*region].blocks.last()?;
    module[*block].ops.last().copied()
}

fn function(module: &mut Module, func: OpId) {
    let mut pass = Pass { func, incoming: None, module, rewrites: Rewrites::default(), threaded: Threaded::default() };
    let body = pass.module[func].regions[0];
    let mut open = vec![(body, Ends::default())];
    while let Some((region, ends)) = open.pop() {
        pass.region(region, ends, &mut open);
    }
    let Pass { rewrites, threaded, .. } = pass;
    if threaded.selections.is_empty() {
        return;
    }
    rewrites.apply(module, func);
    prune(module, func, &threaded);
}

/// The blocks that branches out of selections may lead to.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// The merge block of the innermost loop or switch.
    breaks: Option<BlockId>,
    /// The continue target of the innermost loop.
    continues: Option<BlockId>,
}

impl Ends {
    fn has(self, block: BlockId) -> bool {
        [self.breaks, self.continues].contains(&Some(block))
    }

    /// Exits inside of a construct.
    fn inside(self, module: &Module, construct: OpId) -> Ends {
        let blocks = module[construct].regions.first().map_or(&[][..], |region| &module[*region].blocks);
        let merge = blocks.last().copied();
        if is(module, construct, Mlir::Loop) {
            return Ends { breaks: merge, continues: blocks.len().checked_sub(2).map(|at| blocks[at]) };
        }
        let end = blocks.first().and_then(|entry| module.terminator(*entry));
        match end.and_then(|end| core(module, end)) {
            Some(Op::Switch) => Ends { breaks: merge, ..self },
            Some(_) => self,
            None => Ends::default(),
        }
    }
}

/// A branch behind a selection.
struct Test {
    selection: OpId,
    branch: OpId,
    /// The comparison of the number with a constant, between the two.
    compare: Option<OpId>,
    /// The index of the successor that is an exit.
    exit: usize,
}

/// A way to the merge block of a selection.
#[derive(Clone, Copy)]
struct Edge {
    terminator: OpId,
    at: usize,
    /// The successor that the branch behind the selection takes.
    way: usize,
}

struct Pass<'m> {
    module: &'m mut Module,
    func: OpId,
    /// The edges to each block, found with the first test: most functions have none.
    incoming: Option<FxHashMap<BlockId, Incoming>>,
    rewrites: Rewrites,
    threaded: Threaded,
}

/// The edges that lead to a block.
#[derive(Default)]
struct Incoming {
    edges: usize,
    /// The branches that have led there. Some of them may lead elsewhere by now.
    branches: Vec<OpId>,
}

/// Exits that have been threaded.
#[derive(Default)]
struct Threaded {
    /// The selections that lost exits, each once.
    selections: Set<OpId>,
    /// The comparisons behind them.
    compares: Vec<OpId>,
}

impl Pass<'_> {
    /// Threads the exits that a region tests, and finds the regions inside of it.
    fn region(&mut self, region: RegionId, ends: Ends, open: &mut Vec<(RegionId, Ends)>) {
        let mut gone = FxHashSet::default();
        let is_loop = self.module[region].op.is_some_and(|op| is(self.module, op, Mlir::Loop));
        let own_continue = ends.continues.filter(|_| is_loop);
        for (at, block) in self.module[region].blocks.clone().into_iter().enumerate() {
            if gone.contains(&block) {
                continue;
            }
            // What is behind the continue target leaves the loop by its back edge alone.
            let ends = if Some(block) == own_continue { Ends::default() } else { ends };
            // A construct begins with a branch of its own.
            while at > 0
                && let Some(test) = self.test(block, ends)
            {
                self.incoming.get_or_insert_with(|| find_incoming(self.module, self.func));
                let Some(edges) = self.decided(&test) else { break };
                self.hand_over(&test);
                self.redirect(&test, &edges);
                gone.extend(self.join(region, block, ends));
            }
            for op in self.module[block].ops.iter().filter(|op| !self.module[**op].regions.is_empty()) {
                let inside = ends.inside(self.module, *op);
                open.extend(self.module[*op].regions.iter().map(|region| (*region, inside)));
            }
        }
        if !gone.is_empty() {
            self.module[region].blocks.retain(|block| !gone.contains(block));
        }
    }

    /// The test that a block ends with, if it decides whether to leave.
    fn test(&self, block: BlockId, ends: Ends) -> Option<Test> {
        let (&branch, before) = self.module[block].ops.split_last()?;
        let mut before = before.iter().rev().copied().filter(|op| debug::instruction(self.module, *op).is_none());
        let last = before.next()?;
        let is_compare = core(self.module, last) == Some(Op::IEqual);
        let selection = if is_compare { before.next()? } else { last };
        let is_selection = is(self.module, selection, Mlir::Selection);
        if !is_selection || core(self.module, branch) != Some(Op::BranchConditional) {
            return None;
        }
        let inside = ends.inside(self.module, selection);
        let exit = self.module[branch].successors.iter().position(|successor| inside.has(successor.block))?;
        Some(Test { selection, branch, compare: is_compare.then_some(last), exit })
    }

    /// The ways through the selection, if each of them decides the test.
    fn decided(&self, test: &Test) -> Option<Vec<Edge>> {
        let module = &*self.module;
        let region = *module[test.selection].regions.first()?;
        let (&merge, blocks) = module[region].blocks.split_last()?;
        let &[end] = &module[merge].ops[..] else { return None };
        let condition = self.rewrites.resolve(module[test.branch].operands[0]);
        let selector = match test.compare {
            Some(compare) if module[compare].results[0] == condition => {
                self.rewrites.resolve(module[compare].operands[0])
            }
            Some(_) => return None,
            None => condition,
        };
        let wanted = test.compare.map(|compare| constant(module, module[compare].operands[1]));
        let wanted = wanted.unwrap_or(Some(1))?;
        let result = module[test.selection].results.iter().position(|result| *result == selector);
        let argument = match result {
            Some(at) => {
                let yielded = module[end].operands[at];
                Some(module[merge].args.iter().position(|arg| *arg == yielded)?)
            }
            None => None,
        };
        let entry = *blocks.first()?;
        let sides = match argument {
            Some(_) => None,
            None => Some(Sides::of(module, entry, selector)?),
        };
        let mut edges = Vec::new();
        for block in blocks {
            let terminator = module.terminator(*block)?;
            for (at, successor) in module[terminator].successors.iter().enumerate() {
                if successor.block != merge {
                    continue;
                }
                let holds = match (argument, &sides) {
                    (Some(argument), _) => constant(module, successor.args[argument])? == wanted,
                    (None, Some(sides)) => sides.holds(*block, at)?,
                    (None, None) => return None,
                };
                let way = usize::from(!holds);
                // The cases of a switch are its own blocks.
                if way == test.exit && core(module, terminator) == Some(Op::Switch) {
                    return None;
                }
                edges.push(Edge { terminator, at, way });
            }
        }
        let some_stay = edges.iter().any(|edge| edge.way != test.exit);
        let some_leave = edges.iter().any(|edge| edge.way == test.exit);
        // The comparison stays behind the selection.
        let target = &module[test.branch].successors[test.exit];
        let asks = test.compare.is_some_and(|compare| {
            target.args.contains(&module[compare].results[0]) || self.has_one_edge(target.block)
        });
        (some_stay && some_leave && !asks).then_some(edges)
    }

    /// Hands the results of the selection that an exit's target uses over as arguments. The target uses them as they are
    /// if the selection dominates it, as it no longer does when the ways out of the selection lead there themselves.
    fn hand_over(&mut self, test: &Test) {
        let target = self.module[test.branch].successors[test.exit].block;
        let region = self.module[target].region;
        if region != self.module[test.branch].block.and_then(|block| self.module[block].region) {
            return;
        }
        // Where a loop is continued, its condition may lead on to its merge block.
        let last = region.and_then(|region| self.module[region].blocks.last().copied());
        let behind = walk::successors(self.module, target).find(|block| Some(*block) == last);
        let results = self.module[test.selection].results.clone();
        match behind {
            Some(behind) if self.has_one_edge(behind) => self.hand_to(target, &[target, behind], &results),
            Some(behind) => {
                self.hand_to(behind, &[behind], &results);
                self.hand_to(target, &[target], &results);
            }
            None => self.hand_to(target, &[target], &results),
        }
    }

    /// Makes arguments of a block for those of some values that are used in it or in one that it alone leads to.
    fn hand_to(&mut self, block: BlockId, dominated: &[BlockId], values: &[ValueId]) {
        let ops = dominated.iter().flat_map(|block| self.module[*block].ops.clone());
        let users: Vec<OpId> = ops.flat_map(|op| walk::ops_in(self.module, op)).collect();
        let used: FxHashSet<ValueId> =
            users.iter().flat_map(|user| self.module[*user].uses()).map(|value| self.rewrites.resolve(value)).collect();
        let handed: Vec<ValueId> = values.iter().copied().filter(|value| used.contains(value)).collect();
        if handed.is_empty() {
            return;
        }
        let mut args: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for value in &handed {
            let ty = self.module.type_of(*value);
            args.insert(*value, self.module.add_arg(block, ty));
        }
        for user in users {
            for value in self.module.ops[user].uses_mut() {
                if let Some(arg) = args.get(&self.rewrites.resolve(*value)) {
                    *value = *arg;
                }
            }
        }
        let Some(incoming) = self.incoming.as_mut().and_then(|incoming| incoming.get_mut(&block)) else { return };
        incoming.branches.sort_unstable();
        incoming.branches.dedup();
        for branch in &incoming.branches {
            for successor in self.module.ops[*branch].successors.iter_mut().filter(|successor| successor.block == block)
            {
                successor.args.extend(handed.iter().copied());
            }
        }
    }

    /// Returns whether a block has a single incoming edge.
    fn has_one_edge(&self, block: BlockId) -> bool {
        let incoming = self.incoming.as_ref().and_then(|incoming| incoming.get(&block));
        incoming.is_some_and(|incoming| incoming.edges == 1)
    }

    /// Leads the ways that leave to their target, and all others on.
    fn redirect(&mut self, test: &Test, edges: &[Edge]) {
        let merge = merge_op(self.module, test.selection);
        let yields = merge.map(|op| self.module[op].operands.clone()).unwrap_or_default();
        let block = merge.and_then(|op| self.module[op].block);
        let args = block.map(|block| self.module[block].args.clone()).unwrap_or_default();
        let exit = self.module[test.branch].successors[test.exit].clone();
        let places: FxHashMap<ValueId, usize> = args.iter().enumerate().map(|(at, arg)| (*arg, at)).collect();
        let results = self.module[test.selection].results.iter().copied().zip(yields.iter().copied());
        let yielded: FxHashMap<ValueId, ValueId> = results.collect();
        let incoming = self.incoming.get_or_insert_default();
        for edge in edges.iter().filter(|edge| edge.way == test.exit) {
            let own = &self.module[edge.terminator].successors[edge.at].args;
            let on_edge = |value: ValueId| {
                let value = yielded.get(&value).copied().unwrap_or(value);
                places.get(&value).map_or(value, |at| own[*at])
            };
            let mut handed = Values::new();
            handed.extend(exit.args.iter().map(|value| on_edge(self.rewrites.resolve(*value))));
            self.module[edge.terminator].successors[edge.at] = Successor { block: exit.block, args: handed };
            let incoming = incoming.entry(exit.block).or_default();
            incoming.edges += 1;
            incoming.branches.push(edge.terminator);
        }
        incoming.entry(exit.block).or_default().edges -= 1;
        let branch = &mut self.module[test.branch];
        branch.info = ops::core(Op::Branch);
        branch.operands.clear();
        branch.attrs.clear();
        branch.successors.remove(test.exit);
        self.threaded.selections.insert(test.selection);
        self.threaded.compares.extend(test.compare);
    }

    /// Joins a block with the only one that follows, if nothing else leads there.
    fn join(&mut self, region: RegionId, block: BlockId, ends: Ends) -> Option<BlockId> {
        let branch = self.module.terminator(block)?;
        let next = self.module[branch].successors[0].clone();
        let is_own =
            self.module[next.block].region == Some(region) && self.module[region].blocks.last() != Some(&next.block);
        if !is_own || ends.has(next.block) || !self.has_one_edge(next.block) {
            return None;
        }
        for (arg, value) in self.module[next.block].args.clone().into_iter().zip(next.args) {
            self.rewrites.replace(arg, value);
        }
        self.module.detach(branch);
        for op in std::mem::take(&mut self.module[next.block].ops) {
            self.module.append(block, op);
        }
        Some(next.block)
    }
}

/// The blocks of a selection by the value of its condition.
struct Sides {
    entry: BlockId,
    /// The blocks behind the successors for true and for false.
    behind: [FxHashSet<BlockId>; 2],
}

impl Sides {
    /// Exits of a selection that starts with a branch on this condition.
    fn of(module: &Module, entry: BlockId, condition: ValueId) -> Option<Sides> {
        let end = module.terminator(entry).filter(|end| core(module, *end) == Some(Op::BranchConditional))?;
        let [yes, no] = &module[end].successors[..] else { return None };
        let region = module[entry].region;
        let behind = |first: BlockId| {
            let (mut found, mut open) = (FxHashSet::default(), vec![first]);
            while let Some(block) = open.pop() {
                let is_last = region.is_some_and(|region| module[region].blocks.last() == Some(&block));
                if module[block].region == region && !is_last && found.insert(block) {
                    open.extend(walk::successors(module, block));
                }
            }
            found
        };
        let is_own = module[end].operands[0] == condition;
        is_own.then(|| Sides { entry, behind: [yes, no].map(|successor| behind(successor.block)) })
    }

    /// The value of the condition where a block takes one of its successors.
    fn holds(&self, block: BlockId, successor: usize) -> Option<bool> {
        if block == self.entry {
            return Some(successor == 0);
        }
        match [0, 1].map(|side: usize| self.behind[side].contains(&block)) {
            [true, false] => Some(true),
            [false, true] => Some(false),
            [true, true] | [false, false] => None,
        }
    }
}

/// The edges to each block of a function.
fn find_incoming(module: &Module, func: OpId) -> FxHashMap<BlockId, Incoming> {
    let mut found: FxHashMap<BlockId, Incoming> = FxHashMap::default();
    for op in walk::ops(module, func) {
        for successor in &module[op].successors {
            let incoming = found.entry(successor.block).or_default();
            incoming.edges += 1;
            incoming.branches.push(op);
        }
    }
    found
}

/// Removes the comparisons and the results of selections that nothing uses any more.
fn prune(module: &mut Module, func: OpId, threaded: &Threaded) {
    let mut used = vec![false; module.values.len()];
    let mut branches = Vec::new();
    for op in walk::ops(module, func) {
        module[op].uses().for_each(|value| used[value.index()] = true);
        branches.extend((!module[op].successors.is_empty()).then_some(op));
    }
    for compare in &threaded.compares {
        if !used[module[*compare].results[0].index()] {
            module.detach(*compare);
        }
    }
    // For each merge block, the arguments that stay.
    let mut merges: FxHashMap<BlockId, Vec<bool>> = FxHashMap::default();
    for selection in &threaded.selections {
        merges.extend(prune_results(module, *selection, &used));
    }
    for branch in branches {
        for successor in &mut module.ops[branch].successors {
            if let Some(keeps) = merges.get(&successor.block) {
                successor.args.retain_by(keeps);
            }
        }
    }
}

/// Removes the unused results of a selection, and the arguments of its merge block that are left over.
fn prune_results(module: &mut Module, selection: OpId, used: &[bool]) -> Option<(BlockId, Vec<bool>)> {
    let end = merge_op(module, selection)?;
    let merge = module[end].block?;
    let keeps: Vec<bool> = module[selection].results.iter().map(|result| used[result.index()]).collect();
    module[end].operands.retain_by(&keeps);
    module[selection].results.retain_by(&keeps);
    module.renumber_results(selection);
    let keeps: Vec<bool> = module[merge].args.iter().map(|arg| module[end].operands.contains(arg)).collect();
    let mut stays = keeps.iter();
    module[merge].args.retain(|_| stays.next() == Some(&true));
    module.renumber_args(merge);
    Some((merge, keeps))
}
