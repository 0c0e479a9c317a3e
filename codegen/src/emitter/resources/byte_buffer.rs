//! Byte-address buffers: everything is made of 32-bit words.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::budget::by_scalar;
use crate::emitter::places::place::{Pointer, Value};
use crate::emitter::resources::methods::MethodArgs;
use sema::hir::LayoutKind;
use sema::hir::expr::{Arg, BinaryOp, ExprId, ExprKind};
use sema::hir::ty::{Access, ConstantValue, MatrixOrder, Object, Scalar, StructId, Type, TypeId};
use sema::tables::methods::Role;
use spirv::{LoopControl, Op, StorageClass, Word};

const UINT: Num = Num::scalar(Scalar::UInt);

/// Vectors of more components are loaded and stored by a loop, so that a module stays small.
const MOST_UNROLLED: u32 = 64;

/// Limit of nested sums and products in an address that are examined.
const MAX_TERMS: u32 = 8;

/// An address in bytes.
#[derive(Clone, Copy)]
struct Address {
    byte: Word,
    /// The index of its word once that was requested.
    word: Option<Word>,
    /// The bytes of its word before it, if they are known.
    rest: Option<u32>,
}

impl Address {
    fn new(byte: Word) -> Self {
        Address { byte, word: None, rest: None }
    }

    /// The address of a member of what lies here.
    fn member(self, byte: Word, offset: u32) -> Self {
        Address { byte, word: None, rest: self.rest.map(|rest| (rest + offset) % 4) }
    }
}

/// The unsigned integer that is a part of a word.
const fn unsigned_part(bits: u32) -> Scalar {
    if bits == 8 { Scalar::UInt8 } else { Scalar::UInt16 }
}

/// Returns whether a loop loads and stores the components of a number.
fn is_looped(num: Num) -> bool {
    num.is_vector() && num.columns > MOST_UNROLLED
}

