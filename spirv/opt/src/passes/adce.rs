//! Aggressive dead code elimination: ops with effects and all that they depend on are marked, the rest is swept.
//!
//! A construct is live when something in it is, or when one of its results is used; then its branches are live with
//! their conditions. A store into memory that only this function sees is live when something reads that memory.

use crate::debug;
use crate::edit;
use base::intern::Symbol;
use dialect::ir::{BlockId, Def, Module, OpId, Type, ValueId, Values, walk};
use dialect::spirv::effects::{self, Memory};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, host};
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Op, StorageClass};

/// Limit of the parts of a value that get notes of their own.
const MOST_PARTS: usize = 16;

/// Removes dead ops, arguments and results of all functions.
pub(crate) fn remove(module: &mut Module) {
    let mut pass = Pass::new(module);
    pass.mark();
    let Pass { ops, values, .. } = pass;
    let live = Live { ops, values };
    for func in edit::functions(module) {
        live.sweep(module, func);
    }
}

/// Memory that nothing outside of the module sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Own {
    /// A variable of a function.
    Variable(ValueId),
    /// A `Private` or `Workgroup` variable of the module.
    Module(Symbol),
}

struct Pass<'m> {
    module: &'m Module,
    ops: Vec<bool>,
    values: Vec<bool>,
    stack: Vec<OpId>,
    inner: FxHashSet<Symbol>,
    /// Such memory that something reads.
    read: FxHashSet<Own>,
    /// Stores into such memory of which no reader is known yet.
    waiting: FxHashMap<Own, Vec<OpId>>,
    /// Notes of debug information.
    notes: Vec<OpId>,
    /// The terminators that branch to each block.
    incoming: Vec<Vec<OpId>>,
}

impl<'m> Pass<'m> {
    fn new(module: &'m Module) -> Self {
        let is_inner = |(op, _, storage): &(OpId, _, StorageClass)| {
            matches!(storage, StorageClass::Private | StorageClass::Workgroup) && facts::name_of(module, *op).is_some()
        };
        let inner = host::variables(module).filter(is_inner);
        Pass {
            module,
            ops: vec![false; module.ops.len()],
            values: vec![false; module.values.len()],
            stack: Vec::new(),
            inner: inner.filter_map(|(op, _, _)| facts::name_of(module, op)).collect(),
            read: FxHashSet::default(),
            waiting: FxHashMap::default(),
            notes: Vec::new(),
            incoming: vec![Vec::new(); module.blocks.len()],
        }
    }

    fn mark(&mut self) {
        for func in edit::functions(self.module) {
            for op in walk::ops(self.module, func) {
                self.root(op);
            }
        }
        self.drain();
        for note in std::mem::take(&mut self.notes) {
            self.note(note);
        }
        self.drain();
    }

    fn drain(&mut self) {
        while let Some(op) = self.stack.pop() {
            self.uses_of(op);
        }
    }

    /// Keeps a debug note if the code around it and the values that it names are live.
    fn note(&mut self, op: OpId) {
        let module = self.module;
        let is_around = module.parent_op(op).is_some_and(|around| {
            self.ops[around.index()] || ops::code(module, around) == Some(Code::Mlir(Mlir::Func))
        });
        let is_there = |value: &ValueId| {
            let is_reference = module.defining_op(*value).is_some_and(|op| edit::is_reference(module, op));
            is_reference || self.values[value.index()]
        };
        if is_around && module[op].operands.iter().all(is_there) {
            self.op(op);
        }
    }

    fn root(&mut self, op: OpId) {
        let module = self.module;
        for successor in module[op].successors.iter().filter(|successor| !successor.args.is_empty()) {
            self.incoming[successor.block.index()].push(op);
        }
        if edit::is_construct(module, op) || is_flow(module, op) {
            // The blocks of the function itself are always live.
            if module[op].block.and_then(|block| module[block].region).is_some_and(|region| self.is_body(region)) {
                self.keep_flow(op);
            }
            return;
        }
        if debug::is_note(module, op) {
            return self.notes.push(op);
        }
        let effects = effects::of_op(module, op);
        if effects.is_pure() {
            return;
        }
        if effects.kept {
            return self.op(op);
        }
        // Debug notes may name a stored value that is live anyhow.
        if let (Some(Op::Store), Some(value)) = (edit::core(module, op), module[op].operands.get(1))
            && edit::is_undefined(module, *value)
        {
            return;
        }
        if let (Memory::Through(at), Some(Op::Store | Op::CopyMemory)) = (effects.writes, edit::core(module, op))
            && let Some(own) = module[op].operands.get(usize::from(at)).and_then(|pointer| self.own(*pointer))
        {
            return self.waiting.entry(own).or_default().push(op);
        }
        if !effects.is_removable() {
            self.op(op);
        }
    }

