//! What MLIR leaves to its last passes, in modules that come from its text: interfaces of entry points as attributes
//! (`lower-abi-attrs`), decorations of buffers, and version and capabilities that no head names (`update-vce`).

mod group_size;
mod layout;

use super::attrs;
use super::availability;
use super::buffers;
use super::enums::{self, Kind};
use super::facts;
use super::ops::{self, Code, Mlir};
use super::triple;
use super::types::{Member, SpirvType};
use crate::diagnostics::{self, Error, Result};
use crate::ir::rewrite::Rewrites;
use crate::ir::{Attr, AttrId, BlockId, Builder, Module, NamedAttr, OpId, Type, TypeId, ValueId, walk};
use base::ids::Set;
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// Completes a module that was written for MLIR's passes.
pub fn complete(module: &mut Module) -> Result<()> {
    let has_abi = |op: &OpId| module.attr(*op, attrs::ENTRY_POINT_ABI).is_some();
    let entry_points: Vec<OpId> = module.top_ops().iter().copied().filter(has_abi).collect();
    if !entry_points.is_empty() {
        layout::lay_out(module);
    }
    for op in entry_points {
        entry_point(module, op)?;
    }
    group_size::replace(module);
    buffers::add_blocks(module);
    require(module);
    require_linkage(module);
    require_storage_buffers(module);
    interfaces(module);
    Ok(())
}

/// Declares `Linkage` where the module needs it: without an entry point, or with names for other modules.
fn require_linkage(module: &mut Module) {
    let is_entry = |op: &OpId| ops::code(module, *op) == Some(Code::Core(Op::EntryPoint));
    let is_linked = |op: &OpId| {
        let mut names = module[*op].attrs.iter().map(|(name, _)| enums::decoration(name));
        names.any(|decoration| decoration == Some(Decoration::LinkageAttributes as u32))
    };
    let needs = !module.top_ops().iter().any(is_entry) || module.top_ops().iter().any(is_linked);
    if needs && !declares(module, Capability::Linkage) {
        let linkage = module.ctx.enum_attr(Kind::Capability.id(), Capability::Linkage as u32);
        extend(module, attrs::CAPABILITIES, linkage);
    }
}

/// Declares the extension for storage buffers before SPIR-V 1.3, which has them.
fn require_storage_buffers(module: &mut Module) {
    const NAME: &str = "SPV_KHR_storage_buffer_storage_class";
    let is_buffer =
        |ty: &Type| matches!(ty, Type::Spirv(SpirvType::Pointer { storage: StorageClass::StorageBuffer, .. }));
    if minor(module) >= 3 || !availability::needs(module).types.iter().any(|ty| is_buffer(&module.ctx[*ty])) {
        return;
    }
    let name = module.ctx.str_attr(NAME);
    if !facts::array_of(module, module.root, attrs::EXTENSIONS).contains(&name) {
        extend(module, attrs::EXTENSIONS, name);
    }
}

fn extend(module: &mut Module, list: &'static str, attr: AttrId) {
    let root = module.root;
    let mut items = facts::array_of(module, root, list).to_vec();
    items.push(attr);
    let items = module.ctx.attr(Attr::Array(items.into()));
    module[root].set_attr(list, items);
}

/// Lists the variables that the functions of each entry point use, where the version wants them listed.
fn interfaces(module: &mut Module) {
    let is_entry = |op: &OpId| ops::code(module, *op) == Some(Code::Core(Op::EntryPoint));
    let entries: Vec<OpId> = module.top_ops().iter().copied().filter(is_entry).collect();
    let symbols = facts::symbols(module);
    for entry in entries {
        let function = facts::symbol_of(module, entry, attrs::SYMBOL).and_then(|name| symbols.get(&name));
        let Some(function) = function else { continue };
        let known: Set<AttrId> = facts::array_of(module, entry, attrs::ARGS).iter().copied().collect();
        let mut listed = facts::array_of(module, entry, attrs::ARGS).to_vec();
        listed.extend(interface(module, &symbols, *function).into_iter().filter(|symbol| !known.contains(symbol)));
        if listed.len() > known.len() {
            let listed = module.ctx.attr(Attr::Array(listed.into()));
            module[entry].set_attr(attrs::ARGS, listed);
        }
    }
}

