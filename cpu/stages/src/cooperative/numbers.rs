//! Conversions of components: bits, sums, and the formats of cooperative vectors in memory.

use super::formats::Format;
use super::writer::{Scalar, Writer};
use spirv::Op;

/// Numbers of functions of GLSL.
const ROUND_EVEN: u32 = 2;
const FMAX: u32 = 40;
const FCLAMP: u32 = 43;
const FMA: u32 = 50;

impl Writer {
    /// The scalar type with the numbers of a format, if there is one.
    pub(super) fn scalar_of(&mut self, format: Format) -> Option<Scalar> {
        match format {
            Format::Float(width) => Some(self.float(width)),
            Format::Unsigned(width) | Format::Signed(width) => Some(self.unsigned(width)),
            Format::E4M3 | Format::E5M2 | Format::BFloat16 => None,
        }
    }

    /// The bits of a value as an unsigned integer.
    pub(super) fn bits(&mut self, value: u32, ty: Scalar) -> u32 {
        let unsigned = self.unsigned(ty.width);
        if unsigned.id == ty.id { value } else { self.value(Op::Bitcast, unsigned.id, &[value]) }
    }

    /// The value of a type with these bits, which are an unsigned integer.
    pub(super) fn of_bits(&mut self, bits: u32, ty: Scalar) -> u32 {
        let unsigned = self.unsigned(ty.width);
        if unsigned.id == ty.id { bits } else { self.value(Op::Bitcast, ty.id, &[bits]) }
    }

    /// An unsigned integer with another width.
    pub(super) fn resized(&mut self, bits: u32, from: u32, to: u32, is_signed: bool) -> u32 {
        if from == to {
            return bits;
        }
        let unsigned = self.unsigned(to);
        self.value(if is_signed { Op::SConvert } else { Op::UConvert }, unsigned.id, &[bits])
    }

    /// A float with another width.
    pub(super) fn refloated(&mut self, value: u32, from: Scalar, to: Scalar) -> u32 {
        if from.width == to.width { value } else { self.value(Op::FConvert, to.id, &[value]) }
    }

    /// The type of the sums of components of types, given that of the result: a float, or an unsigned integer.
    pub(super) fn sum_type(&mut self, result: Scalar) -> Scalar {
        let width = result.width.max(32);
        if result.is_float { self.float(width) } else { self.unsigned(width) }
    }

    /// An operation on components, whose result is a component. Floats that are not of IEEE 754 are computed with as floats
    /// of 32 bits.
    pub(super) fn computed(&mut self, op: Op, result: Scalar, operands: &[(u32, Scalar)]) -> u32 {
        let is_encoded = |ty: &Scalar| ty.encoding.is_some();
        let has_encoded = is_encoded(&result) || operands.iter().any(|(_, ty)| is_encoded(ty));
        if !has_encoded || op == Op::Bitcast {
            let values: Vec<u32> = operands.iter().map(|(value, _)| *value).collect();
            return self.value(op, result.id, &values);
        }
        let single = self.float(32);
        let plain = |this: &mut Self, (value, ty): &(u32, Scalar)| match ty.encoding {
            Some(_) => this.widened(*value, *ty, single, true),
            None => *value,
        };
        let values: Vec<u32> = operands.iter().map(|operand| plain(self, operand)).collect();
        let made = if is_encoded(&result) { single } else { result };
        let from = operands.first().map_or(single, |(_, ty)| if is_encoded(ty) { single } else { *ty });
        let value = match op {
            Op::FConvert => self.refloated(values[0], from, made),
            op => self.value(op, made.id, &values),
        };
        self.narrowed(value, made, result)
    }

    /// A component in the type of a sum.
    pub(super) fn widened(&mut self, value: u32, from: Scalar, sum: Scalar, is_signed: bool) -> u32 {
        if let Some(format) = from.encoding {
            let bits = self.bits(value, from);
            return self.decoded(bits, format, sum);
        }
        match (from.is_float, sum.is_float) {
            (true, true) => self.refloated(value, from, sum),
            (true, false) => self.rounded_to_integer(value, from, sum, is_signed),
            (false, true) => {
                let bits = self.bits(value, from);
                self.value(if is_signed { Op::ConvertSToF } else { Op::ConvertUToF }, sum.id, &[bits])
            }
            (false, false) => {
                let bits = self.bits(value, from);
                self.resized(bits, from.width, sum.width, is_signed)
            }
        }
    }

    /// A sum as a component.
    pub(super) fn narrowed(&mut self, value: u32, sum: Scalar, to: Scalar) -> u32 {
        if sum == to {
            return value;
        }
        if let Some(format) = to.encoding {
            let single = self.float(32);
            let value = self.refloated(value, sum, single);
            let bits = self.encoded(value, format);
            return self.of_bits(bits, to);
        }
        if to.is_float {
            return self.refloated(value, sum, to);
        }
        let bits = self.resized(value, sum.width, to.width, false);
        self.of_bits(bits, to)
    }

