//! Tests of numbers: divisors, shifts, conversions, domains of functions, indices of vectors, and NaN that is stored.

use super::refuse;
use super::writer::{Scalar, Shape, Writer};
use crate::error::Result;
use crate::layout::Layouts;
use dialect::spirv::access::Access;
use dialect::spirv::decode::Inst;
use spirv::{GlslStd450Op as Gl, Op};

/// The most scalars of a value that is stored.
const MOST_SCALARS: u32 = 256;

impl Writer<'_> {
    /// The shape of an operand, which is a number.
    fn operand(&self, inst: &Inst, at: usize) -> Result<Shape> {
        match self.shape(self.type_of(inst.id(at))) {
            Some(shape) => Ok(shape),
            None => refuse(inst, "an operand is not a number"),
        }
    }

    /// Tests the divisor of a division: zero, or -1 for the smallest number.
    pub(super) fn divisor(&mut self, inst: &Inst, is_signed: bool) -> Result<()> {
        let shape = self.operand(inst, 1)?;
        let (value, divisor) = (inst.id(0), inst.id(1));
        let zero = self.integer(shape, 0);
        let is_zero = self.compare(Op::IEqual, shape.count, &[divisor, zero]);
        self.report_any(shape.count, is_zero);
        if let (true, Scalar::Int { bits, .. }) = (is_signed, shape.scalar) {
            let (least, last) = (self.integer(shape, i64::MIN >> (64 - bits.clamp(1, 64))), self.integer(shape, -1));
            let is_least = self.compare(Op::IEqual, shape.count, &[value, least]);
            let is_last = self.compare(Op::IEqual, shape.count, &[divisor, last]);
            let both = self.compare(Op::LogicalAnd, shape.count, &[is_least, is_last]);
            self.report_any(shape.count, both);
        }
        Ok(())
    }

    /// Tests the amount of a shift, before the mask that compilers of HLSL put around it.
    pub(super) fn amount(&mut self, inst: &Inst) -> Result<()> {
        let (own, shape) = (inst.id(1), self.operand(inst, 1)?);
        let Some(Scalar::Int { bits, .. }) = self.shape(inst.type_id()).map(|shape| shape.scalar) else {
            return refuse(inst, "its result is not an integer");
        };
        let masked = self.code.index.def(own).filter(|inst| inst.op == Op::BitwiseAnd);
        let masked = masked.filter(|masked| self.is_all(masked.id(1), bits - 1));
        let amount = masked.map_or(own, |masked| masked.id(0));
        let end = self.integer(shape, bits.into());
        let is_beyond = self.compare(Op::UGreaterThanEqual, shape.count, &[amount, end]);
        self.report_any(shape.count, is_beyond);
        Ok(())
    }

    /// Returns whether each component of a constant is a number.
    fn is_all(&self, id: u32, number: u32) -> bool {
        let layouts = Layouts { index: self.code.index };
        match self.code.index.def(id) {
            Some(inst) if inst.op == Op::ConstantComposite => {
                inst.ids_from(0).all(|part| layouts.constant(part) == Some(number))
            }
            Some(_) => layouts.constant(id) == Some(number),
            None => false,
        }
    }

    /// Tests a number that becomes an integer.
    pub(super) fn converted(&mut self, inst: &Inst, is_signed: bool) -> Result<()> {
        let shape = self.operand(inst, 0)?;
        let Some(Scalar::Int { bits, .. }) = self.shape(inst.type_id()).map(|shape| shape.scalar) else {
            return refuse(inst, "its result is not an integer");
        };
        let (lower, low, end) = match is_signed {
            true => (Op::FOrdGreaterThanEqual, -(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)),
            false => (Op::FOrdGreaterThan, -1.0, 2f64.powi(bits as i32)),
        };
        let (low, end) = (self.float(shape, low), self.float(shape, end));
        let is_above = self.compare(lower, shape.count, &[inst.id(0), low]);
        let is_below = self.compare(Op::FOrdLessThan, shape.count, &[inst.id(0), end]);
        let fits = self.compare(Op::LogicalAnd, shape.count, &[is_above, is_below]);
        let strays = self.compare(Op::LogicalNot, shape.count, &[fits]);
        self.report_any(shape.count, strays);
        Ok(())
    }

    /// Tests the index of a component.
    pub(super) fn component(&mut self, inst: &Inst, at: usize) -> Result<()> {
        let (shape, vector) = (self.operand(inst, at)?, self.operand(inst, 0)?);
        let count = self.integer(shape, vector.count.into());
        let is_beyond = self.truth(Op::UGreaterThanEqual, inst.id(at), count);
        self.report(is_beyond);
        Ok(())
    }

    /// Tests the bits that an instruction on bit fields names.
    pub(super) fn field(&mut self, inst: &Inst, at: usize) -> Result<()> {
        let Some(Scalar::Int { bits, .. }) = self.shape(inst.type_id()).map(|shape| shape.scalar) else {
            return refuse(inst, "its result is not an integer");
        };
        for id in [inst.id(at), inst.id(at + 1)] {
            match self.shape(self.type_of(id)).map(|shape| shape.scalar) {
                Some(Scalar::Int { bits: 32, .. }) => {}
                _ => return refuse(inst, "an operand has not 32 bits"),
            }
        }
        let (end, width) = (self.code.number(bits), inst.id(at + 1));
        // Without an overflow of the sum.
        let is_wide = self.truth(Op::UGreaterThan, width, end);
        let room = self.uint(Op::ISub, end, width);
        let strays = self.truth(Op::UGreaterThan, inst.id(at), room);
        let strays = self.truth(Op::LogicalOr, is_wide, strays);
        self.report(strays);
        Ok(())
    }

    /// Tests the operands of a function of GLSL.std.450. Functions with memory as an operand are refused.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other functions are defined for all numbers")]
    pub(super) fn function(&mut self, inst: &Inst) -> Result<()> {
        let Some(function) = Gl::from_u32(inst.literal(1)) else { return refuse(inst, "its function is unknown") };
        let [x, y, z] = [2, 3, 4].map(|at| inst.id(at));
        match function {
            Gl::FClamp | Gl::NClamp => self.ordered(inst, Op::FOrdGreaterThan, [y, z]),
            Gl::UClamp => self.ordered(inst, Op::UGreaterThan, [y, z]),
            Gl::SClamp => self.ordered(inst, Op::SGreaterThan, [y, z]),
            Gl::SmoothStep => self.ordered(inst, Op::FOrdGreaterThanEqual, [x, y]),
            Gl::Log | Gl::Log2 => self.limited(inst, Op::FOrdLessThan, 0.0),
            Gl::Acosh => self.limited(inst, Op::FOrdLessThan, 1.0),
            Gl::Asin | Gl::Acos => self.magnitude_limited(inst, Op::FOrdGreaterThan),
            Gl::Atanh => self.magnitude_limited(inst, Op::FOrdGreaterThanEqual),
            Gl::Pow => {
                self.limited(inst, Op::FOrdLessThan, 0.0)?;
                self.both(inst, [(x, Op::FOrdEqual), (y, Op::FOrdLessThanEqual)])
            }
            Gl::Atan2 => self.both(inst, [(x, Op::FOrdEqual), (y, Op::FOrdEqual)]),
            Gl::Normalize => self.direction(inst, x),
            Gl::Modf | Gl::Frexp => refuse(inst, "its function stores a result"),
            Gl::InterpolateAtCentroid | Gl::InterpolateAtSample | Gl::InterpolateAtOffset => {
                refuse(inst, "its function interpolates")
            }
            _ => Ok(()),
        }
    }

    /// Reports two operands of a function that compare so.
    fn ordered(&mut self, inst: &Inst, op: Op, operands: [u32; 2]) -> Result<()> {
        let count = self.operand(inst, 2)?.count;
        let strays = self.compare(op, count, &operands);
        self.report_any(count, strays);
        Ok(())
    }

    /// Reports the first operand of a function if it compares so with a number.
    fn limited(&mut self, inst: &Inst, op: Op, limit: f64) -> Result<()> {
        let shape = self.operand(inst, 2)?;
        let limit = self.float(shape, limit);
        let strays = self.compare(op, shape.count, &[inst.id(2), limit]);
        self.report_any(shape.count, strays);
        Ok(())
    }

    /// Reports the first operand of a function if its magnitude compares so with 1.
    fn magnitude_limited(&mut self, inst: &Inst, op: Op) -> Result<()> {
        let shape = self.operand(inst, 2)?;
        let (one, value) = (self.float(shape, 1.0), self.magnitude(inst.type_id(), inst.id(2)));
        let strays = self.compare(op, shape.count, &[value, one]);
        self.report_any(shape.count, strays);
        Ok(())
    }

    /// Reports two operands of a function if both compare so with 0.
    fn both(&mut self, inst: &Inst, operands: [(u32, Op); 2]) -> Result<()> {
        let shape = self.operand(inst, 2)?;
        let zero = self.float(shape, 0.0);
        let [one, other] = operands.map(|(value, op)| self.compare(op, shape.count, &[value, zero]));
        let both = self.compare(Op::LogicalAnd, shape.count, &[one, other]);
        self.report_any(shape.count, both);
        Ok(())
    }

    /// Reports a vector of zeros.
    fn direction(&mut self, inst: &Inst, vector: u32) -> Result<()> {
        let shape = self.operand(inst, 2)?;
        let zero = self.float(shape, 0.0);
        let are_zero = self.compare(Op::FOrdEqual, shape.count, &[vector, zero]);
        let bool = self.code.bool();
        let all = if shape.count == 1 { are_zero } else { self.code.value(Op::All, bool, &[are_zero]) };
        self.report(all);
        Ok(())
    }

    /// Reports NaN in a value that is stored: in numbers, and in integers with the bits of NaN, since a NaN may have become
    /// one.
    pub(super) fn stored(&mut self, inst: &Inst, value: u32) -> Result<()> {
        let mut room = MOST_SCALARS;
        let ty = self.type_of(value);
        self.stored_part(inst, value, ty, &mut room)
    }

    fn stored_part(&mut self, inst: &Inst, value: u32, ty: u32, room: &mut u32) -> Result<()> {
        if let Some(shape) = self.shape(ty) {
            *room = room.saturating_sub(shape.count);
            return self.stored_numbers(inst, value, shape);
        }
        let layouts = Layouts { index: self.code.index };
        let Some(own) = self.code.index.def(ty) else { return refuse(inst, "its type is unknown") };
        let parts: Vec<u32> = match own.op {
            Op::TypeStruct => own.ids_from(0).collect(),
            Op::TypeMatrix => vec![own.id(0); own.literal(1) as usize],
            Op::TypeArray => match layouts.constant(own.id(1)) {
                Some(count) if count <= *room => vec![own.id(0); count as usize],
                _ => return refuse(inst, "it stores too many numbers"),
            },
            _ => return refuse(inst, "it stores values that are not numbers"),
        };
        for (at, part) in (0..).zip(parts) {
            if *room == 0 {
                return refuse(inst, "it stores too many numbers");
            }
            let own = self.code.value(Op::CompositeExtract, part, &[value, at]);
            self.stored_part(inst, own, part, room)?;
        }
        Ok(())
    }

    fn stored_numbers(&mut self, inst: &Inst, value: u32, shape: Shape) -> Result<()> {
        let is_nan = match shape.scalar {
            Scalar::Float { .. } => self.compare(Op::IsNan, shape.count, &[value]),
            Scalar::Int { bits: 32, .. } => {
                let ty =
                    if shape.count == 1 { shape.component } else { self.code.vector(shape.component, shape.count) };
                let (mask, limit) = (self.integer(shape, 0x7fff_ffff), self.integer(shape, 0x7f80_0000));
                let magnitude = self.code.value(Op::BitwiseAnd, ty, &[value, mask]);
                self.compare(Op::UGreaterThan, shape.count, &[magnitude, limit])
            }
            Scalar::Int { bits: 64, .. } => return refuse(inst, "it stores integers of 64 bits"),
            Scalar::Bool | Scalar::Int { .. } => return Ok(()),
        };
        self.report_any(shape.count, is_nan);
        Ok(())
    }
}
