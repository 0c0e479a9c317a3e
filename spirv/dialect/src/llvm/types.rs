//! Constructors and queries of types of the LLVM dialect.

pub use super::ty::LlvmType;

use super::ops;
use crate::ir::types::FloatKind;
use crate::ir::{Attr, Context, Module, OpId, Type, TypeId};
use crate::spirv::facts;

/// The type of addresses.
pub fn ptr(ctx: &mut Context) -> TypeId {
    ctx.ty(Type::Llvm(LlvmType::Ptr))
}

/// The type of addresses in an address space.
pub fn ptr_in(ctx: &mut Context, space: u32) -> TypeId {
    match space {
        0 => ptr(ctx),
        space => ctx.ty(Type::Llvm(LlvmType::PtrIn(space))),
    }
}

/// The address space of a type of addresses.
pub fn space(ctx: &Context, ty: TypeId) -> Option<u32> {
    match ctx[ty] {
        Type::Llvm(LlvmType::Ptr) => Some(0),
        Type::Llvm(LlvmType::PtrIn(space) | LlvmType::PtrTo { space, .. }) => Some(space),
        _ => None,
    }
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

/// The indices of an op into an aggregate: one of them, or a list.
pub fn positions(module: &Module, op: OpId) -> Vec<u32> {
    match module.attr(op, ops::POSITION).map(|attr| &module.ctx[attr]) {
        Some(Attr::Array(indices)) => {
            indices.iter().filter_map(|index| facts::number(module, *index)).map(|index| index as u32).collect()
        }
        _ => facts::number_of(module, op, ops::POSITION).map(|index| index as u32).into_iter().collect(),
    }
}

/// A type as a suffix of an intrinsic's name.
pub fn mangled(ctx: &Context, ty: TypeId) -> String {
    match ctx[ty] {
        Type::Int { width, .. } => format!("i{width}"),
        Type::Float { width, kind: FloatKind::Bf16 } => format!("bf{width}"),
        Type::Float { width, .. } => format!("f{width}"),
        Type::Vector { elem, len } => format!("v{len}{}", mangled(ctx, elem)),
        Type::Llvm(LlvmType::Ptr) => "p0".to_owned(),
        Type::Llvm(LlvmType::PtrIn(space) | LlvmType::PtrTo { space, .. }) => format!("p{space}"),
        Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => String::new(),
    }
}
