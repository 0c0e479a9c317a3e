//! mem2reg on flat functions: variables that are only read and written as a whole become values and block arguments.
//!
//! At a join, a block gets an argument for each variable that is live there; arguments that always have the same value are
//! removed again. `opt` has a pass of this name for structured functions, where a construct returns values and no liveness
//! is needed; kernels of OpenCL have no constructs.

use crate::facts;
use base::ids::Map;
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{BlockId, Def, Module, OpId, RegionId, TypeId, ValueId, walk};
use dialect::spirv::facts as module_facts;
use dialect::spirv::ops::{self, Code};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::Op;

/// Promotes the variables of a function whose calls are inlined.
pub(crate) fn promote(module: &mut Module, func: OpId) {
    let variables = promotable(module, func);
    if variables.is_empty() {
        return;
    }
    let region = module[func].regions[0];
    let entry = module[region].blocks[0];
    let order = walk::reverse_post_order(entry, |block| walk::successors(module, block));
    let mut pass = Pass::new(module, region, order, variables);
    pass.find_live();
    pass.add_args();
    pass.rename();
    pass.connect();
    pass.simplify();
    let Pass { module, rewrites, .. } = pass;
    rewrites.apply(module, func);
}

/// The variables that are only loaded and stored whole, with the types of their values.
fn promotable(module: &Module, func: OpId) -> Map<ValueId, TypeId> {
    let mut found = Map::default();
    let ops = walk::ops_in(module, func);
    for op in &ops {
        let Some(value) = module[*op].results.first() else { continue };
        if ops::code(module, *op) == Some(Code::Core(Op::Variable))
            && let Some((pointee, _)) = module_facts::pointer(module, module.type_of(*value))
            && !facts::is_opaque(module, pointee)
            && !facts::is_query_type(module, pointee)
        {
            found.insert(*value, pointee);
        }
    }
    for op in &ops {
        let code = ops::code(module, *op);
        for (at, value) in module[*op].uses().enumerate() {
            let Some(ty) = found.get(&value) else { continue };
            let is_whole = match (code, module[*op].operands.as_slice()) {
                (Some(Code::Core(Op::Load)), _) => {
                    at == 0 && module[*op].results.first().is_some_and(|result| module.type_of(*result) == *ty)
                }
                (Some(Code::Core(Op::Store)), [_, stored, ..]) => at == 0 && module.type_of(*stored) == *ty,
                _ => false,
            };
            if !is_whole {
                found.swap_remove(&value);
            }
        }
    }
    found.sort_unstable_by(|a, _, b, _| a.raw().cmp(&b.raw()));
    found
}

/// An edge from one block to another: a terminator, and which of its successors.
type Edge = (OpId, usize);

struct Pass<'m> {
    module: &'m mut Module,
    entry: BlockId,
    order: Vec<BlockId>,
    variables: Map<ValueId, TypeId>,
    /// The incoming edges of each block.
    edges: Map<BlockId, Vec<Edge>>,
    /// The variables that are read from a block's start on before they are written.
    live: Map<BlockId, Vec<ValueId>>,
    /// The arguments that represent variables, per block.
    args: Map<BlockId, Vec<(ValueId, ValueId)>>,
    /// Values of variables at the end of blocks.
    out: FxHashMap<(BlockId, ValueId), ValueId>,
    undefined: Map<TypeId, ValueId>,
    rewrites: Rewrites,
}

impl<'m> Pass<'m> {
    fn new(module: &'m mut Module, region: RegionId, order: Vec<BlockId>, variables: Map<ValueId, TypeId>) -> Self {
        let mut edges: Map<BlockId, Vec<Edge>> = Map::default();
        for end in order.iter().filter_map(|block| module.terminator(*block)) {
            for (at, successor) in module[end].successors.iter().enumerate() {
                edges.entry(successor.block).or_default().push((end, at));
            }
        }
        Pass {
            entry: module[region].blocks[0],
            module,
            order,
            variables,
            edges,
            live: Map::default(),
            args: Map::default(),
            out: FxHashMap::default(),
            undefined: Map::default(),
            rewrites: Rewrites::default(),
        }
    }

