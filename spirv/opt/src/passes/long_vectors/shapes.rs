//! The types of split vectors: as values and in each kind of memory. Knows no op.
//!
//! A value of more than four components is an array of vectors of four, the last of which may have components that nothing
//! reads, so that an index finds its component by a shift and a mask. In memory that the host sees, it is an array of
//! components, whose alignment is theirs. Workgroup memory is short, and holds no more components than needed.

use dialect::ir::{Attr, AttrId, Module, Type, TypeId};
use dialect::spirv::facts;
use dialect::spirv::types::{Length, Member, SpirvType};
use rustc_hash::FxHashMap;
use spirv::StorageClass;

/// The components of a piece.
pub(super) const PIECE: u32 = 4;

/// What a long vector is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// An array of vectors of four components.
    Value,
    /// An array of vectors of four components in workgroup memory, or an array of components if their number is not a
    /// multiple of four.
    Shared,
    /// An array of components with a stride.
    LaidOut,
}

/// A type, with the form of the long vectors in its values.
#[derive(Clone, Copy)]
pub(super) struct Formed {
    pub(super) ty: TypeId,
    pub(super) form: Form,
}

/// A vector of more components than a piece has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Long {
    /// The component type.
    pub(super) elem: TypeId,
    /// The number of components.
    pub(super) len: u32,
}

impl Long {
    /// The number of pieces.
    pub(super) fn count(self) -> u32 {
        self.len.div_ceil(PIECE)
    }

    /// The components of a piece.
    pub(super) fn piece_len(self, at: u32) -> u32 {
        PIECE.min(self.len - at * PIECE)
    }

    /// Returns whether a form is an array of components.
    pub(super) fn is_packed(self, form: Form) -> bool {
        match form {
            Form::Value => false,
            Form::Shared => !self.len.is_multiple_of(PIECE),
            Form::LaidOut => true,
        }
    }
}

/// The types of a module, and what becomes of them.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    holders: FxHashMap<TypeId, bool>,
    mapped: FxHashMap<(TypeId, Form), TypeId>,
}

/// A type as a vector that is split.
pub(super) fn long(module: &Module, ty: TypeId) -> Option<Long> {
    if let Type::Vector { elem, len } = module.ctx[ty]
        && len > PIECE
    {
        return Some(Long { elem, len });
    }
    None
}

/// A vector, or a scalar for one component.
pub(super) fn vector(module: &mut Module, elem: TypeId, len: u32) -> TypeId {
    if len == 1 { elem } else { module.ctx.vector(elem, len) }
}

/// The form of long vectors that a pointer leads to.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn form_of(storage: StorageClass) -> Form {
    match storage {
        StorageClass::Function | StorageClass::Private => Form::Value,
        StorageClass::Workgroup => Form::Shared,
        _ => Form::LaidOut,
    }
}

/// The form of the parts of a composite that is in a form.
pub(super) fn part_form(module: &Module, ty: TypeId, at: usize, form: Form) -> Form {
    let is_laid_out = match &module.ctx[ty] {
        Type::Spirv(SpirvType::Array { stride, .. } | SpirvType::RuntimeArray { stride, .. }) => stride.is_some(),
        Type::Spirv(SpirvType::Struct { members, .. }) => members.get(at).is_some_and(|member| member.offset.is_some()),
        Type::None
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Vector { .. }
        | Type::Function { .. }
        | Type::Spirv(_)
        | Type::Llvm(_) => false,
    };
    if is_laid_out { Form::LaidOut } else { form }
}

