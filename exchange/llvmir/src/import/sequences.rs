//! LLVM's intrinsics that SPIR-V has no instruction for, as sequences: results with an overflow, bits in another order,
//! comparisons of three outcomes, saturated shifts and conversions, floats compared with their signs, and reductions.

use super::calls::Call;
use super::function::Body;
use super::output::{Shape, Target};
use crate::error::{Result, refuse};
use dialect::ir::{TypeId, ValueId};
use dialect::spirv::operands::Arg;
use spirv::{Decoration, Op, OpenclStd100Op as CLOp};

/// An operation on two values.
#[derive(Clone, Copy)]
enum Combine {
    Core(Op),
    Extended(CLOp),
    /// The lesser or the greater of two floats: not a number if one is not, and zeros by their signs.
    Extreme(CLOp, Op),
    /// The lesser or the greater of two floats, but the number if only one is a number.
    Number(CLOp, Op),
}

/// Vector reductions, with the operation on components.
const REDUCTIONS: &[(&str, Combine)] = &[
    ("add", Combine::Core(Op::IAdd)),
    ("mul", Combine::Core(Op::IMul)),
    ("and", Combine::Core(Op::BitwiseAnd)),
    ("or", Combine::Core(Op::BitwiseOr)),
    ("xor", Combine::Core(Op::BitwiseXor)),
    ("fadd", Combine::Core(Op::FAdd)),
    ("fmul", Combine::Core(Op::FMul)),
    ("smax", Combine::Extended(CLOp::s_max)),
    ("smin", Combine::Extended(CLOp::s_min)),
    ("umax", Combine::Extended(CLOp::u_max)),
    ("umin", Combine::Extended(CLOp::u_min)),
    ("fmax", Combine::Extended(CLOp::fmax)),
    ("fmin", Combine::Extended(CLOp::fmin)),
    ("fmaximum", MAXIMUM),
    ("fminimum", MINIMUM),
];

/// Of equal values one is a zero with a sign if the other is, and the bits tell which.
const MAXIMUM: Combine = Combine::Extreme(CLOp::fmax, Op::BitwiseAnd);
const MINIMUM: Combine = Combine::Extreme(CLOp::fmin, Op::BitwiseOr);
const GREATEST: Combine = Combine::Number(CLOp::fmax, Op::BitwiseAnd);
const LEAST: Combine = Combine::Number(CLOp::fmin, Op::BitwiseOr);

/// The bits that change places with the ones above them, by their number.
const SWAPPED: [(u32, u64); 6] = [
    (1, 0x5555_5555_5555_5555),
    (2, 0x3333_3333_3333_3333),
    (4, 0x0F0F_0F0F_0F0F_0F0F),
    (8, 0x00FF_00FF_00FF_00FF),
    (16, 0x0000_FFFF_0000_FFFF),
    (32, 0x0000_0000_FFFF_FFFF),
];

impl Body<'_, '_> {
    /// The value of an intrinsic that is a sequence, by its name after `llvm.`.
    pub(super) fn sequence(&mut self, call: &Call<'_>, name: &str) -> Result<Option<ValueId>> {
        let pieces: Vec<&str> = name.split('.').collect();
        let made = match pieces[..] {
            [kind, "with", "overflow", ..] => self.with_overflow(call, kind)?,
            ["vector", "reduce", kind, ..] => {
                let Some((_, combine)) = REDUCTIONS.iter().find(|(known, _)| *known == kind) else { return Ok(None) };
                self.reduce(call, *combine)?
            }
            ["bitreverse", ..] => self.turned(call, 1)?,
            ["bswap", ..] => self.turned(call, 8)?,
            ["scmp", ..] => self.three_ways(call, [Op::SLessThan, Op::SGreaterThan])?,
            ["ucmp", ..] => self.three_ways(call, [Op::ULessThan, Op::UGreaterThan])?,
            ["ushl", "sat", ..] => self.shifted(call, Op::ShiftRightLogical)?,
            ["sshl", "sat", ..] => self.shifted(call, Op::ShiftRightArithmetic)?,
            ["fptosi", "sat", ..] => self.saturated(call, Op::ConvertFToS)?,
            ["fptoui", "sat", ..] => self.saturated(call, Op::ConvertFToU)?,
            ["lround" | "llround", ..] => self.rounded(call, CLOp::round)?,
            ["lrint" | "llrint", ..] => self.rounded(call, CLOp::rint)?,
            ["maximum", ..] => self.of_two(call, MAXIMUM)?,
            ["minimum", ..] => self.of_two(call, MINIMUM)?,
            ["stacksave", ..] if self.has_run_time_sizes => {
                let nothing: [ValueId; 0] = [];
                self.make(Op::SaveMemoryINTEL, call.ty, &nothing)
            }
            // What the stack was like: only its restoration uses it.
            ["stacksave", ..] => self.null(call.ty),
            ["minimumnum", ..] => self.of_two(call, LEAST)?,
            ["maximumnum", ..] => self.of_two(call, GREATEST)?,
            ["powi", ..] => self.power(call)?,
            ["frexp", ..] => self.parts_of(call, CLOp::frexp)?,
            ["modf", ..] => self.parts_of(call, CLOp::modf)?,
            ["sincos", ..] => self.parts_of(call, CLOp::sincos)?,
            _ => return Ok(None),
        };
        Ok(Some(made))
    }