/// The minor version that a module names, or that of its target.
fn minor(module: &Module) -> u32 {
    let own = module.attr(module.root, attrs::VERSION).or_else(|| target(module)?.first().copied());
    own.map_or(triple::DEFAULT_MINOR, |version| triple::minor_of(module, version).unwrap_or(0))
}

/// The target that a module names: a version, capabilities, extensions and limits.
fn target(module: &Module) -> Option<&[AttrId]> {
    match module.attr(module.root, attrs::TARGET_ENV).map(|attr| &module.ctx[attr]) {
        Some(Attr::Array(parts)) => Some(parts),
        _ => None,
    }
}

/// Returns whether a module declares a capability.
fn declares(module: &Module, capability: Capability) -> bool {
    let of =
        |attrs: &[AttrId]| attrs.iter().any(|attr| facts::number(module, *attr) == Some(u64::from(capability as u32)));
    of(facts::array_of(module, module.root, attrs::CAPABILITIES))
}

/// Returns whether a module declares a capability, or its target has it.
fn allows(module: &Module, capability: Capability) -> bool {
    let of_target = target(module).and_then(|parts| parts.get(1)).map(|attr| &module.ctx[*attr]);
    let is_it = |attr: &AttrId| facts::number(module, *attr) == Some(u64::from(capability as u32));
    declares(module, capability) || matches!(of_target, Some(Attr::Array(items)) if items.iter().any(is_it))
}

/// Gives a module that names no version the one that it needs, the capabilities, and their extensions.
fn require(module: &mut Module) {
    let root = module.root;
    if module.attr(root, attrs::VERSION).is_some() {
        return;
    }
    let mut base: Vec<Capability> = vec![if is_kernel(module) { Capability::Kernel } else { Capability::Shader }];
    let has_entry = module.top_ops().iter().any(|op| ops::code(module, *op) == Some(Code::Core(Op::EntryPoint)));
    base.extend((!has_entry).then_some(Capability::Linkage));
    let triple = triple::derive(module, &base);
    let version = module.ctx.str_attr(&format!("v1.{}", triple.minor));
    let kind = Kind::Capability.id();
    let capabilities: Vec<AttrId> =
        triple.capabilities.iter().map(|one| module.ctx.enum_attr(kind, *one as u32)).collect();
    let extensions: Vec<AttrId> = triple.extensions.iter().map(|name| module.ctx.str_attr(name)).collect();
    let capabilities = module.ctx.attr(Attr::Array(capabilities.into()));
    let extensions = module.ctx.attr(Attr::Array(extensions.into()));
    module[root].set_attr(attrs::VERSION, version);
    module[root].set_attr(attrs::CAPABILITIES, capabilities);
    module[root].set_attr(attrs::EXTENSIONS, extensions);
}

/// Returns whether a module is one of kernels.
fn is_kernel(module: &Module) -> bool {
    let model = facts::number_of(module, module.root, Kind::MemoryModel.table().snake);
    model == Some(u64::from(spirv::MemoryModel::OpenCL as u32))
}

fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::in_module(diagnostics::Code::Verify, message))
}

