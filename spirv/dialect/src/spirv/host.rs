//! The interface between a module and its host: entry points with their workgroup sizes, and global variables.

use super::attrs;
use super::enums::Kind;
use super::facts::{number, number_of, pointer, symbol_of, type_of, untyped_pointer};
use super::ops::{self, Code, Mlir};
use crate::ir::{Attr, Module, OpId, TypeId};
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use spirv::{ExecutionMode, Op, StorageClass};

/// An entry point of a module.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// The op.
    pub op: OpId,
    /// Its name for the host.
    pub name: String,
    /// Its function.
    pub function: Symbol,
    /// The stage or kind.
    pub model: spirv::ExecutionModel,
    /// Its workgroup size, if literals or plain constants give it.
    pub local_size: Option<[u32; 3]>,
}

/// The entry points of a module, in order.
pub fn entry_points(module: &Module) -> Vec<EntryPoint> {
    let sizes = local_sizes(module);
    let ops = module.top_ops().iter().copied();
    ops.filter(|op| ops::code(module, *op) == Some(Code::Core(Op::EntryPoint)))
        .filter_map(|op| entry(module, op, &sizes))
        .collect()
}

fn entry(module: &Module, op: OpId, sizes: &FxHashMap<Symbol, Option<[u32; 3]>>) -> Option<EntryPoint> {
    let function = symbol_of(module, op, attrs::SYMBOL)?;
    let model = number_of(module, op, Kind::ExecutionModel.table().snake)?;
    let name = match module.attr(op, attrs::ENTRY_NAME).map(|attr| &module.ctx[attr]) {
        Some(Attr::Str(text)) => text.to_string(),
        _ => module.ctx.str(function).to_owned(),
    };
    let model = spirv::ExecutionModel::from_u32(model as u32)?;
    Some(EntryPoint { op, name, function, model, local_size: sizes.get(&function).copied().flatten() })
}

/// Workgroup sizes from execution modes, by function: the first mode counts.
fn local_sizes(module: &Module) -> FxHashMap<Symbol, Option<[u32; 3]>> {
    let mut sizes = FxHashMap::default();
    for op in module.top_ops() {
        if let Some((function, size)) = mode_of_size(module, *op) {
            sizes.entry(function).or_insert(size);
        }
    }
    sizes
}

fn mode_of_size(module: &Module, op: OpId) -> Option<(Symbol, Option<[u32; 3]>)> {
    let Some(Code::Core(Op::ExecutionMode | Op::ExecutionModeId)) = ops::code(module, op) else { return None };
    let Attr::Enum { value, params, .. } = &module.ctx[module.attr(op, Kind::ExecutionMode.table().snake)?] else {
        return None;
    };
    let is_size = [ExecutionMode::LocalSize as u32, ExecutionMode::LocalSizeId as u32].contains(value);
    let [x, y, z] = **params else { return None };
    let part = |param| number(module, param).map(|part| part as u32);
    let size = || Some([part(x)?, part(y)?, part(z)?]);
    is_size.then(|| Some((symbol_of(module, op, attrs::SYMBOL)?, size())))?
}

/// The variables of a module with their pointee types and storage classes, in order.
pub fn variables(module: &Module) -> impl Iterator<Item = (OpId, TypeId, StorageClass)> {
    let is_variable = move |op: &OpId| ops::code(module, *op) == Some(Code::Mlir(Mlir::GlobalVariable));
    let ops = module.top_ops().iter().copied().filter(is_variable);
    let declared = move |op: OpId| {
        let ty = type_of(module, op, attrs::TYPE)?;
        let untyped = || Some((type_of(module, op, attrs::DATA_TYPE)?, untyped_pointer(module, ty)?));
        let (ty, storage) = pointer(module, ty).or_else(untyped)?;
        Some((op, ty, storage))
    };
    ops.filter_map(declared)
}