impl Emitter<'_> {
    pub(super) fn access_of(&self, object: ExprId) -> Access {
        match self.expr_type(object) {
            Type::Object(Object::ByteAddressBuffer(access)) => access,
            Type::Object(Object::Texture(texture)) => texture.access,
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Struct(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => Access::Read,
        }
    }

    fn uint_op(&mut self, op: Op, lhs: Word, rhs: u32) -> Word {
        let rhs = self.spv.constant_uint(rhs);
        self.spv.op_num(op, UINT, &[lhs, rhs])
    }

    fn word_pointer(&mut self, buffer: Pointer, index: Word) -> Word {
        let zero = self.spv.constant_uint(0);
        let uint = self.spv.uint();
        self.spv.chain_word(buffer.storage, uint, buffer.id, &[zero, index])
    }

    /// The pointer to the words of a buffer, all of them.
    pub(crate) fn words_of(&mut self, object: ExprId) -> Word {
        let buffer = self.buffer(object);
        let (uint, zero) = (self.spv.uint(), self.spv.constant_uint(0));
        let words = self.spv.runtime_array(uint, Some(4));
        self.spv.chain_word(buffer.storage, words, buffer.id, &[zero])
    }

    fn load_uint(&mut self, buffer: Pointer, index: Word) -> Word {
        let pointer = self.word_pointer(buffer, index);
        let uint = self.spv.uint();
        self.spv.load_word(uint, pointer)
    }

    /// `Load`, `Load2`, `Load3`, `Load4`, `Load<T>`
    pub(crate) fn byte_load(&mut self, object: ExprId, args: &MethodArgs<'_>, ty: TypeId, order: MatrixOrder) -> Word {
        let buffer = self.buffer(object);
        let Some(address) = args.value_of(Role::ByteOffset) else {
            return self.unsupported("a load without an address", ty);
        };
        let address = self.expr(address);
        self.write_no_status(args.arg_of(Role::Status));
        let access = self.access_of(object);
        if let Type::Scalar(Scalar::UInt) | Type::Vector(Scalar::UInt, _) = self.module.types[ty]
            && !is_looped(self.num_of_type(ty))
        {
            let count = self.num_of_type(ty).columns;
            let first = self.uint_op(Op::ShiftRightLogical, address, 2);
            return self.ordered(access, |this| this.load_words(buffer, first, count));
        }
        if !self.takes_apart(ty, by_scalar) {
            return self.undef(ty);
        }
        self.ordered(access, |this| this.load_raw(buffer, &mut Address::new(address), ty, order))
    }

    /// Writes the status of a load from a buffer, of which SPIR-V says nothing.
    pub(crate) fn write_no_status(&mut self, status: Option<&Arg>) {
        if let Some(arg) = status {
            let (place, zero) = (self.out_place(arg), self.spv.constant_uint(0));
            self.write_arg(arg, &place, zero, UINT);
        }
    }

    fn load_words(&mut self, buffer: Pointer, first: Word, count: u32) -> Word {
        let words: Vec<Word> = (0..count)
            .map(|index| {
                let index = if index == 0 { first } else { self.uint_op(Op::IAdd, first, index) };
                self.load_uint(buffer, index)
            })
            .collect();
        self.spv.construct_vector(Scalar::UInt, &words)
    }

    /// `Store`, `Store2`, `Store3`, `Store4`, `Store<T>`
    pub(crate) fn byte_store(&mut self, object: ExprId, args: &MethodArgs<'_>, order: MatrixOrder) {
        let buffer = self.buffer(object);
        let roles = [Role::Stored, Role::Uint2, Role::Uint3, Role::Uint4, Role::Value];
        let stored = roles.into_iter().find_map(|role| args.value_of(role));
        let (Some(address), Some(value)) = (args.value_of(Role::ByteOffset), stored) else { return };
        let rest = self.rest_of(address, MAX_TERMS);
        let address = self.expr(address);
        let ty = self.expr_of(value).ty;
        let access = self.access_of(object);
        if args.value_of(Role::Stored).is_none() || matches!(self.module.types[ty], Type::Scalar(Scalar::UInt)) {
            let first = self.uint_op(Op::ShiftRightLogical, address, 2);
            let value = self.expr(value);
            let num = self.num_of_type(ty);
            return self.ordered(access, |this| this.store_words(buffer, first, value, num));
        }
        let value = self.expr(value);
        if !self.takes_apart(ty, by_scalar) {
            return;
        }
        let mut address = Address { rest, ..Address::new(address) };
        self.ordered(access, |this| this.store_raw(buffer, &mut address, value, ty, order));
    }

    fn store_words(&mut self, buffer: Pointer, first: Word, value: Word, num: Num) {
        for index in 0..num.columns {
            let word = self.spv.component(num, value, index);
            let index = if index == 0 { first } else { self.uint_op(Op::IAdd, first, index) };
            let pointer = self.word_pointer(buffer, index);
            self.spv.store_word(pointer, word);
        }
    }

    /// `GetDimensions`
    pub(crate) fn byte_dimensions(&mut self, object: ExprId, args: &MethodArgs<'_>) {
        let buffer = self.buffer(object);
        let words = self.spv.op_num(Op::ArrayLength, UINT, &[buffer.id, 0]);
        let bytes = self.uint_op(Op::IMul, words, 4);
        if let Some(arg) = args.arg_of(Role::Count).or(args.first()) {
            let place = self.out_place(arg);
            self.write_arg(arg, &place, bytes, UINT);
        }
    }

    /// The pointer to the 64 bits at an address, for atomic operations. They lie in a variable of their own with the
    /// binding of the buffer, which has to be named: one that a function is handed has no such variable.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other expressions do not name a buffer")]
    pub(crate) fn wide_word(&mut self, object: ExprId, address: ExprId) -> Option<Pointer> {
        let (mut at, mut indices) = (object, Vec::new());
        let global = loop {
            match self.expr_of(at).kind {
                ExprKind::Global(global) => break global,
                ExprKind::Index { base, index } => {
                    indices.push(index);
                    at = base;
                }
                _ => {
                    let span = self.expr_of(object).span;
                    self.not_supported(span, "a 64-bit atomic operation on a buffer parameter");
                    return None;
                }
            }
        };
        let variable = self.alias_variable(global, Scalar::UInt64);
        let mut path: Vec<Word> = indices.into_iter().rev().map(|index| self.unsigned_index(index)).collect();
        let address = self.expr(address);
        path.extend([self.spv.constant_uint(0), self.uint_op(Op::ShiftRightLogical, address, 3)]);
        let wide = self.spv.scalar_type(Scalar::UInt64);
        let id = self.spv.chain_word(variable.storage, wide, variable.pointer, &path);
        let buffer = self.pointer(object);
        Some(Pointer { id, storage: variable.storage, ..buffer })
    }

    /// The pointer to the word at an address, for atomic operations.
    pub(crate) fn byte_word(&mut self, object: ExprId, address: ExprId) -> Pointer {
        let buffer = self.buffer(object);
        let address = self.expr(address);
        let index = self.uint_op(Op::ShiftRightLogical, address, 2);
        let id = self.word_pointer(buffer, index);
        Pointer { id, ..buffer }
    }
}

