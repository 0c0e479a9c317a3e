//! Integers and floating-point numbers: constants, neutral elements, cancellation.

use super::composite::{set_indices, transposed};
use super::subject::{
    Outcome, Products, Subject, become_op, components, def, from_components, int, null, operand, result_type, splat,
    splat_int, truth, vector,
};
use crate::edit;
use base::half;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::fold::{self, truncate};
use isa::Class;
use spirv::{Decoration, GlslStd450Op, Op};

pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    if let Some(value) = fold(pass, op, core) {
        return Outcome::Value(value);
    }
    if core == Op::Transpose
        && let Some(value) = transposed(pass, op)
    {
        return Outcome::Value(value);
    }
    let operands = &pass.module[op].operands;
    match operands[..] {
        [a] => unary(pass, core, a),
        [a, b] => binary(pass, op, core, a, b),
        _ => Outcome::Same,
    }
}

fn unary(pass: &Subject<'_>, core: Op, value: ValueId) -> Outcome {
    if !matches!(core, Op::FNegate | Op::SNegate | Op::Not | Op::Transpose) {
        return Outcome::Same;
    }
    match def(pass.module, value) {
        Some((inner, op)) if inner == core && pass.module.type_of(value) == same_type(pass.module, op) => {
            operand(pass.module, op, 0).map_or(Outcome::Same, Outcome::Value)
        }
        _ => Outcome::Same,
    }
}

fn same_type(module: &Module, op: OpId) -> TypeId {
    operand(module, op, 0).map_or(TypeId::new(0), |value| module.type_of(value))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn binary(pass: &mut Subject<'_>, op: OpId, core: Op, a: ValueId, b: ValueId) -> Outcome {
    let is_constant = |value| edit::constant(pass.module, value).is_some();
    let ty = result_type(pass.module, op);
    // All rules but one need a constant, or equal operands.
    if a != b && !is_constant(b) && !is_constant(a) {
        return if core == Op::FMul { scaled(pass, op, a, b, ty) } else { Outcome::Same };
    }
    // Operands may differ in signedness from the result, and only a value of its type can replace it.
    let fits = |pass: &Subject<'_>, value: ValueId| pass.module.type_of(value) == ty;
    let is_commutative = matches!(core, Op::IAdd | Op::IMul | Op::BitwiseAnd | Op::BitwiseOr | Op::BitwiseXor);
    if is_commutative && edit::constant(pass.module, a).is_some() && edit::constant(pass.module, b).is_none() {
        pass.module[op].operands.swap(0, 1);
        return Outcome::Changed;
    }
    if let Some(outcome) = neutral(pass, op, core, a, b).filter(|value| fits(pass, *value)) {
        return Outcome::Value(outcome);
    }
    if vanishes(pass, op, core, [a, b]) {
        let zero = null(pass.module, ty);
        return zero.map_or(Outcome::Same, |zero| Outcome::Value(pass.constant(zero, ty)));
    }
    if let Some(number) = absorbing(pass, core, a, b, ty) {
        return Outcome::Value(int(pass, number, ty));
    }
    if let Some(known) = compared(pass, core, a, b) {
        return Outcome::Value(truth(pass, known, ty));
    }
    match core {
        Op::IAdd => sum_of_constants(pass, op, a, b, ty),
        Op::FMul => scaled(pass, op, a, b, ty),
        Op::Dot => along_axis(pass, op, a, b),
        _ => Outcome::Same,
    }
}

/// A dot product with the unit vector of an axis is a component.
fn along_axis(pass: &mut Subject<'_>, op: OpId, a: ValueId, b: ValueId) -> Outcome {
    if !is_relaxed(pass, op) {
        return Outcome::Same;
    }
    for (vector, axis) in [(a, b), (b, a)] {
        let Some(parts) = components(pass.module, axis) else { continue };
        let numbers: Option<Vec<f64>> = parts.iter().map(|part| float(pass.module, *part)).collect();
        let numbers = numbers.unwrap_or_default();
        let mut others = numbers.iter().enumerate().filter(|(_, number)| **number != 0.0);
        if let (Some((at, 1.0)), None) = (others.next(), others.next()) {
            return set_indices(pass, op, Op::CompositeExtract, [vector], &[at as u32]);
        }
    }
    Outcome::Same
}

/// The operand that is the result because the other one is neutral.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn neutral(pass: &Subject<'_>, op: OpId, core: Op, a: ValueId, b: ValueId) -> Option<ValueId> {
    let module = &*pass.module;
    let integer = |value| splat_int(module, value);
    let is_one = |value| splat_float(module, value) == Some(1.0);
    let is_zero = |value, negative: bool| {
        splat_float(module, value).is_some_and(|number| number == 0.0 && number.is_sign_negative() == negative)
    };
    let is_any_zero = |value| splat_float(module, value) == Some(0.0) && is_relaxed(pass, op);
    let all = |value| {
        let scalar = module.ctx.scalar_of(module.type_of(value));
        matches!(module.ctx[scalar], Type::Int { width, .. } if integer(value) == Some(truncate(u64::MAX, width)))
    };
    let is_neutral = match core {
        Op::IAdd | Op::ISub | Op::BitwiseOr | Op::BitwiseXor => integer(b) == Some(0),
        Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => integer(b) == Some(0),
        Op::IMul | Op::UDiv | Op::SDiv => integer(b) == Some(1),
        Op::BitwiseAnd => a == b || all(b),
        Op::FMul => is_one(b),
        Op::FDiv | Op::VectorTimesScalar | Op::MatrixTimesScalar => is_one(b),
        // Only one of the two zeros leaves both zeros as they are.
        Op::FSub => is_zero(b, false) || is_any_zero(b),
        Op::FAdd => is_zero(b, true) || is_any_zero(b),
        _ => false,
    };
    let is_mirrored = match core {
        Op::FMul => is_one(a),
        Op::FAdd => is_zero(a, true) || is_any_zero(a),
        _ => false,
    };
    match (is_neutral || (core == Op::BitwiseOr && a == b), is_mirrored) {
        (true, _) => Some(a),
        (false, true) => Some(b),
        (false, false) => None,
    }
}

