//! Pointers, loads and stores: what the host shares is reached by byte addresses, part for part; the rest as it was, with
//! booleans as words.

mod accesses;
mod pointers;

use crate::error::{Result, refuse};
use crate::place::{Bytes, Place};
use crate::state::Rewriter;
use dialect::ir::{OpId, Type, ValueId};
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use spirv::{Op, StorageClass};

/// Rewrites of memory ops.
impl Rewriter<'_> {
    /// A variable of the function.
    pub(crate) fn rewrite_variable(&mut self, op: OpId) -> Result<()> {
        let result = self.module[op].results[0];
        let Some((ty, _)) = facts::pointer(self.module, self.old_type(result)) else {
            return refuse("a variable is not a pointer");
        };
        let stored = self.types.stored(&mut self.module.ctx, ty);
        let pointer = self.variable(stored);
        self.module[pointer].name = self.module[result].name;
        let place = Place::Typed { pointer, storage: StorageClass::Function, ty };
        if !self.module[op].operands.is_empty() {
            let value = self.operand(op, 0);
            self.store(&place, value)?;
        }
        self.lead(op, place);
        Ok(())
    }

    /// A chain, or a copy of a pointer.
    pub(crate) fn rewrite_chain(&mut self, op: OpId) -> Result<()> {
        let operands = self.module[op].operands.clone();
        let start = self.place(operands[0])?;
        let place = self.chain(start, &operands[1..])?;
        self.lead_or_address(op, place)
    }

    /// A chain that starts with a step among the elements around what a pointer leads to.
    pub(crate) fn rewrite_pointer_chain(&mut self, op: OpId) -> Result<()> {
        let operands = self.module[op].operands.clone();
        let Type::Spirv(SpirvType::Pointer { stride, .. }) = self.module.ctx[self.old_type(operands[0])] else {
            return refuse("this pointer kind is not supported in kernels");
        };
        let Place::Bytes(bytes) = self.place(operands[0])? else {
            return refuse("pointers in variables are not supported in kernels");
        };
        let Some(stride) = stride else { return refuse("unknown element stride") };
        let start = Place::Bytes(self.advance(bytes, operands[1], u64::from(stride)));
        let place = self.chain(start, &operands[2..])?;
        self.lead_or_address(op, place)
    }

    /// Pointers to physical memory are numbers too: they may be stored.
    fn lead_or_address(&mut self, op: OpId, place: Place) -> Result<()> {
        let result = self.module[op].results[0];
        let is_physical = facts::pointer(self.module, self.old_type(result))
            .is_some_and(|(_, storage)| storage == StorageClass::PhysicalStorageBuffer);
        if let (true, Place::Bytes(bytes)) = (is_physical, &place) {
            let address = self.address_of(bytes);
            self.values.insert(result, address);
        }
        self.lead(op, place);
        Ok(())
    }

    fn address_of(&mut self, bytes: &Bytes) -> ValueId {
        let pointer = self.pointer_into(bytes);
        let size = self.size_type();
        self.core(Op::ConvertPtrToU, &[pointer], size)
    }

    /// A load.
    pub(crate) fn rewrite_load(&mut self, op: OpId) -> Result<()> {
        let pointer = self.module[op].operands[0];
        let place = self.place(pointer)?;
        let value = self.load(&place)?;
        self.replace(op, value);
        Ok(())
    }

    /// A store.
    pub(crate) fn rewrite_store(&mut self, op: OpId) -> Result<()> {
        let place = self.place(self.module[op].operands[0])?;
        let value = self.operand(op, 1);
        self.store(&place, value)
    }

    /// A copy from memory to memory.
    pub(crate) fn rewrite_copy(&mut self, op: OpId) -> Result<()> {
        let (to, from) = (self.module[op].operands[0], self.module[op].operands[1]);
        let (to, from) = (self.place(to)?, self.place(from)?);
        let value = self.load(&from)?;
        self.store(&to, value)
    }

    /// The number of elements in the array at the end of a buffer.
    pub(crate) fn rewrite_length(&mut self, op: OpId) -> Result<()> {
        let place = self.place(self.module[op].operands[0])?;
        let (_, word) = self.result_types(op);
        let Place::Bytes(bytes) = place else { return refuse("array length of a non-buffer operand") };
        let Some(size) = bytes.size else { return refuse("unknown buffer length") };
        let Type::Spirv(SpirvType::Struct { members, .. }) = self.module.ctx[bytes.ty].clone() else {
            return refuse("array length of a non-buffer operand");
        };
        let Some(member) = members.last() else { return refuse("empty buffer") };
        let stride = match self.module.ctx[member.ty] {
            Type::Spirv(SpirvType::RuntimeArray { stride: Some(stride), .. }) if stride != 0 => stride,
            _ => return refuse("unknown element stride"),
        };
        let (start, stride) = (self.size(u64::from(member.offset.unwrap_or(0))), self.size(u64::from(stride)));
        let rest = self.same(Op::ISub, &[size, start]);
        let count = self.same(Op::UDiv, &[rest, stride]);
        let count = self.resize(count, word, false);
        self.replace(op, count);
        Ok(())
    }

    /// A number that becomes a pointer to physical memory, or the other way.
    pub(crate) fn rewrite_pointer_cast(&mut self, op: OpId) -> Result<()> {
        let (_, new) = self.result_types(op);
        let value = self.operand(op, 0);
        let is_plain = !matches!(self.module.ctx[new], Type::Spirv(_));
        if !is_plain && self.type_of(value) != new {
            return refuse("copying between different structs is not supported in kernels");
        }
        let value = self.bitcast(value, new);
        self.replace(op, value);
        Ok(())
    }
}
