//! Queries on ops, attributes and types: numbers, names and types in attributes, pointees and parts of composites.

use super::attrs;
use super::enums::Kind;
use super::ops::{self, Code, Mlir};
use super::types::{Length, SpirvType};
use crate::ir::types::Sign;
use crate::ir::{Attr, AttrId, Context, Module, OpId, Type, TypeId, ValueId};
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};
use std::ops::Index;

/// Returns whether a name is generated: the reader names unnamed entities by two underscores and a number.
pub fn is_generated(name: &str) -> bool {
    name.strip_prefix("__").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The number in an integer or enumerated attribute.
#[inline]
pub fn number(module: &Module, attr: AttrId) -> Option<u64> {
    match &module.ctx[attr] {
        Attr::Int { bits, .. } => Some(*bits),
        Attr::Literal(value) | Attr::Enum { value, .. } => Some(u64::from(*value)),
        Attr::Bool(value) => Some(u64::from(*value)),
        Attr::Unit
        | Attr::Float { .. }
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Array(_)
        | Attr::Dense { .. }
        | Attr::Dict(_)
        | Attr::Operand(_)
        | Attr::Null
        | Attr::Undef => None,
    }
}

/// Returns whether a module has this version of SPIR-V, written as in the text form, or a newer one.
pub fn is_version_from(module: &Module, version: &str) -> bool {
    let found = module.attr(module.root, attrs::VERSION).map(|attr| &module.ctx[attr]);
    // All versions have one digit on each side of the point.
    matches!(found, Some(Attr::Str(own)) if **own >= *version)
}

/// The number in an op's attribute.
#[inline]
pub fn number_of(module: &Module, op: OpId, name: &str) -> Option<u64> {
    number(module, module.attr(op, name)?)
}

/// The name in an op's attribute.
#[inline]
pub fn symbol_of(module: &Module, op: OpId, name: &str) -> Option<Symbol> {
    match module.ctx[module.attr(op, name)?] {
        Attr::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// The type in an op's attribute.
#[inline]
pub fn type_of(module: &Module, op: OpId, name: &str) -> Option<TypeId> {
    match module.ctx[module.attr(op, name)?] {
        Attr::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The bits of an op's mask of this kind, in order, each with the values of its operand ids. `None` if the mask has
/// unknown bits, or operands are missing.
pub fn mask_of(module: &Module, op: OpId, kind: Kind) -> Option<Vec<(u32, Vec<ValueId>)>> {
    let attr = module.attr(op, kind.table().snake).map(|attr| &module.ctx[attr]);
    let Some(Attr::Enum { value, params, .. }) = attr else { return Some(Vec::new()) };
    let mut params = &params[..];
    let value_of = |param: &AttrId| match module.ctx[*param] {
        Attr::Operand(at) => module[op].operands.get(at as usize).copied(),
        _ => None,
    };
    let bits = kind.table().parts(*value)?.into_iter().map(|bit| {
        let (own, rest) = params.split_at_checked(bit.params.len())?;
        params = rest;
        Some((bit.value, own.iter().filter_map(value_of).collect()))
    });
    bits.collect()
}

/// The elements of an op's array attribute.
pub fn array_of<'m>(module: &'m Module, op: OpId, name: &str) -> &'m [AttrId] {
    match module.attr(op, name).map(|attr| &module.ctx[attr]) {
        Some(Attr::Array(items)) => items,
        _ => &[],
    }
}

/// The ops of the module's body by the names that they define, for many look-ups.
pub fn symbols(module: &Module) -> FxHashMap<Symbol, OpId> {
    let mut found = FxHashMap::default();
    for op in module.top_ops() {
        if let Some(name) = name_of(module, *op) {
            found.entry(name).or_insert(*op);
        }
    }
    found
}

/// The op of the module's body that defines `name`; a linear search.
pub fn find_symbol(module: &Module, name: Symbol) -> Option<OpId> {
    module.top_ops().iter().copied().find(|op| symbol_of(module, *op, attrs::SYM_NAME) == Some(name))
}

/// The name that an op of the module's body defines.
#[inline]
pub fn name_of(module: &Module, op: OpId) -> Option<Symbol> {
    symbol_of(module, op, attrs::SYM_NAME)
}

/// The pointee type and the storage class of a pointer type.
#[inline]
pub fn pointer(module: &Module, ty: TypeId) -> Option<(TypeId, StorageClass)> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Pointer { pointee, storage, .. }) => Some((*pointee, *storage)),
        _ => None,
    }
}

/// The storage class of an untyped pointer.
#[inline]
pub fn untyped_pointer(module: &Module, ty: TypeId) -> Option<StorageClass> {
    match &module.ctx[ty] {
        Type::Spirv(SpirvType::Other { op: Op::TypeUntypedPointerKHR, params, .. }) => {
            StorageClass::from_u32(number(module, *params.first()?)? as u32)
        }
        _ => None,
    }
}

/// The constant of each part of a replicated composite.
pub fn replicated(attr: &Attr) -> Option<AttrId> {
    match attr {
        Attr::Dict(items) => items.iter().find(|(name, _)| *name == attrs::REPLICATE).map(|(_, part)| *part),
        _ => None,
    }
}

