//! Arithmetic on short arrays, element by element, since LLVM has none.
//!
//! A vector whose components are vectors themselves, with one number per lane, is such an array. Code that computes
//! with vectors thus computes with those of many lanes, without knowing their number.

use super::Builder;
use crate::ir::{OpId, Type, TypeId, ValueId};
use crate::llvm::ops::{Opcode, POSITION};
use crate::llvm::types::{self, LlvmType};
use crate::spirv::facts;
use rustc_hash::FxHashMap;

/// Longer arrays are memory and have no arithmetic.
pub const MOST_ELEMENTS: u64 = 16;
/// The number of insertions that a search for a part follows.
const MOST_INSERTED: usize = 256;

impl Builder {
    /// The scalar type of a vector, or of an array of vectors.
    pub fn scalar(&self, mut ty: TypeId) -> TypeId {
        while let Type::Llvm(LlvmType::Array { elem, .. }) = self.module.ctx[ty] {
            ty = elem;
        }
        self.module.ctx.scalar_of(ty)
    }

    /// A type of the same shape with another scalar type.
    pub fn with_scalar(&mut self, ty: TypeId, scalar: TypeId) -> TypeId {
        match self.module.ctx[ty] {
            Type::Llvm(LlvmType::Array { elem, len }) => {
                let elem = self.with_scalar(elem, scalar);
                types::array(&mut self.module.ctx, elem, len)
            }
            _ => self.module.ctx.with_scalar(ty, scalar),
        }
    }

    /// The number of elements of an array with arithmetic.
    pub fn elements(&self, ty: TypeId) -> Option<u32> {
        match self.module.ctx[ty] {
            Type::Llvm(LlvmType::Array { len: len @ 1..=MOST_ELEMENTS, .. }) => Some(len as u32),
            _ => None,
        }
    }

    /// The type of an array's elements; any other type itself.
    pub(super) fn element_type(&self, ty: TypeId) -> TypeId {
        self.elements(ty).and_then(|_| types::field(&self.module.ctx, ty, 0)).unwrap_or(ty)
    }

    /// A part of an aggregate or vector; the inserted value, where it is known.
    pub fn part(&mut self, aggregate: ValueId, index: u32) -> ValueId {
        let mut whole = aggregate;
        for _ in 0..MOST_INSERTED {
            let Some(op) = self.module.defining_op(whole).filter(|op| self.is_insertion(*op)) else { break };
            let [outer, part] = *self.module[op].operands.as_slice() else { break };
            match facts::number_of(&self.module, op, POSITION) {
                Some(at) if at == u64::from(index) => return part,
                Some(_) => whole = outer,
                None => break,
            }
        }
        self.extract_value(whole, index)
    }

    fn is_insertion(&self, op: OpId) -> bool {
        self.module[op].info == Opcode::InsertValue.info()
    }

    /// An array of the results for each element; `None` if no operand is an array. An operand that is none is the same
    /// for all elements.
    pub(super) fn elementwise(
        &mut self,
        values: &[ValueId],
        make: &dyn Fn(&mut Builder, &[ValueId]) -> ValueId,
    ) -> Option<ValueId> {
        let len = values.iter().find_map(|value| self.elements(self.type_of(*value)))?;
        let mut made = Vec::new();
        for index in 0..len {
            let mut own = values.to_vec();
            for value in &mut own {
                if self.elements(self.type_of(*value)).is_some_and(|len| index < len) {
                    *value = self.part(*value, index);
                }
            }
            made.push(make(self, &own));
        }
        let elem = self.type_of(made[0]);
        let ty = types::array(&mut self.module.ctx, elem, u64::from(len));
        Some(self.aggregate(ty, &made))
    }

    /// Elements of two arrays; `None` where they are none.
    pub(super) fn shuffled_elements(&mut self, arrays: [ValueId; 2], mask: &[Option<u32>]) -> Option<ValueId> {
        let [first, second] = arrays.map(|array| self.elements(self.type_of(array)));
        let (first, second) = (first?, second?);
        let mut picked = Vec::new();
        for index in mask {
            let index = index.unwrap_or(0);
            picked.push(match index.checked_sub(first) {
                None => self.part(arrays[0], index),
                Some(index) => self.part(arrays[1], index.min(second - 1)),
            });
        }
        let elem = self.type_of(*picked.first()?);
        let ty = types::array(&mut self.module.ctx, elem, picked.len() as u64);
        Some(self.aggregate(ty, &picked))
    }

    /// Drops unused aggregates of the current function, whose parts were taken from the inserted values.
    pub(super) fn drop_unused_aggregates(&mut self) {
        let Some(region) = self.module[self.func].regions.first().copied() else { return };
        let blocks = self.module[region].blocks.clone();
        let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut left: Vec<OpId> = Vec::new();
        for op in blocks.iter().flat_map(|block| &self.module[*block].ops) {
            self.module[*op].uses().for_each(|value| *uses.entry(value).or_default() += 1);
            if self.is_insertion(*op) {
                left.push(*op);
            }
        }
        let mut dropped = FxHashMap::default();
        while let Some(op) = left.pop() {
            let is_used = |value: &ValueId| uses.get(value).is_some_and(|count| *count > 0);
            if self.module[op].results.iter().any(is_used) || dropped.insert(op, ()).is_some() {
                continue;
            }
            for value in self.module[op].operands.clone() {
                if let Some(count) = uses.get_mut(&value) {
                    *count = count.saturating_sub(1);
                }
                left.extend(self.module.defining_op(value).filter(|op| self.is_insertion(*op)));
            }
        }
        if !dropped.is_empty() {
            for block in blocks {
                self.module[block].ops.retain(|op| !dropped.contains_key(op));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_op_on_arrays_is_one_per_element() {
        let mut b = Builder::new();
        let single = b.float(32);
        let lanes = b.module.ctx.vector(single, 8);
        let args = b.begin("f", &[lanes, lanes, lanes], lanes, false);
        let ty = types::array(&mut b.module.ctx, lanes, 2);
        let pair = b.aggregate(ty, &args[..2]);
        let scaled = b.binary(Opcode::FMul, pair, args[2]);
        assert_eq!(b.type_of(scaled), ty);
        let second = b.part(scaled, 1);
        let product = b.module.defining_op(second).unwrap();
        assert_eq!(b.module[product].operands.as_slice(), [args[1], args[2]]);
        b.ret(Some(second));
        b.finish();
        let ops = &b.module[b.block].ops;
        assert!(ops.iter().all(|op| b.module[*op].info != Opcode::InsertValue.info()));
        assert_eq!(crate::llvm::verify::verify(&b.module), Ok(()));
    }
}
