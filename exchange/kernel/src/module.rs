//! Declarations of a module of kernels: models, capabilities, entry points, execution modes and variables.

use crate::error::{Result, refuse};
use crate::requirements::Needs;
use crate::types::Types;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, Module, OpId, Type, TypeId, walk};
use dialect::spirv::enums::Kind;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts, host};
use spirv::{AddressingModel, Capability, ExecutionMode, ExecutionModel, MemoryModel, Op, StorageClass};

/// Modes of shaders that say nothing to a kernel, because it does so anyway or has no such choice.
const DROPPED: &[ExecutionMode] = &[
    ExecutionMode::DenormPreserve,
    ExecutionMode::SignedZeroInfNanPreserve,
    ExecutionMode::RoundingModeRTE,
    ExecutionMode::MaximallyReconvergesKHR,
    ExecutionMode::SubgroupUniformControlFlowKHR,
    // Four lanes in a row are a quad, as they are without it.
    ExecutionMode::DerivativeGroupLinearKHR,
];

/// Rewrites the declarations. `exact` are the functions in which products and sums are rounded each.
pub(crate) fn declare(
    module: &mut Module,
    types: &mut Types,
    needs: &Needs,
    version: (u8, u8),
    exact: &Set<Symbol>,
) -> Result<()> {
    let mut kept: Vec<OpId> = needs.builtins.values().map(|(_, op)| *op).collect();
    let mut modes = Vec::new();
    for op in module.top_ops().to_vec() {
        let keep = top_op(module, types, op, version).map_err(|error| error.at(module, op))?;
        if keep {
            kept.push(op);
        }
    }
    for function in exact {
        modes.push(contraction_off(module, *function));
    }
    // Modes stand after entry points; the writer puts everything into its section.
    kept.extend(modes);
    let body = module.body();
    for op in &kept {
        module[*op].block = Some(body);
    }
    module[body].ops = kept;
    interfaces(module, needs);
    root(module, needs, version);
    Ok(())
}

/// Rewrites a declaration, and says whether it stays.
fn top_op(module: &mut Module, types: &mut Types, op: OpId, version: (u8, u8)) -> Result<bool> {
    match ops::code(module, op) {
        Some(Code::Mlir(Mlir::GlobalVariable)) => Ok(variable(module, types, op)),
        Some(Code::Mlir(Mlir::SpecConstant | Mlir::SpecConstantComposite | Mlir::SpecConstantOperation)) => {
            for name in [attrs::TYPE, attrs::VALUE, attrs::ARGS] {
                if let Some(attr) = module.attr(op, name) {
                    let attr = types.constant(&mut module.ctx, attr);
                    module[op].set_attr(name, attr);
                }
            }
            Ok(true)
        }
        Some(Code::Core(Op::EntryPoint)) => {
            let model = module.ctx.enum_attr(Kind::ExecutionModel.id(), ExecutionModel::Kernel as u32);
            module[op].set_attr(Kind::ExecutionModel.table().snake, model);
            Ok(true)
        }
        Some(Code::Core(Op::ExecutionMode | Op::ExecutionModeId)) => mode(module, op, version),
        Some(Code::Mlir(Mlir::Func)) => Ok(true),
        // Not the source: a driver that takes the language for that of kernels compiles HLSL to nonsense, or crashes.
        Some(Code::Core(Op::ModuleProcessed)) => Ok(version >= (1, 1)),
        _ => Ok(false),
    }
}

/// Only what a workgroup shares stays a variable of the module.
fn variable(module: &mut Module, types: &mut Types, op: OpId) -> bool {
    let pointer = facts::type_of(module, op, attrs::TYPE).and_then(|ty| facts::pointer(module, ty));
    let Some((pointee, StorageClass::Workgroup)) = pointer else { return false };
    let pointee = types.stored(&mut module.ctx, pointee);
    let storage = StorageClass::Workgroup;
    let ty = module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride: None }));
    let ty = module.ctx.attr(Attr::Type(ty));
    let kept = [attrs::SYM_NAME];
    module[op].attrs.retain(|(name, _)| kept.contains(name));
    module[op].set_attr(attrs::TYPE, ty);
    true
}

fn mode(module: &mut Module, op: OpId, version: (u8, u8)) -> Result<bool> {
    let snake = Kind::ExecutionMode.table().snake;
    let Some(attr) = module.attr(op, snake) else { return Ok(false) };
    let Attr::Enum { value, params, .. } = module.ctx[attr].clone() else { return Ok(false) };
    match ExecutionMode::from_u32(value) {
        Some(ExecutionMode::LocalSize) => Ok(true),
        Some(ExecutionMode::LocalSizeId) => local_size(module, op, &params, version),
        Some(mode) if DROPPED.contains(&mode) => Ok(false),
        Some(ExecutionMode::DenormFlushToZero) => {
            refuse("flushing denormal numbers (-denorm ftz) is not supported in kernels")
        }
        _ => refuse(format!(
            "the execution mode {} is not supported in kernels",
            Kind::ExecutionMode.table().text(value)
        )),
    }
}

/// The size that another op gives the same entry point.
fn size_by_literals(module: &Module, op: OpId) -> Option<Vec<u64>> {
    let snake = Kind::ExecutionMode.table().snake;
    let entry = facts::symbol_of(module, op, attrs::SYMBOL);
    module.top_ops().iter().find_map(|&other| {
        let is_of_entry = other != op && facts::symbol_of(module, other, attrs::SYMBOL) == entry;
        let Attr::Enum { value, params, .. } = &module.ctx[module.attr(other, snake).filter(|_| is_of_entry)?] else {
            return None;
        };
        let is_size = *value == ExecutionMode::LocalSize as u32;
        params.iter().map(|param| facts::number(module, *param)).collect::<Option<Vec<u64>>>().filter(|_| is_size)
    })
}

