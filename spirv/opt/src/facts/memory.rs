//! Variables of a module that nothing writes while it runs.

use crate::edit;
use base::intern::Symbol;
use dialect::ir::{Module, NamedAttr, OpId, Type, TypeId, ValueId};
use dialect::spirv::effects;
use dialect::spirv::enums::Kind;
use dialect::spirv::types::SpirvType;
use dialect::spirv::{facts, host};
use rustc_hash::FxHashSet;
use spirv::{BuiltIn, Decoration, ExecutionModel, MemoryAccess, Op, StorageClass};

/// The variables whose loads always give the same value.
#[derive(Debug)]
pub(crate) struct ReadOnly {
    variables: FxHashSet<Symbol>,
}

impl ReadOnly {
    /// Those of a module.
    pub(crate) fn of(module: &Module) -> ReadOnly {
        let is_ray = |entry: &host::EntryPoint| is_ray_stage(entry.model);
        let rays = host::entry_points(module).iter().any(is_ray);
        let variables = host::variables(module);
        let found = variables.filter(|(op, ty, storage)| is_read_only(module, *op, *ty, *storage, rays));
        ReadOnly { variables: found.filter_map(|(op, _, _)| facts::name_of(module, op)).collect() }
    }

    /// Returns whether an op loads from such a variable.
    pub(crate) fn is_read(&self, module: &Module, op: OpId) -> bool {
        if edit::core(module, op) != Some(Op::Load) || effects::of_op(module, op).kept {
            return false;
        }
        let said = facts::number_of(module, op, Kind::MemoryAccess.table().snake).unwrap_or(0) as u32;
        if said & MemoryAccess::NON_PRIVATE_POINTER.bits() != 0 {
            return false;
        }
        let root = edit::root(module, module[op].operands[0]);
        if is_uniform_of_heap(module, root) {
            return true;
        }
        edit::global(module, root).is_some_and(|name| self.variables.contains(&name))
    }
}

/// Returns whether a pointer leads to a uniform buffer of a descriptor heap.
fn is_uniform_of_heap(module: &Module, pointer: ValueId) -> bool {
    let is_taken = module.defining_op(pointer).and_then(|op| edit::core(module, op)) == Some(Op::BufferPointerEXT);
    let storage = facts::pointer(module, module.type_of(pointer)).map(|(_, storage)| storage);
    is_taken && storage == Some(StorageClass::Uniform)
}

fn is_ray_stage(model: ExecutionModel) -> bool {
    matches!(
        model,
        ExecutionModel::RayGenerationKHR
            | ExecutionModel::IntersectionKHR
            | ExecutionModel::AnyHitKHR
            | ExecutionModel::ClosestHitKHR
            | ExecutionModel::MissKHR
            | ExecutionModel::CallableKHR
    )
}

#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn is_read_only(module: &Module, op: OpId, ty: TypeId, storage: StorageClass, rays: bool) -> bool {
    if is_volatile(module, op) {
        return false;
    }
    match storage {
        StorageClass::UniformConstant | StorageClass::PushConstant | StorageClass::ShaderRecordBufferKHR => true,
        StorageClass::Input => !is_changing(module, op, rays),
        StorageClass::Uniform => !is_buffer_block(module, ty) || is_never_written(module, op, ty),
        StorageClass::StorageBuffer => is_never_written(module, op, ty),
        _ => false,
    }
}

/// Returns whether a variable may change without a write in this module.
pub(crate) fn is_volatile(module: &Module, op: OpId) -> bool {
    [Decoration::Volatile, Decoration::Coherent].into_iter().any(|decoration| has(&module[op].attrs, decoration))
}

/// Returns whether an input changes during an invocation.
fn is_changing(module: &Module, op: OpId, rays: bool) -> bool {
    let builtin = facts::number_of(module, op, Kind::BuiltIn.table().snake);
    match builtin {
        None => false,
        Some(number) => rays || number == BuiltIn::HelperInvocation as u64,
    }
}

fn has(decorations: &[NamedAttr], decoration: Decoration) -> bool {
    let row = Kind::Decoration.table().get(decoration as u32);
    row.is_some_and(|row| decorations.iter().any(|(name, _)| *name == row.snake))
}

/// The struct of a buffer, or of an array of buffers.
fn block(module: &Module, ty: TypeId) -> Option<&SpirvType> {
    let mut current = ty;
    loop {
        match &module.ctx[current] {
            Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => current = *elem,
            Type::Spirv(found @ SpirvType::Struct { .. }) => return Some(found),
            Type::None
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Vector { .. }
            | Type::Function { .. }
            | Type::Spirv(_)
            | Type::Llvm(_) => return None,
        }
    }
}

fn is_buffer_block(module: &Module, ty: TypeId) -> bool {
    match block(module, ty) {
        Some(SpirvType::Struct { decorations, .. }) => has(decorations, Decoration::BufferBlock),
        _ => true,
    }
}

fn is_never_written(module: &Module, op: OpId, ty: TypeId) -> bool {
    let of_members = match block(module, ty) {
        Some(SpirvType::Struct { members, .. }) => {
            members.iter().all(|member| has(&member.decorations, Decoration::NonWritable))
        }
        _ => false,
    };
    has(&module[op].attrs, Decoration::NonWritable) || of_members
}