    /// The predecessors of a block, one per edge.
    fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.edges.get(&block).into_iter().flatten().filter_map(|(end, _)| self.module[*end].block)
    }

    /// The promoted variable that an op reads or writes; whether it writes.
    fn access(&self, op: OpId) -> Option<(ValueId, bool)> {
        let writes = match ops::code(self.module, op) {
            Some(Code::Core(Op::Load)) => false,
            Some(Code::Core(Op::Store)) => true,
            Some(Code::Core(Op::Variable)) => {
                let value = self.module[op].results.first().copied()?;
                return self.variables.contains_key(&value).then_some((value, true));
            }
            _ => return None,
        };
        let value = *self.module[op].operands.first()?;
        self.variables.contains_key(&value).then_some((value, writes))
    }

    fn find_live(&mut self) {
        let mut written: FxHashSet<(BlockId, ValueId)> = FxHashSet::default();
        let mut stack = Vec::new();
        for block in &self.order {
            for op in &self.module[*block].ops {
                match self.access(*op) {
                    Some((variable, true)) => {
                        written.insert((*block, variable));
                    }
                    Some((variable, false)) if !written.contains(&(*block, variable)) => {
                        stack.push((*block, variable));
                    }
                    _ => {}
                }
            }
        }
        let mut seen: FxHashSet<(BlockId, ValueId)> = FxHashSet::default();
        let mut live: Map<BlockId, Vec<ValueId>> = Map::default();
        while let Some((block, variable)) = stack.pop() {
            if !seen.insert((block, variable)) {
                continue;
            }
            live.entry(block).or_default().push(variable);
            let before = self.predecessors(block).map(|before| (before, variable));
            stack.extend(before.filter(|place| !written.contains(place)));
        }
        self.live = live;
    }

    fn add_args(&mut self) {
        for (block, variables) in &self.live {
            let ways = self.edges.get(block).map_or(0, Vec::len);
            if *block == self.entry || ways < 2 {
                continue;
            }
            for variable in variables {
                let arg = self.module.add_arg(*block, self.variables[variable]);
                self.args.entry(*block).or_default().push((*variable, arg));
            }
        }
    }

    /// An undefined value.
    fn undefined(&mut self, ty: TypeId) -> ValueId {
        if let Some(value) = self.undefined.get(&ty) {
            return *value;
        }
        let op = self.module.add_op(ops::core(Op::Undef));
        self.module[op].block = Some(self.entry);
        self.module[self.entry].ops.insert(0, op);
        let value = self.module.add_result(op, ty);
        self.undefined.insert(ty, value);
        value
    }

    /// Value of a variable at the end of a block.
    fn value_after(&mut self, block: BlockId, variable: ValueId) -> ValueId {
        match self.out.get(&(block, variable)) {
            Some(value) => *value,
            None => self.undefined(self.variables[&variable]),
        }
    }

    fn rename(&mut self) {
        for block in self.order.clone() {
            let mut current = self.values_before(block);
            self.rename_ops(block, &mut current);
            for (variable, value) in current {
                self.out.insert((block, variable), value);
            }
        }
    }

    /// Values at the start of a block of the variables that are read after it.
    fn values_before(&mut self, block: BlockId) -> Map<ValueId, ValueId> {
        let mut current: Map<ValueId, ValueId> = self.args.get(&block).into_iter().flatten().copied().collect();
        let mut ways = self.predecessors(block);
        let (Some(only), None) = (ways.next(), ways.next()) else { return current };
        drop(ways);
        for variable in self.live.get(&block).cloned().unwrap_or_default() {
            let value = self.value_after(only, variable);
            current.insert(variable, value);
        }
        current
    }

    fn rename_ops(&mut self, block: BlockId, current: &mut Map<ValueId, ValueId>) {
        let mut kept = Vec::new();
        for op in std::mem::take(&mut self.module[block].ops) {
            let Some((variable, writes)) = self.access(op) else {
                kept.push(op);
                continue;
            };
            self.module[op].block = None;
            match (writes, self.module[op].operands.as_slice()) {
                (true, [_, stored, ..]) => {
                    current.insert(variable, *stored);
                }
                // A variable starts with its initial value, or with none.
                (true, [initial]) => {
                    current.insert(variable, *initial);
                }
                (true, []) => {
                    current.swap_remove(&variable);
                }
                (false, _) => {
                    let known = current.get(&variable).copied();
                    let value = known.unwrap_or_else(|| self.undefined(self.variables[&variable]));
                    let loaded = self.module[op].results[0];
                    self.rewrites.replace(loaded, value);
                }
            }
        }
        // Undefined values may have come to the start of the entry block meanwhile.
        self.module[block].ops.extend(kept);
    }

    fn connect(&mut self) {
        for block in self.order.clone() {
            let Some(end) = self.module.terminator(block) else { continue };
            for at in 0..self.module[end].successors.len() {
                let target = self.module[end].successors[at].block;
                for (variable, _) in self.args.get(&target).cloned().unwrap_or_default() {
                    let value = self.value_after(block, variable);
                    self.module[end].successors[at].args.push(value);
                }
            }
        }
    }

    /// Removes arguments for which every edge passes the same value or the argument itself. When one is removed, those to
    /// which it was passed are examined again.
    fn simplify(&mut self) {
        let mut pending: Vec<ValueId> = self.args.values().flatten().map(|(_, arg)| *arg).collect();
        let mut users = self.users(&pending);
        let mut gone: FxHashSet<ValueId> = FxHashSet::default();
        while let Some(arg) = pending.pop() {
            if gone.contains(&arg) {
                continue;
            }
            let Some(value) = self.only_value(arg) else { continue };
            gone.insert(arg);
            self.rewrites.replace(arg, value);
            let moved = users.remove(&arg).unwrap_or_default();
            pending.extend_from_slice(&moved);
            users.entry(value).or_default().extend(moved);
        }
        self.remove_args(&gone);
    }

    /// The arguments to which each value is passed.
    fn users(&self, args: &[ValueId]) -> FxHashMap<ValueId, Vec<ValueId>> {
        let mut users: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for arg in args {
            for value in self.handed_over(*arg) {
                users.entry(value).or_default().push(*arg);
            }
        }
        users
    }

    /// Values that the predecessors of a block pass for one of its arguments.
    fn handed_over(&self, arg: ValueId) -> impl Iterator<Item = ValueId> {
        let place = match self.module[arg].def {
            Def::Arg(block, index) => Some((block, index as usize)),
            _ => None,
        };
        let values = move |(block, index)| {
            let edges = self.edges.get(&block).into_iter().flatten();
            let args = edges.filter_map(move |(end, at)| self.module[*end].successors[*at].args.get(index));
            args.map(|value| self.rewrites.resolve(*value))
        };
        place.into_iter().flat_map(values)
    }

    fn only_value(&self, arg: ValueId) -> Option<ValueId> {
        let mut others = self.handed_over(arg).filter(|value| *value != arg);
        let only = others.next()?;
        others.all(|value| value == only).then_some(only)
    }

    fn remove_args(&mut self, gone: &FxHashSet<ValueId>) {
        for block in self.args.keys() {
            let keeps: Vec<bool> = self.module[*block].args.iter().map(|arg| !gone.contains(arg)).collect();
            self.module[*block].args.retain(kept(&keeps));
            for (at, arg) in self.module[*block].args.clone().into_iter().enumerate() {
                self.module[arg].def = Def::Arg(*block, at as u32);
            }
            for (end, at) in &self.edges[block] {
                self.module[*end].successors[*at].args.retain(kept(&keeps));
            }
        }
    }
}

/// Returns whether each value, one after the other, is to be kept.
fn kept(keeps: &[bool]) -> impl FnMut(&ValueId) -> bool {
    let mut keeps = keeps.iter();
    move |_| keeps.next() != Some(&false)
}