/// Makes an entry point of a function: its parameters become variables.
fn entry_point(module: &mut Module, func: OpId) -> Result<()> {
    let Some(name) = facts::name_of(module, func) else { return refuse("an entry point has no name") };
    let facts_of = facts::array_of(module, func, attrs::ENTRY_POINT_ABI).to_vec();
    let kept = module[func].attrs.iter().copied().filter(|(name, _)| *name != attrs::ENTRY_POINT_ABI);
    let kept: Vec<_> = kept.collect();
    module[func].attrs = kept.into();
    let is_entry = |op: &OpId| {
        ops::code(module, *op) == Some(Code::Core(Op::EntryPoint))
            && facts::symbol_of(module, *op, attrs::SYMBOL) == Some(name)
    };
    let entry = module[func].regions.first().and_then(|region| module[*region].blocks.first().copied());
    let (Some(entry), false) = (entry, module.top_ops().iter().any(is_entry)) else { return Ok(()) };
    let is_kernel = is_kernel(module);
    // Parameters of kernels are the host's arguments.
    if !is_kernel {
        parameters(module, func, entry)?;
    }
    let model = if is_kernel { ExecutionModel::Kernel } else { ExecutionModel::GLCompute };
    let body = module.body();
    let symbol = module.ctx.symbol_attr(name);
    let model = module.ctx.enum_attr(Kind::ExecutionModel.id(), model as u32);
    let interface = module.ctx.attr(Attr::Array(Box::default()));
    let op = module.add_op(ops::core(Op::EntryPoint));
    module[op].attrs =
        [(Kind::ExecutionModel.table().snake, model), (attrs::SYMBOL, symbol), (attrs::ARGS, interface)].into();
    module.append(body, op);
    for fact in facts_of {
        let Attr::Array(pair) = module.ctx[fact].clone() else { continue };
        let [key, value] = pair[..] else { continue };
        let Attr::Str(key) = module.ctx[key].clone() else { continue };
        let (mode, values) = match (&*key, module.ctx[value].clone()) {
            ("workgroup_size", Attr::Array(sizes)) => (ExecutionMode::LocalSize, sizes.to_vec()),
            ("workgroup_size", Attr::Dense { elems, .. }) => (ExecutionMode::LocalSize, elems.to_vec()),
            ("subgroup_size", _) => (ExecutionMode::SubgroupSize, vec![value]),
            ("target_width", _) => (ExecutionMode::SignedZeroInfNanPreserve, vec![value]),
            _ => return refuse(format!("invalid '{key}' of the entry point")),
        };
        let is_allowed = match mode {
            ExecutionMode::SubgroupSize => minor(module) >= 1 && allows(module, Capability::SubgroupDispatch),
            ExecutionMode::SignedZeroInfNanPreserve => allows(module, Capability::SignedZeroInfNanPreserve),
            _ => true,
        };
        if !is_allowed {
            continue;
        }
        let op = module.add_op(ops::core(Op::ExecutionMode));
        let kind = Kind::ExecutionMode;
        let mode = module.ctx.attr(Attr::Enum { kind: kind.id(), value: mode as u32, params: values.into() });
        module[op].attrs = [(attrs::SYMBOL, symbol), (kind.table().snake, mode)].into();
        module.append(body, op);
    }
    Ok(())
}

/// Replaces the parameters of an entry point by variables: pointers as they are, values in a struct.
fn parameters(module: &mut Module, func: OpId, entry: BlockId) -> Result<()> {
    let args = std::mem::take(&mut module[entry].args);
    let old = std::mem::take(&mut module[entry].ops);
    let name = facts::name_of(module, func).map_or_else(String::new, |name| module.ctx.str(name).to_owned());
    let mut first = Vec::new();
    let mut known: Vec<(ValueId, ValueId)> = Vec::new();
    for (at, arg) in args.iter().enumerate() {
        let abi =
            module.arg_attrs(*arg).iter().find(|(name, _)| *name == attrs::INTERFACE_VAR_ABI).map(|(_, attr)| *attr);
        let parts = match abi.map(|attr| module.ctx[attr].clone()) {
            Some(Attr::Array(parts)) => parts,
            _ => Box::default(),
        };
        let [set, binding, ..] = parts[..] else {
            return refuse(format!("parameter {at} of '{name}' has no {}", attrs::INTERFACE_VAR_ABI));
        };
        let ty = module.type_of(*arg);
        let is_pointer = facts::pointer(module, ty).is_some();
        let storage = parts.get(2).and_then(|attr| facts::number(module, *attr));
        let storage = storage.and_then(|storage| StorageClass::from_u32(storage as u32));
        let pointer = if is_pointer { ty } else { wrapped(module, ty, storage.unwrap_or(StorageClass::StorageBuffer)) };
        let symbol = variable(module, func, &format!("{name}_arg_{at}"), pointer, [set, binding]);
        let value = loaded(module, entry, symbol, pointer, ty, is_pointer);
        known.push((*arg, value));
    }
    first.append(&mut module[entry].ops);
    first.extend(old);
    module[entry].ops = first;
    let mut rewrite = Rewrites::default();
    for (old, new) in known {
        rewrite.replace(old, new);
    }
    rewrite.apply(module, func);
    let none = module.ctx.none();
    let ty = module.ctx.ty(Type::Function { params: Box::default(), result: none });
    let ty = module.ctx.attr(Attr::Type(ty));
    module[func].set_attr(attrs::TYPE, ty);
    Ok(())
}

