//! The verbs in which the emitter speaks of types, constants and instructions of values.
//!
//! Everything here is one instruction or one definition; what it is for, the callers know.

use super::num::Num;
use super::state::Builder;
use base::half;
use isa::{ArithmeticKind, BitKind, Class, ComparisonKind, LogicKind};
use sema::hir::ty::{ElemClass, Scalar};
use spirv::{Decoration, GlslStd450Op as Glsl, Op, Word};

/// Types and constants.
impl Builder<'_> {
    /// The type of a scalar as a value.
    pub(crate) fn scalar_type(&mut self, scalar: Scalar) -> Word {
        let bits = scalar.bits(self.native_16bit);
        match scalar.class() {
            ElemClass::Bool => self.bool(),
            ElemClass::SInt => self.int_type(bits, true),
            ElemClass::UInt => self.int_type(bits, false),
            ElemClass::Float => self.float_type(bits),
        }
    }

    /// The type of a number as a value.
    pub(crate) fn num_type(&mut self, num: Num) -> Word {
        let elem = self.scalar_type(num.elem);
        let row = self.vector(elem, num.columns);
        if !num.is_matrix() {
            row
        } else if num.class() == ElemClass::Float {
            self.matrix(row, num.rows)
        } else {
            self.array(row, num.rows, None)
        }
    }

    /// A constant with this number in every element.
    pub(crate) fn constant_num(&mut self, num: Num, value: f64) -> Word {
        let elem = self.constant_scalar(num.elem, value);
        let row = self.constant_repeat(num.row(), elem);
        if !num.is_matrix() {
            return row;
        }
        let ty = self.num_type(num);
        self.constant_composite(ty, &vec![row; num.rows as usize])
    }

    /// A vector with the same constant in every component, or the constant itself.
    pub(crate) fn constant_repeat(&mut self, num: Num, constant: Word) -> Word {
        if num.columns == 1 {
            return constant;
        }
        let ty = self.num_type(num.row());
        self.constant_composite(ty, &vec![constant; num.columns as usize])
    }

    /// A number, as near as the type comes to it.
    pub(crate) fn constant_scalar(&mut self, elem: Scalar, value: f64) -> Word {
        match elem.class() {
            ElemClass::Bool => self.constant_bool(value != 0.0),
            ElemClass::SInt => self.constant_integer(elem, value as i64 as u64),
            ElemClass::UInt => self.constant_integer(elem, value as u64),
            ElemClass::Float => self.constant_float_of(elem, value),
        }
    }

    /// An integer in two's complement.
    pub(crate) fn constant_integer(&mut self, elem: Scalar, bits: u64) -> Word {
        let ty = self.scalar_type(elem);
        match elem.bits(self.native_16bit) {
            64 => self.constant_bits(ty, &[bits as u32, (bits >> 32) as u32]),
            // A literal narrower than a word is extended as its type is signed.
            8 if elem.class() == ElemClass::SInt => self.constant_bits(ty, &[bits as i8 as i32 as u32]),
            8 => self.constant_bits(ty, &[bits as u32 & 0xFF]),
            16 if elem.class() == ElemClass::SInt => self.constant_bits(ty, &[bits as i16 as i32 as u32]),
            16 => self.constant_bits(ty, &[bits as u32 & 0xFFFF]),
            _ => self.constant_bits(ty, &[bits as u32]),
        }
    }

    /// A float, rounded to the width of its type.
    pub(crate) fn constant_float_of(&mut self, elem: Scalar, value: f64) -> Word {
        let ty = self.scalar_type(elem);
        match elem.bits(self.native_16bit) {
            64 => {
                let bits = value.to_bits();
                self.constant_bits(ty, &[bits as u32, (bits >> 32) as u32])
            }
            16 => self.constant_bits(ty, &[u32::from(half::bits(value))]),
            _ => self.constant_bits(ty, &[(value as f32).to_bits()]),
        }
    }
}

