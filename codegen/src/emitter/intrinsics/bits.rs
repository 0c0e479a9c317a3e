//! Intrinsic functions that look at the bits of numbers.

use crate::builder::num::Num;
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use sema::hir::ty::{ElemClass, Scalar};
use sema::tables::intrinsics::Bits;
use spirv::{GlslStd450Op as Glsl, Op, Word};

const BOOL: Num = Num::scalar(Scalar::Bool);
const UINT: Num = Num::scalar(Scalar::UInt);

impl Emitter<'_> {
    /// Intrinsic functions on the bits of numbers.
    pub(crate) fn bits_call(&mut self, bits: Bits, call: Call<'_>) -> Word {
        match bits {
            Bits::AddUint64 => self.add_word_pairs(call),
            Bits::AsDouble => self.as_double(call),
            Bits::AsUintSplit => self.as_uint_split(call),
            Bits::CountBits => self.count_bits(call),
            Bits::D3dColorToUbyte4 => self.color_to_bytes(call),
            Bits::FirstBitHigh => self.first_bit_high(call),
            Bits::FirstBitLow => self.first_bit_low(call),
            Bits::F16ToF32 => self.f16_to_f32(call),
            Bits::F32ToF16 => self.f32_to_f16(call),
            Bits::Msad4 => self.msad4(call),
            Bits::PackClampS8 => self.pack(call, Some((-128.0, 127.0))),
            Bits::PackClampU8 => self.pack(call, Some((0.0, 255.0))),
            Bits::PackS8 | Bits::PackU8 => self.pack(call, None),
            Bits::UnpackS8S16 | Bits::UnpackS8S32 => self.unpack(call, true),
            Bits::UnpackU8U16 | Bits::UnpackU8U32 => self.unpack(call, false),
            Bits::ReverseBits => self.reverse_bits(call),
        }
    }

    /// Sums of 64 bits, the low word of each first.
    fn add_word_pairs(&mut self, call: Call<'_>) -> Word {
        let (num, values) = (self.num_of(call.args[0].expr), self.values(call.args));
        let [lhs, rhs] = [values[0], values[1]].map(|value| self.spv.components(num, value));
        let mut sums = Vec::with_capacity(lhs.len());
        for (lhs, rhs) in lhs.chunks_exact(2).zip(rhs.chunks_exact(2)) {
            let low = self.spv.op_num(Op::IAdd, UINT, &[lhs[0], rhs[0]]);
            let high = self.spv.op_num(Op::IAdd, UINT, &[lhs[1], rhs[1]]);
            let carries = self.spv.op_num(Op::ULessThan, BOOL, &[low, lhs[0]]);
            let carry = self.numeric(carries, BOOL, Scalar::UInt);
            sums.extend([low, self.spv.op_num(Op::IAdd, UINT, &[high, carry])]);
        }
        self.spv.construct_vector(Scalar::UInt, &sums)
    }

    pub(crate) fn f16_to_f32(&mut self, call: Call<'_>) -> Word {
        self.scalars_of(call, |this, _, scalar| {
            let pair = Num::vector(Scalar::Float, 2);
            let floats = this.spv.glsl_num(Glsl::UnpackHalf2x16, pair, &[scalar]);
            this.spv.component(pair, floats, 0)
        })
    }

    pub(crate) fn f32_to_f16(&mut self, call: Call<'_>) -> Word {
        self.scalars_of(call, |this, _, scalar| {
            let zero = this.spv.constant_float(0.0);
            let pair = this.spv.construct_vector(Scalar::Float, &[scalar, zero]);
            this.spv.glsl_num(Glsl::PackHalf2x16, UINT, &[pair])
        })
    }

    pub(crate) fn as_double(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let num = self.num_of(call.args[0].expr);
        let double = Num::scalar(Scalar::Double);
        if num.is_scalar() {
            let pair = self.spv.construct_vector(Scalar::UInt, &values);
            return self.spv.op_num(Op::Bitcast, double, &[pair]);
        }
        let rows: Vec<Word> = (0..num.rows)
            .map(|row| {
                let low = if num.is_matrix() { self.row(num, values[0], row) } else { values[0] };
                let high = if num.is_matrix() { self.row(num, values[1], row) } else { values[1] };
                let parts: Vec<Word> = (0..num.columns)
                    .map(|index| {
                        let pair = self.spv.shuffle_num(Scalar::UInt, low, high, &[index, index + num.columns]);
                        self.spv.op_num(Op::Bitcast, double, &[pair])
                    })
                    .collect();
                self.spv.construct_vector(Scalar::Double, &parts)
            })
            .collect();
        if let [one] = rows.as_slice() {
            return *one;
        }
        let ty = self.spv.num_type(num.with_elem(Scalar::Double));
        self.spv.construct(ty, &rows)
    }

    /// `asuint(double, out low, out high)`
    pub(crate) fn as_uint_split(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let places = [self.out_place(&call.args[1]), self.out_place(&call.args[2])];
        let pair = Num::vector(Scalar::UInt, 2);
        let (mut lows, mut highs) = (Vec::new(), Vec::new());
        let double = self.spv.scalar_type(num.elem);
        for index in 0..num.count() {
            let (row, column) = (index / num.columns, index % num.columns);
            let scalar = match (num.is_scalar(), num.is_matrix()) {
                (true, _) => value,
                (false, true) => self.spv.extract(double, value, &[row, column]),
                (false, false) => self.spv.extract(double, value, &[column]),
            };
            let words = self.spv.op_num(Op::Bitcast, pair, &[scalar]);
            lows.push(self.spv.component(pair, words, 0));
            highs.push(self.spv.component(pair, words, 1));
        }
        let target = num.with_elem(Scalar::UInt);
        for ((arg, place), parts) in call.args[1..].iter().zip(&places).zip([lows, highs]) {
            let value = self.number_of_scalars(target, &parts);
            self.write_arg(arg, place, value, target);
        }
        0
    }

    /// `countbits`: other widths than 32 are converted.
    pub(crate) fn count_bits(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let uints = num.with_elem(Scalar::UInt);
            match num.elem.bits(this.module.native_16bit) {
                64 => {
                    let [low, high] = this.halves(num, row);
                    let counts =
                        [this.spv.op_num(Op::BitCount, uints, &[low]), this.spv.op_num(Op::BitCount, uints, &[high])];
                    this.spv.op_num(Op::IAdd, uints, &[counts[1], counts[0]])
                }
                8 | 16 => {
                    let wide = this.zero_extended(num, row);
                    this.spv.op_num(Op::BitCount, uints, &[wide])
                }
                _ => this.spv.op_num(Op::BitCount, uints, &[row]),
            }
        })
    }

    /// Integers of fewer than 32 bits as words, with zeros above.
    fn zero_extended(&mut self, num: Num, row: Word) -> Word {
        let unsigned = if num.elem.bits(self.module.native_16bit) == 8 { Scalar::UInt8 } else { Scalar::UInt16 };
        let value = self.numeric(row, num, unsigned);
        self.numeric(value, num.with_elem(unsigned), Scalar::UInt)
    }

    /// `firstbithigh`: other widths than 32 are converted. The bit that a negative integer looks for is clear.
    fn first_bit_high(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let (uints, is_signed) = (num.with_elem(Scalar::UInt), num.class() == ElemClass::SInt);
            let find = if is_signed { Glsl::FindSMsb } else { Glsl::FindUMsb };
            match num.elem.bits(this.module.native_16bit) {
                64 => {
                    let bits = if is_signed { this.without_sign(num, row) } else { row };
                    let [low, high] = this.halves(num, bits);
                    this.in_first_word(uints, [high, low], Glsl::FindUMsb, 32.0)
                }
                8 | 16 => {
                    let wide = this.numeric(row, num, if is_signed { Scalar::Int } else { Scalar::UInt });
                    this.spv.glsl_num(find, uints, &[wide])
                }
                _ => this.spv.glsl_num(find, uints, &[row]),
            }
        })
    }

    /// `firstbitlow`: other widths than 32 are converted.
    fn first_bit_low(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let uints = num.with_elem(Scalar::UInt);
            match num.elem.bits(this.module.native_16bit) {
                64 => {
                    let [low, high] = this.halves(num, row);
                    this.in_first_word(uints, [low, high], Glsl::FindILsb, 0.0)
                }
                8 | 16 => {
                    let wide = this.numeric(row, num, Scalar::UInt);
                    this.spv.glsl_num(Glsl::FindILsb, uints, &[wide])
                }
                _ => this.spv.glsl_num(Glsl::FindILsb, uints, &[row]),
            }
        })
    }

    /// Integers with the bits inverted where they are negative.
    fn without_sign(&mut self, num: Num, value: Word) -> Word {
        let amount = self.spv.constant_num(num.with_elem(Scalar::UInt), 63.0);
        let sign = self.spv.op_num(Op::ShiftRightArithmetic, num, &[value, amount]);
        self.spv.op_num(Op::BitwiseXor, num, &[value, sign])
    }

    /// The position of a bit in 64-bit integers: in the first of two words unless that is zero. The words that come first
    /// begin at a bit, the others at 32 less that.
    fn in_first_word(&mut self, uints: Num, words: [Word; 2], find: Glsl, start: f64) -> Word {
        let zero = self.spv.constant_num(uints, 0.0);
        let bools = uints.with_elem(Scalar::Bool);
        let [first, second] = [(words[0], start), (words[1], 32.0 - start)].map(|(word, start)| {
            let found = self.spv.glsl_num(find, uints, &[word]);
            if start == 0.0 {
                return found;
            }
            let amount = self.spv.constant_num(uints, start);
            let moved = self.spv.op_num(Op::IAdd, uints, &[found, amount]);
            // There is no bit in a word that is zero.
            let is_empty = self.spv.op_num(Op::IEqual, bools, &[word, zero]);
            self.spv.op_num(Op::Select, uints, &[is_empty, found, moved])
        });
        let is_second = self.spv.op_num(Op::IEqual, bools, &[words[0], zero]);
        self.spv.op_num(Op::Select, uints, &[is_second, second, first])
    }

    /// The low and the high words of 64-bit integers.
    fn halves(&mut self, num: Num, value: Word) -> [Word; 2] {
        let uints = num.with_elem(Scalar::UInt);
        let unsigned = num.with_elem(Scalar::UInt64);
        let value = self.numeric(value, num, Scalar::UInt64);
        let low = self.spv.op_num(Op::UConvert, uints, &[value]);
        let amount = self.spv.constant_num(uints, 32.0);
        let high = self.spv.op_num(Op::ShiftRightLogical, unsigned, &[value, amount]);
        [low, self.spv.op_num(Op::UConvert, uints, &[high])]
    }

    /// `reversebits`: other widths than 32 are converted.
    pub(crate) fn reverse_bits(&mut self, call: Call<'_>) -> Word {
        self.rows_of(call, |this, num, row| {
            let uints = num.with_elem(Scalar::UInt);
            match num.elem.bits(this.module.native_16bit) {
                64 => this.reverse_64(num, row),
                bits @ (8 | 16) => {
                    let wide = this.zero_extended(num, row);
                    let reversed = this.spv.op_num(Op::BitReverse, uints, &[wide]);
                    let amount = this.spv.constant_num(uints, f64::from(32 - bits));
                    let shifted = this.spv.op_num(Op::ShiftRightLogical, uints, &[reversed, amount]);
                    this.numeric(shifted, uints, num.elem)
                }
                _ => this.spv.op_num(Op::BitReverse, num, &[row]),
            }
        })
    }

    fn reverse_64(&mut self, num: Num, row: Word) -> Word {
        let uints = num.with_elem(Scalar::UInt);
        let wide = num.with_elem(Scalar::UInt64);
        let reversed = self.halves(num, row).map(|half| self.spv.op_num(Op::BitReverse, uints, &[half]));
        let [low, high] = reversed.map(|half| self.spv.op_num(Op::UConvert, wide, &[half]));
        let amount = self.spv.constant_num(uints, 32.0);
        let shifted = self.spv.op_num(Op::ShiftLeftLogical, wide, &[low, amount]);
        let whole = self.spv.op_num(Op::BitwiseOr, wide, &[shifted, high]);
        self.numeric(whole, wide, num.elem)
    }

    pub(crate) fn color_to_bytes(&mut self, call: Call<'_>) -> Word {
        let (num, value) = self.first(call);
        let swizzled = self.spv.shuffle_num(num.elem, value, value, &[2, 1, 0, 3]);
        let factor = self.spv.constant_scalar(num.elem, f64::from(255.002_f32));
        let scaled = self.spv.op_num(Op::VectorTimesScalar, num, &[swizzled, factor]);
        let result = self.num_of_type(call.ty);
        self.numeric(scaled, num, result.elem)
    }

    /// A vector of four bytes.
    fn bytes_type(&mut self, signed: bool) -> Word {
        let byte = self.spv.int_type(8, signed);
        self.spv.vector(byte, 4)
    }

    /// `pack_…`, with the range that values are brought to first.
    pub(crate) fn pack(&mut self, call: Call<'_>, range: Option<(f64, f64)>) -> Word {
        let (num, mut value) = self.first(call);
        if let Some((low, high)) = range {
            let bounds = [self.spv.constant_num(num, low), self.spv.constant_num(num, high)];
            value = self.spv.glsl_num(Glsl::SClamp, num, &[value, bounds[0], bounds[1]]);
        }
        let signed = num.class() == ElemClass::SInt;
        let is_packed = num.elem.bits(self.module.native_16bit) == 8;
        let bytes = self.bytes_type(signed);
        let bytes = match is_packed {
            true => value,
            false => self.spv.op(if signed { Op::SConvert } else { Op::UConvert }, bytes, &[value]),
        };
        self.spv.op_num(Op::Bitcast, UINT, &[bytes])
    }

    pub(crate) fn unpack(&mut self, call: Call<'_>, signed: bool) -> Word {
        let (_, value) = self.first(call);
        let bytes = self.bytes_type(signed);
        let bytes = self.spv.op(Op::Bitcast, bytes, &[value]);
        let num = self.num_of_type(call.ty);
        self.spv.op_num(if signed { Op::SConvert } else { Op::UConvert }, num, &[bytes])
    }

    /// Four sums of absolute differences of bytes; bytes of the reference that are 0 do not count.
    pub(crate) fn msad4(&mut self, call: Call<'_>) -> Word {
        let values = self.values(call.args);
        let (reference, pair, quad) = (values[0], Num::vector(Scalar::UInt, 2), Num::vector(Scalar::UInt, 4));
        let first = self.spv.component(pair, values[1], 0);
        let shifted = [8, 16, 24].map(|bits| {
            let bits = self.spv.constant_uint(bits);
            self.spv.op_num(Op::ShiftRightLogical, UINT, &[first, bits])
        });
        let second = self.spv.component(pair, values[1], 1);
        let windows: Vec<Word> = [(24, 8), (16, 16), (8, 24)]
            .into_iter()
            .zip(shifted)
            .map(|((offset, width), base)| {
                let bits = [self.spv.constant_uint(offset), self.spv.constant_uint(width)];
                self.spv.op_num(Op::BitFieldInsert, UINT, &[base, second, bits[0], bits[1]])
            })
            .collect();
        let sums = self.spv.components(quad, values[2]);
        let bytes: Vec<(Word, Word)> = (0..4)
            .map(|byte| {
                let (bits, signed) = self.byte_of(reference, byte);
                let zero = self.spv.constant_uint(0);
                (signed, self.spv.op_num(Op::IEqual, BOOL, &[bits, zero]))
            })
            .collect();
        let sources = std::iter::once(first).chain(windows);
        let sums: Vec<Word> =
            sources.zip(sums).map(|(source, sum)| self.masked_differences(source, &bytes, sum)).collect();
        self.spv.construct_vector(Scalar::UInt, &sums)
    }

    /// A byte of a word, unsigned and signed.
    fn byte_of(&mut self, word: Word, byte: u32) -> (Word, Word) {
        let bits = [self.spv.constant_uint(byte * 8), self.spv.constant_uint(8)];
        let unsigned = self.spv.op_num(Op::BitFieldUExtract, UINT, &[word, bits[0], bits[1]]);
        (unsigned, self.spv.op_num(Op::Bitcast, Num::scalar(Scalar::Int), &[unsigned]))
    }

    fn masked_differences(&mut self, source: Word, reference: &[(Word, Word)], start: Word) -> Word {
        let int = Num::scalar(Scalar::Int);
        (0..).zip(reference).fold(start, |sum, (index, &(byte, is_zero))| {
            let (_, source) = self.byte_of(source, index);
            let difference = self.spv.op_num(Op::ISub, int, &[byte, source]);
            let difference = self.spv.glsl_num(Glsl::SAbs, int, &[difference]);
            let difference = self.spv.op_num(Op::Bitcast, UINT, &[difference]);
            let zero = self.spv.constant_uint(0);
            let counted = self.spv.op_num(Op::Select, UINT, &[is_zero, zero, difference]);
            self.spv.op_num(Op::IAdd, UINT, &[sum, counted])
        })
    }
}
