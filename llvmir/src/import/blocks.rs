//! The blocks of a function: in an order that SPIR-V allows, with phis, and how they end.

use super::function::Body;
use super::words::Shape;
use crate::error::{Result, refuse};
use base::ids::Set;
use dialect::ir::walk::{self, Dominators};
use dialect::ir::{BlockId, OpId, RegionId, ValueId, Values};
use dialect::llvm::ops::{self, Opcode};
use dialect::llvm::types;
use dialect::spirv::facts;
use rustc_hash::FxHashMap;
use spirv::Op;

/// A block, and the values that it passes.
type Way = (BlockId, Values);

impl Body<'_, '_> {
    /// All blocks that something leads to.
    pub(super) fn blocks(&mut self, region: RegionId) -> Result<()> {
        let module = self.import.module;
        let entry = module[region].blocks[0];
        let order = order(module, &module[region].blocks, entry);
        for block in &order {
            let label = self.import.words.fresh();
            self.labels.insert(*block, label);
        }
        self.hand_over(&order);
        let incoming = self.incoming(&order)?;
        let mut number = 0;
        for block in order {
            self.import.words.set_type(self.labels[&block], 0);
            self.effect(Op::Label, &[self.labels[&block]]);
            self.begin_block();
            if block != entry {
                self.phis(block, incoming.get(&block).map_or(&[], Vec::as_slice))?;
            }
            for op in &module[block].ops {
                if is_constant(module, *op) {
                    continue;
                }
                number += 1;
                self.stand_at(module[*op].loc);
                self.op(block, *op).map_err(|error| self.at(error, number, *op))?;
            }
        }
        Ok(())
    }

    fn op(&mut self, block: BlockId, op: OpId) -> Result<()> {
        match self.import.module[op].is_terminator() {
            true => self.end(block, op),
            false => self.inst(op),
        }
    }

    /// Gives ids to all that blocks hand over which is an address: the block converts it at its end.
    fn hand_over(&mut self, order: &[BlockId]) {
        let module = self.import.module;
        for block in order {
            let Some(end) = module.terminator(*block) else { continue };
            for successor in &module[end].successors {
                for (at, value) in successor.args.iter().enumerate() {
                    let is_address = types::space(&module.ctx, module.type_of(*value)).is_some();
                    if is_address && !self.handed.contains_key(&(*block, successor.block, at)) {
                        let id = self.import.words.fresh();
                        self.handed.insert((*block, successor.block, at), id);
                    }
                }
            }
        }
    }

    /// The predecessors of each block, each once, with the values that they pass.
    fn incoming(&self, order: &[BlockId]) -> Result<FxHashMap<BlockId, Vec<Way>>> {
        let module = self.import.module;
        let mut found: FxHashMap<BlockId, Vec<Way>> = FxHashMap::default();
        for block in order {
            let Some(end) = module.terminator(*block) else { return refuse("a block has no end") };
            let mut seen = Set::default();
            for successor in &module[end].successors {
                if seen.insert(successor.block) {
                    found.entry(successor.block).or_default().push((*block, successor.args.clone()));
                }
            }
        }
        Ok(found)
    }

    fn phis(&mut self, block: BlockId, incoming: &[Way]) -> Result<()> {
        let module = self.import.module;
        for (at, arg) in module[block].args.iter().enumerate() {
            let ty = self.import.ty(module.type_of(*arg))?;
            let mut operands = Vec::new();
            for (from, args) in incoming {
                let id = match self.handed.get(&(*from, block, at)) {
                    Some(id) => *id,
                    None => self.forward(args[at])?,
                };
                operands.extend([id, self.labels[from]]);
            }
            let id = self.ids.get(arg).copied().unwrap_or_else(|| self.import.words.fresh());
            self.ids.insert(*arg, id);
            self.make_as(id, Op::Phi, ty, &operands);
        }
        Ok(())
    }