/// A size by constants becomes one by numbers where they are known.
fn local_size(module: &mut Module, op: OpId, params: &[AttrId], version: (u8, u8)) -> Result<bool> {
    let numbers: Option<Vec<u64>> = params.iter().map(|param| facts::number(module, *param)).collect();
    let Some(numbers) = numbers else {
        return match version >= (1, 2) {
            true => Ok(true),
            false => refuse("specialized workgroup sizes require SPIR-V 1.2"),
        };
    };
    match size_by_literals(module, op) {
        Some(known) if known == numbers => return Ok(false),
        Some(_) => return refuse("an entry point with two workgroup sizes is not supported in kernels"),
        None => {}
    }
    let literals = numbers.into_iter().map(|number| module.ctx.attr(Attr::Literal(number as u32))).collect();
    set_mode(module, op, ExecutionMode::LocalSize, literals);
    module[op].info = ops::core(Op::ExecutionMode);
    Ok(true)
}

fn set_mode(module: &mut Module, op: OpId, mode: ExecutionMode, params: Box<[AttrId]>) {
    let kind = Kind::ExecutionMode;
    let attr = module.ctx.attr(Attr::Enum { kind: kind.id(), value: mode as u32, params });
    module[op].set_attr(kind.table().snake, attr);
}

fn contraction_off(module: &mut Module, function: Symbol) -> OpId {
    let op = module.add_op(ops::core(Op::ExecutionMode));
    let symbol = module.ctx.symbol_attr(function);
    module[op].set_attr(attrs::SYMBOL, symbol);
    set_mode(module, op, ExecutionMode::ContractionOff, Box::default());
    op
}

/// Entry points name the builtins that they read.
fn interfaces(module: &mut Module, needs: &Needs) {
    for entry in host::entry_points(module) {
        let function = facts::find_symbol(module, entry.function);
        let mut used = Vec::new();
        for op in function.map_or(Vec::new(), |function| walk::ops_in(module, function)) {
            let symbol = facts::symbol_of(module, op, attrs::SYMBOL);
            let is_builtin = symbol.is_some_and(|symbol| needs.builtins.values().any(|(name, _)| *name == symbol));
            if let (true, Some(symbol)) = (is_builtin, symbol) {
                let attr = module.ctx.symbol_attr(symbol);
                if !used.contains(&attr) {
                    used.push(attr);
                }
            }
        }
        let used = module.ctx.attr(Attr::Array(used.into()));
        module[entry.op].set_attr(attrs::ARGS, used);
    }
}

/// The header of the module.
fn root(module: &mut Module, needs: &Needs, version: (u8, u8)) {
    let root = module.root;
    let mut capabilities: Set<u32> = Set::default();
    capabilities.extend([Capability::Addresses, Capability::Kernel, Capability::Int64].map(|one| one as u32));
    if !needs.builtins.is_empty() {
        capabilities.insert(Capability::Linkage as u32);
    }
    of_types(module, &mut capabilities);
    capabilities.extend(needs.capabilities.iter().copied());
    let ctx = &mut module.ctx;
    let list = capabilities.into_iter().map(|one| ctx.enum_attr(Kind::Capability.id(), one)).collect();
    let extensions = needs.extensions.iter().map(|name| ctx.str_attr(name)).collect();
    let attributes = [
        (attrs::CAPABILITIES, Attr::Array(list)),
        (attrs::EXTENSIONS, Attr::Array(extensions)),
        (attrs::VERSION, Attr::Str(format!("v{}.{}", version.0, version.1).into())),
    ];
    for (name, attr) in attributes {
        let attr = module.ctx.attr(attr);
        module[root].set_attr(name, attr);
    }
    let models =
        [(Kind::AddressingModel, AddressingModel::Physical64 as u32), (Kind::MemoryModel, MemoryModel::OpenCL as u32)];
    for (kind, model) in models {
        let attr = module.ctx.enum_attr(kind.id(), model);
        module[root].set_attr(kind.table().snake, attr);
    }
}

/// The capabilities of the types of all values and variables.
fn of_types(module: &Module, capabilities: &mut Set<u32>) {
    let mut seen: Set<TypeId> = Set::default();
    let mut stack = Vec::new();
    for op in walk::ops_in(module, module.root) {
        stack.extend(module[op].results.iter().map(|value| module.type_of(*value)));
        stack.extend(facts::type_of(module, op, attrs::TYPE));
    }
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let needed = match &module.ctx[ty] {
            Type::Int { width: 8, .. } => Some(Capability::Int8),
            Type::Int { width: 16, .. } => Some(Capability::Int16),
            Type::Float { width: 16, kind: FloatKind::Ieee } => Some(Capability::Float16),
            Type::Float { width: 64, .. } => Some(Capability::Float64),
            Type::Vector { elem, .. } => {
                stack.push(*elem);
                None
            }
            Type::Function { params, result } => {
                stack.extend(params.iter().chain([result]));
                None
            }
            Type::Spirv(SpirvType::Pointer { pointee: inner, .. } | SpirvType::Array { elem: inner, .. }) => {
                stack.push(*inner);
                None
            }
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                stack.extend(members.iter().map(|member| member.ty));
                None
            }
            _ => None,
        };
        capabilities.extend(needed.map(|one| one as u32));
    }
}