/// The type of the descriptors whose size a constant is.
pub fn size_of<C>(ctx: &C, attr: AttrId) -> Option<TypeId>
where
    C: Index<AttrId, Output = Attr>,
{
    let Attr::Dict(items) = &ctx[attr] else { return None };
    let (_, ty) = items.iter().find(|(name, _)| *name == attrs::SIZE_OF)?;
    match ctx[*ty] {
        Attr::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The struct that a reference inside of itself denotes; other types are unchanged.
pub fn referred(module: &Module, ty: TypeId) -> TypeId {
    let Type::Spirv(SpirvType::StructRef(wanted)) = &module.ctx[ty] else { return ty };
    let is_meant = |ty: &Type| matches!(ty, Type::Spirv(SpirvType::Struct { name: Some(name), .. }) if name == wanted);
    module.ctx.types().find(|(_, ty)| is_meant(ty)).map_or(ty, |(found, _)| found)
}

/// The type of a part of a composite constant; `None` where the type has no such part.
pub fn part_type<C>(ctx: &C, ty: TypeId, at: usize) -> Option<TypeId>
where
    C: Index<AttrId, Output = Attr> + Index<TypeId, Output = Type>,
{
    let below = |count: u64, part: TypeId| ((at as u64) < count).then_some(part);
    match &ctx[ty] {
        Type::Vector { elem, len } => below(u64::from(*len), *elem),
        Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), .. }) => below(*len, *elem),
        Type::Spirv(SpirvType::Array { elem, .. }) => Some(*elem),
        Type::Spirv(SpirvType::Matrix { column, columns }) => below(u64::from(*columns), *column),
        Type::Spirv(SpirvType::Struct { members, .. }) => members.get(at).map(|member| member.ty),
        Type::Spirv(SpirvType::Other { params, .. }) => match params.first().map(|param| &ctx[*param]) {
            Some(Attr::Type(elem)) => Some(*elem),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a composite type has the given number of parts.
fn has_parts(ctx: &Context, ty: TypeId, count: usize) -> bool {
    match &ctx[ty] {
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => *len == count as u64,
        Type::Spirv(SpirvType::Matrix { columns, .. }) => *columns as usize == count,
        Type::Spirv(SpirvType::Struct { members, .. }) => members.len() == count,
        _ => true,
    }
}

/// Returns whether an attribute is a constant of a type.
pub fn is_constant_of(ctx: &Context, attr: AttrId, ty: TypeId) -> bool {
    match &ctx[attr] {
        Attr::Int { ty: own, .. } | Attr::Float { ty: own, .. } | Attr::Dense { ty: own, .. } => *own == ty,
        Attr::Bool(_) => matches!(ctx[ty], Type::Int { width: 1, .. }),
        Attr::Null => matches!(ctx[ty], Type::Spirv(_)),
        Attr::Undef => true,
        Attr::Array(parts) => {
            // The parts of a sampler constant are literals.
            let is_sampler = matches!(ctx[ty], Type::Spirv(SpirvType::Sampler));
            let fits = |(at, part): (usize, &AttrId)| {
                part_type(ctx, ty, at).is_some_and(|part_ty| is_constant_of(ctx, *part, part_ty))
            };
            // A vector is dense.
            let is_vector = matches!(ctx[ty], Type::Vector { .. });
            is_sampler || !is_vector && has_parts(ctx, ty, parts.len()) && parts.iter().enumerate().all(fits)
        }
        Attr::Dict(_) if size_of(ctx, attr).is_some() => matches!(ctx[ty], Type::Int { .. }),
        Attr::Dict(_) => {
            let part_ty = part_type(ctx, ty, 0);
            replicated(&ctx[attr]).zip(part_ty).is_some_and(|(part, part_ty)| is_constant_of(ctx, part, part_ty))
        }
        Attr::Unit
        | Attr::Literal(_)
        | Attr::Str(_)
        | Attr::Type(_)
        | Attr::Symbol(_)
        | Attr::Enum { .. }
        | Attr::Operand(_) => false,
    }
}

/// The layout of a cooperative matrix in memory, if an op has it as the constant at this place of its operands, and
/// whether that constant has a sign.
pub fn layout_of(module: &Module, op: OpId, at: usize) -> Option<(u32, bool)> {
    let constant = module.defining_op(*module[op].operands.get(at)?)?;
    if ops::code(module, constant) != Some(Code::Mlir(Mlir::Constant)) {
        return None;
    }
    match module.ctx[module.attr(constant, attrs::VALUE)?] {
        Attr::Int { bits, ty } => match module.ctx[ty] {
            Type::Int { width: 32, sign } => Some((bits as u32, sign == Sign::Signed)),
            _ => None,
        },
        _ => None,
    }
}

/// The storage class of a pointer, typed or not.
#[inline]
pub fn storage_of(module: &Module, ty: TypeId) -> Option<StorageClass> {
    pointer(module, ty).map(|(_, storage)| storage).or_else(|| untyped_pointer(module, ty))
}

/// The type of the part of a composite that literal indices select.
pub fn part(module: &Module, ty: TypeId, indices: &[u64]) -> Option<TypeId> {
    indices.iter().try_fold(ty, |ty, index| match &module.ctx[ty] {
        Type::Vector { elem, .. } => Some(*elem),
        Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => Some(*elem),
        Type::Spirv(SpirvType::Matrix { column, .. }) => Some(*column),
        Type::Spirv(SpirvType::Struct { members, .. }) => members.get(*index as usize).map(|member| member.ty),
        _ => None,
    })
}
