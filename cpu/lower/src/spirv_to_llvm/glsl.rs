//! The functions of GLSL.std.450 that are more than one function of LLVM or the host.

use super::arith::{dot_of, scale};
use crate::error::{Result, invalid, unsupported};
use crate::lowering::Lowering;
use crate::lowering::place::Place;
use dialect::ir::{OpId, Successor, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::enums::{FastMath, FloatPredicate, IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::ops::{self, Code};
use spirv::GlslStd450Op as GLOp;

fn gl(lowering: &Lowering<'_>, op: OpId) -> Option<GLOp> {
    match ops::code(lowering.known.source, op) {
        Some(Code::Gl(number)) => GLOp::from_u32(number),
        _ => None,
    }
}

/// A constant of the type of a value.
fn like(b: &mut Builder, value: ValueId, number: f64) -> ValueId {
    b.fconst(b.type_of(value), number)
}

fn fmul(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.binary(Opcode::FMul, x, y)
}

fn fadd(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.binary(Opcode::FAdd, x, y)
}

fn fsub(b: &mut Builder, x: ValueId, y: ValueId) -> ValueId {
    b.binary(Opcode::FSub, x, y)
}

pub(super) fn s_abs(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    Ok(lowering.b.math_defined(Intrinsic::Abs, value))
}

pub(super) fn f_sign(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let (zero, one, minus) = (like(b, value, 0.0), like(b, value, 1.0), like(b, value, -1.0));
    let (above, below) = (b.fcmp(FloatPredicate::Ogt, value, zero), b.fcmp(FloatPredicate::Olt, value, zero));
    let negative = b.select(below, minus, zero);
    Ok(b.select(above, one, negative))
}

pub(super) fn s_sign(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let (one, minus) = (b.iconst(ty, 1), b.iconst(ty, u64::MAX));
    let least = b.math(Intrinsic::SMax, &[value, minus]);
    Ok(b.math(Intrinsic::SMin, &[least, one]))
}

/// Fraction above the next lower whole number; less than 1 even where rounding would make it 1.
pub(super) fn fract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let floor = lowering.b.math(Intrinsic::Floor, &[value]);
    Ok(fsub(&mut lowering.b, value, floor))
}

fn times(lowering: &mut Lowering<'_>, op: OpId, factor: f64) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let factor = like(&mut lowering.b, value, factor);
    Ok(fmul(&mut lowering.b, value, factor))
}

pub(super) fn radians(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    times(lowering, op, std::f64::consts::PI / 180.0)
}

pub(super) fn degrees(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    times(lowering, op, 180.0 / std::f64::consts::PI)
}

fn one_over_root(b: &mut Builder, value: ValueId) -> ValueId {
    let root = b.math(Intrinsic::Sqrt, &[value]);
    let one = like(b, root, 1.0);
    b.binary(Opcode::FDiv, one, root)
}

pub(super) fn inverse_sqrt(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let lanes = lowering.width();
    let is_single = lowering.b.width(lowering.b.type_of(value)) == 32;
    let is_of_all = lanes > 1 && lowering.b.lanes(lowering.b.type_of(value)) == lanes;
    match lowering.known.demands.estimates && is_single && is_of_all && lowering.allows_contraction(op) {
        true => near_one_over_root(lowering, op, value),
        false => Ok(one_over_root(&mut lowering.b, value)),
    }
}

/// One over a square root within 2 ULP: an estimate, refined by a step of the third order. The exact ops are used where
/// the estimate of any lane is invalid: for zeros, infinities, negative numbers and subnormals.
fn near_one_over_root(lowering: &mut Lowering<'_>, op: OpId, value: ValueId) -> Result<ValueId> {
    lowering.b.set_fastmath(Some(FastMath::Estimate));
    let guess = one_over_root(&mut lowering.b, value);
    lowering.set_fast_math(op);
    let b = &mut lowering.b;
    let [one, half, steep] = [1.0, 0.5, 0.375].map(|number| like(b, value, number));
    let product = fmul(b, value, guess);
    let square = fmul(b, product, guess);
    let error = fsub(b, one, square);
    let slope = fmul(b, error, steep);
    let slope = fadd(b, slope, half);
    let step = fmul(b, guess, error);
    let step = fmul(b, step, slope);
    let near = fadd(b, guess, step);
    let size = b.math(Intrinsic::FAbs, &[error]);
    let is_none = b.fcmp(FloatPredicate::Uge, size, half);
    let mask = lowering.wide()?.mask;
    let is_none = lowering.both(mask, is_none);
    let any = lowering.b.any(is_none);
    let (ty, yes) = (lowering.b.type_of(value), lowering.b.iconst(lowering.b.type_of(any), 1));
    let all_are = lowering.b.binary(Opcode::Xor, any, yes);
    let (exact, done) = (lowering.b.new_block(&[]), lowering.b.new_block(&[ty]));
    lowering.b.likely(all_are, Successor { block: done, args: [near].into() }, Successor::new(exact));
    lowering.b.block = exact;
    // LLVM would merge it with the estimate, and take over its fast-math flags.
    let fenced = lowering.b.math(Intrinsic::ArithmeticFence, &[value]);
    let root = one_over_root(&mut lowering.b, fenced);
    let chosen = lowering.b.select(is_none, root, near);
    lowering.b.br(done, &[chosen]);
    lowering.b.block = done;
    Ok(lowering.b.args(done)[0])
}

fn clamp(lowering: &mut Lowering<'_>, op: OpId, most: Intrinsic, least: Intrinsic) -> Result<ValueId> {
    let (value, low, high) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    let value = lowering.b.math(most, &[value, low]);
    Ok(lowering.b.math(least, &[value, high]))
}

pub(super) fn f_clamp(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    clamp(lowering, op, Intrinsic::MaxNum, Intrinsic::MinNum)
}

pub(super) fn u_clamp(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    clamp(lowering, op, Intrinsic::UMax, Intrinsic::UMin)
}

pub(super) fn s_clamp(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    clamp(lowering, op, Intrinsic::SMax, Intrinsic::SMin)
}

/// `x + (y - x) * a`, as `lerp` is specified.
pub(super) fn mix(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y, a) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    let b = &mut lowering.b;
    let way = fsub(b, y, x);
    let part = fmul(b, way, a);
    Ok(fadd(b, x, part))
}

