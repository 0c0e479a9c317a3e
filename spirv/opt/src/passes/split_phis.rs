//! Scalar replacement of phis: structs and arrays that blocks take as arguments, or that constructs yield, become their
//! parts where nothing reads them whole.
//!
//! A value is split if all its uses extract parts or hand it on to values that are split. Parts that nothing reads go as
//! dead code.

use crate::debug;
use crate::edit::{self, Numbers, Pool, Replaced};
use crate::rules::{self, Products, Subject};
use dialect::ir::{Def, Module, OpId, RegionId, Successor, TypeId, ValueId, Values, walk};
use dialect::spirv::{attrs, facts, ops};
use rustc_hash::FxHashMap;
use spirv::Op;

/// Composites with more parts are not split.
const MAX_PARTS: u64 = 64;
/// Limit of the levels of composites in composites that are split.
const MAX_DEPTH: usize = 8;

/// Splits the values of all structured functions.
pub(crate) fn split(module: &mut Module) {
    let mut numbers = Numbers::with_room(module);
    for func in edit::functions(module) {
        if let Some(region) = edit::structured_body(module, func) {
            for _ in 0..MAX_DEPTH {
                if !function(module, func, region, &mut numbers) {
                    break;
                }
            }
        }
    }
}

/// Splits the values of a function by one level; returns whether parts may be split in turn.
fn function(module: &mut Module, func: OpId, region: RegionId, numbers: &mut Numbers) -> bool {
    let mut phis = candidates(module, func, numbers);
    if phis.is_empty() {
        return false;
    }
    let ops = walk::ops_in(module, func);
    let users = keep_whole(&mut phis, module, &ops, numbers);
    phis.iter().filter(|phi| phi.is_whole).for_each(|phi| numbers.forget(phi.value));
    if phis.iter().all(|phi| phi.is_whole) {
        return false;
    }
    let mut is_nested = false;
    for phi in phis.iter_mut().filter(|phi| !phi.is_whole) {
        phi.parts = parts_of(module, phi.value);
        is_nested |= phi.parts.iter().any(|part| edit::part_count(module, module.type_of(*part), MAX_PARTS).is_some());
    }
    let mut rewrite = Rewrite {
        pool: Pool::of(module, region),
        phis: &phis,
        numbers,
        replaced: Replaced::with_room(module),
        instead: FxHashMap::default(),
        module,
    };
    users.iter().for_each(|op| rewrite.op(*op));
    let Rewrite { pool, mut replaced, instead, .. } = rewrite;
    ops.iter().chain(instead.values().flatten()).for_each(|op| replaced.apply(module, *op));
    edit::put_in_place(module, &instead);
    pool.finish(module);
    remove(module, &phis, numbers);
    is_nested
}

/// A composite that is an argument of a block or a result of a construct.
struct Phi {
    value: ValueId,
    /// The candidates among the values that it may have.
    sources: Vec<usize>,
    /// The results that a merge makes of it. A merge block holds no op that could take it apart.
    merged: Vec<usize>,
    /// True if something reads it whole.
    is_whole: bool,
    parts: Vec<ValueId>,
}

/// The arguments and results in a function that could be split. Afterwards `numbers` knows their indices.
fn candidates(module: &Module, func: OpId, numbers: &mut Numbers) -> Vec<Phi> {
    let mut found = Vec::new();
    let mut add = |value: &ValueId| {
        if edit::part_count(module, module.type_of(*value), MAX_PARTS).is_some() {
            numbers.set(*value, found.len() as u32);
            found.push(Phi {
                value: *value,
                sources: Vec::new(),
                merged: Vec::new(),
                is_whole: false,
                parts: Vec::new(),
            });
        }
    };
    for op in walk::ops_with_regions(module, func).filter(|op| edit::is_construct(module, *op)) {
        module[op].results.iter().for_each(&mut add);
        let blocks = module[op].regions.iter().flat_map(|region| &module[*region].blocks);
        blocks.flat_map(|block| &module[*block].args).for_each(&mut add);
    }
    found
}

