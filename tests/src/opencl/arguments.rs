//! The arguments of kernels.
//!
//! A shader's arguments are those that the conversion lists; those of a genuine kernel follow from its type, and are
//! bound in set 0 by position.

use crate::device::Result;
use dialect::ir::{Module, Type};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, host};
use kernel::ArgumentKind;
use runner::KernelInfo;
use spirv::StorageClass;

/// The value of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// The memory of a slot: a buffer, or its image.
    Memory(usize),
    /// The sampler of a slot.
    Sampler(usize),
    /// The size of a slot in bytes.
    Size(usize),
    /// The contents of a slot by value.
    Value(usize),
    /// A part of the push constants.
    Push(usize, usize),
}

/// The arguments of a shader that became a kernel.
pub(super) fn of_shader(kernel: &kernel::Kernel, info: &KernelInfo) -> Result<Vec<Given>> {
    let given = kernel.arguments.iter().map(|argument| {
        let slot = || slot(info, argument.set, argument.binding, argument.element.unwrap_or(0));
        Ok(match argument.kind {
            ArgumentKind::Buffer | ArgumentKind::Constants | ArgumentKind::Image(..) => Given::Memory(slot()?),
            ArgumentKind::Bytes => Given::Size(slot()?),
            ArgumentKind::Sampler => Given::Sampler(slot()?),
            ArgumentKind::Push => Given::Push(argument.offset as usize, argument.bytes as usize),
            ArgumentKind::GroupMemory | ArgumentKind::Value => return Err("shaders have no such arguments".into()),
        })
    });
    given.collect()
}

/// The arguments of a module of genuine kernels.
pub(super) fn of_kernel(module: &Module, entry: &str, info: &KernelInfo) -> Result<Vec<Given>> {
    let mut points = host::entry_points(module).into_iter();
    let point = points.find(|point| point.name == entry).ok_or("there is no such entry point")?;
    let function = facts::find_symbol(module, point.function).ok_or("the entry point has no function")?;
    let body = module[function].regions.first().ok_or("the entry point has no body")?;
    let params = module[module[*body].blocks[0]].args.iter();
    let given = params.zip(0..).map(|(param, at)| {
        let slot = slot(info, 0, at, 0)?;
        let ty = module.type_of(*param);
        Ok(match (facts::pointer(module, ty), &module.ctx[ty]) {
            (Some((_, StorageClass::CrossWorkgroup | StorageClass::UniformConstant)), _) => Given::Memory(slot),
            (None, Type::Spirv(SpirvType::Image(_))) => Given::Memory(slot),
            (None, Type::Spirv(SpirvType::Sampler)) => Given::Sampler(slot),
            (Some(_) | None, _) => Given::Value(slot),
        })
    });
    given.collect()
}

fn slot(info: &KernelInfo, set: u32, number: u32, element: u32) -> Result<usize> {
    let mut bindings = info.bindings.iter();
    let binding = bindings.find(|binding| (binding.set, binding.binding) == (set, number));
    let binding = binding.ok_or_else(|| format!("nothing uses binding {number} of set {set}"))?;
    Ok((binding.slot + element) as usize)
}
