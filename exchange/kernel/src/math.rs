//! The functions of GLSL.std.450: those of OpenCL.std that give the same, and sequences for the rest.

use crate::error::{Result, refuse};
use crate::state::Rewriter;
use crate::types;
use dialect::ir::{OpId, TypeId, ValueId};
use spirv::{GlslStd450Op as GLOp, Op, OpenclStd100Op as CLOp};

/// The form of a function of GLSL.std.450 in a kernel.
#[derive(Clone, Copy)]
enum Form {
    /// A function of OpenCL.std.
    Cl(CLOp),
    /// A sequence on the operands, for a result of a type.
    Sequence(fn(&mut Rewriter<'_>, &[ValueId], TypeId) -> Result<ValueId>),
    /// A rewrite of the whole op.
    Whole(fn(&mut Rewriter<'_>, OpId) -> Result<()>),
}

use Form::{Cl, Sequence, Whole};

/// The functions with a kernel form.
const FUNCTIONS: &[(GLOp, Form)] = &[
    (GLOp::Round, Cl(CLOp::rint)),
    (GLOp::RoundEven, Cl(CLOp::rint)),
    (GLOp::Trunc, Cl(CLOp::trunc)),
    (GLOp::FAbs, Cl(CLOp::fabs)),
    (GLOp::SAbs, Cl(CLOp::s_abs)),
    (GLOp::FSign, Cl(CLOp::sign)),
    (GLOp::SSign, Sequence(s_sign)),
    (GLOp::Floor, Cl(CLOp::floor)),
    (GLOp::Ceil, Cl(CLOp::ceil)),
    (GLOp::Fract, Sequence(fract)),
    (GLOp::Radians, Cl(CLOp::radians)),
    (GLOp::Degrees, Cl(CLOp::degrees)),
    (GLOp::Sin, Cl(CLOp::sin)),
    (GLOp::Cos, Cl(CLOp::cos)),
    (GLOp::Tan, Cl(CLOp::tan)),
    (GLOp::Asin, Cl(CLOp::asin)),
    (GLOp::Acos, Cl(CLOp::acos)),
    (GLOp::Atan, Cl(CLOp::atan)),
    (GLOp::Sinh, Cl(CLOp::sinh)),
    (GLOp::Cosh, Cl(CLOp::cosh)),
    (GLOp::Tanh, Cl(CLOp::tanh)),
    (GLOp::Asinh, Cl(CLOp::asinh)),
    (GLOp::Acosh, Cl(CLOp::acosh)),
    (GLOp::Atanh, Cl(CLOp::atanh)),
    (GLOp::Atan2, Cl(CLOp::atan2)),
    (GLOp::Pow, Cl(CLOp::pow)),
    (GLOp::Exp, Cl(CLOp::exp)),
    (GLOp::Log, Cl(CLOp::log)),
    (GLOp::Exp2, Cl(CLOp::exp2)),
    (GLOp::Log2, Cl(CLOp::log2)),
    (GLOp::Sqrt, Cl(CLOp::sqrt)),
    (GLOp::InverseSqrt, Cl(CLOp::rsqrt)),
    (GLOp::Determinant, Whole(|r, op| r.determinant(op))),
    (GLOp::MatrixInverse, Whole(|r, op| r.inverse(op))),
    (GLOp::Modf, Whole(modf)),
    (GLOp::ModfStruct, Sequence(modf_struct)),
    (GLOp::FMin, Cl(CLOp::fmin)),
    (GLOp::UMin, Cl(CLOp::u_min)),
    (GLOp::SMin, Cl(CLOp::s_min)),
    (GLOp::FMax, Cl(CLOp::fmax)),
    (GLOp::UMax, Cl(CLOp::u_max)),
    (GLOp::SMax, Cl(CLOp::s_max)),
    (GLOp::FClamp, Cl(CLOp::fclamp)),
    (GLOp::UClamp, Cl(CLOp::u_clamp)),
    (GLOp::SClamp, Cl(CLOp::s_clamp)),
    (GLOp::FMix, Cl(CLOp::mix)),
    (GLOp::Step, Cl(CLOp::step)),
    (GLOp::SmoothStep, Cl(CLOp::smoothstep)),
    (GLOp::Fma, Cl(CLOp::fma)),
    (GLOp::Frexp, Whole(frexp)),
    (GLOp::FrexpStruct, Sequence(frexp_struct)),
    (GLOp::Ldexp, Cl(CLOp::ldexp)),
    (GLOp::PackSnorm4x8, Sequence(|r, v, ty| pack(r, v[0], ty, SNORM8))),
    (GLOp::PackUnorm4x8, Sequence(|r, v, ty| pack(r, v[0], ty, UNORM8))),
    (GLOp::PackSnorm2x16, Sequence(|r, v, ty| pack(r, v[0], ty, SNORM16))),
    (GLOp::PackUnorm2x16, Sequence(|r, v, ty| pack(r, v[0], ty, UNORM16))),
    (GLOp::PackHalf2x16, Sequence(pack_half)),
    (GLOp::PackDouble2x32, Sequence(|r, v, ty| Ok(r.bitcast(v[0], ty)))),
    (GLOp::UnpackSnorm2x16, Sequence(|r, v, ty| unpack(r, v[0], ty, SNORM16))),
    (GLOp::UnpackUnorm2x16, Sequence(|r, v, ty| unpack(r, v[0], ty, UNORM16))),
    (GLOp::UnpackSnorm4x8, Sequence(|r, v, ty| unpack(r, v[0], ty, SNORM8))),
    (GLOp::UnpackUnorm4x8, Sequence(|r, v, ty| unpack(r, v[0], ty, UNORM8))),
    (GLOp::UnpackHalf2x16, Sequence(unpack_half)),
    (GLOp::UnpackDouble2x32, Sequence(|r, v, ty| Ok(r.bitcast(v[0], ty)))),
    (GLOp::Length, Sequence(|r, v, _| Ok(length(r, v[0])))),
    (GLOp::Distance, Sequence(distance)),
    (GLOp::Cross, Sequence(cross)),
    (GLOp::Normalize, Sequence(normalize)),
    (GLOp::FaceForward, Sequence(face_forward)),
    (GLOp::Reflect, Sequence(reflect)),
    (GLOp::Refract, Sequence(refract)),
    (GLOp::FindILsb, Sequence(find_lsb)),
    (GLOp::FindSMsb, Sequence(find_s_msb)),
    (GLOp::FindUMsb, Sequence(find_u_msb)),
    (GLOp::NMin, Cl(CLOp::fmin)),
    (GLOp::NMax, Cl(CLOp::fmax)),
    (GLOp::NClamp, Sequence(n_clamp)),
];

impl Rewriter<'_> {
    /// A function of GLSL.std.450.
    pub(crate) fn rewrite_gl(&mut self, op: OpId, number: u32) -> Result<()> {
        let wanted = GLOp::from_u32(number);
        let Some((_, form)) = FUNCTIONS.iter().find(|(function, _)| Some(*function) == wanted) else {
            return refuse(format!("'{}' is not supported in kernels", self.module[op].info.name));
        };
        let operands = match form {
            Whole(_) => Vec::new(),
            Cl(_) | Sequence(_) => self.operands(op),
        };
        let (_, ty) = self.result_types(op);
        let value = match form {
            Cl(function) => {
                let operands = self.alike(&operands, ty, *function);
                self.cl(*function, &operands, ty)
            }
            Sequence(make) => make(self, &operands, ty)?,
            Whole(make) => return make(self, op),
        };
        self.replace(op, value);
        Ok(())
    }

    /// OpenCL wants operands that are all vectors where one is; the exponent of `ldexp` is a 32-bit number.
    fn alike(&mut self, operands: &[ValueId], ty: TypeId, function: CLOp) -> Vec<ValueId> {
        let lanes = types::lanes(&self.module.ctx, ty);
        let mut made: Vec<ValueId> = operands.iter().map(|value| self.splat(*value, lanes)).collect();
        if let (CLOp::ldexp, [_, exponent]) = (function, &mut made[..]) {
            let word = self.module.ctx.int(32);
            let word = self.module.ctx.with_scalar(ty, word);
            *exponent = self.resize(*exponent, word, true);
        }
        made
    }

    /// The dot product; of numbers, the product.
    pub(crate) fn dot(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.type_of(x);
        match types::lanes(&self.module.ctx, ty) {
            1 => self.same(Op::FMul, &[x, y]),
            _ => {
                let scalar = self.module.ctx.scalar_of(ty);
                self.core(Op::Dot, &[x, y], scalar)
            }
        }
    }

    /// A vector or number times a number.
    pub(crate) fn scale(&mut self, vector: ValueId, factor: ValueId) -> ValueId {
        match types::lanes(&self.module.ctx, self.type_of(vector)) {
            1 => self.same(Op::FMul, &[vector, factor]),
            _ => self.same(Op::VectorTimesScalar, &[vector, factor]),
        }
    }

    /// The constant of the type of a value.
    pub(crate) fn like(&mut self, value: ValueId, number: f64) -> ValueId {
        let ty = self.type_of(value);
        self.number(ty, number)
    }

    fn bits_like(&mut self, value: ValueId, bits: u64) -> ValueId {
        let ty = self.type_of(value);
        self.bits(ty, bits)
    }
}

fn s_sign(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let (one, minus) = (r.bits_like(v[0], 1), r.bits_like(v[0], u64::MAX));
    let least = r.cl_same(CLOp::s_max, &[v[0], minus]);
    Ok(r.cl_same(CLOp::s_min, &[least, one]))
}

fn fract(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let floor = r.cl_same(CLOp::floor, &[v[0]]);
    Ok(r.same(Op::FSub, &[v[0], floor]))
}

fn n_clamp(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let least = r.cl_same(CLOp::fmax, &[v[0], v[1]]);
    Ok(r.cl_same(CLOp::fmin, &[least, v[2]]))
}

// Numbers taken apart.

/// The fractional and the whole part, both with the sign of the number.
fn modf_parts(r: &mut Rewriter<'_>, value: ValueId) -> [ValueId; 2] {
    let whole = r.cl_same(CLOp::trunc, &[value]);
    let rest = r.same(Op::FSub, &[value, whole]);
    let (is_infinite, zero) = (r.compare(Op::IsInf, &[value]), r.like(value, 0.0));
    let rest = r.select(is_infinite, zero, rest);
    [r.cl_same(CLOp::copysign, &[rest, value]), whole]
}

fn modf_struct(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    let parts = modf_parts(r, v[0]);
    Ok(r.construct(&parts, ty))
}

fn modf(r: &mut Rewriter<'_>, op: OpId) -> Result<()> {
    let value = r.operand(op, 0);
    let place = r.place(r.module[op].operands[1])?;
    let [rest, whole] = modf_parts(r, value);
    r.store(&place, whole)?;
    r.replace(op, rest);
    Ok(())
}

/// The significand in [0.5, 1) and the exponent; 0, infinities and NaN are their own significand, with exponent 0.
fn frexp_parts(r: &mut Rewriter<'_>, value: ValueId) -> [ValueId; 2] {
    let ty = r.type_of(value);
    let word = r.module.ctx.int(32);
    let words = r.module.ctx.with_scalar(ty, word);
    let exponent = r.cl(CLOp::ilogb, &[value], words);
    let one = r.bits(words, 1);
    let exponent = r.same(Op::IAdd, &[exponent, one]);
    let zero = r.like(value, 0.0);
    let magnitude = r.cl_same(CLOp::fabs, &[value]);
    let infinity = r.like(value, f64::INFINITY);
    let is_some = r.compare(Op::FOrdGreaterThan, &[magnitude, zero]);
    let is_finite = r.compare(Op::FOrdLessThan, &[magnitude, infinity]);
    let is_plain = r.same(Op::LogicalAnd, &[is_some, is_finite]);
    let none = r.bits(words, 0);
    let exponent = r.select(is_plain, exponent, none);
    let back = r.same(Op::SNegate, &[exponent]);
    [r.cl(CLOp::ldexp, &[value, back], ty), exponent]
}

fn frexp_struct(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    let [significand, exponent] = frexp_parts(r, v[0]);
    let Some(wanted) = dialect::spirv::facts::part_type(&r.module.ctx, ty, 1) else {
        return refuse("the result is not a pair");
    };
    let exponent = r.resize(exponent, wanted, true);
    Ok(r.construct(&[significand, exponent], ty))
}

fn frexp(r: &mut Rewriter<'_>, op: OpId) -> Result<()> {
    let value = r.operand(op, 0);
    let place = r.place(r.module[op].operands[1])?;
    let [significand, exponent] = frexp_parts(r, value);
    r.store(&place, exponent)?;
    r.replace(op, significand);
    Ok(())
}

// Packing.

/// Components in a word: the bits of each, and whether they are signed.
#[derive(Clone, Copy)]
struct Packing {
    bits: u32,
    is_signed: bool,
}

const SNORM8: Packing = Packing { bits: 8, is_signed: true };
const UNORM8: Packing = Packing { bits: 8, is_signed: false };
const SNORM16: Packing = Packing { bits: 16, is_signed: true };
const UNORM16: Packing = Packing { bits: 16, is_signed: false };

impl Packing {
    fn limit(self) -> f64 {
        f64::from((1u32 << (self.bits - u32::from(self.is_signed))) - 1)
    }
}

/// Fields of equal width, packed into one word.
fn join(r: &mut Rewriter<'_>, words: &[ValueId], bits: u32) -> ValueId {
    let mut all = r.word(0);
    for (at, word) in words.iter().enumerate() {
        let mask = r.word(((1u64 << bits) - 1) as u32);
        let own = r.same(Op::BitwiseAnd, &[*word, mask]);
        let shift = r.word(at as u32 * bits);
        let own = r.same(Op::ShiftLeftLogical, &[own, shift]);
        all = r.same(Op::BitwiseOr, &[all, own]);
    }
    all
}

fn pack(r: &mut Rewriter<'_>, value: ValueId, ty: TypeId, packing: Packing) -> Result<ValueId> {
    let (low, high) = (r.like(value, if packing.is_signed { -1.0 } else { 0.0 }), r.like(value, 1.0));
    let value = r.cl_same(CLOp::fmax, &[value, low]);
    let value = r.cl_same(CLOp::fmin, &[value, high]);
    let factor = r.like(value, packing.limit());
    let value = r.same(Op::FMul, &[value, factor]);
    let value = r.cl_same(CLOp::rint, &[value]);
    let float = r.type_of(value);
    let word = r.module.ctx.int(32);
    let words = r.module.ctx.with_scalar(float, word);
    let words = r.core(Op::ConvertFToS, &[value], words);
    let words = r.components(words);
    let joined = join(r, &words, packing.bits);
    Ok(r.bitcast(joined, ty))
}

fn unpack(r: &mut Rewriter<'_>, value: ValueId, ty: TypeId, packing: Packing) -> Result<ValueId> {
    let mut words = Vec::new();
    for at in 0..32 / packing.bits {
        // The component comes to the top, and down again with its sign.
        let (up, down) = (r.word(32 - packing.bits * (at + 1)), r.word(32 - packing.bits));
        let own = r.same(Op::ShiftLeftLogical, &[value, up]);
        let shift = if packing.is_signed { Op::ShiftRightArithmetic } else { Op::ShiftRightLogical };
        words.push(r.same(shift, &[own, down]));
    }
    let words = r.vector(&words);
    let convert = if packing.is_signed { Op::ConvertSToF } else { Op::ConvertUToF };
    let numbers = r.core(convert, &[words], ty);
    let divisor = r.like(numbers, packing.limit());
    let numbers = r.same(Op::FDiv, &[numbers, divisor]);
    if !packing.is_signed {
        return Ok(numbers);
    }
    // Only the least signed number is out of range.
    let low = r.like(numbers, -1.0);
    Ok(r.cl_same(CLOp::fmax, &[numbers, low]))
}

fn pack_half(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    let numbers = r.components(v[0]);
    let halves: Vec<ValueId> = numbers.into_iter().map(|number| r.half_of(number)).collect();
    let joined = join(r, &halves, 16);
    Ok(r.bitcast(joined, ty))
}

fn unpack_half(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let (mask, shift) = (r.word(0xFFFF), r.word(16));
    let low = r.same(Op::BitwiseAnd, &[v[0], mask]);
    let high = r.same(Op::ShiftRightLogical, &[v[0], shift]);
    let parts = [r.number_of_half(low), r.number_of_half(high)];
    Ok(r.vector(&parts))
}

impl Rewriter<'_> {
    /// The bits of a number as half, rounded to nearest even, in a word. Works on devices without half.
    pub(crate) fn half_of(&mut self, number: ValueId) -> ValueId {
        let word = self.module.ctx.int(32);
        let float = self.type_of(number);
        let raw = self.bitcast(number, word);
        let (mask, sign_mask) = (self.word(0x7FFF_FFFF), self.word(0x8000));
        let magnitude = self.same(Op::BitwiseAnd, &[raw, mask]);
        let half = self.word(16);
        let sign = self.same(Op::ShiftRightLogical, &[raw, half]);
        let sign = self.same(Op::BitwiseAnd, &[sign, sign_mask]);
        // Numbers in the normal range: the bits that go decide, and the last one that stays where they are half.
        let (shift, one) = (self.word(13), self.word(1));
        let last = self.same(Op::ShiftRightLogical, &[magnitude, shift]);
        let last = self.same(Op::BitwiseAnd, &[last, one]);
        let bias = self.word(0u32.wrapping_sub(0x3800_0000).wrapping_add(0xFFF));
        let normal = self.same(Op::IAdd, &[magnitude, bias]);
        let normal = self.same(Op::IAdd, &[normal, last]);
        let normal = self.same(Op::ShiftRightLogical, &[normal, shift]);
        // Small ones: adding a half leaves their bits at the end, rounded.
        let (half_number, half_bits) = (self.number(float, 0.5), self.word(0.5f32.to_bits()));
        let positive = self.bitcast(magnitude, float);
        let sum = self.same(Op::FAdd, &[positive, half_number]);
        let small = self.bitcast(sum, word);
        let small = self.same(Op::ISub, &[small, half_bits]);
        let limits = [0x3880_0000, 0x477F_F000, 0x7F80_0001].map(|limit| self.word(limit));
        let is_small = self.compare(Op::ULessThan, &[magnitude, limits[0]]);
        let is_large = self.compare(Op::UGreaterThanEqual, &[magnitude, limits[1]]);
        let is_nan = self.compare(Op::UGreaterThanEqual, &[magnitude, limits[2]]);
        let (infinity, nan) = (self.word(0x7C00), self.word(0x7E00));
        let result = self.select(is_small, small, normal);
        let result = self.select(is_large, infinity, result);
        let result = self.select(is_nan, nan, result);
        self.same(Op::BitwiseOr, &[result, sign])
    }

    /// The value of the half in the low bits of a word.
    pub(crate) fn number_of_half(&mut self, bits: ValueId) -> ValueId {
        let (word, float) = (self.module.ctx.int(32), self.module.ctx.float(32));
        let (mask, up) = (self.word(0x7FFF), self.word(13));
        let magnitude = self.same(Op::BitwiseAnd, &[bits, mask]);
        let moved = self.same(Op::ShiftLeftLogical, &[magnitude, up]);
        let offset = self.word(0x3800_0000);
        let normal = self.same(Op::IAdd, &[moved, offset]);
        // Infinity and NaN have the highest exponent here as there.
        let special = self.same(Op::IAdd, &[normal, offset]);
        // Small numbers: one power of two is put before their bits and taken away again.
        let least = self.word(0x0080_0000);
        let small = self.same(Op::IAdd, &[normal, least]);
        let small = self.bitcast(small, float);
        let power = self.number(float, f64::from(f32::from_bits(0x3880_0000)));
        let small = self.same(Op::FSub, &[small, power]);
        let small = self.bitcast(small, word);
        let limits = [0x400, 0x7C00].map(|limit| self.word(limit));
        let is_small = self.compare(Op::ULessThan, &[magnitude, limits[0]]);
        let is_special = self.compare(Op::UGreaterThanEqual, &[magnitude, limits[1]]);
        let result = self.select(is_small, small, normal);
        let result = self.select(is_special, special, result);
        let (sign_mask, half) = (self.word(0x8000), self.word(16));
        let sign = self.same(Op::BitwiseAnd, &[bits, sign_mask]);
        let sign = self.same(Op::ShiftLeftLogical, &[sign, half]);
        let result = self.same(Op::BitwiseOr, &[result, sign]);
        self.bitcast(result, float)
    }

    /// A number rounded to half precision.
    pub(crate) fn rewrite_quantize(&mut self, op: OpId) -> Result<()> {
        let value = self.operand(op, 0);
        let parts = self.components(value);
        let parts: Vec<ValueId> = parts
            .into_iter()
            .map(|part| {
                let half = self.half_of(part);
                self.number_of_half(half)
            })
            .collect();
        let value = self.vector(&parts);
        self.replace(op, value);
        Ok(())
    }
}

// Geometry. The formulas are those of the CPU runner, so that results agree.

fn length(r: &mut Rewriter<'_>, vector: ValueId) -> ValueId {
    let square = r.dot(vector, vector);
    r.cl_same(CLOp::sqrt, &[square])
}

fn distance(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let way = r.same(Op::FSub, &[v[0], v[1]]);
    Ok(length(r, way))
}

fn normalize(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let length = length(r, v[0]);
    let divisor = r.splat(length, types::lanes(&r.module.ctx, r.type_of(v[0])));
    Ok(r.same(Op::FDiv, &[v[0], divisor]))
}

fn cross(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let (x, y) = (r.components(v[0]), r.components(v[1]));
    if x.len() != 3 || y.len() != 3 {
        return refuse("operands of the cross product are not vectors of three components");
    }
    let mut parts = Vec::new();
    for at in 0..3 {
        let (next, last) = ((at + 1) % 3, (at + 2) % 3);
        let first = r.same(Op::FMul, &[x[next], y[last]]);
        let second = r.same(Op::FMul, &[x[last], y[next]]);
        parts.push(r.same(Op::FSub, &[first, second]));
    }
    Ok(r.vector(&parts))
}

fn face_forward(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let dot = r.dot(v[2], v[1]);
    let zero = r.like(dot, 0.0);
    let faces = r.compare(Op::FOrdLessThan, &[dot, zero]);
    let turned = r.same(Op::FNegate, &[v[0]]);
    Ok(r.select(faces, v[0], turned))
}

fn reflect(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let dot = r.dot(v[1], v[0]);
    let two = r.like(dot, 2.0);
    let factor = r.same(Op::FMul, &[two, dot]);
    let part = r.scale(v[1], factor);
    Ok(r.same(Op::FSub, &[v[0], part]))
}

fn refract(r: &mut Rewriter<'_>, v: &[ValueId], _: TypeId) -> Result<ValueId> {
    let (incident, normal) = (v[0], v[1]);
    let scalar = r.module.ctx.scalar_of(r.type_of(incident));
    let eta = if r.type_of(v[2]) == scalar { v[2] } else { r.core(Op::FConvert, &[v[2]], scalar) };
    let dot = r.dot(normal, incident);
    let (zero, one) = (r.like(dot, 0.0), r.like(dot, 1.0));
    let square = r.same(Op::FMul, &[dot, dot]);
    let sine = r.same(Op::FSub, &[one, square]);
    let eta_square = r.same(Op::FMul, &[eta, eta]);
    let part = r.same(Op::FMul, &[eta_square, sine]);
    let k = r.same(Op::FSub, &[one, part]);
    let is_total = r.compare(Op::FOrdLessThan, &[k, zero]);
    let safe = r.select(is_total, zero, k);
    let root = r.cl_same(CLOp::sqrt, &[safe]);
    let along = r.same(Op::FMul, &[eta, dot]);
    let factor = r.same(Op::FAdd, &[along, root]);
    let (straight, bent) = (r.scale(incident, eta), r.scale(normal, factor));
    let result = r.same(Op::FSub, &[straight, bent]);
    let none = r.like(result, 0.0);
    Ok(r.select(is_total, none, result))
}

// Bits.

fn find_u_msb(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    let width = types::width(&r.module.ctx, r.type_of(v[0]));
    let zeros = r.cl_same(CLOp::clz, &[v[0]]);
    let last = r.bits_like(v[0], u64::from(width - 1));
    // Without any bit there are as many zeros as bits: the position is -1.
    let position = r.same(Op::ISub, &[last, zeros]);
    Ok(r.resize(position, ty, true))
}

/// The highest bit that differs from the sign.
fn find_s_msb(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    let width = types::width(&r.module.ctx, r.type_of(v[0]));
    let shift = r.bits_like(v[0], u64::from(width - 1));
    let sign = r.same(Op::ShiftRightArithmetic, &[v[0], shift]);
    let value = r.same(Op::BitwiseXor, &[v[0], sign]);
    find_u_msb(r, &[value], ty)
}

fn find_lsb(r: &mut Rewriter<'_>, v: &[ValueId], ty: TypeId) -> Result<ValueId> {
    // The bits below the lowest one that is set; all of them where none is.
    let (one, zero, none) = (r.bits_like(v[0], 1), r.bits_like(v[0], 0), r.bits_like(v[0], u64::MAX));
    let less = r.same(Op::ISub, &[v[0], one]);
    let rest = r.same(Op::Not, &[v[0]]);
    let below = r.same(Op::BitwiseAnd, &[less, rest]);
    let count = r.cl_same(CLOp::popcount, &[below]);
    let is_none = r.compare(Op::IEqual, &[v[0], zero]);
    let position = r.select(is_none, none, count);
    Ok(r.resize(position, ty, true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dialect::spirv::ops;

    #[test]
    fn every_function_of_compute_shaders_has_a_form() {
        let without = [GLOp::IMix, GLOp::InterpolateAtCentroid, GLOp::InterpolateAtSample, GLOp::InterpolateAtOffset];
        for number in 1..=81 {
            let Some(function) = GLOp::from_u32(number) else { continue };
            assert!(ops::by_gl(number).is_some(), "{function:?}");
            let rows = FUNCTIONS.iter().filter(|(known, _)| *known == function).count();
            assert_eq!(rows, usize::from(!without.contains(&function)), "{function:?}");
        }
    }
}