pub(super) fn step(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (edge, value) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let below = b.fcmp(FloatPredicate::Olt, value, edge);
    let (zero, one) = (like(b, value, 0.0), like(b, value, 1.0));
    Ok(b.select(below, zero, one))
}

pub(super) fn smooth_step(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (low, high, value) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    let b = &mut lowering.b;
    let (way, all) = (fsub(b, value, low), fsub(b, high, low));
    let part = b.binary(Opcode::FDiv, way, all);
    let (zero, one) = (like(b, value, 0.0), like(b, value, 1.0));
    let part = b.math(Intrinsic::MaxNum, &[part, zero]);
    let part = b.math(Intrinsic::MinNum, &[part, one]);
    let (two, three) = (like(b, value, 2.0), like(b, value, 3.0));
    let double = fmul(b, two, part);
    let slope = fsub(b, three, double);
    let square = fmul(b, part, part);
    Ok(fmul(b, square, slope))
}

// Splitting of floats.

/// The fractional and the whole part, both with the sign of the number.
fn modf_parts(b: &mut Builder, value: ValueId) -> [ValueId; 2] {
    let whole = b.math(Intrinsic::Trunc, &[value]);
    let infinity = like(b, value, f64::INFINITY);
    let magnitude = b.math(Intrinsic::FAbs, &[value]);
    let is_infinite = b.fcmp(FloatPredicate::Oeq, magnitude, infinity);
    let (rest, zero) = (fsub(b, value, whole), like(b, value, 0.0));
    let rest = b.select(is_infinite, zero, rest);
    [b.math(Intrinsic::CopySign, &[rest, value]), whole]
}

fn store_second(lowering: &mut Lowering<'_>, op: OpId, value: ValueId) -> Result<()> {
    match lowering.place(lowering.known.source[op].operands[1])? {
        Place::Memory(memory) => lowering.store_memory(&memory, value),
        _ => invalid("result stored to a non-memory operand"),
    }
}

fn pair(lowering: &mut Lowering<'_>, op: OpId, parts: [ValueId; 2]) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.aggregate(ty, &parts))
}

pub(super) fn modf(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let [rest, whole] = modf_parts(&mut lowering.b, value);
    store_second(lowering, op, whole)?;
    Ok(rest)
}

pub(super) fn modf_struct(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let parts = modf_parts(&mut lowering.b, value);
    pair(lowering, op, parts)
}

/// The bits of exponent and significand of a floating-point type.
fn format(b: &Builder, value: ValueId) -> Result<(u32, u64)> {
    match b.width(b.scalar(b.type_of(value))) {
        16 => Ok((10, 15)),
        32 => Ok((23, 127)),
        64 => Ok((52, 1023)),
        _ => invalid("the operand is not a number"),
    }
}