/// Addresses.
impl Emitter<'_> {
    fn word_index(&mut self, address: &mut Address) -> Word {
        match address.word {
            Some(word) => word,
            None => {
                let word = self.uint_op(Op::ShiftRightLogical, address.byte, 2);
                address.word = Some(word);
                word
            }
        }
    }

    fn advance_bytes(&mut self, address: &mut Address, bytes: u32) {
        let next = self.uint_op(Op::IAdd, address.byte, bytes);
        *address = address.member(next, bytes);
    }

    fn advance_word(&mut self, address: &mut Address) {
        let word = self.word_index(address);
        self.advance_bytes(address, 4);
        address.word = Some(self.uint_op(Op::IAdd, word, 1));
    }

    /// The remainder of an address by four, as far as its expression says it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the value of other expressions is unknown")]
    fn rest_of(&self, address: ExprId, depth: u32) -> Option<u32> {
        let sides = |lhs: ExprId, rhs: ExprId| {
            let depth = depth.checked_sub(1)?;
            Some([self.rest_of(lhs, depth), self.rest_of(rhs, depth)])
        };
        match self.expr_of(address).kind {
            ExprKind::Constant(constant) => match self.module.constants[constant].value {
                ConstantValue::Int(value) => Some((value % 4) as u32),
                ConstantValue::Zero => Some(0),
                ConstantValue::Bool(_) | ConstantValue::Float(_) | ConstantValue::Composite(_) => None,
            },
            ExprKind::Binary { op: BinaryOp::Add, lhs, rhs } => match sides(lhs, rhs)? {
                [Some(lhs), Some(rhs)] => Some((lhs + rhs) % 4),
                _ => None,
            },
            ExprKind::Binary { op: BinaryOp::Mul, lhs, rhs } => match sides(lhs, rhs)? {
                [Some(0), _] | [_, Some(0)] => Some(0),
                [Some(lhs), Some(rhs)] => Some(lhs * rhs % 4),
                _ => None,
            },
            _ => None,
        }
    }

    /// The offset of each member of a struct, and the struct's size.
    fn raw_struct(&self, ty: TypeId) -> (Vec<u32>, u32) {
        let layout = self.module.byte_layouts.get(&ty).copied();
        let layout = layout.expect("what byte-address buffers load and store has a layout");
        let LayoutKind::Struct(members) = &self.module.layouts[layout].kind else { panic!("it is that of a struct") };
        (members.iter().map(|&(offset, _)| offset).collect(), self.element_stride(layout))
    }
}