/// Returns whether an op is a product with zero that may ignore whether the other factor is finite.
fn vanishes(pass: &Subject<'_>, op: OpId, core: Op, factors: [ValueId; 2]) -> bool {
    matches!(core, Op::FMul | Op::VectorTimesScalar | Op::Dot)
        && is_relaxed(pass, op)
        && factors.into_iter().any(|factor| splat_float(pass.module, factor) == Some(0.0))
}

/// Returns whether an op may take its operands to be finite, and zeros to be without a sign.
fn is_relaxed(pass: &Subject<'_>, op: OpId) -> bool {
    if pass.products == Products::Computed {
        return false;
    }
    let is_strict = [Decoration::NoContraction, Decoration::FPFastMathMode].into_iter().any(|decoration| {
        let row = Kind::Decoration.table().get(decoration as u32);
        row.is_some_and(|row| pass.module[op].attr(row.snake).is_some())
    });
    !is_strict
}

/// The result of an absorbing operand.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn absorbing(pass: &Subject<'_>, core: Op, a: ValueId, b: ValueId, ty: TypeId) -> Option<u64> {
    let integer = |value| splat_int(pass.module, value);
    let is_int = matches!(pass.module.ctx[pass.module.ctx.scalar_of(ty)], Type::Int { width, .. } if width > 1);
    let is_zero = match core {
        Op::IMul | Op::BitwiseAnd => integer(b) == Some(0),
        Op::ISub | Op::BitwiseXor => a == b,
        Op::UMod => integer(b) == Some(1),
        _ => false,
    };
    (is_zero && is_int).then_some(0)
}

