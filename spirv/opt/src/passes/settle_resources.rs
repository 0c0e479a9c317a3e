//! Further rounds of propagation for variables that hold resources, which no legal module has, and for texel offsets, which have
//! to be constants.
//!
//! An index into such a variable may come from another array, a table whose elements are values only when that has been
//! split. The passes before this one are right for all other variables after two rounds.

use super::{gvn, legal, mem2reg, split_phis, sroa};
use crate::edit;
use crate::facts::handles::{Scope, Types};
use dialect::ir::{Module, OpId, Type, walk};
use dialect::spirv::facts;
use dialect::spirv::host;
use dialect::spirv::types::SpirvType;
use spirv::{Op, StorageClass};

/// The limit of rounds: one for each table that the index of another comes from.
const MAX_ROUNDS: usize = 4;

/// Makes values of variables that hold resources, as far as their indices become constant, and constants of texel offsets.
pub(crate) fn settle(module: &mut Module) {
    rounds(module, has_variables, gvn::settle);
    rounds(module, |module| has_variables(module) || wants_offsets(module), gvn::force);
}

/// Simplifies as long as a module is not legal.
fn rounds(module: &mut Module, is_illegal: fn(&Module) -> bool, simplify: fn(&mut Module)) {
    for _ in 0..MAX_ROUNDS {
        if !is_illegal(module) {
            return;
        }
        simplify(module);
        sroa::split(module, Scope::Everything);
        mem2reg::promote(module, Scope::Everything);
        split_phis::split(module);
    }
}

/// Returns whether a texel offset is not a constant yet.
fn wants_offsets(module: &Module) -> bool {
    edit::functions(module)
        .into_iter()
        .any(|func| walk::ops(module, func).any(|op| legal::wants_constant_offset(module, op)))
}

/// Returns whether a variable of an invocation holds a resource.
fn has_variables(module: &Module) -> bool {
    let types = Scope::Handles.types(module);
    // Few modules have the type of such a variable at all.
    let is_pointer = |ty: &Type| {
        if let Type::Spirv(SpirvType::Pointer { pointee, storage, .. }) = ty {
            is_own(*storage) && types.has(*pointee)
        } else {
            false
        }
    };
    module.ctx.types().any(|(_, ty)| is_pointer(ty))
        && (host::variables(module).any(|(_, ty, storage)| is_own(storage) && types.has(ty))
            || edit::functions(module).into_iter().any(|func| has_locals(module, func, &types)))
}

fn has_locals(module: &Module, func: OpId, types: &Types) -> bool {
    let holds = |value| facts::pointer(module, module.type_of(value)).is_some_and(|(pointee, _)| types.has(pointee));
    let ops = edit::body(module, func).map_or(&[][..], |body| edit::start(module, body));
    ops.iter()
        .filter(|op| edit::core(module, **op) == Some(Op::Variable))
        .any(|op| module[*op].results.iter().any(|result| holds(*result)))
}

fn is_own(storage: StorageClass) -> bool {
    matches!(storage, StorageClass::Function | StorageClass::Private)
}