/// The significand in [0.5, 1) and the exponent; 0, infinities and NaN are their own significand, with exponent 0.
pub(super) fn frexp_parts(b: &mut Builder, value: ValueId) -> Result<[ValueId; 2]> {
    let (bits, bias) = format(b, value)?;
    let ty = b.type_of(value);
    let int = b.int(b.width(b.scalar(ty)));
    let int = b.with_scalar(ty, int);
    // Numbers below the normal range are scaled into it first.
    let power = bits as i32 + 1;
    let (magnitude, least) = (b.math(Intrinsic::FAbs, &[value]), like(b, value, 2f64.powi(1 - bias as i32)));
    let is_small = b.fcmp(FloatPredicate::Olt, magnitude, least);
    let factor = like(b, value, 2f64.powi(power));
    let scaled = fmul(b, value, factor);
    let normal = b.select(is_small, scaled, value);
    let raw = b.cast(Opcode::Bitcast, normal, int);
    let shift = b.iconst(int, u64::from(bits));
    let exponent = b.binary(Opcode::LShr, raw, shift);
    let ones = b.iconst(int, 2 * bias + 1);
    let exponent = b.binary(Opcode::And, exponent, ones);
    let offset = b.iconst(int, bias - 1);
    let exponent = b.binary(Opcode::Sub, exponent, offset);
    let (back, zero) = (b.iconst(int, u64::from(bits + 1)), b.iconst(int, 0));
    let back = b.select(is_small, back, zero);
    let exponent = b.binary(Opcode::Sub, exponent, back);
    let keep = b.iconst(int, !((2 * bias + 1) << bits));
    let half = b.iconst(int, (bias - 1) << bits);
    let significand = b.binary(Opcode::And, raw, keep);
    let significand = b.binary(Opcode::Or, significand, half);
    let significand = b.cast(Opcode::Bitcast, significand, ty);
    let (none, infinity) = (like(b, value, 0.0), like(b, value, f64::INFINITY));
    let (is_some, is_finite) =
        (b.fcmp(FloatPredicate::One, magnitude, none), b.fcmp(FloatPredicate::Olt, magnitude, infinity));
    let plain = b.binary(Opcode::And, is_some, is_finite);
    Ok([b.select(plain, significand, value), b.select(plain, exponent, zero)])
}

pub(super) fn frexp(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let [significand, exponent] = frexp_parts(&mut lowering.b, value)?;
    let pointer = lowering.known.source[op].operands[1];
    let Some((pointee, _)) =
        dialect::spirv::facts::pointer(lowering.known.source, lowering.known.source.type_of(pointer))
    else {
        return invalid("an exponent is written to a non-memory operand");
    };
    let ty = lowering.ty(pointee)?;
    let exponent = lowering.b.int_cast(exponent, ty, true);
    store_second(lowering, op, exponent)?;
    Ok(significand)
}

pub(super) fn frexp_struct(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let [significand, exponent] = frexp_parts(&mut lowering.b, value)?;
    let ty = lowering.result_type(op)?;
    let Some(int) = types::field(&lowering.b.module.ctx, ty, 1) else { return invalid("the result is not a pair") };
    let exponent = lowering.b.int_cast(exponent, int, true);
    pair(lowering, op, [significand, exponent])
}

/// A number times a power of two, in two steps so that neither power leaves the range.
pub(super) fn ldexp(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (value, exponent) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let b = &mut lowering.b;
    let (bits, bias) = format(b, value)?;
    let ty = b.type_of(value);
    let int = b.int(b.width(ty));
    let int = b.module.ctx.with_scalar(ty, int);
    // The limit is applied to all bits of an exponent that is wider than the number.
    let given = b.type_of(exponent);
    let wide = if b.width(given) > b.width(ty) { given } else { int };
    let exponent = b.int_cast(exponent, wide, true);
    // Beyond four times the range everything is infinite or 0 anyway.
    let (low, high) = (b.iconst(wide, (4 * bias).wrapping_neg()), b.iconst(wide, 4 * bias));
    let exponent = b.math(Intrinsic::SMax, &[exponent, low]);
    let limited = b.math(Intrinsic::SMin, &[exponent, high]);
    let mut left = b.int_cast(limited, int, true);
    let (least, most) = (b.iconst(int, (bias - 1).wrapping_neg()), b.iconst(int, bias));
    let mut result = value;
    for _ in 0..5 {
        let part = b.math(Intrinsic::SMax, &[left, least]);
        let part = b.math(Intrinsic::SMin, &[part, most]);
        left = b.binary(Opcode::Sub, left, part);
        let offset = b.iconst(int, bias);
        let raw = b.add(part, offset);
        let shift = b.iconst(int, u64::from(bits));
        let raw = b.binary(Opcode::Shl, raw, shift);
        let power = b.cast(Opcode::Bitcast, raw, ty);
        result = fmul(b, result, power);
    }
    Ok(result)
}