/// The result of an integer comparison whose operands are unknown.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn compared(pass: &Subject<'_>, core: Op, a: ValueId, b: ValueId) -> Option<bool> {
    let is_zero = |value| splat_int(pass.module, value) == Some(0);
    let is_greatest = |value| {
        let ty = pass.module.ctx.scalar_of(pass.module.type_of(value));
        let Type::Int { width, .. } = pass.module.ctx[ty] else { return false };
        let greatest = u64::MAX >> (64 - u64::from(width).clamp(1, 64));
        splat_int(pass.module, value).is_some_and(|bits| bits & greatest == greatest)
    };
    match core {
        Op::IEqual | Op::ULessThanEqual | Op::UGreaterThanEqual | Op::SLessThanEqual | Op::SGreaterThanEqual
            if a == b =>
        {
            Some(true)
        }
        Op::INotEqual | Op::ULessThan | Op::UGreaterThan | Op::SLessThan | Op::SGreaterThan if a == b => Some(false),
        Op::UGreaterThanEqual if is_zero(b) => Some(true),
        Op::ULessThan if is_zero(b) => Some(false),
        Op::ULessThan if is_greatest(a) => Some(false),
        Op::UGreaterThan if is_greatest(b) => Some(false),
        Op::ULessThanEqual if is_greatest(b) || is_zero(a) => Some(true),
        Op::UGreaterThanEqual if is_greatest(a) => Some(true),
        Op::UGreaterThan if is_zero(a) => Some(false),
        _ => None,
    }
}

/// `(x + 1) + 2` to `x + 3`.
fn sum_of_constants(pass: &mut Subject<'_>, op: OpId, a: ValueId, b: ValueId, ty: TypeId) -> Outcome {
    let Some((Op::IAdd, inner)) = def(pass.module, a) else { return Outcome::Same };
    let [x, first] = pass.module[inner].operands[..] else { return Outcome::Same };
    let (Some(first), Some(second)) = (splat_int(pass.module, first), splat_int(pass.module, b)) else {
        return Outcome::Same;
    };
    let scalar = pass.module.ctx.scalar_of(pass.module.type_of(b));
    let Type::Int { width, .. } = pass.module.ctx[scalar] else { return Outcome::Same };
    if pass.module.type_of(x) != ty || pass.module.type_of(b) != ty {
        return Outcome::Same;
    }
    let sum = int(pass, truncate(first.wrapping_add(second), width), ty);
    pass.module[op].operands = [x, sum].into();
    Outcome::Changed
}

/// A vector times a splat is `OpVectorTimesScalar`.
fn scaled(pass: &mut Subject<'_>, op: OpId, a: ValueId, b: ValueId, ty: TypeId) -> Outcome {
    if vector(pass.module, ty).is_none() {
        return Outcome::Same;
    }
    for (vector, other) in [(a, b), (b, a)] {
        let Some((Op::CompositeConstruct, from)) = def(pass.module, other) else { continue };
        let [scalar, ref rest @ ..] = pass.module[from].operands[..] else { continue };
        let is_scalar = pass.module.type_of(scalar) == pass.module.ctx.scalar_of(ty);
        if is_scalar && rest.iter().all(|value| *value == scalar) {
            let attrs = pass.module[op].attrs.clone();
            let outcome = become_op(pass, op, Op::VectorTimesScalar, [vector, scalar]);
            pass.module[op].attrs = attrs;
            return outcome;
        }
    }
    Outcome::Same
}

/// The number that all components of a value are.
pub(super) fn splat_float(module: &Module, value: ValueId) -> Option<f64> {
    float(module, splat(module, value)?)
}

/// The number in a constant of 16, 32 or 64 bits.
fn float(module: &Module, attr: AttrId) -> Option<f64> {
    let (bits, width, is_float) = scalar(module, attr)?;
    is_float.then(|| fold::number(bits, width))
}

