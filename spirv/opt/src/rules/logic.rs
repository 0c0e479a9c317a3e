//! Booleans and selections.

use super::subject::{
    Outcome, Subject, become_op, components, def, from_components, operand, result_type, splat_bool, splat_int, truth,
};
use crate::edit;
use dialect::ir::{Attr, AttrId, OpId, Type, ValueId};
use dialect::spirv::facts;
use spirv::Op;

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    match core {
        Op::Select => select(pass, op),
        Op::LogicalNot => not(pass, op),
        Op::LogicalAnd => joined(pass, op, true),
        Op::LogicalOr => joined(pass, op, false),
        Op::LogicalEqual => equal(pass, op, true),
        Op::LogicalNotEqual => equal(pass, op, false),
        Op::All | Op::Any => reduced(pass, op),
        Op::IEqual => chosen(pass, op, true),
        Op::INotEqual => chosen(pass, op, false),
        Op::FOrdEqual => chosen_float(pass, op, true),
        Op::FUnordNotEqual | Op::FOrdNotEqual => chosen_float(pass, op, false),
        _ => Outcome::Same,
    }
}

fn select(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let [condition, yes, no] = pass.module[op].operands[..] else { return Outcome::Same };
    if yes == no {
        return Outcome::Value(yes);
    }
    if let Some(known) = splat_bool(pass.module, condition) {
        return Outcome::Value(if known { yes } else { no });
    }
    if let Some((Op::LogicalNot, inner)) = def(pass.module, condition)
        && let Some(condition) = operand(pass.module, inner, 0)
    {
        pass.module[op].operands = [condition, no, yes].into();
        return Outcome::Changed;
    }
    // An undefined value may be taken as the other one.
    for (arm, other) in [(yes, no), (no, yes)] {
        if edit::is_undefined(pass.module, arm) {
            return Outcome::Value(other);
        }
    }
    if let Some(scalar) = shared_condition(pass, op) {
        pass.module[op].operands[0] = scalar;
        return Outcome::Changed;
    }
    if let Some(value) = select_components(pass, op) {
        return Outcome::Value(value);
    }
    let same_type = pass.module.type_of(condition) == result_type(pass.module, op);
    match (splat_bool(pass.module, yes), splat_bool(pass.module, no), same_type) {
        (Some(true), Some(false), true) => Outcome::Value(condition),
        (Some(false), Some(true), true) => become_op(pass, op, Op::LogicalNot, [condition]),
        (Some(true), None, true) => become_op(pass, op, Op::LogicalOr, [condition, no]),
        (None, Some(false), true) => become_op(pass, op, Op::LogicalAnd, [condition, yes]),
        _ => Outcome::Same,
    }
}

/// The condition of all components, which may be a scalar from SPIR-V 1.4 on. Rules about vectors of booleans want one of
/// the same type.
fn shared_condition(pass: &Subject<'_>, op: OpId) -> Option<ValueId> {
    let module = &*pass.module;
    let [condition, ..] = module[op].operands[..] else { return None };
    let (Op::CompositeConstruct, splat) = def(module, condition)? else { return None };
    let (first, rest) = module[splat].operands.split_first()?;
    let is_bool = |ty| matches!(module.ctx[ty], Type::Int { width: 1, .. });
    let is_shared = rest.iter().all(|other| other == first) && is_bool(module.type_of(*first));
    let is_of_numbers = !is_bool(module.ctx.scalar_of(result_type(module, op)));
    (is_shared && is_of_numbers && facts::is_version_from(module, "v1.4")).then_some(*first)
}

/// The constant that constants choose component by component.
fn select_components(pass: &mut Subject<'_>, op: OpId) -> Option<ValueId> {
    let [condition, yes, no] = pass.module[op].operands[..] else { return None };
    let module = &*pass.module;
    let (chosen, yes, no) = (components(module, condition)?, components(module, yes)?, components(module, no)?);
    let choose = |((chosen, yes), no): ((&AttrId, &AttrId), &AttrId)| {
        if let Attr::Bool(chosen) = module.ctx[*chosen] { Some(if chosen { *yes } else { *no }) } else { None }
    };
    let parts = chosen.iter().zip(yes).zip(no).map(choose).collect::<Option<Vec<_>>>()?;
    let ty = result_type(pass.module, op);
    from_components(pass, parts, ty)
}

fn not(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let Some(value) = operand(pass.module, op, 0) else { return Outcome::Same };
    let ty = result_type(pass.module, op);
    if let Some(parts) = components(pass.module, value).map(<[AttrId]>::to_vec) {
        let flipped: Option<Vec<_>> = parts
            .into_iter()
            .map(|part| {
                if let Attr::Bool(value) = pass.module.ctx[part] {
                    Some(pass.module.ctx.attr(Attr::Bool(!value)))
                } else {
                    None
                }
            })
            .collect();
        let value = flipped.and_then(|parts| from_components(pass, parts, ty));
        return value.map_or(Outcome::Same, Outcome::Value);
    }
    let Some((core, inner)) = def(pass.module, value) else { return Outcome::Same };
    if core == Op::LogicalNot {
        return operand(pass.module, inner, 0).map_or(Outcome::Same, Outcome::Value);
    }
    match opposite(core) {
        Some(other) => {
            let operands = pass.module[inner].operands.clone();
            become_op(pass, op, other, operands)
        }
        None => Outcome::Same,
    }
}

