//! The blocks of a function: in an order that SPIR-V allows, and how they end.

use super::function::Body;
use super::output::Shape;
use crate::error::{Result, refuse};
use dialect::ir::walk::{self, Dominators};
use dialect::ir::{Attr, BlockId, OpId, RegionId, Successor, ValueId};
use dialect::llvm::ops::{self, Opcode};
use dialect::llvm::types;
use dialect::spirv::{attrs, facts};
use rustc_hash::FxHashMap;
use spirv::Op;

impl Body<'_, '_> {
    /// All blocks that something leads to.
    pub(super) fn all_blocks(&mut self, source: RegionId, region: RegionId) -> Result<()> {
        let module = self.import.module;
        let entry = module[source].blocks[0];
        let order = order(module, &module[source].blocks, entry);
        for block in order.iter().filter(|block| **block != entry) {
            let made = self.import.out.module.add_block(region);
            self.blocks.insert(*block, made);
        }
        let mut number = 0;
        for block in order {
            self.block = self.blocks[&block];
            // A location holds up to the end of its block.
            self.stand_at(None);
            if block != entry {
                self.arguments(block)?;
            }
            for op in &module[block].ops {
                if is_constant(module, *op) {
                    continue;
                }
                number += 1;
                self.stand_at(module[*op].loc);
                self.op(*op).map_err(|error| self.at(error, number, *op))?;
                // Nothing follows an abort.
                if self.has_ended() {
                    break;
                }
            }
            if module.terminator(block).is_none() {
                return refuse("a block has no end");
            }
        }
        Ok(())
    }

    fn arguments(&mut self, block: BlockId) -> Result<()> {
        let module = self.import.module;
        for arg in &module[block].args {
            let ty = self.import.ty(module.type_of(*arg))?;
            let made = self.import.out.module.add_arg(self.block, ty);
            self.values.insert(*arg, made);
        }
        Ok(())
    }

    fn op(&mut self, op: OpId) -> Result<()> {
        match self.import.module[op].is_terminator() {
            true => self.end(op)?,
            false => self.inst(op)?,
        }
        self.check()
    }

    fn end(&mut self, op: OpId) -> Result<()> {
        let module = self.import.module;
        let successors = self.successors(op)?;
        let operands = self.all(&module[op].operands)?;
        let made = match (ops::row(module, op).map(|row| row.op), operands.as_slice()) {
            (Some(Opcode::Return), []) => Op::Return,
            (Some(Opcode::Return), [_]) => Op::ReturnValue,
            (Some(Opcode::Unreachable), _) => Op::Unreachable,
            (Some(Opcode::Br), _) => Op::Branch,
            (Some(Opcode::CondBr), [_]) => Op::BranchConditional,
            (Some(Opcode::Switch), [selector]) => return self.switch(op, *selector, successors),
            _ => return refuse("unsupported terminator"),
        };
        self.terminator(made, &operands, successors);
        Ok(())
    }

    /// The blocks that follow, with the values that they take: addresses as pointers to bytes.
    fn successors(&mut self, op: OpId) -> Result<Vec<Successor>> {
        let module = self.import.module;
        let mut all: Vec<Successor> = Vec::new();
        for successor in &module[op].successors {
            let block = self.blocks[&successor.block];
            // A block that follows in two ways takes the same values.
            let known = all.iter().find(|known| known.block == block).map(|known| known.args.clone());
            let args = match known {
                Some(args) => args,
                None => successor.args.iter().map(|value| self.passed(*value)).collect::<Result<_>>()?,
            };
            all.push(Successor { block, args });
        }
        Ok(all)
    }

    fn passed(&mut self, value: ValueId) -> Result<ValueId> {
        let module = self.import.module;
        let made = self.value(value)?;
        if types::space(&module.ctx, module.type_of(value)).is_none() {
            return Ok(made);
        }
        let ty = self.import.ty(module.type_of(value))?;
        Ok(if self.type_of(made) == ty { made } else { self.make(Op::Bitcast, ty, &[made]) })
    }

    fn switch(&mut self, op: OpId, selector: ValueId, successors: Vec<Successor>) -> Result<()> {
        let module = self.import.module;
        let Shape::Int(_) = self.shape_of(selector) else { return refuse("switch selector is not an integer") };
        let ty = self.type_of(selector);
        let ctx = &mut self.import.out.module.ctx;
        let cases = facts::array_of(module, op, ops::CASES).iter();
        let cases = cases.map(|case| ctx.attr(Attr::Int { bits: facts::number(module, *case).unwrap_or(0), ty }));
        let cases = cases.collect();
        let cases = ctx.attr(Attr::Array(cases));
        let made = self.terminator(Op::Switch, &[selector], successors);
        self.import.out.module[made].set_attr(attrs::CASES, cases);
        Ok(())
    }
}

/// Checks for a constant, which is not an instruction of LLVM IR.
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