    /// The sum of a product and a summand, in a type of sums.
    pub(super) fn multiplied(&mut self, sum: Scalar, left: u32, right: u32, added: u32) -> u32 {
        if sum.is_float {
            return self.glsl(FMA, sum.id, &[left, right, added]);
        }
        let product = self.value(Op::IMul, sum.id, &[left, right]);
        self.value(Op::IAdd, sum.id, &[product, added])
    }

    /// The nearest integer to a float, where halves go to the even one. It saturates; NaN becomes 0.
    fn rounded_to_integer(&mut self, value: u32, from: Scalar, to: Scalar, is_signed: bool) -> u32 {
        let wide = self.float(64);
        let value = self.refloated(value, from, wide);
        let limit = to.width - u32::from(is_signed);
        // The greatest float of 64 bits that the integer type has.
        let most = if limit < 53 {
            2f64.powi(limit as i32) - 1.0
        } else {
            2f64.powi(limit as i32 - 53) * (2f64.powi(53) - 1.0)
        };
        let least = if is_signed { -(2f64.powi(limit as i32)) } else { 0.0 };
        let [least, most, zero] = [least, most, 0.0].map(|bound: f64| self.constant(wide, bound.to_bits()));
        let rounded = self.glsl(ROUND_EVEN, wide.id, &[value]);
        let clamped = self.glsl(FCLAMP, wide.id, &[rounded, least, most]);
        let is_number = self.compare(Op::FOrdEqual, value, value);
        let kept = self.value(Op::Select, wide.id, &[is_number, clamped, zero]);
        self.value(if is_signed { Op::ConvertFToS } else { Op::ConvertFToU }, to.id, &[kept])
    }

    /// The number that bits in memory are, in a type of sums.
    pub(super) fn decoded(&mut self, bits: u32, format: Format, sum: Scalar) -> u32 {
        let (half, float) = (16, 32);
        match format {
            Format::Float(width) => {
                let ty = self.float(width);
                let value = self.of_bits(bits, ty);
                self.widened(value, ty, sum, true)
            }
            Format::Unsigned(width) | Format::Signed(width) => {
                let ty = self.unsigned(width);
                self.widened(bits, ty, sum, matches!(format, Format::Signed(_)))
            }
            Format::BFloat16 => {
                let (unsigned, ty) = (self.unsigned(float), self.float(float));
                let wide = self.resized(bits, half, float, false);
                let sixteen = self.number(half);
                let wide = self.value(Op::ShiftLeftLogical, unsigned.id, &[wide, sixteen]);
                let value = self.of_bits(wide, ty);
                self.widened(value, ty, sum, true)
            }
            Format::E5M2 => {
                let (unsigned, ty) = (self.unsigned(half), self.float(half));
                let wide = self.resized(bits, 8, half, false);
                let eight = self.number(8);
                let wide = self.value(Op::ShiftLeftLogical, unsigned.id, &[wide, eight]);
                let value = self.of_bits(wide, ty);
                self.widened(value, ty, sum, true)
            }
            Format::E4M3 => {
                let ty = self.float(float);
                let value = self.of_e4m3(bits, ty);
                self.widened(value, ty, sum, true)
            }
        }
    }

    /// The value of a number with four bits of exponent and three of mantissa: a half with the same fields is smaller by
    /// the difference of the biases.
    fn of_e4m3(&mut self, bits: u32, ty: Scalar) -> u32 {
        let (unsigned, half) = (self.unsigned(32), self.float(16));
        let wide = self.resized(bits, 8, 32, false);
        let [field, sign, seven, eight] = [0x7f, 0x80, 7, 8].map(|number| self.number(number));
        let magnitude = self.value(Op::BitwiseAnd, unsigned.id, &[wide, field]);
        let placed = self.value(Op::ShiftLeftLogical, unsigned.id, &[magnitude, seven]);
        let negative = self.value(Op::BitwiseAnd, unsigned.id, &[wide, sign]);
        let negative = self.value(Op::ShiftLeftLogical, unsigned.id, &[negative, eight]);
        let all = self.value(Op::BitwiseOr, unsigned.id, &[placed, negative]);
        let all = self.resized(all, 32, 16, false);
        let small = self.of_bits(all, half);
        let small = self.refloated(small, half, ty);
        let scale = self.constant(ty, 256f32.to_bits().into());
        let value = self.value(Op::FMul, ty.id, &[small, scale]);
        let nan = self.constant(ty, f32::NAN.to_bits().into());
        let is_nan = self.compare(Op::IEqual, magnitude, field);
        self.value(Op::Select, ty.id, &[is_nan, nan, value])
    }

    /// A component of a vector as the number of a format, in a type of sums.
    pub(super) fn interpreted(&mut self, value: u32, from: Scalar, format: Format, sum: Scalar) -> u32 {
        let single = self.float(32);
        match format {
            Format::Float(width) => {
                let ty = self.float(width);
                let value = self.widened(value, from, ty, from.is_signed);
                self.widened(value, ty, sum, true)
            }
            Format::Unsigned(width) | Format::Signed(width) => {
                let is_signed = matches!(format, Format::Signed(_));
                let ty = self.unsigned(width);
                // A float saturates, an integer wraps.
                let value = self.widened(value, from, ty, if from.is_float { is_signed } else { from.is_signed });
                self.widened(value, ty, sum, is_signed)
            }
            Format::E4M3 | Format::E5M2 | Format::BFloat16 => {
                let value = self.widened(value, from, single, from.is_signed);
                let value = self.rounded(value, format);
                self.widened(value, single, sum, true)
            }
        }
    }

