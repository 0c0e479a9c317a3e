//! Vectors as patterns see them: vectors of the LLVM dialect, or, where the lanes of a wave run together, arrays with a vector
//! of all lanes for each component.
//!
//! A pattern that goes by these verbs is the same for one lane and for all lanes. Arithmetic is the builder's: it takes
//! either.

use super::lockstep::Mode;
use super::state::Lowering;
use crate::error::{Result, unsupported};
use dialect::ir::{Type, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;

impl Lowering<'_> {
    /// Returns whether patterns see the values of all lanes.
    pub(super) fn is_whole(&self) -> bool {
        self.function.wide.as_deref().is_some_and(|wide| wide.mode == Mode::Whole)
    }

    /// The number of components in a type as that of a vector; 1 for that of a scalar.
    pub(crate) fn component_count(&self, ty: TypeId) -> u32 {
        match self.is_whole() {
            true => self.b.elements(ty).unwrap_or(1),
            false => self.b.lanes(ty),
        }
    }

    /// The type of a vector of the given number of scalars.
    pub(crate) fn vector_type(&mut self, scalar: TypeId, count: u32) -> TypeId {
        if !self.is_whole() {
            return self.b.module.ctx.vector(scalar, count);
        }
        let lanes = self.width();
        let elem = self.b.module.ctx.vector(scalar, lanes);
        if count == 1 { elem } else { types::array(&mut self.b.module.ctx, elem, u64::from(count)) }
    }

    /// A component of a vector; a scalar is its own.
    pub(crate) fn component(&mut self, vector: ValueId, index: u32) -> ValueId {
        match self.component_count(self.b.type_of(vector)) {
            1 => vector,
            _ => self.b.part(vector, index),
        }
    }

    /// The components of a vector; a scalar is its own.
    pub(crate) fn components(&mut self, vector: ValueId) -> Vec<ValueId> {
        let count = self.component_count(self.b.type_of(vector));
        (0..count).map(|index| self.component(vector, index)).collect()
    }

    /// A vector of these components, or the only one.
    pub(crate) fn composed(&mut self, ty: TypeId, components: &[ValueId]) -> ValueId {
        match components {
            [only] => *only,
            _ => self.b.aggregate(ty, components),
        }
    }

    /// Returns whether a composite has a part with this index.
    pub(crate) fn has_part(&self, value: ValueId, index: u32) -> bool {
        let ty = self.b.type_of(value);
        let is_scalar = self.is_whole() && matches!(self.b.ty(ty), Type::Vector { .. });
        !is_scalar && self.b.parts(ty).is_some_and(|parts| u64::from(index) < parts)
    }

    /// A scalar as a factor of a vector of a type.
    pub(crate) fn broadcast(&mut self, scalar: ValueId, ty: TypeId) -> ValueId {
        if self.is_whole() { scalar } else { self.b.broadcast(scalar, self.b.lanes(ty)) }
    }

    /// The component that an index chooses; the last one where there are not as many.
    pub(crate) fn chosen(&mut self, vector: ValueId, index: ValueId) -> ValueId {
        let last = self.component_count(self.b.type_of(vector)) - 1;
        if !self.is_whole() {
            let index = self.clamp(index, u64::from(last));
            return self.b.extract(vector, index);
        }
        let parts = self.components(vector);
        let counted = parts[1..].iter().zip(1..);
        counted.fold(parts[0], |chosen, (part, number)| {
            let number = self.b.iconst(self.b.type_of(index), number);
            let is_beyond = self.b.icmp(IntPredicate::Uge, index, number);
            self.b.select(is_beyond, *part, chosen)
        })
    }

    /// A vector with the component replaced that an index chooses.
    pub(crate) fn replaced(&mut self, vector: ValueId, component: ValueId, index: ValueId) -> ValueId {
        let ty = self.b.type_of(vector);
        let last = self.component_count(ty) - 1;
        if !self.is_whole() {
            let index = self.clamp(index, u64::from(last));
            return self.b.insert(vector, component, index);
        }
        let mut parts = self.components(vector);
        for (part, at) in parts.iter_mut().zip(0..) {
            let number = self.b.iconst(self.b.type_of(index), u64::from(at));
            let predicate = if at == last { IntPredicate::Uge } else { IntPredicate::Eq };
            let is_it = self.b.icmp(predicate, index, number);
            *part = self.b.select(is_it, component, *part);
        }
        self.composed(ty, &parts)
    }

    /// The bits of a value as those of another type, the first component lowest.
    pub(crate) fn bit_cast(&mut self, value: ValueId, ty: TypeId) -> Result<ValueId> {
        let own = self.b.type_of(value);
        let [(count, width), (new_count, new_width)] =
            [own, ty].map(|ty| (self.component_count(ty), self.b.width(self.b.scalar(ty))));
        if count * width != new_count * new_width || count * width == 0 {
            return unsupported("a conversion of bits", "its operand and result differ in size or are not numbers");
        }
        if !self.is_whole() || count == new_count {
            return Ok(self.b.cast(Opcode::Bitcast, value, ty));
        }
        let int = self.b.int(width);
        let ints = self.b.with_scalar(own, int);
        let ints = self.b.cast(Opcode::Bitcast, value, ints);
        let parts = self.components(ints);
        let (new_int, scalar) = (self.b.int(new_width), self.b.scalar(ty));
        let [new_int, scalar] = [new_int, scalar].map(|scalar| self.vector_type(scalar, 1));
        let made: Vec<ValueId> = match new_count < count {
            true => parts.chunks((count / new_count) as usize).map(|parts| self.joined_bits(parts, new_int)).collect(),
            false => {
                let pieces = 0..new_count / count;
                let all = parts.iter().flat_map(|part| pieces.clone().map(|piece| (*part, piece * new_width)));
                let all: Vec<(ValueId, u32)> = all.collect();
                all.into_iter().map(|(part, shift)| self.some_bits(part, shift, new_int)).collect()
            }
        };
        let made: Vec<ValueId> = made.into_iter().map(|part| self.b.cast(Opcode::Bitcast, part, scalar)).collect();
        Ok(self.composed(ty, &made))
    }

    /// Integers side by side in a wider one.
    fn joined_bits(&mut self, parts: &[ValueId], ty: TypeId) -> ValueId {
        let width = self.b.width(self.b.type_of(parts[0]));
        let first = self.b.cast(Opcode::ZExt, parts[0], ty);
        parts.iter().zip(0..).skip(1).fold(first, |all, (part, index)| {
            let part = self.b.cast(Opcode::ZExt, *part, ty);
            let shift = self.b.iconst(ty, u64::from(index * width));
            let part = self.b.binary(Opcode::Shl, part, shift);
            self.b.binary(Opcode::Or, all, part)
        })
    }

    /// The bits of an integer from a place on, as a narrower one.
    fn some_bits(&mut self, value: ValueId, shift: u32, ty: TypeId) -> ValueId {
        let shift = self.b.iconst(self.b.type_of(value), u64::from(shift));
        let moved =
            if shift == self.b.zero(self.b.type_of(value)) { value } else { self.b.binary(Opcode::LShr, value, shift) };
        self.b.cast(Opcode::Trunc, moved, ty)
    }
}