/// Marks the candidates that something reads whole. Returns the ops that use or hand over candidates, in order.
fn keep_whole(phis: &mut [Phi], module: &Module, ops: &[OpId], numbers: &Numbers) -> Vec<OpId> {
    let number = |value: &ValueId| numbers.of(*value).map(|number| number as usize);
    let is_known = |values: &[ValueId]| values.iter().any(|value| number(value).is_some());
    let (mut users, mut merges, mut stack) = (Vec::new(), Vec::new(), Vec::new());
    let mut flow = |phis: &mut [Phi], source: usize, target: Option<&ValueId>| match target.and_then(number) {
        Some(target) => phis[target].sources.push(source),
        None => stack.push(source),
    };
    for op in ops {
        let data = &module[*op];
        let is_merge = edit::is_merge(module, *op);
        if is_merge {
            merges.push(*op);
        }
        let uses = is_known(&data.operands);
        if !uses && !is_merge && data.successors.is_empty() {
            continue;
        }
        let hands_over = is_merge && module.parent_op(*op).is_some_and(|around| is_known(&module[around].results))
            || data.successors.iter().any(|successor| is_known(&module[successor.block].args));
        if hands_over || uses {
            users.push(*op);
        }
        for (at, source) in data.operands.iter().enumerate().filter_map(|(at, value)| Some((at, number(value)?))) {
            if is_merge {
                let result = merged(module, *op, at);
                phis[source].merged.extend(result.and_then(|result| number(&result)));
                flow(phis, source, result.as_ref());
            } else if !takes_part(module, *op) {
                flow(phis, source, None);
            }
        }
        for successor in &data.successors {
            for (at, value) in successor.args.iter().enumerate() {
                if let Some(source) = number(value) {
                    flow(phis, source, module[successor.block].args.get(at));
                }
            }
        }
    }
    for merge in merges {
        // Arguments of a function.
        let given = module[merge].operands.iter().enumerate();
        let given = given.filter(|(_, value)| number(value).is_none() && module.defining_op(**value).is_none());
        stack.extend(given.filter_map(|(at, _)| number(&merged(module, merge, at)?)));
    }
    while let Some(at) = stack.pop() {
        if !std::mem::replace(&mut phis[at].is_whole, true) {
            stack.extend(phis[at].sources.iter().chain(&phis[at].merged));
        }
    }
    users
}

/// The result of a construct that an operand of its merge becomes.
fn merged(module: &Module, merge: OpId, at: usize) -> Option<ValueId> {
    module[module.parent_op(merge)?].results.get(at).copied()
}

/// Returns whether an op takes a part of its operand, or tells a debugger of it.
fn takes_part(module: &Module, op: OpId) -> bool {
    let is_extract = edit::core(module, op) == Some(Op::CompositeExtract);
    is_extract && rules::each_index(module, op).next().is_some() || debug::is_note(module, op)
}

/// Adds the parts of a value behind the arguments or the results beside it.
fn parts_of(module: &mut Module, value: ValueId) -> Vec<ValueId> {
    let ty = module.type_of(value);
    let types: Vec<TypeId> = (0..).map_while(|at| facts::part_type(&module.ctx, ty, at)).collect();
    let add = |ty| match module[value].def {
        Def::Arg(block, _) => module.add_arg(block, ty),
        Def::Result(op, _) => module.add_result(op, ty),
    };
    types.into_iter().map(add).collect()
}

struct Rewrite<'m> {
    module: &'m mut Module,
    pool: Pool,
    phis: &'m [Phi],
    /// The indices of the values that are split.
    numbers: &'m Numbers,
    replaced: Replaced,
    /// The replacements of ops.
    instead: FxHashMap<OpId, Vec<OpId>>,
}

