//! Values made of parts: initialiser lists, constructors and conversions leaf by leaf.
//!
//! The parts wait in a queue. What is to be made takes a waiting part whole where it fits, and splits the first one
//! where it does not.

use crate::builder::num::Num;
use crate::emitter::places::place::Value;
use crate::emitter::{Emitter, Repr};
use sema::hir::expr::ExprId;
use sema::hir::ty::{Field, Scalar, StructId, Type, TypeId};
use spirv::{Op, Word};
use std::collections::VecDeque;

/// Parts in order: scalars that were split off precede the rest.
pub(crate) struct Parts {
    pub(super) scalars: VecDeque<(Word, Scalar)>,
    whole: VecDeque<(Value, TypeId)>,
    /// The unsigned integer that numbers are divided into, where bits are kept instead of values.
    unit: Option<Scalar>,
}

impl Parts {
    /// One part.
    pub(crate) fn new(value: Value, ty: TypeId) -> Self {
        Parts { scalars: VecDeque::new(), whole: VecDeque::from([(value, ty)]), unit: None }
    }

    /// One part, of which the bits are taken.
    pub(crate) fn of_bits(value: Value, ty: TypeId, unit: Scalar) -> Self {
        Parts { unit: Some(unit), ..Parts::new(value, ty) }
    }

    /// The first part when it has not been touched.
    fn front(&self) -> Option<(Value, TypeId)> {
        if self.scalars.is_empty() { self.whole.front().copied() } else { None }
    }
}

