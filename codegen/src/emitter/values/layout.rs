//! Values that cross from one layout to another.
//!
//! A struct with offsets and one without are two types, so a whole value is taken apart and put together again, down to
//! the parts whose types agree. On the way `bool`s become what memory holds, and back.

use crate::builder::num::Num;
use crate::emitter::budget::by_number;
use crate::emitter::{Emitter, Repr};
use sema::hir::LayoutId;
use sema::hir::ty::{ElemClass, Scalar, StructId, Type, TypeId};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// A value of the type `ty`, brought from one representation to another.
    pub(crate) fn relayout(&mut self, value: Word, ty: TypeId, from: Repr, to: Repr) -> Word {
        if from == to || self.type_in(ty, from) == self.type_in(ty, to) {
            return value;
        }
        if from == Repr::Bits || to == Repr::Bits {
            return self.exchange_bits(value, ty, from, to);
        }
        self.relayout_whole(value, ty, from, to)
    }

    /// An array of floats as one of their bits, or back.
    fn exchange_bits(&mut self, value: Word, ty: TypeId, from: Repr, to: Repr) -> Word {
        let Type::Array(element, count) = self.module.types[ty] else {
            let ty = self.type_in(ty, to);
            return self.spv.op(Op::Bitcast, ty, &[value]);
        };
        if let Repr::Memory(_) = from {
            let value = self.relayout(value, ty, from, Repr::Value);
            return self.exchange_bits(value, ty, Repr::Value, to);
        }
        if let Repr::Memory(_) = to {
            let value = self.exchange_bits(value, ty, from, Repr::Value);
            return self.relayout(value, ty, Repr::Value, to);
        }
        let (whole, part) = (self.type_in(ty, to), self.type_in(element, from));
        let parts: Vec<Word> = (0..count)
            .map(|index| {
                let part = self.spv.extract(part, value, &[index]);
                self.exchange_bits(part, element, from, to)
            })
            .collect();
        self.spv.construct(whole, &parts)
    }

    /// The content of a block, which has a type of its own, as a value of the struct `ty`.
    pub(crate) fn relayout_members(&mut self, block: Word, ty: TypeId, from: Repr) -> Word {
        self.relayout_whole(block, ty, from, Repr::Value)
    }

    /// A value of the struct `ty` as a block of this type, which has a layout.
    pub(crate) fn relayout_into(&mut self, value: Word, ty: TypeId, block: Word, layout: Option<LayoutId>) -> Word {
        let Type::Struct(id) = self.module.types[ty] else { return value };
        let parts = self.rebuild_members(value, id, None, layout);
        self.spv.construct(block, &parts)
    }

    fn relayout_whole(&mut self, value: Word, ty: TypeId, from: Repr, to: Repr) -> Word {
        let keeps_form = || !self.holds_bool(ty) && !self.changes_form(ty, from.layout(), to.layout());
        if self.options.target.has_spirv(1, 4) && self.is_aggregate(ty) && keeps_form() {
            let ty = self.type_in(ty, to);
            return self.spv.op(Op::CopyLogical, ty, &[value]);
        }
        if !self.takes_apart(ty, by_number) {
            let ty = self.type_in(ty, to);
            return self.spv.undef(ty);
        }
        self.rebuild(value, ty, from.layout(), to.layout())
    }

    /// Returns whether values of the type are arrays or structs in SPIR-V.
    fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Array(..) | Type::Struct(_))
    }

    /// Returns whether a `bool` is in it, which memory holds as a `uint`.
    fn holds_bool(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix { elem: scalar, .. } => {
                scalar == Scalar::Bool
            }
            Type::Array(element, _) => self.holds_bool(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| self.holds_bool(field.ty)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    /// Returns whether something in it is an array in one memory alone, and a vector or a matrix elsewhere.
    fn changes_form(&self, ty: TypeId, from: Option<LayoutId>, to: Option<LayoutId>) -> bool {
        match self.module.types[ty] {
            Type::Vector(..) => self.array_stride(from).is_some() != self.array_stride(to).is_some(),
            Type::Matrix { elem, rows, columns } => {
                let may = elem.class() == ElemClass::Float || rows == 1 || columns == 1;
                may && self.array_stride(from).is_some() != self.array_stride(to).is_some()
            }
            Type::Array(element, _) => self.changes_form(element, self.element_layout(from), self.element_layout(to)),
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| {
                let [from, to] = [from, to].map(|layout| self.member_layout(layout, field.member));
                self.changes_form(field.ty, from, to)
            }),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    fn rebuild(&mut self, value: Word, ty: TypeId, from: Option<LayoutId>, to: Option<LayoutId>) -> Word {
        match self.module.types[ty] {
            Type::Scalar(Scalar::Bool) => self.rebuild_bools(value, 1, from, to),
            // The only row of a matrix lies as the matrix does.
            Type::Vector(elem, count) if self.array_stride(from).or(self.array_stride(to)).is_some() => {
                self.rebuild_matrix(value, Num::vector(elem, u32::from(count)), ty, from, to)
            }
            Type::Vector(Scalar::Bool, count) => self.rebuild_bools(value, u32::from(count), from, to),
            Type::Matrix { elem, rows, columns } => {
                let num = Num { elem, rows: u32::from(rows), columns: u32::from(columns) };
                self.rebuild_matrix(value, num, ty, from, to)
            }
            Type::Array(element, count) => {
                let (from_element, to_element) = (self.element_layout(from), self.element_layout(to));
                let part_type = self.type_in(element, Repr::of(from_element));
                let parts: Vec<Word> = (0..count)
                    .map(|index| {
                        let part = self.spv.extract(part_type, value, &[index]);
                        self.rebuild_part(part, element, from_element, to_element)
                    })
                    .collect();
                let ty = self.type_in(ty, Repr::of(to));
                self.spv.construct(ty, &parts)
            }
            Type::Struct(id) => self.rebuild_struct(value, id, ty, from, to),
            // Everything else has one representation.
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => value,
        }
    }

    fn rebuild_part(&mut self, part: Word, ty: TypeId, from: Option<LayoutId>, to: Option<LayoutId>) -> Word {
        let same = self.type_in(ty, Repr::of(from)) == self.type_in(ty, Repr::of(to));
        if same { part } else { self.rebuild(part, ty, from, to) }
    }

    fn rebuild_struct(
        &mut self,
        value: Word,
        id: StructId,
        ty: TypeId,
        from: Option<LayoutId>,
        to: Option<LayoutId>,
    ) -> Word {
        let parts = self.rebuild_members(value, id, from, to);
        let ty = self.type_in(ty, Repr::of(to));
        self.spv.construct(ty, &parts)
    }

    fn rebuild_members(
        &mut self,
        value: Word,
        id: StructId,
        from: Option<LayoutId>,
        to: Option<LayoutId>,
    ) -> Vec<Word> {
        let members: Vec<TypeId> = self.members(id).iter().map(|field| field.ty).collect();
        (0..)
            .zip(members)
            .map(|(member, ty)| {
                let (from, to) = (self.member_layout(from, member), self.member_layout(to, member));
                let part_type = self.type_in(ty, Repr::of(from));
                let part = self.spv.extract(part_type, value, &[member]);
                self.rebuild_part(part, ty, from, to)
            })
            .collect()
    }

    /// Matrices that memory or values hold as arrays: of rows, or of single elements.
    fn rebuild_matrix(
        &mut self,
        value: Word,
        num: Num,
        ty: TypeId,
        from: Option<LayoutId>,
        to: Option<LayoutId>,
    ) -> Word {
        let Num { elem, rows, columns } = num;
        // A matrix of one row is taken apart into its elements.
        let (count, width) = if rows == 1 || columns == 1 { (rows * columns, 1) } else { (rows, columns) };
        if count == 1 {
            return if elem == Scalar::Bool { self.rebuild_bools(value, 1, from, to) } else { value };
        }
        let element = self.scalar_in(elem, from);
        let row = self.spv.vector(element, width);
        let parts: Vec<Word> = (0..count)
            .map(|index| {
                let part = self.spv.extract(row, value, &[index]);
                if elem == Scalar::Bool { self.rebuild_bools(part, width, from, to) } else { part }
            })
            .collect();
        let ty = self.type_in(ty, Repr::of(to));
        self.spv.construct(ty, &parts)
    }

    fn rebuild_bools(&mut self, value: Word, count: u32, from: Option<LayoutId>, to: Option<LayoutId>) -> Word {
        match (from, to) {
            (Some(_), None) => self.uint_to_bool(value, count),
            (None, Some(_)) => self.bool_to_uint(value, count),
            (None, None) | (Some(_), Some(_)) => value,
        }
    }

    /// A vector of `uint`s, or a `uint`, with the same constant everywhere.
    fn uint_constants(&mut self, value: u32, count: u32) -> (Word, Word) {
        let uint = self.spv.uint();
        let constant = self.spv.constant_uint(value);
        let ty = self.spv.vector(uint, count);
        if count == 1 {
            return (ty, constant);
        }
        (ty, self.spv.constant_composite(ty, &vec![constant; count as usize]))
    }

    /// `bool`s as memory and stage interfaces hold them.
    pub(crate) fn bool_to_uint(&mut self, value: Word, count: u32) -> Word {
        let (ty, one) = self.uint_constants(1, count);
        let (_, zero) = self.uint_constants(0, count);
        self.spv.op(Op::Select, ty, &[value, one, zero])
    }

    /// `bool`s from what memory and stage interfaces hold.
    pub(crate) fn uint_to_bool(&mut self, value: Word, count: u32) -> Word {
        let bool = self.spv.bool();
        let ty = self.spv.vector(bool, count);
        let (_, zero) = self.uint_constants(0, count);
        self.spv.op(Op::INotEqual, ty, &[value, zero])
    }
}