/// Instructions.
impl Builder<'_> {
    /// An instruction whose result is a number.
    pub(crate) fn op_num(&mut self, op: Op, num: Num, operands: &[Word]) -> Word {
        let ty = self.num_type(num);
        let id = self.op(op, ty, operands);
        self.relax(id, num.elem);
        id
    }

    /// An operator on two numbers. On specialisation constants it is a specialisation constant itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other classes have no form for specialization constants")]
    pub(crate) fn operator(&mut self, op: Op, num: Num, operands: [Word; 2]) -> Word {
        let known = operands.iter().all(|&operand| self.is_constant(operand) || self.is_spec_constant(operand));
        let has_spec_form = match isa::class(op) {
            Class::Arithmetic(kind) => matches!(kind, ArithmeticKind::Integer | ArithmeticKind::Division),
            Class::Bits(kind) => matches!(kind, BitKind::Shift | BitKind::Logic),
            Class::Logic(LogicKind::Each) | Class::Comparison(ComparisonKind::Integer) => true,
            _ => false,
        };
        if !known || !operands.iter().any(|&operand| self.is_spec_constant(operand)) || !has_spec_form {
            return self.op_num(op, num, &operands);
        }
        let ty = self.num_type(num);
        self.spec_constant(Op::SpecConstantOp, ty, &[op as u32, operands[0], operands[1]])
    }

    /// Returns whether an id is a constant that may be in a constant composite.
    pub(crate) fn is_constant(&self, id: Word) -> bool {
        matches!(
            self.ctx.constant_of(id),
            Some((Op::Constant | Op::ConstantTrue | Op::ConstantFalse | Op::ConstantComposite | Op::ConstantNull, _))
        )
    }

    /// Returns whether an id is a constant that is known only when the module is specialised.
    pub(crate) fn is_spec_constant(&self, id: Word) -> bool {
        matches!(
            self.ctx.constant_of(id),
            Some((
                Op::SpecConstant
                    | Op::SpecConstantTrue
                    | Op::SpecConstantFalse
                    | Op::SpecConstantOp
                    | Op::SpecConstantComposite,
                _
            ))
        )
    }

    /// An instruction of GLSL.std.450 whose result is a number.
    pub(crate) fn glsl_num(&mut self, inst: Glsl, num: Num, operands: &[Word]) -> Word {
        let ty = self.num_type(num);
        let id = self.glsl(inst, ty, operands);
        self.relax(id, num.elem);
        // SPIRV-Tools mix constants of 16 bits with a one of 64, and give an invalid module, unless they may not.
        if inst == Glsl::FMix && num.elem.bits(self.native_16bit) == 16 {
            self.out.decorate_late(id, Decoration::NoContraction);
        }
        id
    }

    /// Says that a result need not have the precision of its width.
    pub(crate) fn relax(&mut self, id: Word, elem: Scalar) {
        if elem.is_min_precision() && !self.native_16bit {
            self.out.decorate_late(id, Decoration::RelaxedPrecision);
        }
    }

    /// A component of a vector; the whole for a scalar.
    pub(crate) fn component(&mut self, num: Num, vector: Word, index: u32) -> Word {
        if num.is_scalar() {
            return vector;
        }
        let ty = self.scalar_type(num.elem);
        self.extract(ty, vector, &[index])
    }

    /// All components of a vector.
    pub(crate) fn components(&mut self, num: Num, vector: Word) -> Vec<Word> {
        (0..num.columns).map(|index| self.component(num, vector, index)).collect()
    }

    /// A vector made of scalars; the scalar itself for one.
    pub(crate) fn construct_vector(&mut self, elem: Scalar, parts: &[Word]) -> Word {
        if let [one] = parts {
            return *one;
        }
        let ty = self.num_type(Num::vector(elem, parts.len() as u32));
        self.construct(ty, parts)
    }

    /// `OpVectorShuffle`
    pub(crate) fn shuffle(&mut self, ty: Word, first: Word, second: Word, components: &[u32]) -> Word {
        let mut operands = vec![first, second];
        operands.extend_from_slice(components);
        self.op(Op::VectorShuffle, ty, &operands)
    }

    /// Components of two vectors as a vector.
    pub(crate) fn shuffle_num(&mut self, elem: Scalar, first: Word, second: Word, components: &[u32]) -> Word {
        let ty = self.num_type(Num::vector(elem, components.len() as u32));
        self.shuffle(ty, first, second, components)
    }

    /// The first components of a vector of four, as many as asked for.
    pub(crate) fn narrow(&mut self, vector: Word, num: Num) -> Word {
        match num.columns {
            4 => vector,
            1 => {
                let ty = self.scalar_type(num.elem);
                self.extract(ty, vector, &[0])
            }
            count => {
                let components: Vec<u32> = (0..count).collect();
                self.shuffle_num(num.elem, vector, vector, &components)
            }
        }
    }
}
