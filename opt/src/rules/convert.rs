//! Conversions.

use super::{Outcome, Subject};
use super::{def, operand, result_type};
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, OpId, Type};
use spirv::Op;

pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    match core {
        Op::Bitcast => bitcast(pass, op),
        Op::ConvertSToF | Op::ConvertUToF => to_float(pass, op, core == Op::ConvertSToF),
        Op::UConvert | Op::SConvert => width(pass, op, core == Op::SConvert),
        _ => Outcome::Same,
    }
}

/// Chains of bitcasts, and bitcasts of constants.
fn bitcast(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let Some(value) = operand(pass.module, op, 0) else { return Outcome::Same };
    let ty = result_type(pass.module, op);
    if pass.module.type_of(value) == ty {
        return Outcome::Value(value);
    }
    if let Some((Op::Bitcast, inner)) = def(pass.module, value)
        && let Some(source) = operand(pass.module, inner, 0)
    {
        if pass.module.type_of(source) == ty {
            return Outcome::Value(source);
        }
        pass.module[op].operands = [source].into();
        return Outcome::Changed;
    }
    let scalar = pass.module.ctx.scalar_of(ty);
    let convert = |pass: &mut Subject<'_>, attr| {
        let (bits, from) = match pass.module.ctx[attr] {
            Attr::Int { bits, ty } | Attr::Float { bits, ty } => (bits, ty),
            _ => return None,
        };
        (width_of(pass, from)? == width_of(pass, scalar)?).then(|| number(pass, bits, scalar))?
    };
    componentwise(pass, op, convert)
}

/// The width of a scalar type.
fn width_of(pass: &Subject<'_>, ty: dialect::ir::TypeId) -> Option<u32> {
    match pass.module.ctx[ty] {
        Type::Int { width, .. } if width > 1 => Some(width),
        Type::Float { width, kind: FloatKind::Ieee } => Some(width),
        _ => None,
    }
}

/// A constant of a type with these bits.
fn number(pass: &mut Subject<'_>, bits: u64, ty: dialect::ir::TypeId) -> Option<dialect::ir::AttrId> {
    let attr = match pass.module.ctx[ty] {
        Type::Int { .. } => Attr::Int { bits, ty },
        Type::Float { .. } => Attr::Float { bits, ty },
        _ => return None,
    };
    Some(pass.module.ctx.attr(attr))
}

fn componentwise(
    pass: &mut Subject<'_>,
    op: OpId,
    convert: impl Fn(&mut Subject<'_>, dialect::ir::AttrId) -> Option<dialect::ir::AttrId>,
) -> Outcome {
    let ty = result_type(pass.module, op);
    let parts = operand(pass.module, op, 0).and_then(|value| super::components(pass.module, value));
    let Some(parts) = parts.map(<[dialect::ir::AttrId]>::to_vec) else { return Outcome::Same };
    let converted: Option<Vec<_>> = parts.into_iter().map(|part| convert(pass, part)).collect();
    let value = converted.and_then(|parts| super::from_components(pass, parts, ty));
    value.map_or(Outcome::Same, Outcome::Value)
}

/// Conversion of integers to floats, where exact, or rounded to nearest in 32 and 64 bits.
fn to_float(pass: &mut Subject<'_>, op: OpId, is_signed: bool) -> Outcome {
    let scalar = {
        let ty = result_type(pass.module, op);
        pass.module.ctx.scalar_of(ty)
    };
    componentwise(pass, op, |pass, attr| {
        let Attr::Int { bits, ty } = pass.module.ctx[attr] else { return None };
        let width = width_of(pass, ty)?;
        let value = if is_signed { sign_extend(bits, width) as i128 } else { i128::from(bits) };
        let bits = match pass.module.ctx[scalar] {
            Type::Float { width: 32, kind: FloatKind::Ieee } => u64::from((value as f32).to_bits()),
            Type::Float { width: 64, kind: FloatKind::Ieee } => (value as f64).to_bits(),
            _ => return None,
        };
        number(pass, bits, scalar)
    })
}

/// Conversion between widths of integers.
fn width(pass: &mut Subject<'_>, op: OpId, is_signed: bool) -> Outcome {
    let scalar = {
        let ty = result_type(pass.module, op);
        pass.module.ctx.scalar_of(ty)
    };
    componentwise(pass, op, |pass, attr| {
        let Attr::Int { bits, ty } = pass.module.ctx[attr] else { return None };
        let (from, to) = (width_of(pass, ty)?, width_of(pass, scalar)?);
        let value = if is_signed { sign_extend(bits, from) as u64 } else { bits };
        number(pass, truncate(value, to), scalar)
    })
}

/// The low bits, sign-extended.
pub(super) fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((bits << shift) as i64) >> shift
}

/// The low bits.
pub(crate) fn truncate(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}
