//! Values with the same bits as those of another type: numbers are divided into units, the lowest first, and put together
//! again.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::places::place::Value;
use crate::emitter::values::construct::Parts;
use sema::hir::ty::{Scalar, Type, TypeId};
use spirv::{Op, Word};

impl Emitter<'_> {
    /// `hlsl::bit_cast<T>(value)`
    pub(super) fn same_bits(&mut self, value: Value, from: TypeId, to: TypeId) -> Word {
        let numbers = Num::of(self.module, from).zip(Num::of(self.module, to));
        if let Some((source, target)) = numbers.filter(|(source, target)| are_vectors(*source, *target)) {
            let value = self.plain(value, from);
            return match self.same_representation(source.elem, target.elem) && source.columns == target.columns {
                true => value,
                false => self.spv.op_num(Op::Bitcast, target, &[value]),
            };
        }
        let unit = unsigned(self.narrowest(from).min(self.narrowest(to)));
        self.construct_type(&mut Parts::of_bits(value, from, unit), to)
    }

    /// The smallest number of bits of the numbers in a type.
    fn narrowest(&self, ty: TypeId) -> u32 {
        if let Some(num) = Num::of(self.module, ty) {
            return num.elem.bits(self.module.native_16bit);
        }
        match self.module.types[ty] {
            Type::Array(element, _) => self.narrowest(element),
            Type::Struct(id) => {
                self.module.structs[id].fields.iter().map(|field| self.narrowest(field.ty)).min().unwrap_or(64)
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
            | Type::Transient(_) => 64,
        }
    }

    /// The next units as a scalar.
    pub(super) fn take_bits(&mut self, parts: &mut Parts, elem: Scalar, unit: Scalar) -> Word {
        let native = self.module.native_16bit;
        let bits = elem.bits(native);
        let whole = Num::scalar(unsigned(bits));
        let mut made = None;
        for at in 0..bits / unit.bits(native) {
            let part = self.take_unit(parts, unit);
            let part = self.numeric(part, Num::scalar(unit), whole.elem);
            made = Some(match made {
                None => part,
                Some(lower) => {
                    let shift = self.spv.constant_uint(at * unit.bits(native));
                    let higher = self.spv.op_num(Op::ShiftLeftLogical, whole, &[part, shift]);
                    self.spv.op_num(Op::BitwiseOr, whole, &[lower, higher])
                }
            });
        }
        let made = made.unwrap_or_default();
        self.reinterpreted(made, whole, Num::scalar(elem))
    }

    /// The next unit: numbers are divided when their first unit is taken.
    fn take_unit(&mut self, parts: &mut Parts, unit: Scalar) -> Word {
        let native = self.module.native_16bit;
        self.fill_scalars(parts);
        let Some((scalar, elem)) = parts.scalars.pop_front() else {
            let ty = self.spv.scalar_type(unit);
            return self.spv.undef(ty);
        };
        let whole = Num::scalar(unsigned(elem.bits(native)));
        let scalar = self.reinterpreted(scalar, Num::scalar(elem), whole);
        let width = unit.bits(native);
        for at in (1..elem.bits(native) / width).rev() {
            let shift = self.spv.constant_uint(at * width);
            let part = self.spv.op_num(Op::ShiftRightLogical, whole, &[scalar, shift]);
            let part = self.numeric(part, whole, unit);
            parts.scalars.push_front((part, unit));
        }
        self.numeric(scalar, whole, unit)
    }

    /// A scalar as one of the same width.
    fn reinterpreted(&mut self, value: Word, from: Num, to: Num) -> Word {
        if self.same_representation(from.elem, to.elem) { value } else { self.spv.op_num(Op::Bitcast, to, &[value]) }
    }
}

/// Returns whether one instruction reads the bits of one as the other.
fn are_vectors(source: Num, target: Num) -> bool {
    let (least, most) = (source.columns.min(target.columns), source.columns.max(target.columns));
    !source.is_matrix() && !target.is_matrix() && most.is_multiple_of(least)
}

/// The unsigned integer of a width.
fn unsigned(bits: u32) -> Scalar {
    match bits {
        8 => Scalar::UInt8,
        16 => Scalar::UInt16,
        64 => Scalar::UInt64,
        _ => Scalar::UInt,
    }
}