/// The result of an op on constants.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn fold(pass: &mut Subject<'_>, op: OpId, core: Op) -> Option<ValueId> {
    let (first, second) = match pass.module[op].operands[..] {
        [only] => (only, None),
        [first, second] => (first, Some(second)),
        _ => return None,
    };
    // Each component of a vector that is scaled is a product.
    let (core, is_scaled) = match core {
        Op::VectorTimesScalar => (Op::FMul, true),
        _ => (core, false),
    };
    let len = components(pass.module, first)?.len();
    let others = if is_scaled { 1 } else { len };
    if let Some(second) = second
        && components(pass.module, second)?.len() != others
    {
        return None;
    }
    let ty = result_type(pass.module, op);
    let scalar = pass.module.ctx.scalar_of(ty);
    let mut folded = Vec::with_capacity(len);
    for at in 0..len {
        let part = |value: ValueId, at: usize| components(pass.module, value)?.get(at).copied();
        let (a, b) = (part(first, at)?, second.and_then(|second| part(second, if is_scaled { 0 } else { at })));
        folded.push(scalar_result(pass, core, a, b, scalar)?);
    }
    let count = vector(pass.module, ty).map_or(1, |(_, len)| len as usize);
    if folded.len() != count { None } else { from_components(pass, folded, ty) }
}

/// Undefined results are not folded (division by zero or of the least integer by -1, shifts beyond the width, conversions
/// out of range), nor are NaN and subnormal results. Conversions that keep their value are [`super::convert`]'s.
fn scalar_result(pass: &mut Subject<'_>, core: Op, a: AttrId, b: Option<AttrId>, ty: TypeId) -> Option<AttrId> {
    let is_conversion = matches!(isa::class(core), Class::Conversion(_));
    if is_conversion && !matches!(core, Op::ConvertFToS | Op::ConvertFToU) {
        return None;
    }
    let module = &mut *pass.module;
    let (first, width, is_float) = scalar(module, a)?;
    let second = match b {
        Some(b) => Some(scalar(module, b)?.0),
        None => None,
    };
    let both = [first, second.unwrap_or(0)];
    let args = &both[..1 + usize::from(second.is_some())];
    let bits = fold::fold(core, args, width, scalar_width(module, ty)?)?.defined()?;
    if is_float {
        let mut numbers = args.iter().map(|bits| fold::number(*bits, width));
        let computes = second.is_some() && matches!(module.ctx[ty], Type::Float { .. });
        let is_kept = |value: f64| !computes || is_plain(value, width);
        let value = if computes { fold::number(bits, width) } else { 0.0 };
        if numbers.any(|value| value.is_nan() || !is_kept(value)) || !is_kept(value) || !value.is_finite() {
            return None;
        }
    }
    let attr = match module.ctx[ty] {
        Type::Int { width: 1, .. } => Attr::Bool(bits != 0),
        Type::Int { .. } => Attr::Int { bits, ty },
        Type::None
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => Attr::Float { bits, ty },
    };
    Some(module.ctx.attr(attr))
}

