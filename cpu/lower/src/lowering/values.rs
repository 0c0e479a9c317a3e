//! Values of the module: known where they are defined, loaded from the frame in other regions, or rematerialised.

use super::state::Lowering;
use super::storage::Slot;
use crate::error::{Result, invalid};
use crate::facts;
use dialect::ir::{OpId, Type, ValueId};
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts as module_facts};
use spirv::Op;

impl Lowering<'_> {
    /// The address of a lane's place in a slot.
    pub(crate) fn slot_address(&mut self, slot: Slot, lane: ValueId) -> Result<ValueId> {
        let scratch = self.env()?.scratch;
        let i64 = self.b.int(64);
        let lane = self.b.int_cast(lane, i64, false);
        let size = self.b.i64(slot.size);
        let offset = self.b.mul(lane, size);
        let start = self.b.i64(slot.start);
        let offset = self.b.add(start, offset);
        Ok(self.b.gep(scratch, offset))
    }

    /// Ops whose attributes and operands are wanted: an operand as a value of the LLVM dialect.
    pub(crate) fn operand(&mut self, op: OpId, index: usize) -> Result<ValueId> {
        match self.known.source[op].operands.get(index) {
            Some(value) => self.value(*value),
            None => invalid(format!("'{}' has too few operands", self.known.source[op].info.name)),
        }
    }

    /// An operand that must be an integer or a vector of integers.
    pub(crate) fn int_operand(&mut self, op: OpId, index: usize) -> Result<ValueId> {
        let value = self.operand(op, index)?;
        let ty = self.b.type_of(value);
        let scalar = if self.is_whole() { self.b.scalar(ty) } else { self.b.module.ctx.scalar_of(ty) };
        match self.b.ty(scalar) {
            Type::Int { .. } => Ok(value),
            _ => invalid(format!("an operand of '{}' is not an integer", self.name(op))),
        }
    }

    /// All operands.
    pub(crate) fn operands(&mut self, op: OpId) -> Result<Vec<ValueId>> {
        (0..self.known.source[op].operands.len()).map(|index| self.operand(op, index)).collect()
    }

    /// LLVM value of a value of the module in the current block.
    pub(crate) fn value(&mut self, value: ValueId) -> Result<ValueId> {
        if self.function.wide.is_some() {
            return self.wide_value(value);
        }
        if let Some(known) = self.block.values.get(&value) {
            return Ok(*known);
        }
        let made = if facts::is_remade(self.known.source, value) {
            self.remake(value)?
        } else if self.known.storage.frame_slot(value).is_some() && self.known.source.block_of(value) != self.block.of {
            self.reload(value)?
        } else {
            match self.function.values.get(&value) {
                Some(known) => return Ok(*known),
                None => return invalid("a value is used where it is not defined"),
            }
        };
        self.block.values.insert(value, made);
        Ok(made)
    }

    fn reload(&mut self, value: ValueId) -> Result<ValueId> {
        let lane = self.env()?.lane;
        self.reload_of(value, lane)
    }

    /// A value that crosses regions, of a given lane.
    pub(crate) fn reload_of(&mut self, value: ValueId, lane: ValueId) -> Result<ValueId> {
        let Some(slot) = self.known.storage.frame_slot(value) else {
            return invalid("a value has no place in the frame");
        };
        let address = self.slot_address(slot, lane)?;
        let memory = self.private_memory(address, self.known.source.type_of(value));
        self.load_memory(&memory)
    }

    /// A value in the frame for a lane.
    pub(crate) fn spill_of(&mut self, value: ValueId, made: ValueId, lane: ValueId) -> Result<()> {
        let Some(slot) = self.known.storage.frame_slot(value) else { return Ok(()) };
        let address = self.slot_address(slot, lane)?;
        let memory = self.private_memory(address, self.known.source.type_of(value));
        self.store_memory(&memory, made)
    }

    /// Records the LLVM value of a value of the module, and stores it in the frame when it is live in other regions.
    pub(crate) fn define(&mut self, value: ValueId, made: ValueId) -> Result<()> {
        if self.function.wide.is_some() {
            return self.define_wide(value, made);
        }
        self.function.values.insert(value, made);
        let lane = self.env()?.lane;
        self.spill_of(value, made, lane)
    }

    pub(super) fn remake(&mut self, value: ValueId) -> Result<ValueId> {
        let Some(op) = self.known.source.defining_op(value) else {
            return invalid("block argument defined twice");
        };
        let ty = self.known.source.type_of(value);
        match ops::code(self.known.source, op) {
            Some(Code::Mlir(Mlir::Constant)) => match self.known.source.attr(op, attrs::VALUE) {
                Some(attr) => self.constant(attr, ty),
                None => invalid("a constant has no value"),
            },
            Some(Code::Mlir(Mlir::ReferenceOf)) => {
                match module_facts::symbol_of(self.known.source, op, attrs::SYMBOL) {
                    Some(name) => self.spec_constant(name, ty),
                    None => invalid("dangling reference"),
                }
            }
            Some(Code::Core(Op::Undef)) => self.null_value(ty),
            _ => self.resource(op),
        }
    }

    /// The bits of an integer constant.
    pub(crate) fn const_index(&mut self, value: ValueId) -> Result<Option<u64>> {
        let value = self.value(value)?;
        Ok(self.b.const_of(value))
    }
}