    /// A power with an integer, which is one for all components.
    fn power(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let [base, mut exponent] = self.two(call)?;
        let int = self.import.out.int(32);
        if self.type_of(exponent) != int {
            return refuse("the exponent does not have 32 bits");
        }
        if let Shape::Vector(_, len) = self.import.out.shape(call.ty) {
            let ty = self.import.out.vector(int, len);
            exponent = self.splat(ty, exponent, len);
        }
        Ok(self.extended(CLOp::pown, call.ty, &[base, exponent]))
    }

    /// Two values of a number: OpenCL's function returns one and writes the other.
    fn parts_of(&mut self, call: &Call<'_>, function: CLOp) -> Result<ValueId> {
        let value = self.arg(call, 0)?;
        let Shape::Struct(members) = self.import.out.shape(call.ty) else { return refuse("two results are expected") };
        let &[first, second] = members.as_slice() else { return refuse("two results are expected") };
        if let Shape::Int(8 | 16 | 64) = self.import.out.shape(self.import.out.scalar(second)) {
            return refuse("the exponent does not have 32 bits");
        }
        let place = self.variable(second);
        let one = self.extended(function, first, &[value, place]);
        let other = self.make(Op::Load, second, &[place]);
        Ok(self.make(Op::CompositeConstruct, call.ty, &[one, other]))
    }

    fn two(&mut self, call: &Call<'_>) -> Result<[ValueId; 2]> {
        Ok([self.arg(call, 0)?, self.arg(call, 1)?])
    }

    /// The bits of the integers of a type.
    fn bits_of(&self, ty: TypeId) -> Result<u32> {
        match self.import.out.shape(self.import.out.scalar(ty)) {
            Shape::Int(width) => Ok(width),
            _ => refuse("integers are expected"),
        }
    }

    /// A result, and whether it has wrapped.
    fn with_overflow(&mut self, call: &Call<'_>, kind: &str) -> Result<ValueId> {
        let [a, b] = self.two(call)?;
        let ty = self.type_of(a);
        let width = self.bits_of(ty)?;
        let zero = self.constant(ty, 0);
        let (result, wrapped) = match kind {
            "uadd" => {
                let sum = self.make(Op::IAdd, ty, &[a, b]);
                (sum, self.truth(Op::ULessThan, a, &[sum, a]))
            }
            "usub" => (self.make(Op::ISub, ty, &[a, b]), self.truth(Op::ULessThan, a, &[a, b])),
            "umul" => {
                let high = self.extended(CLOp::u_mul_hi, ty, &[a, b]);
                (self.make(Op::IMul, ty, &[a, b]), self.truth(Op::INotEqual, a, &[high, zero]))
            }
            "smul" => {
                let (low, last) = (self.make(Op::IMul, ty, &[a, b]), self.constant(ty, u64::from(width) - 1));
                let high = self.extended(CLOp::s_mul_hi, ty, &[a, b]);
                let sign = self.make(Op::ShiftRightArithmetic, ty, &[low, last]);
                (low, self.truth(Op::INotEqual, a, &[high, sign]))
            }
            "sadd" | "ssub" => {
                // The sign differs from that of the first operand, and not as the second one says.
                let is_sum = kind == "sadd";
                let result = self.make(if is_sum { Op::IAdd } else { Op::ISub }, ty, &[a, b]);
                let moved = self.make(Op::BitwiseXor, ty, &[a, result]);
                let other = if is_sum { [b, result] } else { [a, b] };
                let other = self.make(Op::BitwiseXor, ty, &other);
                let both = self.make(Op::BitwiseAnd, ty, &[moved, other]);
                (result, self.truth(Op::SLessThan, a, &[both, zero]))
            }
            _ => return refuse("unknown operation with an overflow"),
        };
        Ok(self.make(Op::CompositeConstruct, call.ty, &[result, wrapped]))
    }

    /// The units of a number of bits in the opposite order.
    fn turned(&mut self, call: &Call<'_>, unit: u32) -> Result<ValueId> {
        let mut value = self.arg(call, 0)?;
        let ty = self.type_of(value);
        let width = self.bits_of(ty)?;
        for (count, mask) in SWAPPED.into_iter().filter(|(count, _)| (unit..width).contains(count)) {
            let mask = self.constant(ty, if width == 64 { mask } else { mask & ((1 << width) - 1) });
            let count = self.constant(ty, u64::from(count));
            let high = self.make(Op::ShiftRightLogical, ty, &[value, count]);
            let high = self.make(Op::BitwiseAnd, ty, &[high, mask]);
            let low = self.make(Op::BitwiseAnd, ty, &[value, mask]);
            let low = self.make(Op::ShiftLeftLogical, ty, &[low, count]);
            value = self.make(Op::BitwiseOr, ty, &[high, low]);
        }
        Ok(value)
    }

