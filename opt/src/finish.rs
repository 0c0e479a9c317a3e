//! The last things that make a module valid: loads of what changes while an invocation runs are volatile.
//!
//! In the stages of ray tracing an invocation may go on in another subgroup, and one of a fragment may become a helper.
//! The memory model of Vulkan says so at each load, the other one at the variable.

use crate::edit;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, Module, OpId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{abi, attrs};
use spirv::{BuiltIn, Decoration, ExecutionModel, MemoryAccess, MemoryModel, Op};

/// Makes the loads of changing variables volatile.
pub(crate) fn mark_volatile(module: &mut Module) {
    let mut changing: Set<Symbol> = Set::default();
    let symbols = abi::symbols(module);
    for entry in abi::entry_points(module) {
        for attr in abi::array_of(module, entry.op, attrs::ARGS) {
            let Attr::Symbol(name) = module.ctx[*attr] else { continue };
            let variable = symbols.get(&name);
            if variable.is_some_and(|op| is_changing(module, *op, entry.model)) {
                changing.insert(name);
            }
        }
    }
    let model = abi::number_of(module, module.root, Kind::MemoryModel.table().snake);
    if changing.is_empty() {
        return;
    }
    match model == Some(MemoryModel::Vulkan as u64) {
        true => mark_loads(module, &changing),
        false => mark_variables(module, &changing),
    }
}

fn is_changing(module: &Module, variable: OpId, model: ExecutionModel) -> bool {
    let number = abi::number_of(module, variable, Kind::BuiltIn.table().snake);
    let Some(builtin) = number.and_then(|number| BuiltIn::from_u32(number as u32)) else { return false };
    match model {
        // Older versions have no volatile access to it.
        ExecutionModel::Fragment => builtin == BuiltIn::HelperInvocation && is_version(module, "v1.6"),
        ExecutionModel::IntersectionKHR => builtin == BuiltIn::RayTmaxKHR || is_of_subgroup(builtin),
        ExecutionModel::RayGenerationKHR
        | ExecutionModel::AnyHitKHR
        | ExecutionModel::ClosestHitKHR
        | ExecutionModel::MissKHR
        | ExecutionModel::CallableKHR => is_of_subgroup(builtin),
        _ => false,
    }
}

fn is_version(module: &Module, version: &str) -> bool {
    let found = module.attr(module.root, attrs::VERSION).map(|attr| &module.ctx[attr]);
    matches!(found, Some(Attr::Str(text)) if **text == *version)
}

/// Whether it says where in a subgroup, or on which part of the device, an invocation runs.
fn is_of_subgroup(builtin: BuiltIn) -> bool {
    matches!(
        builtin,
        BuiltIn::SubgroupSize
            | BuiltIn::SubgroupLocalInvocationId
            | BuiltIn::SubgroupEqMask
            | BuiltIn::SubgroupGeMask
            | BuiltIn::SubgroupGtMask
            | BuiltIn::SubgroupLeMask
            | BuiltIn::SubgroupLtMask
            | BuiltIn::SMIDNV
            | BuiltIn::WarpIDNV
    )
}

fn mark_variables(module: &mut Module, changing: &Set<Symbol>) {
    let Some(row) = Kind::Decoration.table().get(Decoration::Volatile as u32) else { return };
    let unit = module.ctx.attr(Attr::Unit);
    for op in module.top_ops().to_vec() {
        let is_variable = ops::code(module, op) == Some(Code::Mlir(Mlir::GlobalVariable));
        if is_variable && abi::name_of(module, op).is_some_and(|name| changing.contains(&name)) {
            module[op].set_attr(row.snake, unit);
        }
    }
}

fn mark_loads(module: &mut Module, changing: &Set<Symbol>) {
    let name = Kind::MemoryAccess.table().snake;
    for op in edit::functions(module).into_iter().flat_map(|func| walk::ops_in(module, func)).collect::<Vec<_>>() {
        let pointer = module[op].operands.first().copied().filter(|_| edit::core(module, op) == Some(Op::Load));
        let loaded = pointer.and_then(|pointer| edit::global(module, edit::root(module, pointer)));
        if !loaded.is_some_and(|name| changing.contains(&name)) {
            continue;
        }
        let (value, params) = match module.attr(op, name).map(|attr| module.ctx[attr].clone()) {
            Some(Attr::Enum { value, params, .. }) => (value, params),
            _ => (0, Box::default()),
        };
        let value = value | MemoryAccess::VOLATILE.bits();
        let attr = module.ctx.attr(Attr::Enum { kind: Kind::MemoryAccess.id(), value, params });
        module[op].set_attr(name, attr);
    }
}
