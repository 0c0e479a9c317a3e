//! Conversions.

use super::subject::{Outcome, Subject, components, def, from_components, operand, result_type};
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, OpId, Type};
use dialect::spirv::fold::fold;
use spirv::Op;

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    match core {
        Op::Bitcast => bitcast(pass, op),
        Op::ConvertSToF | Op::ConvertUToF | Op::UConvert | Op::SConvert => integer(pass, op, core),
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
        let (bits, from) = if let Attr::Int { bits, ty } | Attr::Float { bits, ty } = pass.module.ctx[attr] {
            (bits, ty)
        } else {
            return None;
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
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => None,
    }
}

/// A constant of a type with these bits.
fn number(pass: &mut Subject<'_>, bits: u64, ty: dialect::ir::TypeId) -> Option<dialect::ir::AttrId> {
    let attr = match pass.module.ctx[ty] {
        Type::Int { .. } => Attr::Int { bits, ty },
        Type::Float { .. } => Attr::Float { bits, ty },
        Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => return None,
    };
    Some(pass.module.ctx.attr(attr))
}

fn componentwise(
    pass: &mut Subject<'_>,
    op: OpId,
    convert: impl Fn(&mut Subject<'_>, dialect::ir::AttrId) -> Option<dialect::ir::AttrId>,
) -> Outcome {
    let ty = result_type(pass.module, op);
    let parts = operand(pass.module, op, 0).and_then(|value| components(pass.module, value));
    let Some(parts) = parts.map(<[dialect::ir::AttrId]>::to_vec) else { return Outcome::Same };
    let converted: Option<Vec<_>> = parts.into_iter().map(|part| convert(pass, part)).collect();
    let value = converted.and_then(|parts| from_components(pass, parts, ty));
    value.map_or(Outcome::Same, Outcome::Value)
}

/// Conversion of integers to floats, where exact, or rounded to nearest in 32 and 64 bits, and between widths of integers.
fn integer(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    let scalar = {
        let ty = result_type(pass.module, op);
        pass.module.ctx.scalar_of(ty)
    };
    let width = width_of(pass, scalar).filter(|width| core == Op::UConvert || core == Op::SConvert || *width >= 32);
    let Some(width) = width else { return Outcome::Same };
    componentwise(pass, op, |pass, attr| {
        let Attr::Int { bits, ty } = pass.module.ctx[attr] else { return None };
        let bits = fold(core, &[bits], width_of(pass, ty)?, width)?.defined()?;
        number(pass, bits, scalar)
    })
}
