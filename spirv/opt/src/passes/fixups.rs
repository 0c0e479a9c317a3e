//! The last fixes that make a module valid: loads of what changes during an invocation are volatile, and the remaining
//! calls take whole variables.
//!
//! In the stages of ray tracing an invocation may be moved to another subgroup, and one of a fragment may become a
//! helper. Vulkan's memory model marks each load, the other one the variable.

use crate::edit::{self, Pool};
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::{Attr, BlockId, Module, OpId, Type, TypeId, ValueId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts, host};
use rustc_hash::FxHashMap;
use spirv::{BuiltIn, Decoration, ExecutionModel, MemoryAccess, MemoryModel, Op, StorageClass};

/// Makes the loads of changing variables volatile.
pub(crate) fn mark_volatile(module: &mut Module) {
    let mut changing: Set<Symbol> = Set::default();
    let symbols = facts::symbols(module);
    for entry in host::entry_points(module) {
        for attr in facts::array_of(module, entry.op, attrs::ARGS) {
            let Attr::Symbol(name) = module.ctx[*attr] else { continue };
            let variable = symbols.get(&name);
            if variable.is_some_and(|op| is_changing(module, *op, entry.model)) {
                changing.insert(name);
            }
        }
    }
    let model = facts::number_of(module, module.root, Kind::MemoryModel.table().snake);
    if changing.is_empty() {
        return;
    }
    match model == Some(MemoryModel::Vulkan as u64) {
        true => mark_loads(module, &changing),
        false => mark_variables(module, &changing),
    }
}

fn is_changing(module: &Module, variable: OpId, model: ExecutionModel) -> bool {
    let number = facts::number_of(module, variable, Kind::BuiltIn.table().snake);
    let Some(builtin) = number.and_then(|number| BuiltIn::from_u32(number as u32)) else { return false };
    match model {
        // Older versions have no volatile loads of it.
        ExecutionModel::Fragment => builtin == BuiltIn::HelperInvocation && facts::is_version_from(module, "v1.6"),
        ExecutionModel::IntersectionKHR => builtin == BuiltIn::RayTmaxKHR || is_of_subgroup(builtin),
        ExecutionModel::RayGenerationKHR
        | ExecutionModel::AnyHitKHR
        | ExecutionModel::ClosestHitKHR
        | ExecutionModel::MissKHR
        | ExecutionModel::CallableKHR => is_of_subgroup(builtin),
        ExecutionModel::Vertex
        | ExecutionModel::TessellationControl
        | ExecutionModel::TessellationEvaluation
        | ExecutionModel::Geometry
        | ExecutionModel::GLCompute
        | ExecutionModel::Kernel
        | ExecutionModel::TaskNV
        | ExecutionModel::MeshNV
        | ExecutionModel::TaskEXT
        | ExecutionModel::MeshEXT => false,
    }
}

/// Returns whether a built-in depends on the subgroup or the part of the device on which an invocation runs.
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
        if is_variable && facts::name_of(module, op).is_some_and(|name| changing.contains(&name)) {
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

/// Makes calls take whole variables: a part of a variable, or one of another storage class, is copied in and out.
pub(crate) fn fix_calls(module: &mut Module) {
    // A function with no other one calls none.
    if edit::functions(module).len() < 2 {
        return;
    }
    let types: FxHashMap<Symbol, TypeId> = edit::functions(module)
        .iter()
        .filter_map(|func| Some((facts::name_of(module, *func)?, facts::type_of(module, *func, attrs::TYPE)?)))
        .collect();
    for func in edit::functions(module) {
        let calls = walk::ops(module, func);
        let calls: Vec<OpId> = calls.filter(|op| edit::core(module, *op) == Some(Op::FunctionCall)).collect();
        let Some(region) = edit::body(module, func).filter(|_| !calls.is_empty()) else { continue };
        let mut pool = Pool::of(module, region);
        let mut around = FxHashMap::default();
        for call in calls {
            let callee = facts::symbol_of(module, call, attrs::SYMBOL).and_then(|name| types.get(&name));
            let params = match callee.map(|ty| &module.ctx[*ty]) {
                Some(Type::Function { params, .. }) => params.to_vec(),
                _ => continue,
            };
            let copies = fix_call(module, &mut pool, call, &params);
            around.insert(call, copies);
        }
        put_around(module, func, &around);
        pool.finish(module);
    }
}

/// The ops before a call and after it.
type Copies = (Vec<OpId>, Vec<OpId>);

fn fix_call(module: &mut Module, pool: &mut Pool, call: OpId, params: &[TypeId]) -> Copies {
    let (mut variables, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (at, param) in params.iter().enumerate() {
        let Some(argument) = module[call].operands.get(at).copied() else { break };
        let Some((pointee, storage)) = facts::pointer(module, *param) else { continue };
        let is_own = storage == StorageClass::Function;
        if !is_own || is_variable(module, argument) && module.type_of(argument) == *param {
            continue;
        }
        if facts::pointer(module, module.type_of(argument)).map(|(ty, _)| ty) != Some(pointee) {
            continue;
        }
        let copy = module.add_op(ops::core(Op::Variable));
        let variable = module.add_result(copy, *param);
        variables.push(copy);
        module[call].operands[at] = variable;
        before.extend(copied(module, argument, variable, pointee, call));
        after.push(copied(module, variable, argument, pointee, call));
    }
    // Copies are written back in reverse order.
    variables.into_iter().rev().for_each(|variable| pool.push(module, variable));
    (before, after.into_iter().rev().flatten().collect())
}

fn put_around(module: &mut Module, func: OpId, copies: &FxHashMap<OpId, Copies>) {
    let is_changed = |op: &OpId| copies.get(op).is_some_and(|(before, _)| !before.is_empty());
    let calls = walk::ops_in(module, func).into_iter().filter(is_changed);
    let blocks: Set<BlockId> = calls.filter_map(|op| module[op].block).collect();
    for block in blocks {
        let mut kept = Vec::new();
        for op in std::mem::take(&mut module[block].ops) {
            let (before, after) = copies.get(&op).map_or((&[][..], &[][..]), |(before, after)| (before, after));
            kept.extend_from_slice(before);
            kept.push(op);
            kept.extend_from_slice(after);
        }
        edit::adopt(module, block, &kept);
        module[block].ops = kept;
    }
}

/// Returns whether a pointer is a variable or a parameter.
fn is_variable(module: &Module, pointer: ValueId) -> bool {
    module
        .defining_op(pointer)
        .is_none_or(|op| matches!(ops::code(module, op), Some(Code::Core(Op::Variable) | Code::Mlir(Mlir::AddressOf))))
}

/// A load and a store.
fn copied(module: &mut Module, from: ValueId, to: ValueId, ty: TypeId, like: OpId) -> [OpId; 2] {
    let load = module.add_op(ops::core(Op::Load));
    module[load].operands = [from].into();
    let value = module.add_result(load, ty);
    let store = module.add_op(ops::core(Op::Store));
    module[store].operands = [to, value].into();
    for op in [load, store] {
        module[op].loc = module[like].loc;
    }
    [load, store]
}
