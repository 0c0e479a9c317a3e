//! Offsets and strides of buffers that an interface leaves open: each part at the next multiple of its alignment, as
//! MLIR lays them out.

use super::super::facts;
use super::super::types::{Length, Member, SpirvType};
use crate::ir::{Attr, AttrId, Module, NamedAttr, OpId, Type, TypeId, ValueId, walk};
use base::ids::Map;
use spirv::StorageClass;

/// A type with its layout, in bytes.
#[derive(Clone, Copy)]
struct Sized {
    ty: TypeId,
    size: u64,
    align: u64,
}

/// Lays out what pointers into buffers lead to.
pub(super) fn lay_out(module: &mut Module) {
    let mut known = Map::default();
    for op in walk::ops_in(module, module.root) {
        for value in values(module, op) {
            let ty = pointer(module, &mut known, module.type_of(value));
            module[value].ty = ty;
        }
        for at in 0..module[op].attrs.len() {
            let (name, attr): NamedAttr = module[op].attrs[at];
            let attr = attribute(module, &mut known, attr);
            module[op].set_attr(name, attr);
        }
    }
}

/// The results of an op and the arguments of its blocks.
fn values(module: &Module, op: OpId) -> Vec<ValueId> {
    let blocks = module[op].regions.iter().flat_map(|region| module[*region].blocks.iter());
    let args = blocks.flat_map(|block| module[*block].args.iter().copied());
    module[op].results.iter().copied().chain(args).collect()
}

fn attribute(module: &mut Module, known: &mut Map<TypeId, TypeId>, attr: AttrId) -> AttrId {
    let Attr::Type(ty) = module.ctx[attr] else { return attr };
    let new = match module.ctx[ty].clone() {
        Type::Function { params, result } => {
            let params = params.iter().map(|ty| pointer(module, known, *ty)).collect();
            module.ctx.ty(Type::Function { params, result })
        }
        _ => pointer(module, known, ty),
    };
    module.ctx.attr(Attr::Type(new))
}

/// The type of a pointer, to something with a layout if it leads into a buffer.
fn pointer(module: &mut Module, known: &mut Map<TypeId, TypeId>, ty: TypeId) -> TypeId {
    if let Some(new) = known.get(&ty) {
        return *new;
    }
    let new = match module.ctx[ty] {
        Type::Spirv(SpirvType::Pointer { pointee, storage, stride }) if is_buffer(storage) => {
            match sized(module, pointee) {
                Some(Sized { ty: pointee, .. }) => {
                    module.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee, storage, stride }))
                }
                None => ty,
            }
        }
        _ => ty,
    };
    known.insert(ty, new);
    new
}

fn is_buffer(storage: StorageClass) -> bool {
    matches!(storage, StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PushConstant)
}

/// A type with the layout of its parts; none if a part has no size.
fn sized(module: &mut Module, ty: TypeId) -> Option<Sized> {
    let (ty, size, align) = match module.ctx[ty].clone() {
        Type::Int { width, .. } | Type::Float { width, .. } if width >= 8 => {
            (ty, u64::from(width / 8), u64::from(width / 8))
        }
        Type::Vector { elem, len } => {
            let one = sized(module, elem)?;
            (ty, one.size * u64::from(len), one.size * u64::from(len.next_power_of_two()))
        }
        Type::Spirv(SpirvType::Array { elem, len, stride }) => {
            let one = sized(module, elem)?;
            let stride = u64::from(stride.unwrap_or(stride_of(one)?));
            let count = if let Length::Const(count) = len { count } else { return None };
            let array = SpirvType::Array { elem: one.ty, len, stride: u32::try_from(stride).ok() };
            (module.ctx.ty(Type::Spirv(array)), stride.checked_mul(count)?, one.align)
        }
        Type::Spirv(SpirvType::RuntimeArray { elem, stride }) => {
            let one = sized(module, elem)?;
            let array = SpirvType::RuntimeArray { elem: one.ty, stride: stride.or(stride_of(one)) };
            (module.ctx.ty(Type::Spirv(array)), 0, one.align)
        }
        Type::Spirv(SpirvType::Struct { name, members, decorations }) => {
            return structure(module, members, |members| SpirvType::Struct { name, members, decorations });
        }
        Type::Spirv(SpirvType::Pointer { .. })
            if facts::pointer(module, ty)?.1 == StorageClass::PhysicalStorageBuffer =>
        {
            (ty, 8, 8)
        }
        _ => return None,
    };
    Some(Sized { ty, size, align })
}

fn stride_of(elem: Sized) -> Option<u32> {
    u32::try_from(elem.size.next_multiple_of(elem.align)).ok()
}

fn structure(module: &mut Module, members: Vec<Member>, make: impl FnOnce(Vec<Member>) -> SpirvType) -> Option<Sized> {
    let (mut end, mut align, mut placed) = (0u64, 1, Vec::with_capacity(members.len()));
    for member in members {
        let part = sized(module, member.ty)?;
        let offset = member.offset.map_or(end.next_multiple_of(part.align), u64::from);
        end = offset + part.size;
        align = align.max(part.align);
        placed.push(Member { ty: part.ty, offset: Some(u32::try_from(offset).ok()?), ..member });
    }
    let ty = module.ctx.ty(Type::Spirv(make(placed)));
    Some(Sized { ty, size: end.next_multiple_of(align), align })
}
