//! Makes types of the LLVM dialect, and takes them apart.

pub use super::ty::LlvmType;

use crate::ir::types::FloatKind;
use crate::ir::{Context, Type, TypeId};

/// The type of addresses.
pub fn ptr(ctx: &mut Context) -> TypeId {
    ctx.ty(Type::Llvm(LlvmType::Ptr))
}

/// The type of an array of `len` elements.
pub fn array(ctx: &mut Context, elem: TypeId, len: u64) -> TypeId {
    ctx.ty(Type::Llvm(LlvmType::Array { elem, len }))
}

/// The type of a struct with these fields.
pub fn structure(ctx: &mut Context, fields: &[TypeId]) -> TypeId {
    ctx.ty(Type::Llvm(LlvmType::Struct(fields.into())))
}

/// The type of the part of an aggregate that an index selects.
pub fn field(ctx: &Context, ty: TypeId, index: u32) -> Option<TypeId> {
    match &ctx[ty] {
        Type::Llvm(LlvmType::Array { elem, len }) => (u64::from(index) < *len).then_some(*elem),
        Type::Llvm(LlvmType::Struct(fields)) => fields.get(index as usize).copied(),
        _ => None,
    }
}

/// A type as the names of intrinsics have it.
pub fn mangled(ctx: &Context, ty: TypeId) -> String {
    match ctx[ty] {
        Type::Int { width, .. } => format!("i{width}"),
        Type::Float { width, kind: FloatKind::Bf16 } => format!("bf{width}"),
        Type::Float { width, .. } => format!("f{width}"),
        Type::Vector { elem, len } => format!("v{len}{}", mangled(ctx, elem)),
        Type::Llvm(LlvmType::Ptr) => "p0".to_owned(),
        Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => String::new(),
    }
}