/// Loads.
impl Emitter<'_> {
    fn load_raw(&mut self, buffer: Pointer, address: &mut Address, ty: TypeId, order: MatrixOrder) -> Word {
        if let Some(num) = Num::of(self.module, ty) {
            return self.load_raw_number(buffer, address, num, order);
        }
        let parts = match self.module.types[ty] {
            Type::Array(element, count) => {
                (0..count).map(|_| self.load_raw(buffer, address, element, order)).collect::<Vec<Word>>()
            }
            Type::Struct(id) => self.load_raw_members(buffer, address, id, ty),
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
            | Type::Transient(_) => return self.unsupported("a pointer in a byte-address buffer", ty),
        };
        let ty = self.type_of(ty);
        self.spv.construct(ty, &parts)
    }

    fn load_raw_members(&mut self, buffer: Pointer, address: &mut Address, id: StructId, ty: TypeId) -> Vec<Word> {
        let (offsets, size) = self.raw_struct(ty);
        let base = address.byte;
        let members = self.members(id);
        let parts = members
            .iter()
            .zip(offsets)
            .map(|(field, offset)| {
                let start = if offset == 0 { base } else { self.uint_op(Op::IAdd, base, offset) };
                self.load_raw(buffer, &mut Address::new(start), field.ty, field.order)
            })
            .collect();
        self.advance_bytes(address, size);
        parts
    }

    /// Returns whether matrices of this order lie row by row: the option overrides the source.
    fn lies_by_rows(&self, order: MatrixOrder) -> bool {
        self.options.raw_rows || order == MatrixOrder::RowMajor
    }

    fn load_raw_number(&mut self, buffer: Pointer, address: &mut Address, num: Num, order: MatrixOrder) -> Word {
        if is_looped(num) {
            return self.load_looped(buffer, address, num);
        }
        let elements: Vec<Word> = (0..num.count()).map(|_| self.load_raw_scalar(buffer, address, num.elem)).collect();
        if !num.is_matrix() {
            return self.spv.construct_vector(num.elem, &elements);
        }
        if self.lies_by_rows(order) {
            return self.number_of_scalars(num, &elements);
        }
        let by_rows: Vec<Word> = (0..num.rows)
            .flat_map(|row| (0..num.columns).map(move |column| (column * num.rows + row) as usize))
            .map(|index| elements[index])
            .collect();
        self.number_of_scalars(num, &by_rows)
    }

    fn load_raw_scalar(&mut self, buffer: Pointer, address: &mut Address, elem: Scalar) -> Word {
        match elem.bits(self.module.native_16bit) {
            bits @ (8 | 16) => self.load_narrow(buffer, address, elem, bits),
            64 => self.load_64(buffer, address, elem),
            _ => {
                let index = self.word_index(address);
                let word = self.load_uint(buffer, index);
                let value = self.uint_as(word, elem);
                self.advance_word(address);
                value
            }
        }
    }

    /// 32 bits as a value of another type.
    fn uint_as(&mut self, word: Word, elem: Scalar) -> Word {
        if elem == Scalar::Bool {
            self.as_bool(word, UINT)
        } else if self.same_representation(elem, Scalar::UInt) {
            word
        } else {
            self.spv.op_num(Op::Bitcast, Num::scalar(elem), &[word])
        }
    }

    fn bit_offset(&mut self, address: Address) -> Word {
        let rest = self.uint_op(Op::UMod, address.byte, 4);
        self.uint_op(Op::ShiftLeftLogical, rest, 3)
    }

    /// A part of a word.
    fn load_narrow(&mut self, buffer: Pointer, address: &mut Address, elem: Scalar, bits: u32) -> Word {
        let index = self.word_index(address);
        let offset = self.bit_offset(*address);
        let word = self.load_uint(buffer, index);
        let shifted = self.spv.op_num(Op::ShiftRightLogical, UINT, &[word, offset]);
        let unsigned = unsigned_part(bits);
        let mut value = self.spv.op_num(Op::UConvert, Num::scalar(unsigned), &[shifted]);
        if !self.same_representation(elem, unsigned) {
            value = self.spv.op_num(Op::Bitcast, Num::scalar(elem), &[value]);
        }
        self.advance_bytes(address, bits / 8);
        value
    }

    fn load_64(&mut self, buffer: Pointer, address: &mut Address, elem: Scalar) -> Word {
        let words = [(); 2].map(|()| {
            let index = self.word_index(address);
            let word = self.load_uint(buffer, index);
            self.advance_word(address);
            word
        });
        let pair = self.spv.construct_vector(Scalar::UInt, &words);
        self.spv.op_num(Op::Bitcast, Num::scalar(elem), &[pair])
    }
}

