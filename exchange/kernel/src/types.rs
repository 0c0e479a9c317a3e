//! The types and constants of shaders as kernels have them: unsigned integers, matrices as arrays of columns,
//! structs and arrays without a layout, and booleans in memory as words.

use dialect::ir::types::{FloatKind, Type};
use dialect::ir::{Attr, AttrId, Context, TypeId};
use dialect::spirv::types::{Length, Member, SpirvType};
use rustc_hash::FxHashMap;
use spirv::StorageClass;

/// The types that represent those of a shader.
#[derive(Debug, Default)]
pub(crate) struct Types {
    known: FxHashMap<(TypeId, Form), TypeId>,
}

/// The use of a type: for values, or in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Value,
    Stored,
}

impl Types {
    /// The type of a value.
    pub(crate) fn value(&mut self, ctx: &mut Context, ty: TypeId) -> TypeId {
        self.convert(ctx, ty, Form::Value)
    }

    /// The type of a variable that holds such a value.
    pub(crate) fn stored(&mut self, ctx: &mut Context, ty: TypeId) -> TypeId {
        self.convert(ctx, ty, Form::Stored)
    }

    fn convert(&mut self, ctx: &mut Context, ty: TypeId, form: Form) -> TypeId {
        if let Some(known) = self.known.get(&(ty, form)) {
            return *known;
        }
        let made = match ctx[ty].clone() {
            Type::Int { width: 1, .. } if form == Form::Stored => ctx.int(32),
            Type::Int { width, .. } => ctx.int(width),
            Type::Vector { elem, len } => {
                let elem = self.convert(ctx, elem, form);
                ctx.vector(elem, len)
            }
            Type::Spirv(spirv) => self.spirv(ctx, ty, &spirv, form),
            Type::None | Type::Float { .. } | Type::Function { .. } | Type::Llvm(_) => ty,
        };
        self.known.insert((ty, form), made);
        made
    }

    fn spirv(&mut self, ctx: &mut Context, ty: TypeId, spirv: &SpirvType, form: Form) -> TypeId {
        match spirv {
            // An address is a number until something is reached through it.
            SpirvType::Pointer { storage: StorageClass::PhysicalStorageBuffer, .. } => ctx.int(64),
            SpirvType::Array { elem, len, .. } => {
                let elem = self.convert(ctx, *elem, form);
                ctx.ty(Type::Spirv(SpirvType::Array { elem, len: *len, stride: None }))
            }
            SpirvType::Matrix { column, columns } => {
                let elem = self.convert(ctx, *column, form);
                let len = Length::Const(u64::from(*columns));
                ctx.ty(Type::Spirv(SpirvType::Array { elem, len, stride: None }))
            }
            SpirvType::Struct { members, .. } => {
                let plain = |types: &mut Types, ctx: &mut Context, member: &Member| Member {
                    ty: types.convert(ctx, member.ty, form),
                    offset: None,
                    decorations: Vec::new(),
                };
                let members = members.iter().map(|member| plain(self, ctx, member)).collect();
                // Without a name: structs that differ in their layouts alone are the same now.
                ctx.ty(Type::Spirv(SpirvType::Struct { name: None, members, decorations: Vec::new() }))
            }
            SpirvType::Pointer { .. }
            | SpirvType::RuntimeArray { .. }
            | SpirvType::StructRef(_)
            | SpirvType::Image(_)
            | SpirvType::Sampler
            | SpirvType::SampledImage(_)
            | SpirvType::Other { .. } => ty,
        }
    }

    /// A constant, with the types of kernels.
    pub(crate) fn constant(&mut self, ctx: &mut Context, attr: AttrId) -> AttrId {
        let made = match ctx[attr].clone() {
            Attr::Int { bits, ty } => Attr::Int { bits, ty: self.value(ctx, ty) },
            Attr::Dense { elems, ty } => {
                let elems = elems.iter().map(|elem| self.constant(ctx, *elem)).collect();
                Attr::Dense { elems, ty: self.value(ctx, ty) }
            }
            Attr::Array(parts) => Attr::Array(parts.iter().map(|part| self.constant(ctx, *part)).collect()),
            Attr::Dict(items) => {
                Attr::Dict(items.iter().map(|(name, item)| (*name, self.constant(ctx, *item))).collect())
            }
            Attr::Type(ty) => Attr::Type(self.value(ctx, ty)),
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Float { .. }
            | Attr::Literal(_)
            | Attr::Str(_)
            | Attr::Symbol(_)
            | Attr::Enum { .. }
            | Attr::Operand(_)
            | Attr::Null
            | Attr::Undef => return attr,
        };
        ctx.attr(made)
    }
}

/// The number of components in a type.
pub(crate) fn lanes(ctx: &Context, ty: TypeId) -> u32 {
    match ctx[ty] {
        Type::Vector { len, .. } => len,
        _ => 1,
    }
}

/// The bits of a scalar, or of a component of a vector; 0 for everything else.
pub(crate) fn width(ctx: &Context, ty: TypeId) -> u32 {
    match ctx[ctx.scalar_of(ty)] {
        Type::Int { width, .. } | Type::Float { width, .. } => width,
        _ => 0,
    }
}

/// The bytes of a scalar in memory that the host shares.
pub(crate) fn bytes(ctx: &Context, ty: TypeId) -> u32 {
    match &ctx[ctx.scalar_of(ty)] {
        Type::Spirv(SpirvType::Pointer { .. }) => 8,
        _ => width(ctx, ty) / 8,
    }
}

/// Checks for a floating-point type, or a vector of it.
pub(crate) fn is_float(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx[ctx.scalar_of(ty)], Type::Float { kind: FloatKind::Ieee, .. })
}

/// Checks for a signed integer type, or a vector of it.
pub(crate) fn is_signed(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx[ctx.scalar_of(ty)], Type::Int { sign: dialect::ir::types::Sign::Signed, .. })
}