// Packing.

/// The bits of each component, and whether they are signed.
fn packing(lowering: &Lowering<'_>, op: OpId) -> Result<(u32, bool)> {
    match gl(lowering, op) {
        Some(GLOp::PackSnorm4x8 | GLOp::UnpackSnorm4x8) => Ok((8, true)),
        Some(GLOp::PackUnorm4x8 | GLOp::UnpackUnorm4x8) => Ok((8, false)),
        Some(GLOp::PackSnorm2x16 | GLOp::UnpackSnorm2x16) => Ok((16, true)),
        Some(GLOp::PackUnorm2x16 | GLOp::UnpackUnorm2x16) => Ok((16, false)),
        _ => unsupported(lowering.name(op), "unknown packing"),
    }
}

fn limit(bits: u32, is_signed: bool) -> f64 {
    f64::from((1u32 << (bits - u32::from(is_signed))) - 1)
}

pub(super) fn pack_norm(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (bits, is_signed) = packing(lowering, op)?;
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let (low, high) = (like(b, value, if is_signed { -1.0 } else { 0.0 }), like(b, value, 1.0));
    let value = b.math(Intrinsic::MaxNum, &[value, low]);
    let value = b.math(Intrinsic::MinNum, &[value, high]);
    let factor = like(b, value, limit(bits, is_signed));
    let value = fmul(b, value, factor);
    let value = b.math(Intrinsic::RoundEven, &[value]);
    let (word, small) = (b.int(32), b.int(bits));
    let [words, narrow] = [word, small].map(|scalar| b.with_scalar(b.type_of(value), scalar));
    let whole = b.saturated(value, words, true);
    let narrow = b.cast(Opcode::Trunc, whole, narrow);
    packed(lowering, op, narrow)
}

/// The components of a vector side by side in the result.
fn packed(lowering: &mut Lowering<'_>, op: OpId, vector: ValueId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    lowering.bit_cast(vector, ty)
}