/// The bits and the width of a constant, and true for floating-point numbers.
fn scalar(module: &Module, attr: AttrId) -> Option<(u64, u32, bool)> {
    match module.ctx[attr] {
        Attr::Int { bits, ty } => Some((bits, scalar_width(module, ty)?, false)),
        Attr::Float { bits, ty } => Some((bits, scalar_width(module, ty)?, true)),
        Attr::Unit
        | Attr::Bool(_)
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Array(_)
        | Attr::Dense { .. }
        | Attr::Enum { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => None,
    }
}

fn scalar_width(module: &Module, ty: TypeId) -> Option<u32> {
    if let Type::Int { width, .. } | Type::Float { width: width @ (16 | 32 | 64), kind: FloatKind::Ieee } =
        module.ctx[ty]
    {
        Some(width)
    } else {
        None
    }
}

/// A constant of a type, if the type can represent the number.
fn float_attr(module: &mut Module, value: f64, ty: TypeId) -> Option<AttrId> {
    let bits = half::bits_in(scalar_width(module, ty)?, value);
    Some(module.ctx.attr(Attr::Float { bits, ty }))
}

/// Returns whether a number is zero or normal.
fn is_plain(value: f64, width: u32) -> bool {
    let least = match width {
        16 => half::LEAST_NORMAL,
        32 => f64::from(f32::MIN_POSITIVE),
        _ => f64::MIN_POSITIVE,
    };
    !value.is_nan() && (value == 0.0 || value.abs() >= least)
}

/// Instructions of GLSL.std.450 on constants: those whose result is exact, and elementary functions.
pub(super) fn extended(pass: &mut Subject<'_>, op: OpId, number: u32) -> Outcome {
    let Some(number) = GlslStd450Op::from_u32(number) else { return Outcome::Same };
    if let Some(end) = end_of_mix(pass, op, number) {
        return Outcome::Value(end);
    }
    let ty = result_type(pass.module, op);
    let scalar = pass.module.ctx.scalar_of(ty);
    let operands = &pass.module[op].operands;
    if !operands.iter().all(|value| components(pass.module, *value).is_some()) {
        return Outcome::Same;
    }
    let operands = operands.clone();
    let part = |module: &Module, value: ValueId, at: usize| components(module, value)?.get(at).copied();
    let len = operands.first().and_then(|value| components(pass.module, *value)).map_or(0, <[AttrId]>::len);
    let mut folded = Vec::new();
    for at in 0..len {
        let parts: Option<Vec<AttrId>> = operands.iter().map(|value| part(pass.module, *value, at)).collect();
        let Some(attr) = parts.and_then(|parts| extended_part(pass, number, &parts, scalar)) else {
            return Outcome::Same;
        };
        folded.push(attr);
    }
    from_components(pass, folded, ty).map_or(Outcome::Same, Outcome::Value)
}

/// Of two values that are mixed with a weight of 0 or 1 the one that remains: the other one is multiplied by zero.
fn end_of_mix(pass: &Subject<'_>, op: OpId, number: GlslStd450Op) -> Option<ValueId> {
    let (GlslStd450Op::FMix, [from, to, weight]) = (number, &pass.module[op].operands[..]) else { return None };
    match splat_float(pass.module, *weight).filter(|_| is_relaxed(pass, op))? {
        0.0 => Some(*from),
        1.0 => Some(*to),
        _ => None,
    }
}

/// The value of a function on scalar constants.
fn extended_part(pass: &mut Subject<'_>, number: GlslStd450Op, parts: &[AttrId], scalar: TypeId) -> Option<AttrId> {
    match pass.module.ctx[scalar] {
        Type::Float { width, kind: FloatKind::Ieee } => {
            let numbers: Option<Vec<f64>> = parts.iter().map(|part| float(pass.module, *part)).collect();
            let value = value_of(number, &numbers?, width)?;
            float_attr(pass.module, value, scalar)
        }
        Type::Int { width, .. } if width > 1 => {
            let bits =
                |part: &AttrId| if let Attr::Int { bits, .. } = pass.module.ctx[*part] { Some(bits) } else { None };
            let numbers: Option<Vec<u64>> = parts.iter().map(bits).collect();
            let bits = truncate(integer_of(number, &numbers?, width)?, width);
            Some(pass.module.ctx.attr(Attr::Int { bits, ty: scalar }))
        }
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => None,
    }
}

/// The value of a function on integers. What is undefined is not folded.
fn integer_of(number: GlslStd450Op, numbers: &[u64], width: u32) -> Option<u64> {
    let signed = |bits: u64| fold::sign_extend(bits, width);
    let value = match (number, numbers) {
        (GlslStd450Op::UMin, [x, y]) => *x.min(y),
        (GlslStd450Op::UMax, [x, y]) => *x.max(y),
        (GlslStd450Op::UClamp, [x, low, high]) if low <= high => *x.clamp(low, high),
        (GlslStd450Op::SMin, [x, y]) => signed(*x).min(signed(*y)) as u64,
        (GlslStd450Op::SMax, [x, y]) => signed(*x).max(signed(*y)) as u64,
        (GlslStd450Op::SClamp, [x, low, high]) if signed(*low) <= signed(*high) => {
            signed(*x).clamp(signed(*low), signed(*high)) as u64
        }
        (GlslStd450Op::SSign, [x]) => signed(*x).signum() as u64,
        _ => return None,
    };
    Some(value)
}

fn value_of(number: GlslStd450Op, numbers: &[f64], width: u32) -> Option<f64> {
    if !numbers.iter().all(|value| is_plain(*value, width) && value.is_finite()) {
        return None;
    }
    exact(number, numbers).or_else(|| rounded(number, numbers, width))
}

/// A function whose result is rounded to the width, and so is each step of those that the specification defines as several
/// operations. Undefined, subnormal and infinite results are not folded.
fn rounded(number: GlslStd450Op, numbers: &[f64], width: u32) -> Option<f64> {
    let round = match width {
        16 => |value: f64| half::value(half::bits(value)),
        32 => |value: f64| f64::from(value as f32),
        _ => return None,
    };
    let value = match (number, numbers) {
        (GlslStd450Op::Acos, [x]) => libm::acos(*x),
        (GlslStd450Op::Asin, [x]) => libm::asin(*x),
        (GlslStd450Op::Atan, [x]) => libm::atan(*x),
        (GlslStd450Op::Atan2, [y, x]) if *x != 0.0 || *y != 0.0 => libm::atan2(*y, *x),
        (GlslStd450Op::Cos, [x]) => libm::cos(*x),
        (GlslStd450Op::Exp, [x]) => libm::exp(*x),
        (GlslStd450Op::Exp2, [x]) => libm::exp2(*x),
        (GlslStd450Op::FMix, [x, y, part]) => x + round(round(y - x) * part),
        (GlslStd450Op::Fract, [x]) => x - x.floor(),
        (GlslStd450Op::InverseSqrt, [x]) if *x > 0.0 => 1.0 / round(x.sqrt()),
        (GlslStd450Op::Log, [x]) if *x > 0.0 => libm::log(*x),
        (GlslStd450Op::Log2, [x]) if *x > 0.0 => libm::log2(*x),
        (GlslStd450Op::Pow, [x, y]) if *x > 0.0 || (*x == 0.0 && *y > 0.0) => libm::pow(*x, *y),
        (GlslStd450Op::Sin, [x]) => libm::sin(*x),
        (GlslStd450Op::SmoothStep, [low, high, x]) if low < high => {
            let part = round(round(x - low) / round(high - low)).clamp(0.0, 1.0);
            round(part * part) * round(3.0 - 2.0 * part)
        }
        (GlslStd450Op::Sqrt, [x]) if *x >= 0.0 => x.sqrt(),
        (GlslStd450Op::Tan, [x]) => libm::tan(*x),
        _ => return None,
    };
    let value = round(value);
    (is_plain(value, width) && value.is_finite()).then_some(value)
}

fn exact(number: GlslStd450Op, numbers: &[f64]) -> Option<f64> {
    Some(match (number, numbers) {
        (GlslStd450Op::Floor, [x]) => x.floor(),
        (GlslStd450Op::Ceil, [x]) => x.ceil(),
        (GlslStd450Op::Trunc, [x]) => x.trunc(),
        (GlslStd450Op::RoundEven, [x]) => x.round_ties_even(),
        (GlslStd450Op::FAbs, [x]) => x.abs(),
        (GlslStd450Op::FSign, [x]) if *x != 0.0 => x.signum(),
        (GlslStd450Op::Step, [edge, x]) => f64::from(u8::from(x >= edge)),
        (GlslStd450Op::FMin | GlslStd450Op::NMin, [x, y]) if is_told(*x, *y) => x.min(*y),
        (GlslStd450Op::FMax | GlslStd450Op::NMax, [x, y]) if is_told(*x, *y) => x.max(*y),
        (GlslStd450Op::FClamp | GlslStd450Op::NClamp, [x, low, high])
            if low <= high && is_told(*x, *low) && is_told(*x, *high) && is_told(*low, *high) =>
        {
            x.clamp(*low, *high)
        }
        _ => return None,
    })
}

/// Returns whether the maximum of two numbers is determined: one is larger, or their bits are equal. Zeros may differ
/// in sign.
fn is_told(x: f64, y: f64) -> bool {
    x != y || x.to_bits() == y.to_bits()
}
