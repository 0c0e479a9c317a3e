//! Constants of the typed representation as constants of SPIR-V.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use sema::hir::expr::{Constant, ConstantId, ConstantValue};
use sema::hir::ty::{ElemClass, Scalar, StructId, Type, TypeId};
use sema::hir::{GlobalId, Module};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// A constant.
    pub(crate) fn constant(&mut self, id: ConstantId) -> Word {
        let module = self.module;
        let constant = &module.constants[id];
        match &constant.value {
            ConstantValue::Bool(value) => self.spv.constant_bool(*value),
            ConstantValue::Int(bits) => {
                let elem = self.num_of_type(constant.ty).elem;
                self.spv.constant_integer(elem, *bits)
            }
            ConstantValue::Float(bits) => {
                let elem = self.num_of_type(constant.ty).elem;
                self.spv.constant_float_of(elem, f64::from_bits(*bits))
            }
            ConstantValue::Zero => self.zero(constant.ty),
            ConstantValue::Composite(parts) => self.composite(constant.ty, parts),
        }
    }

    /// All zero. A value with addresses is computed: SPIR-V has no null address of physical storage.
    pub(crate) fn zero(&mut self, ty: TypeId) -> Word {
        if let Some(num) = Num::of(self.module, ty) {
            return self.spv.constant_num(num, 0.0);
        }
        if self.has_address(ty) {
            return self.zero_with_addresses(ty);
        }
        let ty = self.type_of(ty);
        self.spv.constant_null(ty)
    }

    /// Returns whether a value of the type has an address in it.
    pub(crate) fn has_address(&self, ty: TypeId) -> bool {
        match self.module.types[ty] {
            Type::BufferPointer(..) => true,
            Type::Array(element, _) => self.has_address(element),
            Type::Struct(id) => self.module.structs[id].fields.iter().any(|field| self.has_address(field.ty)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::Spirv(_)
            | Type::Transient(_) => false,
        }
    }

    fn zero_with_addresses(&mut self, ty: TypeId) -> Word {
        let module = self.module;
        let word = self.type_of(ty);
        let parts: Vec<Word> = match module.types[ty] {
            Type::BufferPointer(..) => {
                let null = self.spv.constant_integer(Scalar::UInt64, 0);
                return self.spv.op(Op::ConvertUToPtr, word, &[null]);
            }
            Type::Array(element, length) => vec![self.zero(element); length as usize],
            Type::Struct(id) => {
                let fields = &module.structs[id].fields;
                let is_first = |at: &usize| *at == 0 || fields[at - 1].member != fields[*at].member;
                (0..fields.len()).filter(is_first).map(|at| self.zero(fields[at].ty)).collect()
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
            | Type::Spirv(_)
            | Type::Transient(_) => panic!("the type has an address"),
        };
        self.spv.construct(word, &parts)
    }

    fn composite(&mut self, ty: TypeId, parts: &[ConstantId]) -> Word {
        let ids: Vec<Word> = parts.iter().map(|&part| self.constant(part)).collect();
        if let Some(num) = Num::of(self.module, ty) {
            return self.number_of_parts(num, &ids);
        }
        let ids =
            if let Type::Struct(id) = self.module.types[ty] { self.constant_members(id, parts, &ids) } else { ids };
        let word = self.type_of(ty);
        if self.has_address(ty) { self.spv.construct(word, &ids) } else { self.spv.constant_composite(word, &ids) }
    }

    /// A vector or matrix whose parts are its rows or its elements.
    fn number_of_parts(&mut self, num: Num, parts: &[Word]) -> Word {
        if num.is_scalar() {
            return parts[0];
        }
        let ty = self.spv.num_type(num);
        if !num.is_matrix() || parts.len() == num.rows as usize && parts.len() != num.count() as usize {
            return self.spv.constant_composite(ty, parts);
        }
        let row_type = self.spv.num_type(num.row());
        let rows: Vec<Word> =
            parts.chunks(num.columns as usize).map(|row| self.spv.constant_composite(row_type, row)).collect();
        self.spv.constant_composite(ty, &rows)
    }

    /// The members of a struct from the constants of its fields: bit-fields of one unit are put together.
    fn constant_members(&mut self, id: StructId, parts: &[ConstantId], ids: &[Word]) -> Vec<Word> {
        let module = self.module;
        let mut members: Vec<Word> = Vec::with_capacity(ids.len());
        let mut unit = 0u64;
        for ((field, &part), &value) in module.structs[id].fields.iter().zip(parts).zip(ids) {
            let Some(bits) = field.bits else {
                members.push(value);
                continue;
            };
            if field.member as usize == members.len() {
                unit = 0;
                members.push(value);
            }
            let mask = if bits.width >= 64 { u64::MAX } else { (1 << bits.width) - 1 };
            unit |= (integer_of(module, part) & mask) << bits.offset;
            let elem = self.num_of_type(field.ty).elem;
            members[field.member as usize] = self.spv.constant_integer(elem, unit);
        }
        members
    }

    /// A specialisation constant.
    pub(crate) fn spec_constant(&mut self, global: GlobalId) -> Word {
        self.global_variable(global).pointer
    }

    /// The value of an index of a builtin type, which takes `uint`s.
    pub(crate) fn unsigned_index(&mut self, id: sema::hir::expr::ExprId) -> Word {
        let num = self.num_of(id);
        let value = self.expr(id);
        if num.class() != ElemClass::SInt || num.elem.bits(self.module.native_16bit) != 32 {
            return value;
        }
        match self.unsigned_constant(value) {
            Some(constant) => constant,
            None => self.numeric(value, num, Scalar::UInt),
        }
    }

    /// The constant with the same bits and `uint`s for `int`s.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
    pub(crate) fn unsigned_constant(&mut self, id: Word) -> Option<Word> {
        let (op, operands) = self.spv.ctx.constant_of(id)?;
        let operands = operands.to_vec();
        match op {
            Op::Constant => Some(self.spv.constant_uint(operands[1])),
            Op::ConstantComposite => {
                let parts: Option<Vec<Word>> = operands[1..].iter().map(|&part| self.unsigned_constant(part)).collect();
                let parts = parts?;
                let ty = self.spv.num_type(Num::vector(Scalar::UInt, parts.len() as u32));
                Some(self.spv.constant_composite(ty, &parts))
            }
            _ => None,
        }
    }

    /// The integer that an expression is known to be.
    pub(crate) fn known_integer(&self, id: sema::hir::expr::ExprId) -> Option<u64> {
        self.module.known_integer(self.current.body, id)
    }
}

fn integer_of(module: &Module, id: ConstantId) -> u64 {
    let Constant { value, .. } = &module.constants[id];
    match value {
        ConstantValue::Int(bits) => *bits,
        ConstantValue::Bool(value) => u64::from(*value),
        ConstantValue::Float(_) | ConstantValue::Composite(_) | ConstantValue::Zero => 0,
    }
}