impl Emitter<'_> {
    /// The value of `Construct { parts }`.
    pub(crate) fn construct_expr(&mut self, parts: &[ExprId], ty: TypeId) -> Word {
        let whole: VecDeque<(Value, TypeId)> =
            parts.iter().map(|&part| (self.expr_any_layout(part), self.current.body.exprs[part].ty)).collect();
        if let Some(constant) = self.constant_vector(&whole, ty) {
            return constant;
        }
        self.construct_type(&mut Parts { scalars: VecDeque::new(), whole, unit: None }, ty)
    }

    /// A vector of which every component is given by a constant scalar is a constant.
    fn constant_vector(&mut self, parts: &VecDeque<(Value, TypeId)>, ty: TypeId) -> Option<Word> {
        if matches!(self.module.types[ty], Type::Matrix { .. }) {
            return None;
        }
        let num = Num::of(self.module, ty).filter(|num| num.is_vector())?;
        let constants: Vec<Word> =
            parts.iter().map(|(value, _)| value.id).filter(|&id| self.spv.is_constant(id)).collect();
        if constants.len() != num.columns as usize || parts.len() != constants.len() {
            return None;
        }
        let same = |&(_, ty): &(Value, TypeId)| {
            Num::of(self.module, ty).is_some_and(|part| self.same_representation(part.elem, num.elem))
        };
        if !parts.iter().all(same) {
            return None;
        }
        let ty = self.type_of(ty);
        Some(self.spv.constant_composite(ty, &constants))
    }

    /// Takes as many parts as a type needs.
    pub(crate) fn construct_type(&mut self, parts: &mut Parts, ty: TypeId) -> Word {
        if let Some(num) = Num::of(self.module, ty) {
            return if num.is_matrix() { self.construct_matrix(parts, num) } else { self.construct_row(parts, num) };
        }
        if let Some((value, part)) = parts.front()
            && part == ty
        {
            parts.whole.pop_front();
            return self.plain(value, ty);
        }
        match self.module.types[ty] {
            Type::Struct(id) => self.construct_struct(parts, id, ty),
            Type::Array(element, count) => {
                self.split_first(parts);
                let elements: Vec<Word> = (0..count).map(|_| self.construct_type(parts, element)).collect();
                let word = self.type_of(ty);
                let array = self.spv.construct(word, &elements);
                self.relax_type(array, ty);
                array
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => self.construct_object(parts, ty),
        }
    }

    /// A struct made of a smaller struct or of other parts.
    fn construct_struct(&mut self, parts: &mut Parts, id: StructId, ty: TypeId) -> Word {
        while parts.front().is_some_and(|(_, part)| matches!(self.module.types[part], Type::Array(..))) {
            self.split_first(parts);
        }
        if let Some((value, part)) = parts.front() {
            if part == ty {
                parts.whole.pop_front();
                return self.plain(value, ty);
            }
            if matches!(self.module.types[part], Type::Struct(_)) {
                self.split_first(parts);
            }
        }
        let module = self.module;
        let fields: Vec<Word> =
            module.structs[id].fields.iter().map(|field| self.construct_type(parts, field.ty)).collect();
        let members = self.members_of_fields(id, &fields);
        let ty = self.type_of(ty);
        self.spv.construct(ty, &members)
    }

    /// The members of the SPIR-V struct from the values of all fields: bit-fields of one unit are put together.
    pub(crate) fn members_of_fields(&mut self, id: StructId, values: &[Word]) -> Vec<Word> {
        let module = self.module;
        let mut members: Vec<Word> = Vec::with_capacity(values.len());
        for (field, &value) in module.structs[id].fields.iter().zip(values) {
            let Some(unit) = members.get(field.member as usize).copied() else {
                members.push(value);
                continue;
            };
            let ty = self.type_of(field.ty);
            let Some(bits) = field.bits else { continue };
            members[field.member as usize] = self.insert_bits(ty, unit, value, bits, field.ty);
        }
        members
    }

    /// An object can only be taken whole.
    fn construct_object(&mut self, parts: &mut Parts, ty: TypeId) -> Word {
        self.split_aggregates(parts);
        match parts.whole.pop_front() {
            Some((value, part)) if part == ty => value.id,
            _ => {
                let ty = self.type_of(ty);
                self.spv.undef(ty)
            }
        }
    }

    fn construct_matrix(&mut self, parts: &mut Parts, num: Num) -> Word {
        if parts.scalars.is_empty() && parts.unit.is_none() {
            self.split_aggregates(parts);
            if let Some((value, part)) = parts.front()
                && let Some(source) = Num::of(self.module, part)
                && (source.rows, source.columns) == (num.rows, num.columns)
            {
                parts.whole.pop_front();
                let value = self.plain(value, part);
                return self.numeric(value, source, num.elem);
            }
        }
        let rows: Vec<Word> = (0..num.rows).map(|_| self.construct_row(parts, num.row())).collect();
        let ty = self.spv.num_type(num);
        self.spv.construct(ty, &rows)
    }

    /// A vector or scalar.
    fn construct_row(&mut self, parts: &mut Parts, num: Num) -> Word {
        if parts.scalars.is_empty() && parts.unit.is_none() {
            self.split_aggregates(parts);
            if let Some((value, part)) = parts.front()
                && let Some(source) = Num::of(self.module, part)
                && (source.rows, source.columns) == (1, num.columns)
            {
                parts.whole.pop_front();
                let value = self.plain(value, part);
                return self.numeric(value, source, num.elem);
            }
        }
        let scalars: Vec<Word> = (0..num.columns).map(|_| self.take_scalar(parts, num.elem)).collect();
        self.spv.construct_vector(num.elem, &scalars)
    }

    /// The next scalar, converted.
    fn take_scalar(&mut self, parts: &mut Parts, elem: Scalar) -> Word {
        if let Some(unit) = parts.unit {
            return self.take_bits(parts, elem, unit);
        }
        self.fill_scalars(parts);
        let Some((scalar, from)) = parts.scalars.pop_front() else {
            // Fewer parts than the type holds: only where the source says nothing about the rest.
            let ty = self.spv.scalar_type(elem);
            return self.spv.undef(ty);
        };
        self.numeric(scalar, Num::scalar(from), elem)
    }

    /// Splits the first part into scalars where there are none.
    pub(super) fn fill_scalars(&mut self, parts: &mut Parts) {
        if parts.scalars.is_empty() {
            self.split_aggregates(parts);
            if let Some((value, part)) = parts.whole.pop_front()
                && let Some(num) = Num::of(self.module, part)
            {
                let value = self.plain(value, part);
                let scalars = self.scalars(num, value);
                parts.scalars.extend(scalars.into_iter().map(|scalar| (scalar, num.elem)));
            }
        }
    }

    /// Splits the first part until it is a number or an object.
    fn split_aggregates(&mut self, parts: &mut Parts) {
        while self.split_first(parts) {}
    }

    /// Replaces the first part by its members or elements, if it has any.
    fn split_first(&mut self, parts: &mut Parts) -> bool {
        let Some((value, ty)) = parts.front() else { return false };
        let module = self.module;
        let pieces: Vec<(Value, TypeId)> = match module.types[ty] {
            Type::Struct(id) => self.split_struct(value, id),
            Type::Array(element, count) => {
                (0..count).map(|index| (self.element_value(value, element, index), element)).collect()
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => return false,
        };
        parts.whole.pop_front();
        for piece in pieces.into_iter().rev() {
            parts.whole.push_front(piece);
        }
        true
    }

    /// The fields of a struct value.
    fn split_struct(&mut self, value: Value, id: StructId) -> Vec<(Value, TypeId)> {
        let fields = &self.module.structs[id].fields;
        fields.iter().map(|field| (self.field_value(value, field), field.ty)).collect()
    }

    /// An element of an array value.
    pub(crate) fn element_value(&mut self, array: Value, ty: TypeId, index: u32) -> Value {
        let repr = self.element_repr(array.repr);
        let word = self.type_in(ty, repr);
        let id = self.spv.extract(word, array.id, &[index]);
        self.leaf_value(id, ty, repr)
    }

    /// A field of a struct value.
    pub(crate) fn field_value(&mut self, object: Value, field: &Field) -> Value {
        let repr = self.member_repr(object.repr, field.member);
        let word = self.type_in(field.ty, repr);
        let id = self.spv.extract(word, object.id, &[field.member]);
        match field.bits {
            Some(bits) => Value::plain(self.extract_bits(word, id, bits, field.ty)),
            None => self.leaf_value(id, field.ty, repr),
        }
    }

    /// A `bool` that memory holds as `uint` becomes one; other numbers are the same as values, but for those that
    /// memory holds as arrays.
    pub(crate) fn leaf_value(&mut self, id: Word, ty: TypeId, repr: Repr) -> Value {
        let Some(num) = Num::of(self.module, ty) else { return Value { id, repr } };
        if repr == Repr::Value || self.is_array_in_memory(repr) {
            return Value { id, repr };
        }
        if repr == Repr::Bits {
            return Value::plain(self.spv.op_num(Op::Bitcast, num, &[id]));
        }
        if num.elem == Scalar::Bool {
            return Value::plain(self.as_bool(id, num.with_elem(Scalar::UInt)));
        }
        Value::plain(id)
    }
}