    /// A float of 32 bits as one that a format has.
    fn rounded(&mut self, value: u32, format: Format) -> u32 {
        match format {
            Format::E4M3 => self.quantized(value, [3, 9], 448.0, f32::NAN),
            Format::E5M2 => self.quantized(value, [2, 16], 57344.0, f32::INFINITY),
            Format::BFloat16 => self.quantized(value, [7, 133], f32::from_bits(0x7f7f_0000), f32::INFINITY),
            Format::Float(_) | Format::Unsigned(_) | Format::Signed(_) => value,
        }
    }

    /// The bits of a format that is not of IEEE 754, of a float of 32 bits.
    fn encoded(&mut self, value: u32, format: Format) -> u32 {
        let (single, half, unsigned) = (self.float(32), self.float(16), self.unsigned(32));
        let value = self.rounded(value, format);
        let shift = |this: &mut Self, bits: u32, by: u32| {
            let by = this.number(by);
            this.value(Op::ShiftRightLogical, unsigned.id, &[bits, by])
        };
        let as_half = |this: &mut Self, value: u32| {
            let small = this.refloated(value, single, half);
            let bits = this.bits(small, half);
            this.resized(bits, 16, 32, false)
        };
        let (bits, nan) = match format {
            Format::E4M3 => {
                let scale = self.constant(single, (1.0f32 / 256.0).to_bits().into());
                let small = self.value(Op::FMul, single.id, &[value, scale]);
                let bits = as_half(self, small);
                let (low, high) = (shift(self, bits, 7), shift(self, bits, 8));
                let [field, sign] = [0x7f, 0x80].map(|mask| self.number(mask));
                let low = self.value(Op::BitwiseAnd, unsigned.id, &[low, field]);
                let high = self.value(Op::BitwiseAnd, unsigned.id, &[high, sign]);
                (self.value(Op::BitwiseOr, unsigned.id, &[low, high]), 0x7f)
            }
            Format::E5M2 => {
                let bits = as_half(self, value);
                (shift(self, bits, 8), 0x7f)
            }
            Format::BFloat16 | Format::Float(_) | Format::Unsigned(_) | Format::Signed(_) => {
                let bits = self.bits(value, single);
                (shift(self, bits, 16), 0x7fc0)
            }
        };
        let is_number = self.compare(Op::FOrdEqual, value, value);
        let nan = self.number(nan);
        let bits = self.value(Op::Select, unsigned.id, &[is_number, bits, nan]);
        self.resized(bits, 32, format.width(), false)
    }

    /// A float of 32 bits rounded to the nearest one with this number of bits in the mantissa, whose least distance is a power of
    /// two. What exceeds the greatest number becomes another one, with the sign of the value.
    fn quantized(&mut self, value: u32, [mantissa, least]: [u32; 2], most: f32, beyond: f32) -> u32 {
        let (single, wide, unsigned) = (self.float(32), self.float(64), self.unsigned(32));
        let bits = self.bits(value, single);
        let exponent = self.number(0x7f80_0000);
        let exponent = self.value(Op::BitwiseAnd, unsigned.id, &[bits, exponent]);
        let power = self.of_bits(exponent, single);
        let power = self.refloated(power, single, wide);
        let [scale, least] = [mantissa, least].map(|power| self.constant(wide, 2f64.powi(-(power as i32)).to_bits()));
        let distance = self.value(Op::FMul, wide.id, &[power, scale]);
        let distance = self.glsl(FMAX, wide.id, &[distance, least]);
        let exact = self.refloated(value, single, wide);
        let quotient = self.value(Op::FDiv, wide.id, &[exact, distance]);
        let rounded = self.glsl(ROUND_EVEN, wide.id, &[quotient]);
        let rounded = self.value(Op::FMul, wide.id, &[rounded, distance]);
        let rounded = self.refloated(rounded, wide, single);
        let highest = self.number(0x7f80_0000);
        let is_special = self.compare(Op::IEqual, exponent, highest);
        let rounded = self.value(Op::Select, single.id, &[is_special, value, rounded]);
        let [high, low] = [most, -most].map(|bound| self.constant(single, bound.to_bits().into()));
        let [over, under] = [beyond, -beyond].map(|value| self.constant(single, value.to_bits().into()));
        let is_over = self.compare(Op::FOrdGreaterThan, rounded, high);
        let is_under = self.compare(Op::FOrdLessThan, rounded, low);
        let kept = self.value(Op::Select, single.id, &[is_over, over, rounded]);
        self.value(Op::Select, single.id, &[is_under, under, kept])
    }
}
