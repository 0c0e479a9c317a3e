//! Types of resources as values: images, samplers, and pointers to buffers, by themselves or in composites. Local
//! variables of a legal module cannot hold them.

use dialect::ir::{Module, Type, TypeId};
use dialect::spirv::enums::Kind;
use dialect::spirv::types::SpirvType;
use spirv::{Decoration, Op, StorageClass};

/// The types that are not values beside images and samplers.
const OPAQUE: [Op; 3] = [Op::TypeAccelerationStructureKHR, Op::TypeHitObjectEXT, Op::TypeHitObjectNV];

/// The part of a module that a pass works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything.
    Everything,
    /// Values of resources, and the calls and variables that carry them.
    Handles,
}

/// The types that are in a scope.
#[derive(Debug)]
pub(crate) struct Types {
    /// By the number of the type; `None` if all are.
    held: Option<Vec<bool>>,
}

impl Scope {
    /// The types of a module that are in this scope.
    pub(crate) fn types(self, module: &Module) -> Types {
        if self == Scope::Everything {
            return Types { held: None };
        }
        let mut held: Vec<bool> = Vec::with_capacity(module.ctx.types().len());
        // Parts come before composites.
        for (_, ty) in module.ctx.types() {
            let is_held =
                is_handle(ty) || is_block(ty) || parts(ty).iter().any(|part| held.get(part.index()) == Some(&true));
            held.push(is_held);
        }
        Types { held: Some(held) }
    }
}

impl Types {
    /// Returns whether a type is in the scope. Types that passes make later are not.
    pub(crate) fn has(&self, ty: TypeId) -> bool {
        self.held.as_ref().is_none_or(|held| held.get(ty.index()) == Some(&true))
    }
}

/// Returns whether values of a type denote memory or a resource.
pub(crate) fn is_handle(ty: &Type) -> bool {
    match ty {
        Type::Spirv(SpirvType::Pointer { storage, .. }) => *storage != StorageClass::PhysicalStorageBuffer,
        Type::Spirv(SpirvType::Image(_) | SpirvType::Sampler | SpirvType::SampledImage(_)) => true,
        Type::Spirv(SpirvType::Other { op, .. }) => OPAQUE.contains(op),
        Type::Spirv(
            SpirvType::Array { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::Struct { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Matrix { .. },
        )
        | Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Llvm(_) => false,
    }
}

/// Returns whether a type is the contents of a buffer, which no local variable may hold.
pub(crate) fn is_block(ty: &Type) -> bool {
    let Type::Spirv(SpirvType::Struct { decorations, .. }) = ty else { return false };
    let blocks = [Decoration::Block, Decoration::BufferBlock];
    let names = blocks.map(|one| Kind::Decoration.table().get(one as u32).map_or("", |row| row.snake));
    decorations.iter().any(|(name, _)| names.contains(name))
}

fn parts(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => vec![*elem],
        Type::Spirv(SpirvType::Struct { members, .. }) => members.iter().map(|member| member.ty).collect(),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => Vec::new(),
    }
}
