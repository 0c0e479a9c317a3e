//! Clones of ops with what they hold: a callee's body at its call site, a loop's blocks for one iteration.
//!
//! Values and blocks in clones have no names: a name belongs to one place in the source, and names cost words. Ops
//! whose original is dropped need no clone; they are moved, with the same result.

use crate::debug::Inlining;
use crate::edit::{self, Numbers, Pool};
use dialect::ir::{BlockId, Module, Op, OpId, RegionId, Regions, Results, Successor, ValueId};
use dialect::spirv::attrs;
use dialect::spirv::ops::{self, Code, Mlir};
use rustc_hash::FxHashMap;
use spirv::Op as Core;

/// Map from values to their replacements in a clone; clones share its memory, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Substitutes {
    /// The index of each value's replacement.
    numbers: Numbers,
    /// The replacements.
    values: Vec<ValueId>,
}

impl Substitutes {
    /// An empty map, with room for the values of a module.
    pub(crate) fn with_room(module: &Module) -> Substitutes {
        Substitutes { numbers: Numbers::with_room(module), values: Vec::new() }
    }

    fn clear(&mut self) {
        self.values.drain(..).for_each(|value| self.numbers.forget(value));
    }

    fn insert(&mut self, value: ValueId, instead: ValueId) {
        self.values.push(value);
        self.numbers.set(value, instead.raw());
    }

    fn of(&self, value: ValueId) -> ValueId {
        self.numbers.of(value).map_or(value, ValueId::new)
    }
}

/// One clone of some ops.
pub(crate) struct Copy<'p> {
    pool: &'p mut Pool,
    values: &'p mut Substitutes,
    /// The call site that the clone is inlined into, for debug information.
    call: Option<Inlining<'p>>,
    /// True if ops are moved, not cloned.
    moves: bool,
    made: Vec<OpId>,
    /// Cloned calls, each with its original.
    calls: Vec<(OpId, OpId)>,
}

impl<'p> Copy<'p> {
    /// A clone whose constants, references and variables are those of the pool.
    pub(crate) fn new(pool: &'p mut Pool, values: &'p mut Substitutes, call: Option<Inlining<'p>>) -> Self {
        values.clear();
        Copy { pool, values, call, moves: false, made: Vec::new(), calls: Vec::new() }
    }

    /// Makes it move ops instead of cloning them.
    pub(crate) fn moving(self) -> Self {
        Copy { moves: true, ..self }
    }

