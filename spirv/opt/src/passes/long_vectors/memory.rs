//! Long vectors in memory: loads, stores, and pointers to their components.

use super::pieces::Splitter;
use super::shapes::{Form, Formed, Long, PIECE, form_of, long, part_count, part_form};
use crate::edit;
use crate::passes::private_to_local::pointer_to;
use dialect::diagnostics::Result;
use dialect::ir::{Attr, Attrs, OpId, Type, TypeId, ValueId, Values};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, ops};
use spirv::Op;

impl Splitter<'_> {
    /// What a pointer leads to, and the form of long vectors there.
    fn pointee(&self, pointer: ValueId) -> Option<(TypeId, Form)> {
        let (ty, storage) = facts::pointer(self.module, self.module.type_of(pointer))?;
        Some((facts::referred(self.module, ty), form_of(storage)))
    }

    /// Returns whether a value of a type differs from what lies in memory of a form.
    fn differs(&mut self, ty: TypeId, form: Form) -> bool {
        self.shapes.map(self.module, ty, form) != self.shapes.map(self.module, ty, Form::Value)
    }

    pub(super) fn load(&mut self, op: OpId) {
        let (pointer, result) = (self.module[op].operands[0], self.module[op].results[0]);
        let ty = self.module.type_of(result);
        let Some((_, form)) = self.pointee(pointer) else { return };
        if !self.differs(ty, form) {
            return;
        }
        let attributes = self.module[op].attrs.clone();
        let held = self.shapes.map(self.module, ty, form);
        let operands = self.module[op].operands.clone();
        let whole = self.emit(ops::core(Op::Load), operands, &attributes, held);
        match self.long(result) {
            Some(long) => {
                let pieces = self.pieces_in(whole, long, form);
                self.define(op, pieces);
            }
            None => {
                let value = self.relayout(whole, Formed { ty, form }, Formed { ty, form: Form::Value });
                self.replace(op, value);
            }
        }
    }

    pub(super) fn store(&mut self, op: OpId) {
        let [pointer, object] = [0, 1].map(|at| self.module[op].operands[at]);
        let ty = self.module.type_of(object);
        let Some((_, form)) = self.pointee(pointer) else { return };
        if !self.differs(ty, form) {
            return self.keep(op);
        }
        self.module[op].operands[1] = self.in_form(object, form);
    }

    /// A value as memory of a form, or a composite in one, holds it.
    pub(super) fn in_form(&mut self, value: ValueId, form: Form) -> ValueId {
        let ty = self.module.type_of(value);
        if !self.differs(ty, form) {
            if self.shapes.holds(self.module, ty) {
                self.keep_whole(value);
            }
            return value;
        }
        match self.long(value) {
            Some(long) => {
                let pieces = self.pieces(value);
                self.pack(&pieces, long, form)
            }
            None => {
                self.keep_whole(value);
                self.relayout(value, Formed { ty, form: Form::Value }, Formed { ty, form })
            }
        }
    }

    /// A composite of one type and form as one of another.
    pub(super) fn relayout(&mut self, value: ValueId, from: Formed, to: Formed) -> ValueId {
        let made = self.shapes.map(self.module, to.ty, to.form);
        if self.shapes.map(self.module, from.ty, from.form) == made {
            return value;
        }
        if let (Some(source), Some(_)) = (long(self.module, from.ty), long(self.module, to.ty)) {
            let pieces = self.pieces_in(value, source, from.form);
            return self.pack(&pieces, source, to.form);
        }
        if !self.shapes.holds(self.module, to.ty) {
            return self.core(Op::CopyLogical, [value], made);
        }
        let parts = (0..part_count(self.module, to.ty).unwrap_or(0)).filter_map(|at| {
            let part_of = |whole: Formed| {
                let ty = facts::part_type(&self.module.ctx, whole.ty, at)?;
                Some(Formed { ty, form: part_form(self.module, whole.ty, at, whole.form) })
            };
            let (own, new) = (part_of(from)?, part_of(to)?);
            let held = self.shapes.map(self.module, own.ty, own.form);
            let part = self.extract(value, &[at as u32], held);
            Some(self.relayout(part, own, new))
        });
        let parts: Values = parts.collect();
        self.core(Op::CompositeConstruct, parts, made)
    }

    pub(super) fn copy_logical(&mut self, op: OpId) {
        let (value, result) = (self.module[op].operands[0], self.module[op].results[0]);
        let [from, to] = [value, result].map(|value| Formed { ty: self.module.type_of(value), form: Form::Value });
        self.keep_whole(value);
        let value = self.relayout(value, from, to);
        self.replace(op, value);
    }

    /// Memory is copied as it is where both sides have it in one form.
    pub(super) fn copy_memory(&mut self, op: OpId) -> Result<()> {
        let forms = [0, 1].map(|at| self.pointee(self.module[op].operands[at]));
        let [Some((target, to)), Some((_, from))] = forms else { return self.refuse(op) };
        if self.shapes.map(self.module, target, from) == self.shapes.map(self.module, target, to) {
            Ok(())
        } else {
            self.refuse(op)
        }
    }

    /// An access chain. The index of a component becomes one of a piece and one in it.
    pub(super) fn chain(&mut self, op: OpId, first: usize) {
        let operands = self.module[op].operands.clone();
        let Some((mut ty, mut form)) = self.pointee(operands[0]) else { return };
        let mut indices: Values = operands[..first].iter().copied().collect();
        for index in &operands[first..] {
            let number = edit::constant_number(self.module, *index);
            match long(self.module, ty) {
                Some(vector) if !vector.is_packed(form) => indices.extend(self.split_index(*index)),
                Some(_) | None => indices.push(*index),
            }
            let at = number.unwrap_or(0) as usize;
            let Some(part) = self.part_at(ty, at) else { break };
            form = part_form(self.module, ty, at, form);
            ty = part;
        }
        self.module[op].operands = indices;
    }

    fn part_at(&self, ty: TypeId, at: usize) -> Option<TypeId> {
        let part = match &self.module.ctx[ty] {
            Type::Spirv(SpirvType::RuntimeArray { elem, .. } | SpirvType::Array { elem, .. }) => Some(*elem),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => facts::part_type(&self.module.ctx, ty, at),
        };
        part.map(|part| facts::referred(self.module, part))
    }

    /// The index of the piece of a component, and its index in the piece.
    fn split_index(&mut self, index: ValueId) -> [ValueId; 2] {
        let ty = self.module.type_of(index);
        match edit::constant_number(self.module, index) {
            Some(number) => {
                let piece = u64::from(PIECE);
                [number / piece, number % piece].map(|number| self.integer(number, ty))
            }
            None => {
                let [shift, mask] = [2, u64::from(PIECE - 1)].map(|number| self.integer(number, ty));
                [(Op::ShiftRightLogical, shift), (Op::BitwiseAnd, mask)].map(|(op, by)| self.core(op, [index, by], ty))
            }
        }
    }

    fn integer(&mut self, bits: u64, ty: TypeId) -> ValueId {
        let attr = self.module.ctx.attr(Attr::Int { bits, ty });
        self.pool.constant(self.module, attr, ty)
    }

    /// The variable for a component that an index selects, with a value in it.
    fn spill(&mut self, value: ValueId, ty: TypeId) -> ValueId {
        self.keep_whole(value);
        let variable = match self.scratch.get(&ty) {
            Some(known) => *known,
            None => {
                let pointer = pointer_to(self.module, ty);
                let op = self.module.add_op(ops::core(Op::Variable));
                let variable = self.module.add_result(op, pointer);
                self.pool.push(self.module, op);
                self.scratch.insert(ty, variable);
                variable
            }
        };
        self.effect(ops::core(Op::Store), [variable, value], &Attrs::new());
        variable
    }

    fn component_of(&mut self, variable: ValueId, index: ValueId, vector: Long) -> ValueId {
        let pointer = pointer_to(self.module, vector.elem);
        let [piece, at] = self.split_index(index);
        self.core(Op::AccessChain, [variable, piece, at], pointer)
    }

    pub(super) fn extract_dynamic(&mut self, op: OpId) {
        let [value, index] = [0, 1].map(|at| self.module[op].operands[at]);
        let Some(vector) = self.long(value) else { return };
        let value = match edit::constant_number(self.module, index).filter(|number| *number < u64::from(vector.len)) {
            Some(number) => {
                let component = self.components(value)[number as usize];
                self.scalar(component, vector.elem)
            }
            None => {
                let variable = self.spill(value, self.module.type_of(value));
                let pointer = self.component_of(variable, index, vector);
                self.core(Op::Load, [pointer], vector.elem)
            }
        };
        self.replace(op, value);
    }

    pub(super) fn insert_dynamic(&mut self, op: OpId) {
        let [value, component, index] = [0, 1, 2].map(|at| self.module[op].operands[at]);
        let Some(vector) = self.long(value) else { return };
        let variable = self.spill(value, self.module.type_of(value));
        let pointer = self.component_of(variable, index, vector);
        self.effect(ops::core(Op::Store), [pointer, component], &Attrs::new());
        let data = &mut self.module[op];
        data.info = ops::core(Op::Load);
        data.operands = [variable].into();
        data.attrs = Attrs::new();
    }
}
