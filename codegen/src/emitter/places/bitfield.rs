//! Bit-fields: values that share a unit of memory.
//!
//! Units of 32 bits have instructions of their own; in others, values are shifted and masked.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use sema::hir::ty::{BitRange, ElemClass, TypeId};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// Puts a value into the bits of a unit, whose type is given as words and as the field has it.
    pub(crate) fn insert_bits(&mut self, ty: Word, unit: Word, value: Word, bits: BitRange, field: TypeId) -> Word {
        let num = self.num_of_type(field);
        if num.elem.bits(self.module.native_16bit) == 32 {
            let range = [self.spv.constant_uint(bits.offset), self.spv.constant_uint(bits.width)];
            return self.spv.op(Op::BitFieldInsert, ty, &[unit, value, range[0], range[1]]);
        }
        let mask = mask_of(bits);
        let others = self.spv.constant_integer(num.elem, !mask);
        let kept = self.spv.op(Op::BitwiseAnd, ty, &[unit, others]);
        let offset = self.spv.constant_uint(bits.offset);
        let shifted = self.spv.op(Op::ShiftLeftLogical, ty, &[value, offset]);
        let own = self.spv.constant_integer(num.elem, mask);
        let masked = self.spv.op(Op::BitwiseAnd, ty, &[shifted, own]);
        self.spv.op(Op::BitwiseOr, ty, &[kept, masked])
    }

    /// The value in the bits of a unit.
    pub(crate) fn extract_bits(&mut self, ty: Word, unit: Word, bits: BitRange, field: TypeId) -> Word {
        let num: Num = self.num_of_type(field);
        let is_signed = num.class() == ElemClass::SInt;
        let width = num.elem.bits(self.module.native_16bit);
        if width == 32 {
            let range = [self.spv.constant_uint(bits.offset), self.spv.constant_uint(bits.width)];
            let op = if is_signed { Op::BitFieldSExtract } else { Op::BitFieldUExtract };
            return self.spv.op(op, ty, &[unit, range[0], range[1]]);
        }
        let above = self.spv.constant_uint(width.saturating_sub(bits.offset + bits.width));
        let left = self.spv.op(Op::ShiftLeftLogical, ty, &[unit, above]);
        let around = self.spv.constant_uint(width.saturating_sub(bits.width));
        let op = if is_signed { Op::ShiftRightArithmetic } else { Op::ShiftRightLogical };
        self.spv.op(op, ty, &[left, around])
    }
}

/// The bits of a unit that a field has.
fn mask_of(bits: BitRange) -> u64 {
    let ones = if bits.width >= 64 { u64::MAX } else { (1 << bits.width) - 1 };
    ones << bits.offset.min(63)
}