/// The negated comparison.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn opposite(core: Op) -> Option<Op> {
    const PAIRS: &[(Op, Op)] = &[
        (Op::IEqual, Op::INotEqual),
        (Op::ULessThan, Op::UGreaterThanEqual),
        (Op::UGreaterThan, Op::ULessThanEqual),
        (Op::SLessThan, Op::SGreaterThanEqual),
        (Op::SGreaterThan, Op::SLessThanEqual),
        (Op::LogicalEqual, Op::LogicalNotEqual),
        (Op::FOrdEqual, Op::FUnordNotEqual),
        (Op::FUnordEqual, Op::FOrdNotEqual),
        (Op::FOrdLessThan, Op::FUnordGreaterThanEqual),
        (Op::FOrdGreaterThan, Op::FUnordLessThanEqual),
        (Op::FUnordLessThan, Op::FOrdGreaterThanEqual),
        (Op::FUnordGreaterThan, Op::FOrdLessThanEqual),
    ];
    PAIRS.iter().find_map(|(a, b)| match core {
        _ if core == *a => Some(*b),
        _ if core == *b => Some(*a),
        _ => None,
    })
}

/// Conjunctions and disjunctions; `neutral` is the neutral element.
fn joined(pass: &mut Subject<'_>, op: OpId, neutral: bool) -> Outcome {
    let [a, b] = pass.module[op].operands[..] else { return Outcome::Same };
    if a == b {
        return Outcome::Value(a);
    }
    for (constant, other) in [(a, b), (b, a)] {
        match splat_bool(pass.module, constant) {
            Some(known) if known == neutral => return Outcome::Value(other),
            Some(_) => return Outcome::Value(constant),
            None => {}
        }
    }
    Outcome::Same
}

/// Equality of booleans, or their inequality.
fn equal(pass: &mut Subject<'_>, op: OpId, is_equality: bool) -> Outcome {
    let [a, b] = pass.module[op].operands[..] else { return Outcome::Same };
    if a == b {
        let ty = result_type(pass.module, op);
        return Outcome::Value(truth(pass, is_equality, ty));
    }
    for (constant, other) in [(a, b), (b, a)] {
        match splat_bool(pass.module, constant) {
            Some(known) if known == is_equality => return Outcome::Value(other),
            Some(_) => return become_op(pass, op, Op::LogicalNot, [other]),
            None => {}
        }
    }
    Outcome::Same
}

fn reduced(pass: &mut Subject<'_>, op: OpId) -> Outcome {
    let Some(value) = operand(pass.module, op, 0) else { return Outcome::Same };
    let Some(known) = splat_bool(pass.module, value) else { return Outcome::Same };
    let ty = result_type(pass.module, op);
    Outcome::Value(truth(pass, known, ty))
}

/// Compares a selection between two integers with one of them: that is the condition, or its negation.
fn chosen(pass: &mut Subject<'_>, op: OpId, is_equality: bool) -> Outcome {
    let [value, constant] = pass.module[op].operands[..] else { return Outcome::Same };
    let Some(number) = splat_int(pass.module, constant) else { return Outcome::Same };
    choice(pass, op, value, is_equality, |pass, arm| Some(splat_int(pass.module, arm)? == number))
}

fn chosen_float(pass: &mut Subject<'_>, op: OpId, is_equality: bool) -> Outcome {
    let [value, constant] = pass.module[op].operands[..] else { return Outcome::Same };
    let Some(number) = super::numeric::splat_float(pass.module, constant).filter(|number| !number.is_nan()) else {
        return Outcome::Same;
    };
    choice(pass, op, value, is_equality, |pass, arm| {
        let arm = super::numeric::splat_float(pass.module, arm)?;
        (!arm.is_nan()).then_some(arm == number)
    })
}

fn choice(
    pass: &mut Subject<'_>,
    op: OpId,
    value: ValueId,
    is_equality: bool,
    is_same: impl Fn(&Subject<'_>, ValueId) -> Option<bool>,
) -> Outcome {
    let Some((Op::Select, from)) = def(pass.module, value) else { return Outcome::Same };
    let [condition, yes, no] = pass.module[from].operands[..] else { return Outcome::Same };
    let ty = result_type(pass.module, op);
    if pass.module.type_of(condition) != ty {
        return Outcome::Same;
    }
    let (Some(yes), Some(no)) = (is_same(pass, yes), is_same(pass, no)) else { return Outcome::Same };
    match (yes == is_equality, no == is_equality) {
        (true, true) => Outcome::Value(truth(pass, true, ty)),
        (false, false) => Outcome::Value(truth(pass, false, ty)),
        (true, false) => Outcome::Value(condition),
        (false, true) => become_op(pass, op, Op::LogicalNot, [condition]),
    }
}
