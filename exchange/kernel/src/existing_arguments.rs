//! The arguments of kernels in a module that has them already: by the types of their parameters.

use crate::arguments::{Argument, ArgumentKind, Kernel};
use dialect::ir::{Module, OpId, Type, TypeId, ValueId};
use dialect::spirv::types::{Length, SpirvType};
use dialect::spirv::{facts, host};
use spirv::{AccessQualifier, ExecutionModel, StorageClass};

/// The kernels of a module of kernels.
pub fn kernels(module: &Module) -> Vec<Kernel> {
    let entries = host::entry_points(module).into_iter().filter(|entry| entry.model == ExecutionModel::Kernel);
    let of = |entry: host::EntryPoint| {
        let func = facts::find_symbol(module, entry.function)?;
        let arguments = parameters(module, func).into_iter().enumerate().map(|(at, value)| argument(module, at, value));
        Some(Kernel { name: entry.name, local_size: entry.local_size, arguments: arguments.collect() })
    };
    entries.filter_map(of).collect()
}

fn parameters(module: &Module, func: OpId) -> Vec<ValueId> {
    let entry = module[func].regions.first().and_then(|region| module[*region].blocks.first());
    entry.map(|block| module[*block].args.clone()).unwrap_or_default()
}

fn argument(module: &Module, at: usize, value: ValueId) -> Argument {
    let ty = module.type_of(value);
    let (kind, bytes) = kind(module, ty);
    let name = module[value].name.map(|name| module.ctx.str(name)).filter(|name| !facts::is_generated(name));
    let name = name.map_or_else(|| format!("argument{at}"), str::to_owned);
    Argument { name, kind, set: 0, binding: at as u32, element: None, offset: 0, bytes }
}

/// The kind of an argument, and the bytes of what is passed by value.
fn kind(module: &Module, ty: TypeId) -> (ArgumentKind, u32) {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Pointer { storage: StorageClass::UniformConstant, .. }) => (ArgumentKind::Constants, 0),
        Type::Spirv(SpirvType::Pointer { storage: StorageClass::Workgroup, .. }) => (ArgumentKind::GroupMemory, 0),
        // A copy for the kernel.
        Type::Spirv(SpirvType::Pointer { pointee, storage: StorageClass::Function, .. }) => {
            (ArgumentKind::Value, bytes(module, *pointee))
        }
        Type::Spirv(SpirvType::Pointer { .. }) => (ArgumentKind::Buffer, 0),
        Type::Spirv(SpirvType::Sampler) => (ArgumentKind::Sampler, 0),
        Type::Spirv(SpirvType::Image(image)) => {
            let access = image.access.unwrap_or(AccessQualifier::ReadOnly);
            (ArgumentKind::Image(image.dim, image.arrayed == 1, access), 0)
        }
        _ => (ArgumentKind::Value, bytes(module, ty)),
    }
}

fn bytes(module: &Module, ty: TypeId) -> u32 {
    size(module, ty).and_then(|(bytes, _)| u32::try_from(bytes).ok()).unwrap_or(0)
}

/// The bytes of a value and its alignment, as OpenCL lays values out.
fn size(module: &Module, ty: TypeId) -> Option<(u64, u64)> {
    match &module.ctx[ty] {
        Type::Int { width, .. } | Type::Float { width, .. } => Some((u64::from(width / 8), u64::from(width / 8))),
        Type::Vector { elem, len } => {
            let bytes = (size(module, *elem)?.0 * u64::from(*len)).next_power_of_two();
            Some((bytes, bytes))
        }
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => {
            let (bytes, align) = size(module, *elem)?;
            Some((bytes.checked_mul(*len)?, align))
        }
        Type::Spirv(SpirvType::Struct { members, .. }) => {
            let (mut end, mut most) = (0u64, 1);
            for member in members {
                let (bytes, align) = size(module, member.ty)?;
                let align = align.max(1);
                (end, most) = (end.next_multiple_of(align).checked_add(bytes)?, align.max(most));
            }
            Some((end.next_multiple_of(most), most))
        }
        Type::Spirv(SpirvType::Pointer { .. }) => Some((8, 8)),
        _ => None,
    }
}
