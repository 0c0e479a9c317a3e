//! Access chains.

use super::subject::{Outcome, Subject, def, operand, result_type};
use crate::edit;
use dialect::ir::types::Sign;
use dialect::ir::{Attr, Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, fold, ops};
use spirv::{Op, StorageClass};

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn apply(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    match core {
        Op::AccessChain | Op::InBoundsAccessChain => chain(pass, op, core),
        _ => Outcome::Same,
    }
}

/// Merges a chain with the chain that it starts from.
fn chain(pass: &mut Subject<'_>, op: OpId, core: Op) -> Outcome {
    let Some(base) = operand(pass.module, op, 0) else { return Outcome::Same };
    if bound_indices(pass, op, base) {
        return Outcome::Changed;
    }
    if pass.module[op].operands.len() == 1 && pass.module.type_of(base) == result_type(pass.module, op) {
        return Outcome::Value(base);
    }
    if let Some(ty) = other_storage(pass, op, base) {
        let result = pass.module[op].results[0];
        pass.module[result].ty = ty;
        return Outcome::Changed;
    }
    let Some((inner @ (Op::AccessChain | Op::InBoundsAccessChain), from)) = def(pass.module, base) else {
        return Outcome::Same;
    };
    // A decoration of the inner chain holds for the merged one; chains that differ stay apart.
    let (own, others) = (&pass.module[op].attrs, &pass.module[from].attrs);
    if !others.iter().all(|attr| own.contains(attr)) && !own.is_empty() {
        return Outcome::Same;
    }
    let attrs = if own.is_empty() { others.clone() } else { own.clone() };
    let mut operands = pass.module[from].operands.clone();
    operands.extend_from_slice(&pass.module[op].operands[1..]);
    let both = inner == Op::InBoundsAccessChain && core == Op::InBoundsAccessChain;
    let data = &mut pass.module[op];
    data.info = ops::core(if both { Op::InBoundsAccessChain } else { Op::AccessChain });
    (data.operands, data.attrs) = (operands, attrs);
    Outcome::Changed
}

/// Replaces constant indices below zero, which chains without addresses must not have, by one beyond every end. What either
/// reads is undefined.
fn bound_indices(pass: &mut Subject<'_>, op: OpId, base: ValueId) -> bool {
    let storage = facts::storage_of(pass.module, pass.module.type_of(base));
    if matches!(storage, None | Some(StorageClass::PhysicalStorageBuffer)) {
        return false;
    }
    let mut is_changed = false;
    for at in 1..pass.module[op].operands.len() {
        let index = pass.module[op].operands[at];
        let Some(&Attr::Int { bits, ty }) = edit::constant(pass.module, index).map(|attr| &pass.module.ctx[attr])
        else {
            continue;
        };
        let Type::Int { width, sign: Sign::Signed } = pass.module.ctx[ty] else { continue };
        if fold::sign_extend(bits, width) < 0 {
            let most = pass.module.ctx.attr(Attr::Int { bits: (1 << (width - 1)) - 1, ty });
            pass.module[op].operands[at] = pass.constant(most, ty);
            is_changed = true;
        }
    }
    is_changed
}

/// The type of a chain whose base has changed: an argument of another storage class replaces a parameter, and the
/// target may have another layout there.
fn other_storage(pass: &mut Subject<'_>, op: OpId, base: ValueId) -> Option<TypeId> {
    let (whole, storage) = facts::pointer(pass.module, pass.module.type_of(base))?;
    let (pointee, own) = facts::pointer(pass.module, result_type(pass.module, op))?;
    let pointee = reached(pass.module, whole, op).unwrap_or(pointee);
    let ty = Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None });
    (own != storage).then(|| pass.module.ctx.ty(ty))
}

/// The type of the part that the indices of a chain select.
fn reached(module: &Module, whole: TypeId, op: OpId) -> Option<TypeId> {
    module[op].operands[1..].iter().try_fold(whole, |ty, &index| {
        let member = match (&module.ctx[ty], edit::constant(module, index).map(|attr| &module.ctx[attr])) {
            (Type::Spirv(SpirvType::Struct { .. }), Some(Attr::Int { bits, .. })) => usize::try_from(*bits).ok()?,
            _ => 0,
        };
        facts::part_type(&module.ctx, ty, member)
    })
}