/// Vectors that are loaded and stored by a loop over their components.
impl Emitter<'_> {
    fn load_looped(&mut self, buffer: Pointer, address: &mut Address, num: Num) -> Word {
        let (ty, elem) = (self.spv.num_type(num), self.spv.scalar_type(num.elem));
        let variable = self.spv.variable("var.components", ty);
        self.for_each_component(address, num, |this, address, index| {
            let component = this.load_raw_scalar(buffer, address, num.elem);
            let pointer = this.spv.chain_word(StorageClass::Function, elem, variable, &[index]);
            this.spv.store_word(pointer, component);
        });
        self.spv.load_word(ty, variable)
    }

    fn store_looped(&mut self, buffer: Pointer, address: &mut Address, value: Word, num: Num) {
        let (ty, elem) = (self.spv.num_type(num), self.spv.scalar_type(num.elem));
        let variable = self.spv.variable("var.components", ty);
        self.spv.store_word(variable, value);
        self.for_each_component(address, num, |this, address, index| {
            let pointer = this.spv.chain_word(StorageClass::Function, elem, variable, &[index]);
            let component = this.spv.load_word(elem, pointer);
            this.store_raw_scalar(buffer, address, component, num.elem);
        });
    }

    /// A loop over the components of a vector, with the address and the index of each.
    fn for_each_component(
        &mut self,
        address: &mut Address,
        num: Num,
        body: impl FnOnce(&mut Self, &mut Address, Word),
    ) {
        let size = num.elem.bits(self.module.native_16bit) / 8;
        let (uint, zero) = (self.spv.uint(), self.spv.constant_uint(0));
        let counter = self.spv.variable("var.component", uint);
        self.spv.store_word(counter, zero);
        let labels = ["head", "body", "continue", "merge"].map(|part| self.spv.label(&format!("components.{part}")));
        let [head, inside, next, merge] = labels;
        self.spv.branch(head);
        self.spv.begin_block(head);
        let index = self.spv.load_word(uint, counter);
        let count = self.spv.constant_uint(num.columns);
        let goes_on = self.spv.op_num(Op::ULessThan, Num::scalar(Scalar::Bool), &[index, count]);
        self.spv.function.loop_merge(merge, next, LoopControl::NONE);
        self.spv.function.branch_conditional(goes_on, inside, merge);
        self.spv.begin_block(inside);
        let distance = self.uint_op(Op::IMul, index, size);
        let byte = self.spv.op_num(Op::IAdd, UINT, &[address.byte, distance]);
        let rest = address.rest.filter(|_| size.is_multiple_of(4));
        body(self, &mut Address { byte, word: None, rest }, index);
        self.spv.branch(next);
        self.spv.begin_block(next);
        let after = self.uint_op(Op::IAdd, index, 1);
        self.spv.store_word(counter, after);
        self.spv.branch(head);
        self.spv.begin_block(merge);
        self.advance_bytes(address, size * num.columns);
    }
}