    fn is_body(&self, region: dialect::ir::RegionId) -> bool {
        self.module[region].op.is_some_and(|op| ops::code(self.module, op) == Some(Code::Mlir(Mlir::Func)))
    }

    fn keep_flow(&mut self, op: OpId) {
        if is_flow(self.module, op) {
            self.op(op);
        }
    }

    fn own(&self, pointer: ValueId) -> Option<Own> {
        let root = edit::root(self.module, pointer);
        if let Some(name) = edit::global(self.module, root) {
            return self.inner.contains(&name).then_some(Own::Module(name));
        }
        let op = self.module.defining_op(root)?;
        let is_own = edit::core(self.module, op) == Some(Op::Variable) && !self.is_record(root);
        is_own.then_some(Own::Variable(root))
    }

    /// Returns whether a variable represents records that are sent to a node.
    fn is_record(&self, variable: ValueId) -> bool {
        let pointee = facts::pointer(self.module, self.module.type_of(variable)).map(|(ty, _)| &self.module.ctx[ty]);
        matches!(pointee, Some(Type::Spirv(SpirvType::Other { op: Op::TypeNodePayloadArrayAMDX, .. })))
    }

    /// Marks an op, and the constructs around it.
    fn op(&mut self, op: OpId) {
        if !self.ops[op.index()] {
            self.ops[op.index()] = true;
            self.stack.push(op);
        }
    }

    fn value(&mut self, value: ValueId) {
        if std::mem::replace(&mut self.values[value.index()], true) {
            return;
        }
        let module = self.module;
        match module[value].def {
            Def::Result(op, index) => {
                self.op(op);
                if edit::is_construct(module, op)
                    && let Some(inner) =
                        edit::merge_op(module, op).and_then(|merge| module[merge].operands.get(index as usize).copied())
                {
                    self.value(inner);
                }
            }
            Def::Arg(block, index) => {
                self.construct_of(block);
                for at in 0..self.incoming[block.index()].len() {
                    let op = self.incoming[block.index()][at];
                    for successor in module[op].successors.iter().filter(|successor| successor.block == block) {
                        if let Some(value) = successor.args.get(index as usize) {
                            self.value(*value);
                        }
                    }
                }
            }
        }
    }

    fn construct_of(&mut self, block: BlockId) {
        let module = self.module;
        if let Some(op) = module[block].region.and_then(|region| module[region].op) {
            self.op(op);
        }
    }

    fn uses_of(&mut self, op: OpId) {
        let module = self.module;
        if let Some(block) = module[op].block {
            self.construct_of(block);
        }
        if edit::is_construct(module, op) {
            for block in module[op].regions.iter().flat_map(|region| &module[*region].blocks) {
                if let Some(end) = module.terminator(*block) {
                    self.op(end);
                }
            }
        }
        // Results of a construct are marked one by one.
        if ops::code(module, op) == Some(Code::Mlir(Mlir::Merge)) {
            return;
        }
        let is_plain = edit::is_chain(module, op);
        let stores = matches!(edit::core(module, op), Some(Op::Store));
        for (at, value) in module[op].operands.iter().enumerate() {
            self.value(*value);
            let is_target = stores && at == 0;
            if !is_plain && !is_target && facts::storage_of(module, module.type_of(*value)).is_some() {
                self.reads(*value);
            }
        }
    }

    /// Marks the memory of a pointer as read, since its contents or its address are used.
    fn reads(&mut self, pointer: ValueId) {
        let Some(own) = self.own(pointer) else { return };
        if self.read.insert(own) {
            for op in self.waiting.remove(&own).unwrap_or_default() {
                self.op(op);
            }
        }
    }
}

/// The values of all parts of what an op builds; none if it builds something else or has many parts.
fn parts_of(module: &Module, op: OpId) -> Values {
    let (parts, ty) = (&module[op].operands, module[op].results.first().map(|value| module.type_of(*value)));
    let fits = |(at, part): (usize, &ValueId)| {
        ty.and_then(|ty| facts::part_type(&module.ctx, ty, at)) == Some(module.type_of(*part))
    };
    let is_built = edit::core(module, op) == Some(Op::CompositeConstruct) && parts.len() <= MOST_PARTS;
    if is_built && parts.iter().enumerate().all(fits) { parts.clone() } else { Values::default() }
}

