//! Conversions of values: every [`Conversion`] of the typed representation.
//!
//! The analysis has decided which conversions are allowed, and which steps lead from one type to another.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::places::place::Value;
use crate::emitter::values::construct::Parts;
use sema::hir::expr::{Conversion, ExprId, ExprKind};
use sema::hir::ty::{ElemClass, Scalar, Type, TypeId};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// The value of `Convert { conversion, operand }` of the type `to`.
    pub(crate) fn convert_expr(&mut self, conversion: Conversion, operand: ExprId, to: TypeId) -> Value {
        let from = self.current.body.exprs[operand].ty;
        match conversion {
            Conversion::ToBase => self.base_value(operand, to),
            Conversion::BlockValue => self.block_value(operand, to),
            Conversion::AsBlock => self.as_block(operand, to),
            Conversion::Flat => {
                let value = self.expr_any_layout(operand);
                Value::plain(self.flat(value, from, to))
            }
            Conversion::Bits => {
                let value = self.expr_any_layout(operand);
                Value::plain(self.same_bits(value, from, to))
            }
            Conversion::Discard => {
                self.discard(operand);
                Value::plain(0)
            }
            Conversion::Numeric | Conversion::Splat | Conversion::Truncate | Conversion::Reshape => {
                let value = self.expr(operand);
                Value::plain(self.convert(conversion, value, from, to))
            }
        }
    }

    /// A value converted from one type to another; the conversions that need a place have their own functions.
    pub(crate) fn convert(&mut self, conversion: Conversion, value: Word, from: TypeId, to: TypeId) -> Word {
        let numbers = Num::of(self.module, from).zip(Num::of(self.module, to));
        match (conversion, numbers) {
            (Conversion::Numeric, Some((source, target))) => self.numeric(value, source, target.elem),
            (Conversion::Splat, Some((_, target))) => self.splat(value, target),
            (Conversion::Truncate, Some((source, _))) => {
                let is_matrix = matches!(self.module.types[from], Type::Matrix { .. });
                self.truncate(value, source, to, is_matrix)
            }
            (Conversion::Reshape, Some((source, target))) => self.reshape(value, source, target),
            (Conversion::Flat, _) => self.flat(Value::plain(value), from, to),
            (Conversion::Bits, _) => self.same_bits(Value::plain(value), from, to),
            (Conversion::ToBase, _) => {
                let ty = self.type_of(to);
                self.spv.extract(ty, value, &[0])
            }
            (Conversion::Numeric, None) => self.address(value, from, to),
            // A block is converted where it is read, and only numbers have the other conversions.
            (Conversion::BlockValue | Conversion::AsBlock | Conversion::Discard | Conversion::Splat, _)
            | (Conversion::Truncate | Conversion::Reshape, None) => value,
        }
    }

    /// A pointer to a buffer as its address, or the other way round.
    fn address(&mut self, value: Word, from: TypeId, to: TypeId) -> Word {
        let from_pointer = matches!(self.module.types[from], Type::BufferPointer(..));
        let ty = self.type_of(to);
        self.spv.op(if from_pointer { Op::ConvertPtrToU } else { Op::ConvertUToPtr }, ty, &[value])
    }

    /// Converts along a path of conversions.
    pub(crate) fn convert_along(&mut self, path: &[(Conversion, TypeId)], value: Word, from: TypeId) -> Word {
        let step =
            |(value, from), &(conversion, to): &(Conversion, TypeId)| (self.convert(conversion, value, from, to), to);
        path.iter().fold((value, from), step).0
    }

    /// Element by element; the shape stays.
    pub(crate) fn numeric(&mut self, value: Word, from: Num, to: Scalar) -> Word {
        if self.same_representation(from.elem, to) {
            return value;
        }
        if from.is_matrix() {
            return self.each_row(from, from.with_elem(to), value, |this, _, row| this.numeric(row, from.row(), to));
        }
        let target = from.with_elem(to);
        match (from.class(), to.class()) {
            (_, ElemClass::Bool) => self.as_bool(value, from),
            (ElemClass::Bool, _) => {
                let one = self.spv.constant_num(target, 1.0);
                let zero = self.spv.constant_num(target, 0.0);
                self.spv.op_num(Op::Select, target, &[value, one, zero])
            }
            (ElemClass::Float, ElemClass::Float) => self.spv.op_num(Op::FConvert, target, &[value]),
            (ElemClass::Float, ElemClass::SInt) => self.spv.op_num(Op::ConvertFToS, target, &[value]),
            (ElemClass::Float, ElemClass::UInt) => self.spv.op_num(Op::ConvertFToU, target, &[value]),
            (ElemClass::SInt | ElemClass::UInt, ElemClass::Float) => self.integer_to_float(value, from, target),
            (ElemClass::SInt | ElemClass::UInt, ElemClass::SInt | ElemClass::UInt) => {
                self.integer_to_integer(value, from, target)
            }
        }
    }

    /// Returns whether values of both element types are the same in SPIR-V.
    pub(crate) fn same_representation(&self, a: Scalar, b: Scalar) -> bool {
        let native = self.module.native_16bit;
        a == b || a.class() == b.class() && a.class() != ElemClass::Bool && a.bits(native) == b.bits(native)
    }

    /// Returns whether elements are not zero.
    pub(crate) fn as_bool(&mut self, value: Word, from: Num) -> Word {
        let zero = self.spv.constant_num(from, 0.0);
        let op = match from.class() {
            ElemClass::Bool => return value,
            ElemClass::Float if self.module.unordered_not_equal => Op::FUnordNotEqual,
            ElemClass::Float => Op::FOrdNotEqual,
            ElemClass::SInt | ElemClass::UInt => Op::INotEqual,
        };
        self.spv.op_num(op, from.with_elem(Scalar::Bool), &[value, zero])
    }

    /// The width changes first, while the sign is still that of the source; a narrowing one would lose bits that the
    /// float can hold, so it is left out.
    fn integer_to_float(&mut self, value: Word, from: Num, to: Num) -> Word {
        let native = self.module.native_16bit;
        let (value, signed) = (value, from.class() == ElemClass::SInt);
        let widened = if from.elem.bits(native) < to.elem.bits(native) {
            self.resize_integer(value, from, to.elem.bits(native))
        } else {
            value
        };
        let op = if signed { Op::ConvertSToF } else { Op::ConvertUToF };
        self.spv.op_num(op, to, &[widened])
    }

    fn integer_to_integer(&mut self, value: Word, from: Num, to: Num) -> Word {
        let bits = to.elem.bits(self.module.native_16bit);
        let value = self.resize_integer(value, from, bits);
        if from.class() == to.class() {
            return value;
        }
        self.spv.op_num(Op::Bitcast, to, &[value])
    }

    /// An integer converted to another width; its signedness does not change.
    fn resize_integer(&mut self, value: Word, from: Num, bits: u32) -> Word {
        if from.elem.bits(self.module.native_16bit) == bits {
            return value;
        }
        let (op, elem) = match (from.class() == ElemClass::SInt, bits) {
            (true, 8) => (Op::SConvert, Scalar::Int8),
            (true, 16) => (Op::SConvert, Scalar::Int16),
            (true, 64) => (Op::SConvert, Scalar::Int64),
            (true, _) => (Op::SConvert, Scalar::Int),
            (false, 8) => (Op::UConvert, Scalar::UInt8),
            (false, 16) => (Op::UConvert, Scalar::UInt16),
            (false, 64) => (Op::UConvert, Scalar::UInt64),
            (false, _) => (Op::UConvert, Scalar::UInt),
        };
        self.spv.op_num(op, from.with_elem(elem), &[value])
    }

    /// A scalar in every element.
    pub(crate) fn splat(&mut self, scalar: Word, to: Num) -> Word {
        if to.is_scalar() {
            return scalar;
        }
        let ty = self.spv.num_type(to.row());
        let parts = vec![scalar; to.columns as usize];
        if self.spv.is_spec_constant(scalar) && !to.is_matrix() {
            return self.spv.spec_constant(Op::SpecConstantComposite, ty, &parts);
        }
        let constant = self.spv.is_constant(scalar);
        let row = if constant { self.spv.constant_composite(ty, &parts) } else { self.spv.construct(ty, &parts) };
        if !to.is_matrix() {
            return row;
        }
        let ty = self.spv.num_type(to);
        let rows = vec![row; to.rows as usize];
        if constant { self.spv.constant_composite(ty, &rows) } else { self.spv.construct(ty, &rows) }
    }

    /// The first components or the upper left part; `rows` and `columns` are those of the target.
    fn truncate(&mut self, value: Word, from: Num, to: TypeId, is_matrix: bool) -> Word {
        let (rows, columns) = self.rows_and_columns(to);
        if !from.is_matrix() {
            return self.truncate_vector(value, from, rows.max(columns), is_matrix);
        }
        let row_type = self.spv.num_type(from.row());
        let parts: Vec<Word> = (0..rows)
            .map(|row| {
                let row = self.spv.extract(row_type, value, &[row]);
                self.truncate_row(row, from.row(), columns)
            })
            .collect();
        if let [one] = parts.as_slice() {
            return *one;
        }
        let ty = self.type_of(to);
        self.spv.construct(ty, &parts)
    }

    /// The shape as the language has it; a vector is one row.
    fn rows_and_columns(&self, ty: TypeId) -> (u32, u32) {
        if let Type::Matrix { rows, columns, .. } = self.module.types[ty] {
            return (u32::from(rows), u32::from(columns));
        }
        (1, Num::of(self.module, ty).map_or(1, |num| num.columns))
    }

    fn truncate_row(&mut self, row: Word, from: Num, columns: u32) -> Word {
        match columns {
            1 => self.spv.component(from, row, 0),
            _ if columns == from.columns => row,
            _ => {
                let components: Vec<u32> = (0..columns).collect();
                self.spv.shuffle_num(from.elem, row, row, &components)
            }
        }
    }

    fn truncate_vector(&mut self, value: Word, from: Num, columns: u32, is_matrix: bool) -> Word {
        if columns == 1 || is_matrix || columns == from.columns {
            return self.truncate_row(value, from, columns);
        }
        let parts: Vec<Word> = (0..columns).map(|index| self.spv.component(from, value, index)).collect();
        self.spv.construct_vector(from.elem, &parts)
    }

    /// The first components of a constant vector.
    pub(crate) fn constant_part(&mut self, id: ExprId) -> Option<Word> {
        let ExprKind::Convert { conversion: Conversion::Truncate, operand } = self.expr_of(id).kind else {
            return None;
        };
        if !self.is_repeatable(operand)
            || !matches!(self.expr_of(operand).kind, ExprKind::Construct { .. } | ExprKind::Constant(_))
        {
            return None;
        }
        let num = self.num_of(id);
        let whole = self.expr(operand);
        let Some((Op::ConstantComposite, operands)) = self.spv.ctx.constant_of(whole) else { return None };
        let parts = operands.get(1..1 + num.columns as usize)?.to_vec();
        if let [one] = parts[..] {
            return Some(one);
        }
        let ty = self.spv.num_type(num);
        Some(self.spv.constant_composite(ty, &parts))
    }

    /// As many elements in another shape.
    fn reshape(&mut self, value: Word, from: Num, to: Num) -> Word {
        match (from.is_matrix(), to.is_matrix()) {
            _ if (from.rows, from.columns) == (to.rows, to.columns) => value,
            (true, false) if from.count() == 4 => {
                let rows = self.rows(from, value);
                self.spv.shuffle_num(to.elem, rows[0], rows[1], &[0, 1, 2, 3])
            }
            (false, true) if from.count() == 4 => {
                let first = self.spv.shuffle_num(to.elem, value, value, &[0, 1]);
                let second = self.spv.shuffle_num(to.elem, value, value, &[2, 3]);
                let ty = self.spv.num_type(to);
                self.spv.construct(ty, &[first, second])
            }
            _ => {
                let scalars = self.scalars(from, value);
                self.number_of_scalars(to, &scalars)
            }
        }
    }

    /// A number made of its elements, row by row.
    pub(crate) fn number_of_scalars(&mut self, to: Num, scalars: &[Word]) -> Word {
        let rows: Vec<Word> =
            scalars.chunks(to.columns as usize).map(|row| self.spv.construct_vector(to.elem, row)).collect();
        if let [one] = rows.as_slice() {
            return *one;
        }
        let ty = self.spv.num_type(to);
        self.spv.construct(ty, &rows)
    }

    /// Leaf by leaf.
    fn flat(&mut self, value: Value, from: TypeId, to: TypeId) -> Word {
        if from == to {
            return self.plain(value, to);
        }
        let from_num = Num::of(self.module, from);
        if let Some(num) = from_num
            && num.is_scalar()
        {
            return self.fill(value.id, num.elem, to);
        }
        let mut parts = Parts::new(value, from);
        self.construct_type(&mut parts, to)
    }

    /// A value with this scalar in every number of a type; resources are undefined.
    fn fill(&mut self, scalar: Word, elem: Scalar, to: TypeId) -> Word {
        if matches!(self.module.types[to], Type::Object(_)) {
            return self.undef(to);
        }
        if self.is_zero(scalar) && !self.holds_resource(to) {
            let ty = self.type_of(to);
            return self.spv.constant_null(ty);
        }
        if let Some(num) = Num::of(self.module, to) {
            let scalar = self.numeric(scalar, Num::scalar(elem), num.elem);
            return self.splat(scalar, num);
        }
        let ty = self.type_of(to);
        let parts = self.fill_parts(scalar, elem, to);
        self.spv.construct(ty, &parts)
    }

    /// The elements or members of a type, all made of the same scalar.
    fn fill_parts(&mut self, scalar: Word, elem: Scalar, to: TypeId) -> Vec<Word> {
        let module = self.module;
        if let Type::Array(element, count) = module.types[to] {
            let element = self.fill(scalar, elem, element);
            return vec![element; count as usize];
        }
        let Type::Struct(id) = module.types[to] else { return Vec::new() };
        let fields: Vec<Word> =
            module.structs[id].fields.iter().map(|field| self.fill(scalar, elem, field.ty)).collect();
        self.members_of_fields(id, &fields)
    }

    /// Returns whether an id is a constant of which all bits are zero.
    fn is_zero(&self, id: Word) -> bool {
        match self.spv.ctx.constant_of(id) {
            Some((Op::Constant, operands)) => operands[1..].iter().all(|&word| word == 0),
            Some((Op::ConstantNull | Op::ConstantFalse, _)) => true,
            _ => false,
        }
    }

    /// The value of a derived struct as its base.
    fn base_value(&mut self, operand: ExprId, to: TypeId) -> Value {
        let value = self.expr_any_layout(operand);
        let repr = self.member_repr(value.repr, 0);
        let ty = self.type_in(to, repr);
        Value { id: self.spv.extract(ty, value.id, &[0]), repr }
    }

    /// The struct in a block. The block's own type is another one than the struct's, even with the same layout.
    fn block_value(&mut self, operand: ExprId, to: TypeId) -> Value {
        let pointer = self.pointer(operand);
        let loaded = self.handle_at(pointer).id;
        Value::plain(self.relayout_members(loaded, to, pointer.repr))
    }

    /// The members of a struct as a constant buffer's.
    fn as_block(&mut self, operand: ExprId, to: TypeId) -> Value {
        let value = self.expr(operand);
        let content = self.expr_of(operand).ty;
        let block = self.type_of(to);
        let layout = self.module.buffer_layouts.get(&to).copied();
        Value::plain(self.relayout_into(value, content, block, layout))
    }
}