impl Rewrite<'_> {
    /// The parts of a value that is split.
    fn parts(&self, value: ValueId) -> Option<&[ValueId]> {
        self.numbers.of(value).map(|number| &self.phis[number as usize].parts[..])
    }

    fn op(&mut self, op: OpId) {
        let mut made = Vec::new();
        if edit::is_merge(self.module, op)
            && let Some(construct) = self.module.parent_op(op)
        {
            if self.splits_any(&self.module[construct].results) {
                let targets = self.module[construct].results.to_vec();
                let values = self.module[op].operands.clone();
                self.module[op].operands = self.handed_over(&values, &targets, op, &mut made);
                made.drain(..).for_each(|extract| self.put_at_definition(extract));
            }
        } else {
            self.part(op);
        }
        for at in 0..self.module[op].successors.len() {
            let Successor { block, args } = &self.module[op].successors[at];
            if !args.is_empty() && self.splits_any(&self.module[*block].args) {
                let (targets, args) = (self.module[*block].args.clone(), args.clone());
                self.module[op].successors[at].args = self.handed_over(&args, &targets, op, &mut made);
            }
        }
        if !made.is_empty() {
            made.push(op);
            self.instead.insert(op, made);
        }
    }

    /// Returns whether one of these values is split.
    fn splits_any(&self, targets: &[ValueId]) -> bool {
        targets.iter().any(|target| self.numbers.of(*target).is_some())
    }

    /// The values for targets of which some are split: those for whole ones, then all parts.
    fn handed_over(&mut self, values: &[ValueId], targets: &[ValueId], like: OpId, made: &mut Vec<OpId>) -> Values {
        let (mut whole, mut parts) = (Values::new(), Values::new());
        for (value, target) in values.iter().zip(targets) {
            match self.parts(*target).map(<[ValueId]>::len) {
                None => whole.push(*value),
                Some(count) => (0..count).for_each(|at| parts.push(self.part_of(*value, at, like, made))),
            }
        }
        whole.extend(parts);
        whole
    }

    /// A part of a value, extracted if it is not known.
    fn part_of(&mut self, value: ValueId, at: usize, like: OpId, made: &mut Vec<OpId>) -> ValueId {
        if let Some(parts) = self.parts(value) {
            return parts[at];
        }
        let mut subject = Subject { module: self.module, pool: &mut self.pool, products: Products::Computed };
        if let Some(part) = rules::known_part(&mut subject, value, at as u32) {
            return part;
        }
        let indices = rules::index_attr(self.module, &[at as u32]);
        let ty = facts::part_type(&self.module.ctx, self.module.type_of(value), at);
        let op = self.module.add_op(ops::core(Op::CompositeExtract));
        self.module[op].operands.push(value);
        self.module[op].attrs.push((attrs::INDICES, indices));
        self.module[op].loc = self.module[like].loc;
        made.push(op);
        self.module.add_result(op, ty.unwrap_or_else(|| self.module.type_of(value)))
    }

    /// Puts an op that takes a part of a value right behind the op with this result: a merge block holds no other op.
    fn put_at_definition(&mut self, extract: OpId) {
        let value = self.module[extract].operands[0];
        if let Some(definition) = self.module.defining_op(value) {
            self.instead.entry(definition).or_insert_with(|| vec![definition]).push(extract);
        }
    }

    /// Makes an op take what it takes from the parts of a value that is split.
    fn part(&mut self, op: OpId) {
        let Some(parts) = self.module[op].operands.first().and_then(|value| self.parts(*value)) else { return };
        if !takes_part(self.module, op) {
            return;
        }
        if debug::is_note(self.module, op) {
            let parts = parts.to_vec();
            let notes = parts.iter().enumerate().map(|(at, part)| debug::part_note(self.module, op, at, *part));
            self.instead.insert(op, notes.collect());
            return;
        }
        let path = rules::indices(self.module, op);
        let Some((part, rest)) = path.split_first().and_then(|(at, rest)| Some((*parts.get(*at as usize)?, rest)))
        else {
            return;
        };
        if rest.is_empty() {
            self.replaced.replace(self.module[op].results[0], part);
            self.instead.insert(op, Vec::new());
        } else {
            let indices = rules::index_attr(self.module, rest);
            self.module[op].operands = [part].into();
            self.module[op].set_attr(attrs::INDICES, indices);
        }
    }
}

/// Removes the values that have been split.
fn remove(module: &mut Module, phis: &[Phi], numbers: &mut Numbers) {
    for phi in phis.iter().filter(|phi| !phi.is_whole) {
        match module[phi.value].def {
            Def::Arg(block, _) => {
                module[block].args.retain(|value| numbers.of(*value).is_none());
                module.renumber_args(block);
            }
            Def::Result(op, _) => {
                let is_kept: Vec<bool> = module[op].results.iter().map(|value| numbers.of(*value).is_none()).collect();
                module[op].results.retain_by(&is_kept);
                module.renumber_results(op);
            }
        }
    }
    phis.iter().for_each(|phi| numbers.forget(phi.value));
}