/// A pointer to a struct with a value.
fn wrapped(module: &mut Module, ty: TypeId, storage: StorageClass) -> TypeId {
    let members = vec![Member { ty, offset: Some(0), decorations: Vec::new() }];
    let pointee = module.ctx.ty(Type::Spirv(SpirvType::Struct { name: None, members, decorations: Vec::new() }));
    module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }))
}

/// Declares a variable with a descriptor set and a binding before a function. Returns its name.
fn variable(module: &mut Module, func: OpId, name: &str, ty: TypeId, [set, binding]: [AttrId; 2]) -> AttrId {
    let op = module.add_op(ops::mlir(Mlir::GlobalVariable));
    let name = module.ctx.name(name);
    let symbol = module.ctx.symbol_attr(name);
    let ty = module.ctx.attr(Attr::Type(ty));
    module[op].attrs =
        [(attrs::SYM_NAME, symbol), (attrs::TYPE, ty), ("descriptor_set", set), ("binding", binding)].into();
    let body = module.body();
    let at = module[body].ops.iter().position(|other| *other == func).unwrap_or(0);
    module[op].block = Some(body);
    module[body].ops.insert(at, op);
    symbol
}

/// The origin of a parameter: the pointer to a variable, or the value in it.
fn loaded(
    module: &mut Module,
    block: BlockId,
    symbol: AttrId,
    pointer: TypeId,
    ty: TypeId,
    is_pointer: bool,
) -> ValueId {
    let i32 = module.ctx.int(32);
    let zero = module.ctx.attr(Attr::Int { bits: 0, ty: i32 });
    let storage = facts::storage_of(module, pointer).unwrap_or(StorageClass::StorageBuffer);
    let part = module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee: ty, storage, stride: None }));
    let address = valued(module, block, Mlir::AddressOf, (attrs::SYMBOL, symbol), pointer);
    if is_pointer {
        return address;
    }
    let index = valued(module, block, Mlir::Constant, (attrs::VALUE, zero), i32);
    let mut build = Builder::new(module, block);
    let at = build.value(ops::core(Op::AccessChain), &[address, index], part);
    build.value(ops::core(Op::Load), &[at], ty)
}

/// A new op with an attribute and a result.
fn valued(module: &mut Module, block: BlockId, op: Mlir, attr: NamedAttr, ty: TypeId) -> ValueId {
    let mut build = Builder::new(module, block);
    let op = build.op(ops::mlir(op), &[]);
    build.with(op, attr.0, attr.1);
    module.add_result(op, ty)
}

/// The variables of an interface that a function and what it calls use: from SPIR-V 1.4 on all, before inputs and outputs.
fn interface(module: &Module, symbols: &FxHashMap<Symbol, OpId>, func: OpId) -> Vec<AttrId> {
    let lists_all = minor(module) >= 4;
    let (mut found, mut known) = (Vec::new(), Set::default());
    let (mut seen, mut stack) = (Set::default(), vec![func]);
    seen.insert(func);
    while let Some(func) = stack.pop() {
        for op in walk::ops(module, func) {
            let Some(target) = facts::symbol_of(module, op, attrs::SYMBOL).and_then(|name| symbols.get(&name)) else {
                continue;
            };
            let is_function = ops::code(module, *target) == Some(Code::Mlir(Mlir::Func));
            if is_function && seen.insert(*target) {
                stack.push(*target);
            }
            let pointer = facts::type_of(module, *target, attrs::TYPE).and_then(|ty| facts::pointer(module, ty));
            let is_variable = ops::code(module, *target) == Some(Code::Mlir(Mlir::GlobalVariable));
            let is_used =
                is_variable && (lists_all || matches!(pointer, Some((_, StorageClass::Input | StorageClass::Output))));
            found.extend(module.attr(*target, attrs::SYM_NAME).filter(|symbol| is_used && known.insert(*symbol)));
        }
    }
    found
}
