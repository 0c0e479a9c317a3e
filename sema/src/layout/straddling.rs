//! Vectors that straddle a 16-byte boundary because of the offset of their struct.
//!
//! A struct is laid out once, and each of its vectors is placed so that it does not straddle such a boundary. As a
//! member of another struct it may start anywhere. Vulkan's relaxed layout forbids the result, and the driver requires
//! the culprit when validation has failed. Knows finished layouts, and nothing of rules.

use super::straddles;
use crate::hir::ty::{StructId, Type, TypeId};
use crate::hir::{LayoutId, LayoutKind, Module, Straddling};
use base::ids::Set;
use base::source::Span;

/// The first such vector in a type of this layout.
pub(super) fn find(module: &Module, ty: TypeId, layout: LayoutId) -> Option<Straddling> {
    Search { module, seen: Set::default() }.of_type(ty, layout, 0, Span::NONE)
}

/// Further elements of an array repeat the offsets of these, modulo 16 bytes.
const FEW: u32 = 16;

struct Search<'a> {
    module: &'a Module,
    /// Structs by their offset modulo 16 bytes.
    seen: Set<(StructId, LayoutId, u32)>,
}

impl Search<'_> {
    /// Visits the contents of a type at `base`, as a part of the member `holder`.
    fn of_type(&mut self, ty: TypeId, layout: LayoutId, base: u32, holder: Span) -> Option<Straddling> {
        match (self.module.ty(ty), &self.module.layouts[layout].kind) {
            (Type::Struct(id), LayoutKind::Struct(members)) => self.of_struct(id, layout, members, base, holder),
            (Type::Array(element, count), &LayoutKind::Array { stride, element: inner }) => (0..count.min(FEW))
                .find_map(|at| self.of_type(element, inner, base.wrapping_add(at.wrapping_mul(stride)), holder)),
            _ => None,
        }
    }

    fn of_struct(
        &mut self,
        id: StructId,
        layout: LayoutId,
        members: &[(u32, LayoutId)],
        base: u32,
        holder: Span,
    ) -> Option<Straddling> {
        if !self.seen.insert((id, layout, base % 16)) {
            return None;
        }
        self.module.structs[id].fields.iter().find_map(|field| {
            let (offset, inner) = *members.get(field.member as usize)?;
            let offset = base.wrapping_add(offset);
            let part = &self.module.layouts[inner];
            if part.kind == LayoutKind::Leaf && straddles(offset, part.size) {
                return Some(Straddling { member: field.span, holder, offset });
            }
            self.of_type(field.ty, inner, offset, field.span)
        })
    }
}
