//! Variables of the built-in `WorkgroupSize`, which MLIR has and SPIR-V has not: there it decorates a constant. Where the
//! module says the size, it takes the place of what is read from them.

use super::super::enums::Kind;
use super::super::ops::{self, Code, Mlir};
use super::super::{attrs, facts};
use crate::ir::{Attr, Module, OpId, Type, ValueId, walk};
use base::ids::Set;
use base::intern::Symbol;
use spirv::{BuiltIn, ExecutionMode, Op};

/// Replaces what is loaded from such variables by the size of the module's workgroups, if all have one size.
pub(super) fn replace(module: &mut Module) {
    let is_variable = |op: &OpId| {
        let name = Kind::BuiltIn.table().snake;
        ops::code(module, *op) == Some(Code::Mlir(Mlir::GlobalVariable))
            && facts::number_of(module, *op, name) == Some(u64::from(BuiltIn::WorkgroupSize as u32))
    };
    let variables: Vec<OpId> = module.top_ops().iter().copied().filter(is_variable).collect();
    let names: Set<Symbol> = variables.iter().filter_map(|op| facts::name_of(module, *op)).collect();
    if names.is_empty() {
        return;
    }
    let Some(size) = size(module) else { return };
    let Some((addresses, loads)) = uses(module, &names) else { return };
    for load in loads {
        let Some(ty) = module[load].results.first().map(|value| module.type_of(*value)) else { continue };
        let Type::Vector { elem, .. } = module.ctx[ty] else { return };
        let elems = size.map(|bits| module.ctx.attr(Attr::Int { bits, ty: elem }));
        let value = module.ctx.attr(Attr::Dense { elems: elems.into(), ty });
        module[load].info = ops::mlir(Mlir::Constant);
        module[load].operands.clear();
        module[load].attrs = [(attrs::VALUE, value)].into();
    }
    let dead: Set<OpId> = addresses.into_iter().chain(variables).collect();
    let blocks: Set<_> = dead.iter().filter_map(|op| module[*op].block).collect();
    for block in blocks {
        let kept = module[block].ops.iter().copied().filter(|op| !dead.contains(op)).collect();
        module[block].ops = kept;
    }
}

/// The size of a workgroup, if each entry point has the same one.
fn size(module: &Module) -> Option<[u64; 3]> {
    let mut found = None;
    for op in module.top_ops() {
        if ops::code(module, *op) != Some(Code::Core(Op::ExecutionMode)) {
            continue;
        }
        let Attr::Enum { value, params, .. } = &module.ctx[module.attr(*op, Kind::ExecutionMode.table().snake)?] else {
            continue;
        };
        if *value != ExecutionMode::LocalSize as u32 {
            continue;
        }
        let [x, y, z] = params[..] else { return None };
        let size = [facts::number(module, x)?, facts::number(module, y)?, facts::number(module, z)?];
        if found.is_some_and(|found| found != size) {
            return None;
        }
        found = Some(size);
    }
    found
}

/// The ops that give the address of these variables, and the loads from it; none if there are other uses.
fn uses(module: &Module, names: &Set<Symbol>) -> Option<(Vec<OpId>, Vec<OpId>)> {
    let mut addresses = Vec::new();
    let mut values: Set<ValueId> = Set::default();
    let mut loads = Vec::new();
    for op in walk::ops_in(module, module.root) {
        let code = ops::code(module, op);
        let symbol = facts::symbol_of(module, op, attrs::SYMBOL);
        if code == Some(Code::Mlir(Mlir::AddressOf)) && symbol.is_some_and(|name| names.contains(&name)) {
            addresses.push(op);
            values.extend(module[op].results.iter().copied());
        } else if module[op].uses().any(|value| values.contains(&value)) {
            if code != Some(Code::Core(Op::Load)) {
                return None;
            }
            loads.push(op);
        }
    }
    Some((addresses, loads))
}