/// The first operand taken apart, into as many scalars of a type as the result has components.
fn unpacked(lowering: &mut Lowering<'_>, op: OpId, scalar: TypeId) -> Result<(ValueId, TypeId)> {
    let (value, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    let parts = lowering.b.with_scalar(ty, scalar);
    Ok((lowering.bit_cast(value, parts)?, ty))
}

pub(super) fn unpack_norm(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (bits, is_signed) = packing(lowering, op)?;
    let small = lowering.b.int(bits);
    let (value, ty) = unpacked(lowering, op, small)?;
    let b = &mut lowering.b;
    let value = b.cast(if is_signed { Opcode::SIToFP } else { Opcode::UIToFP }, value, ty);
    let divisor = like(b, value, limit(bits, is_signed));
    let value = b.binary(Opcode::FDiv, value, divisor);
    // Only the least signed number is out of range.
    let low = like(b, value, -1.0);
    Ok(if is_signed { b.math(Intrinsic::MaxNum, &[value, low]) } else { value })
}

pub(super) fn pack_half(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.operand(op, 0)?;
    let b = &mut lowering.b;
    let half = b.float(16);
    let halves = b.with_scalar(b.type_of(value), half);
    let halves = b.cast(Opcode::FPTrunc, value, halves);
    packed(lowering, op, halves)
}

pub(super) fn unpack_half(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let half = lowering.b.float(16);
    let (value, ty) = unpacked(lowering, op, half)?;
    Ok(lowering.b.cast(Opcode::FPExt, value, ty))
}

// Geometry.

fn length_of(lowering: &mut Lowering<'_>, vector: ValueId) -> ValueId {
    let square = dot_of(lowering, vector, vector);
    lowering.b.math(Intrinsic::Sqrt, &[square])
}

pub(super) fn length(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let vector = lowering.operand(op, 0)?;
    Ok(length_of(lowering, vector))
}

pub(super) fn distance(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let way = fsub(&mut lowering.b, x, y);
    Ok(length_of(lowering, way))
}

pub(super) fn normalize(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let vector = lowering.operand(op, 0)?;
    let length = length_of(lowering, vector);
    let divisor = lowering.broadcast(length, lowering.b.type_of(vector));
    Ok(lowering.b.binary(Opcode::FDiv, vector, divisor))
}

pub(super) fn cross(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (x, y) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    if [x, y].iter().any(|vector| lowering.component_count(lowering.b.type_of(*vector)) < 3) {
        return invalid("a cross product is one of three components");
    }
    let b = &mut lowering.b;
    let turn = |b: &mut Builder, vector: ValueId, by: [u32; 3]| b.shuffle(vector, vector, &by.map(Some));
    let (x1, y2) = (turn(b, x, [1, 2, 0]), turn(b, y, [2, 0, 1]));
    let (x2, y1) = (turn(b, x, [2, 0, 1]), turn(b, y, [1, 2, 0]));
    let (first, second) = (fmul(b, x1, y2), fmul(b, x2, y1));
    Ok(fsub(b, first, second))
}

pub(super) fn face_forward(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (normal, incident, reference) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    let dot = dot_of(lowering, reference, incident);
    let b = &mut lowering.b;
    let zero = like(b, dot, 0.0);
    let faces = b.fcmp(FloatPredicate::Olt, dot, zero);
    let turned = b.unary(Opcode::FNeg, normal);
    Ok(b.select(faces, normal, turned))
}

pub(super) fn reflect(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (incident, normal) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
    let dot = dot_of(lowering, normal, incident);
    let two = like(&mut lowering.b, dot, 2.0);
    let factor = fmul(&mut lowering.b, two, dot);
    let part = scale(lowering, normal, factor);
    Ok(fsub(&mut lowering.b, incident, part))
}

pub(super) fn refract(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (incident, normal, eta) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?, lowering.operand(op, 2)?);
    let dot = dot_of(lowering, normal, incident);
    let b = &mut lowering.b;
    let eta = b.float_cast(eta, b.type_of(dot));
    let (zero, one) = (like(b, dot, 0.0), like(b, dot, 1.0));
    let square = fmul(b, dot, dot);
    let sine = fsub(b, one, square);
    let eta_square = fmul(b, eta, eta);
    let part = fmul(b, eta_square, sine);
    let k = fsub(b, one, part);
    let is_total = b.fcmp(FloatPredicate::Olt, k, zero);
    let safe = b.select(is_total, zero, k);
    let root = b.math(Intrinsic::Sqrt, &[safe]);
    let along = fmul(b, eta, dot);
    let factor = fadd(b, along, root);
    let (straight, bent) = (scale(lowering, incident, eta), scale(lowering, normal, factor));
    let b = &mut lowering.b;
    let result = fsub(b, straight, bent);
    let none = like(b, result, 0.0);
    Ok(b.select(is_total, none, result))
}

// Bits.

/// The position of a bit that a count of zeros gives, or all ones where there is none.
fn or_none(b: &mut Builder, value: ValueId, position: ValueId) -> ValueId {
    let ty = b.type_of(value);
    let (zero, none) = (b.iconst(ty, 0), b.iconst(ty, u64::MAX));
    let is_none = b.icmp(IntPredicate::Eq, value, zero);
    b.select(is_none, none, position)
}

fn resized(lowering: &mut Lowering<'_>, op: OpId, value: ValueId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.int_cast(value, ty, true))
}

pub(super) fn find_lsb(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let b = &mut lowering.b;
    let position = b.math_defined(Intrinsic::Cttz, value);
    let position = or_none(b, value, position);
    resized(lowering, op, position)
}

fn msb_of(b: &mut Builder, value: ValueId) -> ValueId {
    let last = b.iconst(b.type_of(value), u64::from(b.width(b.type_of(value)) - 1));
    let zeros = b.math_defined(Intrinsic::Ctlz, value);
    let position = b.binary(Opcode::Sub, last, zeros);
    or_none(b, value, position)
}

pub(super) fn find_u_msb(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let position = msb_of(&mut lowering.b, value);
    resized(lowering, op, position)
}

/// The highest bit that differs from the sign.
pub(super) fn find_s_msb(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let value = lowering.int_operand(op, 0)?;
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    let shift = b.iconst(ty, u64::from(b.width(ty) - 1));
    let sign = b.binary(Opcode::AShr, value, shift);
    let value = b.binary(Opcode::Xor, value, sign);
    let position = msb_of(b, value);
    resized(lowering, op, position)
}
