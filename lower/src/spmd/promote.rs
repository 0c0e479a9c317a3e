//! Variables to values: what a function keeps in variables that are only read and written as a whole becomes arguments of
//! its blocks, so that memory is left to what needs an address.
//!
//! Where several ways meet, a block gets an argument for each variable that is read behind it before it is written;
//! arguments that turn out to be always the same value are taken away again.

use crate::facts;
use base::ids::{Map, Set};
use dialect::ir::rewrite::Rewrites;
use dialect::ir::{BlockId, Def, Module, OpId, RegionId, TypeId, ValueId, walk};
use dialect::spirv::abi;
use dialect::spirv::ops::{self, Code};
use rustc_hash::FxHashMap;
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
            && let Some((pointee, _)) = abi::pointer(module, module.type_of(*value))
            && !facts::is_opaque(module, pointee)
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

struct Pass<'m> {
    module: &'m mut Module,
    region: RegionId,
    order: Vec<BlockId>,
    variables: Map<ValueId, TypeId>,
    predecessors: Map<BlockId, Vec<BlockId>>,
    /// The variables that are read from a block's start on before they are written.
    live: Set<(BlockId, ValueId)>,
    /// The arguments that stand for variables, per block.
    args: Map<BlockId, Vec<(ValueId, ValueId)>>,
    /// What variables hold at the end of blocks.
    out: FxHashMap<(BlockId, ValueId), ValueId>,
    undefined: Map<TypeId, ValueId>,
    rewrites: Rewrites,
}

impl<'m> Pass<'m> {
    fn new(module: &'m mut Module, region: RegionId, order: Vec<BlockId>, variables: Map<ValueId, TypeId>) -> Self {
        let mut predecessors: Map<BlockId, Vec<BlockId>> = Map::default();
        for block in &order {
            for successor in walk::successors(module, *block) {
                predecessors.entry(successor).or_default().push(*block);
            }
        }
        Pass {
            module,
            region,
            order,
            variables,
            predecessors,
            live: Set::default(),
            args: Map::default(),
            out: FxHashMap::default(),
            undefined: Map::default(),
            rewrites: Rewrites::default(),
        }
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
        let mut written: Set<(BlockId, ValueId)> = Set::default();
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
        while let Some((block, variable)) = stack.pop() {
            if !self.live.insert((block, variable)) {
                continue;
            }
            for before in self.predecessors.get(&block).into_iter().flatten() {
                if !written.contains(&(*before, variable)) {
                    stack.push((*before, variable));
                }
            }
        }
    }

    fn add_args(&mut self) {
        let entry = self.order[0];
        for (block, variable) in self.live.clone() {
            let ways = self.predecessors.get(&block).map_or(0, Vec::len);
            if block != entry && ways > 1 {
                let arg = self.module.add_arg(block, self.variables[&variable]);
                self.args.entry(block).or_default().push((variable, arg));
            }
        }
    }

    /// A value that may be anything.
    fn undefined(&mut self, ty: TypeId) -> ValueId {
        if let Some(value) = self.undefined.get(&ty) {
            return *value;
        }
        let op = self.module.add_op(ops::core(Op::Undef));
        let entry = self.module[self.region].blocks[0];
        self.module[op].block = Some(entry);
        self.module[entry].ops.insert(0, op);
        let value = self.module.add_result(op, ty);
        self.undefined.insert(ty, value);
        value
    }

    /// What a variable holds at the end of a block.
    fn value_after(&mut self, block: BlockId, variable: ValueId) -> ValueId {
        match self.out.get(&(block, variable)) {
            Some(value) => *value,
            None => self.undefined(self.variables[&variable]),
        }
    }

    fn rename(&mut self) {
        for block in self.order.clone() {
            let mut current: Map<ValueId, ValueId> = Map::default();
            let only = match self.predecessors.get(&block).map(Vec::as_slice) {
                Some([only]) => Some(*only),
                _ => None,
            };
            for variable in self.variables.keys().copied().collect::<Vec<_>>() {
                if let (Some(only), true) = (only, self.live.contains(&(block, variable))) {
                    let value = self.value_after(only, variable);
                    current.insert(variable, value);
                }
            }
            current.extend(self.args.get(&block).into_iter().flatten().copied());
            self.rename_ops(block, &mut current);
            for (variable, value) in current {
                self.out.insert((block, variable), value);
            }
        }
    }

    fn rename_ops(&mut self, block: BlockId, current: &mut Map<ValueId, ValueId>) {
        let mut kept = Vec::new();
        for op in self.module[block].ops.clone() {
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
        let made: Vec<OpId> = self.undefined.values().filter_map(|value| self.module.defining_op(*value)).collect();
        let mut made: Vec<OpId> = made.into_iter().filter(|op| self.module[block].ops.contains(op)).collect();
        made.retain(|op| !kept.contains(op));
        made.sort_unstable_by_key(|op| op.raw());
        made.extend(kept);
        self.module[block].ops = made;
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

    /// Takes away arguments for which every way hands over the same value or the argument itself.
    fn simplify(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (block, _) in self.args.clone() {
                for (variable, arg) in self.args[&block].clone() {
                    if let Some(value) = self.only_value(block, arg) {
                        self.remove_arg(block, variable, arg);
                        self.rewrites.replace(arg, value);
                        changed = true;
                    }
                }
            }
        }
    }

    fn only_value(&self, block: BlockId, arg: ValueId) -> Option<ValueId> {
        let Def::Arg(_, index) = self.module[arg].def else { return None };
        let mut only = None;
        for before in &self.predecessors[&block] {
            let end = self.module.terminator(*before)?;
            for successor in self.module[end].successors.iter().filter(|to| to.block == block) {
                let value = self.rewrites.resolve(*successor.args.get(index as usize)?);
                if value != arg && only.is_some_and(|known| known != value) {
                    return None;
                }
                if value != arg {
                    only = Some(value);
                }
            }
        }
        only
    }

    fn remove_arg(&mut self, block: BlockId, variable: ValueId, arg: ValueId) {
        let Def::Arg(_, index) = self.module[arg].def else { return };
        self.module[block].args.remove(index as usize);
        for (at, later) in self.module[block].args.clone().into_iter().enumerate().skip(index as usize) {
            self.module[later].def = Def::Arg(block, at as u32);
        }
        let ends: Set<OpId> =
            self.predecessors[&block].iter().filter_map(|before| self.module.terminator(*before)).collect();
        for end in ends {
            for successor in self.module[end].successors.iter_mut().filter(|to| to.block == block) {
                successor.args.remove(index as usize);
            }
        }
        if let Some(args) = self.args.get_mut(&block) {
            args.retain(|(other, _)| *other != variable);
        }
    }
}