    /// The call site that the clone is inlined into.
    pub(crate) fn call(&mut self) -> Option<&mut Inlining<'p>> {
        self.call.as_mut()
    }

    /// Maps values from outside of the clone to their replacements.
    pub(crate) fn map(&mut self, values: impl Iterator<Item = (ValueId, ValueId)>) {
        values.for_each(|(value, instead)| self.values.insert(value, instead));
    }

    /// The replacement of a value in the clone.
    pub(crate) fn value(&self, value: ValueId) -> ValueId {
        self.values.of(value)
    }

    /// Makes cloned ops use cloned values. It comes last because a value may be used before it is cloned. Returns the
    /// cloned calls, each with its original.
    pub(crate) fn finish(&mut self, module: &mut Module) -> Vec<(OpId, OpId)> {
        for op in std::mem::take(&mut self.made) {
            let op = &mut module[op];
            op.operands.iter_mut().for_each(|value| *value = self.values.of(*value));
            // Few ops have successors.
            let handed = op.successors.iter_mut().flat_map(|successor| &mut successor.args);
            handed.for_each(|value| *value = self.values.of(*value));
        }
        std::mem::take(&mut self.calls)
    }

    /// Appends clones of ops to `kept`, which will be in `block`.
    pub(crate) fn ops(&mut self, module: &mut Module, from: &[OpId], block: BlockId, kept: &mut Vec<OpId>) {
        kept.reserve(from.len());
        self.made.reserve(from.len());
        for op in from {
            if edit::is_reference(module, *op) {
                if let (Some(old), Some(new)) = (module[*op].results.first().copied(), self.pool.same(module, *op)) {
                    self.values.insert(old, new);
                }
                continue;
            }
            if edit::core(module, *op) == Some(Core::Variable) {
                kept.extend(self.variable(module, *op, block));
                continue;
            }
            let copy = self.op(module, *op);
            module[copy].block = Some(block);
            kept.push(copy);
        }
    }

    /// Hoists a variable to the start of the function; its initialiser is stored where the clone is.
    fn variable(&mut self, module: &mut Module, op: OpId, block: BlockId) -> Option<OpId> {
        let copy = self.op(module, op);
        let initial = module[copy].operands.pop();
        self.pool.push(module, copy);
        let (pointer, initial) = (*module[copy].results.first()?, initial?);
        let store = module.add_op(ops::core(Core::Store));
        // The pointer is already the clone's; mapping it once more changes nothing.
        module[store].operands = [pointer, initial].into();
        module[store].loc = module[op].loc;
        module[store].block = Some(block);
        self.made.push(store);
        Some(store)
    }

    fn op(&mut self, module: &mut Module, op: OpId) -> OpId {
        let copy = if self.moves { op } else { self.copied(module, op) };
        self.made.push(copy);
        match ops::code(module, copy) {
            // Nothing refers to the clone by name.
            Some(Code::Mlir(Mlir::ExtInst)) => module[copy].attrs.retain(|(name, _)| *name != attrs::SYM_NAME),
            Some(Code::Core(Core::FunctionCall)) => self.calls.push((copy, op)),
            _ => {}
        }
        if let Some(call) = &mut self.call {
            call.place(module, copy);
        }
        if self.moves {
            self.inside(module, op);
        } else if !module[op].regions.is_empty() {
            for region in module[op].regions.clone() {
                self.region(module, region, copy);
            }
        }
        copy
    }

    /// A clone of an op without its regions.
    fn copied(&mut self, module: &mut Module, op: OpId) -> OpId {
        let Op { info, operands, attrs, successors, loc, word, .. } = &module[op];
        let like = Op {
            info,
            operands: operands.clone(),
            results: Results::new(),
            attrs: attrs.clone(),
            regions: Regions::new(),
            // Few ops have some.
            successors: if successors.is_empty() { Vec::new() } else { successors.clone() },
            block: None,
            loc: *loc,
            word: *word,
        };
        let copy = module.ops.alloc(like);
        for at in 0..module[op].results.len() {
            let result = module[op].results[at];
            let new = module.add_result(copy, module.type_of(result));
            self.values.insert(result, new);
        }
        copy
    }

    /// Adopts the results and the regions of an op that is moved.
    fn inside(&mut self, module: &mut Module, op: OpId) {
        for at in 0..module[op].results.len() {
            let result = module[op].results[at];
            module[result].name = None;
        }
        // Most hold none.
        if module[op].regions.is_empty() {
            return;
        }
        for region in module[op].regions.clone() {
            for block in module[region].blocks.clone() {
                module[block].name = None;
                for arg in module[block].args.clone() {
                    module[arg].name = None;
                }
                let (from, mut kept) = (std::mem::take(&mut module[block].ops), Vec::new());
                self.ops(module, &from, block, &mut kept);
                module[block].ops = kept;
            }
        }
    }

    fn region(&mut self, module: &mut Module, region: RegionId, host: OpId) {
        let new = module.add_region(host);
        let old_blocks = module[region].blocks.clone();
        self.blocks(module, &old_blocks, new);
    }

    /// Clones blocks to the end of a region, with the branches between them, and returns the map from old to new.
    /// Branches to other blocks stay.
    pub(crate) fn blocks(
        &mut self,
        module: &mut Module,
        old_blocks: &[BlockId],
        new: RegionId,
    ) -> FxHashMap<BlockId, BlockId> {
        let mut blocks: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for old in old_blocks {
            let block = module.add_block(new);
            for arg in module[*old].args.clone() {
                let copied = module.add_arg(block, module.type_of(arg));
                module.set_arg_attrs(copied, module.arg_attrs(arg).to_vec());
                self.values.insert(arg, copied);
            }
            blocks.insert(*old, block);
        }
        for old in old_blocks {
            let (block, mut kept) = (blocks[old], Vec::new());
            let from = module[*old].ops.clone();
            self.ops(module, &from, block, &mut kept);
            if let Some(end) = kept.last().copied() {
                for Successor { block, .. } in &mut module[end].successors {
                    *block = blocks.get(block).copied().unwrap_or(*block);
                }
            }
            module[block].ops = kept;
        }
        blocks
    }
}