impl Shapes {
    /// Returns whether a long vector is in a type, or what it points to.
    pub(super) fn holds(&mut self, module: &Module, ty: TypeId) -> bool {
        if let Some(known) = self.holders.get(&ty) {
            return *known;
        }
        let held = match &module.ctx[ty] {
            Type::Vector { len, .. } => *len > PIECE,
            Type::Function { params, result } => {
                params.iter().any(|param| self.holds(module, *param)) || self.holds(module, *result)
            }
            Type::Spirv(SpirvType::Array { elem, .. } | SpirvType::RuntimeArray { elem, .. }) => {
                self.holds(module, *elem)
            }
            Type::Spirv(SpirvType::Pointer { pointee, .. }) => self.holds(module, *pointee),
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                members.iter().any(|member| self.holds(module, member.ty))
            }
            Type::None | Type::Int { .. } | Type::Float { .. } | Type::Spirv(_) | Type::Llvm(_) => false,
        };
        self.holders.insert(ty, held);
        held
    }

    /// The type without long vectors.
    pub(super) fn map(&mut self, module: &mut Module, ty: TypeId, form: Form) -> TypeId {
        if !self.holds(module, ty) {
            return ty;
        }
        if let Some(known) = self.mapped.get(&(ty, form)) {
            return *known;
        }
        let made = match module.ctx[ty].clone() {
            Type::Vector { elem, len } => composite(module, Long { elem, len }, form),
            Type::Function { params, result } => {
                let params = params.iter().map(|param| self.map(module, *param, form)).collect();
                let result = self.map(module, result, form);
                Type::Function { params, result }
            }
            Type::Spirv(own) => Type::Spirv(self.spirv(module, ty, own, form)),
            other @ (Type::None | Type::Int { .. } | Type::Float { .. } | Type::Llvm(_)) => other,
        };
        let made = module.ctx.ty(made);
        self.mapped.insert((ty, form), made);
        made
    }

    fn spirv(&mut self, module: &mut Module, ty: TypeId, own: SpirvType, form: Form) -> SpirvType {
        let of_parts = part_form(module, ty, 0, form);
        match own {
            SpirvType::Array { elem, len, stride } => {
                SpirvType::Array { elem: self.map(module, elem, of_parts), len, stride }
            }
            SpirvType::RuntimeArray { elem, stride } => {
                SpirvType::RuntimeArray { elem: self.map(module, elem, of_parts), stride }
            }
            SpirvType::Pointer { pointee, storage, stride } => {
                SpirvType::Pointer { pointee: self.map(module, pointee, form_of(storage)), storage, stride }
            }
            SpirvType::Struct { name, members, decorations } => {
                let map = |(at, member): (usize, Member)| {
                    let form = part_form(module, ty, at, form);
                    Member { ty: self.map(module, member.ty, form), ..member }
                };
                let members: Vec<Member> = members.into_iter().enumerate().map(map).collect();
                // Two structs cannot have one name.
                let is_twin = form == Form::Shared && {
                    let plain = self.map(module, ty, Form::Value);
                    let own = member_types(module, plain);
                    !members.iter().map(|member| member.ty).eq(own)
                };
                SpirvType::Struct { name: name.filter(|_| !is_twin), members, decorations }
            }
            other @ (SpirvType::StructRef(_)
            | SpirvType::Matrix { .. }
            | SpirvType::Image(_)
            | SpirvType::Sampler
            | SpirvType::SampledImage(_)
            | SpirvType::Other { .. }) => other,
        }
    }

    /// A constant of a type without long vectors.
    pub(super) fn constant(&mut self, module: &mut Module, attr: AttrId, ty: TypeId, form: Form) -> AttrId {
        if !self.holds(module, ty) {
            return attr;
        }
        if let Some(part) = facts::replicated(&module.ctx[attr]) {
            let Some(count) = part_count(module, ty) else { return attr };
            let parts = (0..count).map(|at| (at, part)).collect();
            return self.composite_constant(module, parts, ty, form);
        }
        match &module.ctx[attr] {
            Attr::Dense { elems: parts, .. } | Attr::Array(parts) => {
                let parts = parts.iter().copied().enumerate().collect();
                self.composite_constant(module, parts, ty, form)
            }
            Attr::Unit
            | Attr::Bool(_)
            | Attr::Int { .. }
            | Attr::Float { .. }
            | Attr::Literal(_)
            | Attr::Str(_)
            | Attr::Type(_)
            | Attr::Symbol(_)
            | Attr::Enum { .. }
            | Attr::Dict(_)
            | Attr::Operand(_)
            | Attr::Null
            | Attr::Undef => attr,
        }
    }

    fn composite_constant(
        &mut self,
        module: &mut Module,
        parts: Vec<(usize, AttrId)>,
        ty: TypeId,
        form: Form,
    ) -> AttrId {
        let parts = match long(module, ty) {
            Some(long) if !long.is_packed(form) => {
                let parts: Vec<AttrId> = parts.into_iter().map(|(_, part)| part).collect();
                let ty = module.ctx.vector(long.elem, PIECE);
                let pieces = parts.chunks(PIECE as usize).map(|piece| {
                    let last = std::iter::repeat_n(piece[piece.len() - 1], PIECE as usize - piece.len());
                    let elems = piece.iter().copied().chain(last).collect();
                    module.ctx.attr(Attr::Dense { elems, ty })
                });
                pieces.collect()
            }
            Some(_) => parts.into_iter().map(|(_, part)| part).collect(),
            None => {
                let map = |(at, part): (usize, AttrId)| {
                    let own = facts::part_type(&module.ctx, ty, at);
                    let form = part_form(module, ty, at, form);
                    own.map_or(part, |own| self.constant(module, part, own, form))
                };
                parts.into_iter().map(map).collect()
            }
        };
        module.ctx.attr(Attr::Array(parts))
    }
}

/// The types of the members of a struct; none for other types.
pub(super) fn member_types(module: &Module, ty: TypeId) -> Vec<TypeId> {
    match &module.ctx[ty] {
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

/// The number of parts of a vector, a struct or an array of known length.
pub(super) fn part_count(module: &Module, ty: TypeId) -> Option<usize> {
    match &module.ctx[ty] {
        Type::Vector { len, .. } => Some(*len as usize),
        Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => usize::try_from(*len).ok(),
        Type::Spirv(SpirvType::Struct { members, .. }) => Some(members.len()),
        Type::None | Type::Int { .. } | Type::Float { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
            None
        }
    }
}

/// The type of a long vector in a form.
fn composite(module: &mut Module, long: Long, form: Form) -> Type {
    let (elem, len) = match long.is_packed(form) {
        true => (long.elem, u64::from(long.len)),
        false => (module.ctx.vector(long.elem, PIECE), u64::from(long.count())),
    };
    let size = match module.ctx[long.elem] {
        Type::Int { width, .. } | Type::Float { width, .. } => width / 8,
        Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => 0,
    };
    let stride = (form == Form::LaidOut).then_some(size.max(1));
    Type::Spirv(SpirvType::Array { elem, len: Length::Const(len), stride })
}