/// Returns whether an op only transfers control.
fn is_flow(module: &Module, op: OpId) -> bool {
    match ops::code(module, op) {
        Some(Code::Mlir(Mlir::Merge)) => true,
        Some(Code::Core(op)) => matches!(
            op,
            Op::Branch | Op::BranchConditional | Op::Switch | Op::SelectionMerge | Op::LoopMerge | Op::Unreachable
        ),
        _ => false,
    }
}

struct Live {
    ops: Vec<bool>,
    values: Vec<bool>,
}

impl Live {
    fn op(&self, op: OpId) -> bool {
        self.ops.get(op.index()).copied().unwrap_or(true)
    }

    fn value(&self, value: ValueId) -> bool {
        self.values.get(value.index()).copied().unwrap_or(true)
    }

    fn sweep(&self, module: &mut Module, func: OpId) {
        let Some(body) = edit::body(module, func) else { return };
        // Blocks that lose arguments, and terminators that may pass values to them.
        let (mut shorter, mut ends) = (Vec::new(), Vec::new());
        let mut stack = vec![body];
        while let Some(region) = stack.pop() {
            for at in 0..module[region].blocks.len() {
                let block = module[region].blocks[at];
                // Parameters of functions stay.
                if (region != body || at != 0) && !module[block].args.iter().all(|arg| self.value(*arg)) {
                    module[block].args.retain(|arg| self.value(*arg));
                    shorter.push(block);
                }
                let mut kept = std::mem::take(&mut module[block].ops);
                if kept.iter().any(|op| self.is_lost_note(module, *op)) {
                    kept = kept.into_iter().flat_map(|op| self.with_parts(module, block, op)).collect();
                }
                kept.retain(|op| self.op(*op));
                for op in &kept {
                    // Few have regions, and results of others stay or go with them.
                    if !module[*op].regions.is_empty() {
                        self.sweep_results(module, *op);
                        stack.extend(module[*op].regions.iter());
                    }
                }
                ends.extend(kept.last().filter(|end| !module[**end].successors.is_empty()));
                module[block].ops = kept;
            }
        }
        if !shorter.is_empty() {
            shorter.sort_unstable();
            sweep_successors(module, &ends, &shorter);
        }
    }

    fn is_lost_note(&self, module: &Module, op: OpId) -> bool {
        !self.op(op) && debug::is_note(module, op)
    }

    /// An op, or notes of the parts that are left of the value of a note.
    fn with_parts(&self, module: &mut Module, block: BlockId, op: OpId) -> Vec<OpId> {
        if !self.is_lost_note(module, op) {
            return vec![op];
        }
        let (mut left, mut stack) = (Vec::new(), vec![op]);
        while let Some(note) = stack.pop() {
            let Some(value) = module[note].operands.first().copied() else { continue };
            let definition = module.defining_op(value);
            if note != op && (self.value(value) || definition.is_some_and(|op| edit::is_reference(module, op))) {
                left.push(note);
                continue;
            }
            let parts = definition.map(|built| parts_of(module, built)).unwrap_or_default();
            let parts = parts.iter().copied().enumerate().rev();
            stack.extend(parts.map(|(at, part)| debug::part_note(module, note, at, part)));
        }
        edit::adopt(module, block, &left);
        left
    }

    fn sweep_results(&self, module: &mut Module, op: OpId) {
        if !edit::is_construct(module, op) || module[op].results.iter().all(|value| self.value(*value)) {
            return;
        }
        let results = module[op].results.clone();
        let is_kept: Vec<bool> = results.iter().map(|value| self.value(*value)).collect();
        module[op].results.retain_by(&is_kept);
        module.renumber_results(op);
        if let Some(merge) = edit::merge_op(module, op) {
            module[merge].operands.retain_by(&is_kept);
        }
    }
}

/// Drops the operands of branches for arguments that are gone. The targets of which some have gone are in order.
fn sweep_successors(module: &mut Module, ends: &[OpId], shorter: &[BlockId]) {
    for end in ends {
        for at in 0..module[*end].successors.len() {
            let block = module[*end].successors[at].block;
            if shorter.binary_search(&block).is_err() {
                continue;
            }
            let before = &module[*end].successors[at].args;
            let args = module[block].args.iter().filter_map(|arg| match module[*arg].def {
                Def::Arg(_, index) => before.get(index as usize).copied(),
                Def::Result(..) => None,
            });
            let args = args.collect();
            module[*end].successors[at].args = args;
        }
    }
    // Only now: until here arguments have their old positions.
    for block in shorter {
        module.renumber_args(*block);
    }
}