    /// -1, 0 or 1.
    fn three_ways(&mut self, call: &Call<'_>, [less, greater]: [Op; 2]) -> Result<ValueId> {
        let operands = self.two(call)?;
        let (is_less, is_greater) =
            (self.truth(less, operands[0], &operands), self.truth(greater, operands[0], &operands));
        let [zero, one, minus] = [0, 1, u64::MAX].map(|number| self.constant(call.ty, number));
        let positive = self.make(Op::Select, call.ty, &[is_greater, one, zero]);
        Ok(self.make(Op::Select, call.ty, &[is_less, minus, positive]))
    }

    /// A shift to the left, or the number nearest to it.
    fn shifted(&mut self, call: &Call<'_>, back: Op) -> Result<ValueId> {
        let [value, count] = self.two(call)?;
        let ty = self.type_of(value);
        let width = self.bits_of(ty)?;
        let moved = self.make(Op::ShiftLeftLogical, ty, &[value, count]);
        let again = self.make(back, ty, &[moved, count]);
        let is_exact = self.truth(Op::IEqual, value, &[again, value]);
        let limit = if back == Op::ShiftRightLogical {
            self.constant(ty, u64::MAX)
        } else {
            let last = self.constant(ty, u64::from(width) - 1);
            let sign = self.make(Op::ShiftRightArithmetic, ty, &[value, last]);
            let most = self.constant(ty, u64::MAX >> (65 - width));
            self.make(Op::BitwiseXor, ty, &[sign, most])
        };
        Ok(self.make(Op::Select, ty, &[is_exact, moved, limit]))
    }

    /// The integer nearest to a float, and zero for what is not a number.
    fn saturated(&mut self, call: &Call<'_>, convert: Op) -> Result<ValueId> {
        let value = self.arg(call, 0)?;
        let made = self.make(convert, call.ty, &[value]);
        self.import.out.decorate(Target::Value(made), Decoration::SaturatedConversion, &[])?;
        let (is_none, zero) = (self.truth(Op::IsNan, value, &[value]), self.constant(call.ty, 0));
        Ok(self.make(Op::Select, call.ty, &[is_none, zero, made]))
    }

    fn rounded(&mut self, call: &Call<'_>, function: CLOp) -> Result<ValueId> {
        let value = self.arg(call, 0)?;
        let ty = self.type_of(value);
        let whole = self.extended(function, ty, &[value]);
        Ok(self.make(Op::ConvertFToS, call.ty, &[whole]))
    }

    fn of_two(&mut self, call: &Call<'_>, combine: Combine) -> Result<ValueId> {
        let operands = self.two(call)?;
        self.combined(combine, operands)
    }

    fn combined(&mut self, combine: Combine, [a, b]: [ValueId; 2]) -> Result<ValueId> {
        let ty = self.type_of(a);
        let (function, bits) = match combine {
            Combine::Core(op) => return Ok(self.make(op, ty, &[a, b])),
            Combine::Extended(function) => return Ok(self.extended(function, ty, &[a, b])),
            Combine::Extreme(function, bits) | Combine::Number(function, bits) => (function, bits),
        };
        let Shape::Float(width) = self.import.out.shape(self.import.out.scalar(ty)) else {
            return refuse("floats are expected");
        };
        let number = self.extended(function, ty, &[a, b]);
        let int = self.import.out.int(width);
        let int = self.import.out.like(ty, int);
        let [x, y] = [a, b].map(|value| self.make(Op::Bitcast, int, &[value]));
        let both = self.make(bits, int, &[x, y]);
        let both = self.make(Op::Bitcast, ty, &[both]);
        let is_equal = self.truth(Op::FOrdEqual, a, &[a, b]);
        let ordered = self.make(Op::Select, ty, &[is_equal, both, number]);
        if let Combine::Number(..) = combine {
            return Ok(ordered);
        }
        let is_number = self.truth(Op::Ordered, a, &[a, b]);
        let sum = self.make(Op::FAdd, ty, &[a, b]);
        Ok(self.make(Op::Select, ty, &[is_number, ordered, sum]))
    }

    /// All components of a vector in one, from the first on; of floats that are added or multiplied, behind a start.
    fn reduce(&mut self, call: &Call<'_>, combine: Combine) -> Result<ValueId> {
        let has_start = call.args.len() > 1;
        let vector = self.arg(call, usize::from(has_start))?;
        let Shape::Vector(elem, len) = self.shape_of(vector) else { return refuse("only vectors are reduced") };
        let mut all = if has_start { Some(self.arg(call, 0)?) } else { None };
        for at in 0..len {
            let next = self.make(Op::CompositeExtract, elem, &[vector.into(), Arg::Word(at)]);
            all = Some(match all {
                Some(all) => self.combined(combine, [all, next])?,
                None => next,
            });
        }
        match all {
            Some(all) => Ok(all),
            None => refuse("the vector has no components"),
        }
    }
}