/// Stores.
impl Emitter<'_> {
    fn store_raw(&mut self, buffer: Pointer, address: &mut Address, value: Word, ty: TypeId, order: MatrixOrder) {
        if let Some(num) = Num::of(self.module, ty) {
            if is_looped(num) {
                return self.store_looped(buffer, address, value, num);
            }
            let scalars = self.raw_scalars(num, value, order);
            return self.store_raw_scalars(buffer, address, &scalars, num.elem);
        }
        match self.module.types[ty] {
            Type::Array(element, count) => {
                let elements: Vec<Word> =
                    (0..count).map(|index| self.element_value(Value::plain(value), element, index).id).collect();
                for part in elements {
                    self.store_raw(buffer, address, part, element, order);
                }
            }
            Type::Struct(id) => self.store_raw_members(buffer, address, value, id, ty),
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
            | Type::Transient(_) => {
                self.unsupported("a pointer in a byte-address buffer", ty);
            }
        }
    }

    fn store_raw_members(&mut self, buffer: Pointer, address: &mut Address, value: Word, id: StructId, ty: TypeId) {
        let (offsets, size) = self.raw_struct(ty);
        let base = *address;
        for (field, offset) in self.members(id).into_iter().zip(offsets) {
            let start = if offset == 0 { base.byte } else { self.uint_op(Op::IAdd, base.byte, offset) };
            let word = self.type_of(field.ty);
            let part = self.spv.extract(word, value, &[field.member]);
            self.store_raw(buffer, &mut base.member(start, offset), part, field.ty, field.order);
        }
        self.advance_bytes(address, size);
    }

    /// The elements of a number in the order of memory.
    fn raw_scalars(&mut self, num: Num, value: Word, order: MatrixOrder) -> Vec<Word> {
        if !num.is_matrix() {
            return self.spv.components(num, value);
        }
        let ty = self.spv.scalar_type(num.elem);
        let count = num.rows * num.columns;
        let position = |index: u32| match self.lies_by_rows(order) {
            true => [index / num.columns, index % num.columns],
            false => [index % num.rows, index / num.rows],
        };
        let positions: Vec<[u32; 2]> = (0..count).map(position).collect();
        positions.into_iter().map(|position| self.spv.extract(ty, value, &position)).collect()
    }

    fn store_raw_scalar(&mut self, buffer: Pointer, address: &mut Address, value: Word, elem: Scalar) {
        match elem.bits(self.module.native_16bit) {
            bits @ (8 | 16) => self.store_narrow(buffer, address, value, elem, bits),
            64 => self.store_64(buffer, address, value),
            _ => {
                let index = self.word_index(address);
                let pointer = self.word_pointer(buffer, index);
                let word = self.as_uint(value, elem);
                self.spv.store_word(pointer, word);
                self.advance_word(address);
            }
        }
    }

    /// A 32-bit value as bits.
    fn as_uint(&mut self, value: Word, elem: Scalar) -> Word {
        if elem == Scalar::Bool {
            self.numeric(value, Num::scalar(Scalar::Bool), Scalar::UInt)
        } else if self.same_representation(elem, Scalar::UInt) {
            value
        } else {
            self.spv.op_num(Op::Bitcast, UINT, &[value])
        }
    }

    /// Elements behind each other: two of 16 bits or four of 8 at a time where they are known to be one word.
    fn store_raw_scalars(&mut self, buffer: Pointer, address: &mut Address, scalars: &[Word], elem: Scalar) {
        let per_word = (32 / elem.bits(self.module.native_16bit)) as usize;
        let mut left = scalars;
        while let [scalar, tail @ ..] = left {
            left = match left.split_at_checked(per_word) {
                Some((parts, tail)) if per_word > 1 && address.rest == Some(0) => {
                    self.store_whole(buffer, address, parts, elem);
                    tail
                }
                Some(_) | None => {
                    self.store_raw_scalar(buffer, address, *scalar, elem);
                    tail
                }
            };
        }
    }

    /// Elements that are one word together.
    fn store_whole(&mut self, buffer: Pointer, address: &mut Address, parts: &[Word], elem: Scalar) {
        let parts = self.spv.construct_vector(elem, parts);
        let word = self.spv.op_num(Op::Bitcast, UINT, &[parts]);
        let index = self.word_index(address);
        let pointer = self.word_pointer(buffer, index);
        self.spv.store_word(pointer, word);
        self.advance_word(address);
    }

    /// The rest of the word is kept, even if another thread writes it at the same time: only atomic operations do so.
    fn store_narrow(&mut self, buffer: Pointer, address: &mut Address, value: Word, elem: Scalar, bits: u32) {
        let index = self.word_index(address);
        let offset = self.bit_offset(*address);
        let pointer = self.word_pointer(buffer, index);
        let (mut value, unsigned) = (value, unsigned_part(bits));
        if !self.same_representation(elem, unsigned) {
            value = self.spv.op_num(Op::Bitcast, Num::scalar(unsigned), &[value]);
        }
        let wide = self.spv.op_num(Op::UConvert, UINT, &[value]);
        let shifted = self.spv.op_num(Op::ShiftLeftLogical, UINT, &[wide, offset]);
        let mask = self.spv.constant_uint((1 << bits) - 1);
        let replaced = self.spv.op_num(Op::ShiftLeftLogical, UINT, &[mask, offset]);
        let kept = self.spv.op_num(Op::Not, UINT, &[replaced]);
        self.atomic_word(Op::AtomicAnd, pointer, kept);
        self.atomic_word(Op::AtomicOr, pointer, shifted);
        self.advance_bytes(address, bits / 8);
    }

    fn store_64(&mut self, buffer: Pointer, address: &mut Address, value: Word) {
        let pair = Num::vector(Scalar::UInt, 2);
        let words = self.spv.op_num(Op::Bitcast, pair, &[value]);
        for word in self.spv.components(pair, words) {
            let index = self.word_index(address);
            let pointer = self.word_pointer(buffer, index);
            self.spv.store_word(pointer, word);
            self.advance_word(address);
        }
    }
}
