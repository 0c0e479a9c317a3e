//! Webs of hit objects: which values are the same object, where control flow and memory lead them, and where they are live.

use super::access::{Access, access, is_hit_object};
use crate::edit;
use dialect::ir::{BlockId, Module, OpId, TypeId, ValueId, walk};
use dialect::spirv::facts;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;
use std::collections::BTreeSet;

/// A set of nodes.
pub(super) type Nodes = BTreeSet<usize>;

/// The hit objects of a function: values that are or hold some, and variables that cannot be promoted.
#[derive(Debug, Default)]
pub(super) struct Webs {
    /// The value of each node; for memory, the variable.
    pub(super) values: Vec<ValueId>,
    /// The node of each value.
    numbers: FxHashMap<ValueId, usize>,
    /// The number of hit objects in each node.
    pub(super) counts: Vec<u64>,
    /// The nodes that are memory.
    pub(super) memory: Nodes,
    /// The nodes that a node goes to.
    flow: Vec<Vec<usize>>,
    /// The recordings and changes, with their nodes.
    pub(super) definitions: Vec<(OpId, usize)>,
    /// The nodes that are live right behind each of them.
    pub(super) live: FxHashMap<OpId, Nodes>,
    /// The node that represents each web, by node.
    leaders: Vec<usize>,
}

impl Webs {
    /// The webs of a function.
    pub(super) fn of(module: &Module, func: OpId, held: &FxHashMap<TypeId, u64>) -> Webs {
        let ops = walk::ops_in(module, func);
        let mut webs = Webs::default();
        webs.find_nodes(module, &ops, held);
        if webs.values.is_empty() {
            return webs;
        }
        webs.flow = vec![Vec::new(); webs.values.len()];
        webs.leaders = (0..webs.values.len()).collect();
        ops.iter().for_each(|op| webs.connect(module, *op));
        webs.find_live(module, func, &ops);
        webs
    }

    /// The node of a value.
    pub(super) fn node(&self, value: ValueId) -> Option<usize> {
        self.numbers.get(&value).copied()
    }

    /// The node of a value, unless it is memory.
    fn value(&self, value: ValueId) -> Option<usize> {
        self.node(value).filter(|node| !self.memory.contains(node))
    }

    /// The web of a node.
    pub(super) fn web(&self, node: usize) -> usize {
        let mut leader = node;
        while self.leaders[leader] != leader {
            leader = self.leaders[leader];
        }
        leader
    }

    /// The nodes that may hold the object of a node.
    pub(super) fn reached(&self, from: usize) -> Nodes {
        let (mut found, mut stack) = (Nodes::new(), vec![from]);
        while let Some(node) = stack.pop() {
            if found.insert(node) {
                stack.extend(&self.flow[node]);
            }
        }
        found
    }

    /// The nodes that go to some nodes right away.
    pub(super) fn sources_of(&self, targets: &[usize]) -> Nodes {
        let goes_there = |(_, to): &(usize, &Vec<usize>)| to.iter().any(|to| targets.contains(to));
        self.flow.iter().enumerate().filter(goes_there).map(|(from, _)| from).collect()
    }

    fn find_nodes(&mut self, module: &Module, ops: &[OpId], held: &FxHashMap<TypeId, u64>) {
        let mut add = |value: ValueId, count: u64| {
            self.numbers.insert(value, self.values.len());
            self.values.push(value);
            self.counts.push(count);
        };
        for op in ops {
            let blocks = module[*op].regions.iter().flat_map(|region| &module[*region].blocks);
            let args = blocks.flat_map(|block| &module[*block].args);
            for value in module[*op].results.iter().chain(args) {
                if let Some(count) = held.get(&module.type_of(*value)) {
                    add(*value, *count);
                }
            }
        }
        for op in ops.iter().filter(|op| edit::core(module, **op) == Some(Op::Variable)) {
            let Some(variable) = module[*op].results.first().copied() else { continue };
            let pointee = facts::pointer(module, module.type_of(variable)).map(|(pointee, _)| pointee);
            if let Some(count) = pointee.and_then(|pointee| held.get(&pointee)) {
                self.numbers.insert(variable, self.values.len());
                self.memory.insert(self.values.len());
                self.values.push(variable);
                self.counts.push(*count);
            }
        }
    }

    /// The node of what a pointer leads into.
    fn memory_of(&self, module: &Module, pointer: ValueId) -> Option<usize> {
        self.node(edit::root(module, pointer)).filter(|node| self.memory.contains(node))
    }

    fn connect(&mut self, module: &Module, op: OpId) {
        let data = &module[op];
        for successor in &data.successors {
            for (from, to) in successor.args.iter().zip(&module[successor.block].args) {
                self.join(self.node(*from), self.node(*to));
            }
        }
        if edit::is_merge(module, op) {
            let results = module.parent_op(op).map(|construct| module[construct].results.to_vec()).unwrap_or_default();
            for (from, to) in data.operands.iter().zip(results) {
                self.join(self.node(*from), self.node(to));
            }
            return;
        }
        let result =
            data.results.first().and_then(|result| self.node(*result)).filter(|_| !edit::is_construct(module, op));
        match edit::core(module, op) {
            Some(Op::Load) => self.join(self.memory_of(module, data.operands[0]), result),
            Some(Op::Store) => {
                self.join(self.node(data.operands[1]), self.memory_of(module, data.operands[0]));
            }
            Some(Op::Variable | Op::Undef) => {}
            Some(core) if result.is_some_and(|result| self.is_definition(module, op, result)) => {
                if access(core) == Access::Change {
                    self.join(self.node(data.operands[0]), result);
                }
                self.definitions.extend(result.map(|result| (op, result)));
            }
            _ => {
                for operand in data.operands.clone() {
                    self.join(self.node(operand), result);
                }
            }
        }
    }