    /// The id of a value that may be defined further down.
    fn forward(&mut self, value: ValueId) -> Result<u32> {
        let module = self.import.module;
        let is_later = match module.defining_op(value) {
            Some(op) => !is_constant(module, op),
            None => true,
        };
        match self.ids.get(&value).copied() {
            Some(known) => Ok(known),
            None if is_later => {
                let id = self.import.words.fresh();
                self.ids.insert(value, id);
                Ok(id)
            }
            None => self.id(value),
        }
    }

    fn end(&mut self, block: BlockId, op: OpId) -> Result<()> {
        let module = self.import.module;
        self.convert_handed(block, op)?;
        let labels: Vec<u32> = module[op].successors.iter().map(|one| self.labels[&one.block]).collect();
        let operands = self.all(&module[op].operands)?;
        match (ops::row(module, op).map(|row| row.op), operands.as_slice()) {
            (Some(Opcode::Return), []) => self.effect(Op::Return, &[]),
            (Some(Opcode::Return), [value]) => {
                debug_assert_eq!(self.type_of(*value), self.returns());
                self.effect(Op::ReturnValue, &[*value]);
            }
            (Some(Opcode::Unreachable), _) => self.effect(Op::Unreachable, &[]),
            (Some(Opcode::Br), _) => self.effect(Op::Branch, &labels),
            (Some(Opcode::CondBr), [condition]) => {
                self.effect(Op::BranchConditional, &[*condition, labels[0], labels[1]]);
            }
            (Some(Opcode::Switch), [selector]) => self.switch(op, *selector, &labels)?,
            _ => return refuse("a block ends in a way that has no form here"),
        }
        Ok(())
    }

    fn switch(&mut self, op: OpId, selector: u32, labels: &[u32]) -> Result<()> {
        let module = self.import.module;
        let Shape::Int(width) = self.shape_of(selector) else { return refuse("what is switched on is no integer") };
        let mut operands = vec![selector, labels[0]];
        for (case, label) in facts::array_of(module, op, ops::CASES).iter().zip(&labels[1..]) {
            let bits = facts::number(module, *case).unwrap_or(0);
            operands.push(bits as u32);
            if width == 64 {
                operands.push((bits >> 32) as u32);
            }
            operands.push(*label);
        }
        self.effect(Op::Switch, &operands);
        Ok(())
    }

    /// Converts addresses to pointers to bytes, under the ids that phis use.
    fn convert_handed(&mut self, block: BlockId, op: OpId) -> Result<()> {
        let module = self.import.module;
        let mut done = Set::default();
        for successor in &module[op].successors {
            if !done.insert(successor.block) {
                continue;
            }
            for (at, value) in successor.args.iter().enumerate() {
                if let Some(id) = self.handed.get(&(block, successor.block, at)).copied() {
                    let (from, ty) = (self.id(*value)?, self.import.ty(module.type_of(*value))?);
                    let op = if self.type_of(from) == ty { Op::CopyObject } else { Op::Bitcast };
                    self.make_as(id, op, ty, &[from]);
                }
            }
        }
        Ok(())
    }
}

/// Checks for a constant, which is no instruction of LLVM IR.
pub(super) fn is_constant(module: &dialect::ir::Module, op: OpId) -> bool {
    let is_it =
        |op: Opcode| matches!(op, Opcode::Constant | Opcode::Undef | Opcode::Poison | Opcode::Zero | Opcode::AddressOf);
    ops::row(module, op).is_some_and(|row| is_it(row.op))
}

/// The blocks that the entry leads to: in their own order where each stands after what dominates it, else in one in
/// which that holds.
fn order(module: &dialect::ir::Module, blocks: &[BlockId], entry: BlockId) -> Vec<BlockId> {
    let successors = |block| walk::successors(module, block);
    let dominators = Dominators::new(entry, successors);
    let reached: Vec<BlockId> = blocks.iter().copied().filter(|block| dominators.reaches(*block)).collect();
    let post_order = walk::reverse_post_order(entry, successors);
    let place: FxHashMap<BlockId, usize> = reached.iter().enumerate().map(|(at, block)| (*block, at)).collect();
    let is_behind = |block: &BlockId| match dominators.parent(*block) {
        Some(parent) => place[&parent] < place[block],
        None => true,
    };
    if reached.iter().all(is_behind) { reached } else { post_order }
}