    /// Returns whether an op with this result makes or changes a hit object.
    fn is_definition(&self, module: &Module, op: OpId, result: usize) -> bool {
        let is_one = is_hit_object(module, module.type_of(self.values[result]));
        is_one && edit::core(module, op).is_some_and(|core| access(core) != Access::Use)
    }

    fn join(&mut self, from: Option<usize>, to: Option<usize>) {
        let (Some(from), Some(to)) = (from, to) else { return };
        self.flow[from].push(to);
        let (from, to) = (self.web(from), self.web(to));
        self.leaders[from.max(to)] = from.min(to);
    }

    fn find_live(&mut self, module: &Module, func: OpId, ops: &[OpId]) {
        let entry = module[func].regions.first().map(|region| module[*region].blocks[0]);
        let mut walk = Liveness { webs: self, module, at_start: FxHashMap::default(), behind: FxHashMap::default() };
        let blocks = blocks_backwards(module, ops, entry);
        // A loop may need as many rounds as it is deep, plus one.
        loop {
            let mut is_changed = false;
            for block in &blocks {
                is_changed |= walk.block(*block);
            }
            if !is_changed {
                break;
            }
        }
        let behind = walk.behind;
        self.live = behind;
    }
}

/// The blocks of a function, inner ones before those that contain them, last ones first.
fn blocks_backwards(module: &Module, ops: &[OpId], entry: Option<BlockId>) -> Vec<BlockId> {
    let (mut blocks, mut seen) = (Vec::new(), FxHashSet::default());
    for op in ops {
        let inner = module[*op].regions.iter().flat_map(|region| module[*region].blocks.iter().copied());
        blocks.extend(inner.filter(|block| seen.insert(*block)));
    }
    blocks.reverse();
    blocks.extend(entry.filter(|entry| seen.insert(*entry)));
    blocks
}

struct Liveness<'w> {
    webs: &'w Webs,
    module: &'w Module,
    /// The nodes that are live at the start of blocks, their arguments included.
    at_start: FxHashMap<BlockId, Nodes>,
    /// The nodes that are live behind definitions and constructs, their results included.
    behind: FxHashMap<OpId, Nodes>,
}

impl Liveness<'_> {
    /// Walks a block backwards; returns whether more is live than known before.
    fn block(&mut self, block: BlockId) -> bool {
        let (mut live, mut is_changed) = (Nodes::new(), false);
        for op in self.module[block].ops.iter().rev() {
            let data = &self.module[*op];
            let is_definition = data.results.first().is_some_and(|result| self.webs.value(*result).is_some());
            let is_construct = edit::is_construct(self.module, *op);
            if is_definition || is_construct {
                let known = self.behind.entry(*op).or_default();
                is_changed |= !live.is_subset(known);
                known.extend(&live);
            }
            for result in &data.results {
                self.webs.value(*result).into_iter().for_each(|node| _ = live.remove(&node));
            }
            self.operands(*op, &mut live);
            for region in data.regions.iter().filter(|_| is_construct) {
                let first = self.module[*region].blocks[0];
                live.extend(self.at_start.get(&first).into_iter().flatten());
            }
        }
        let known = self.at_start.entry(block).or_default();
        is_changed |= !live.is_subset(known);
        known.extend(live);
        is_changed
    }

    fn operands(&mut self, op: OpId, live: &mut Nodes) {
        let data = &self.module[op];
        if edit::is_merge(self.module, op) {
            let Some(construct) = self.module.parent_op(op) else { return };
            let results = &self.module[construct].results;
            let behind = self.behind.get(&construct).cloned().unwrap_or_default();
            for (operand, result) in data.operands.iter().zip(results) {
                if self.webs.value(*result).is_some_and(|result| behind.contains(&result)) {
                    live.extend(self.webs.value(*operand));
                }
            }
            let own: Nodes = results.iter().filter_map(|result| self.webs.value(*result)).collect();
            live.extend(behind.difference(&own));
            return;
        }
        for successor in &data.successors {
            let Some(start) = self.at_start.get(&successor.block) else { continue };
            let args = &self.module[successor.block].args;
            let own: Nodes = args.iter().filter_map(|arg| self.webs.value(*arg)).collect();
            for (from, to) in successor.args.iter().zip(args) {
                if self.webs.value(*to).is_some_and(|to| start.contains(&to)) {
                    live.extend(self.webs.value(*from));
                }
            }
            live.extend(start.difference(&own));
        }
        live.extend(data.operands.iter().filter_map(|operand| self.webs.value(*operand)));
    }
}
