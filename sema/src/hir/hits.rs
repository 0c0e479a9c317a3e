//! Hit objects in a module: which types hold them, and what the module asks of them.

use super::Module;
use super::expr::ExprKind;
use super::ty::{Object, Type, TypeId};
use crate::tables::intrinsics::{Expand, Hits, Lowering};
use crate::tables::methods::{HitMethod, HitValue, MethodKind};
use base::source::Span;

/// What a module asks of its hit objects.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitUses {
    /// True if some come from ray queries.
    pub from_queries: bool,
    /// The first use that the hit objects of SPV_NV_shader_invocation_reorder alone have.
    pub of_nv: Option<(Span, &'static str)>,
    /// The first use that they lack.
    pub of_ext: Option<(Span, &'static str)>,
}

impl Module {
    /// The number of hit objects in a variable of a type.
    pub fn hit_objects(&self, ty: TypeId) -> u64 {
        match self.types[ty] {
            Type::Object(Object::HitObject) => 1,
            Type::Array(element, count) => self.hit_objects(element).saturating_mul(count.into()),
            Type::Struct(id) => {
                let fields = self.structs[id].fields.iter().map(|field| self.hit_objects(field.ty));
                fields.fold(0, u64::saturating_add)
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => 0,
        }
    }

    /// Returns whether the module has the type of hit objects.
    pub fn has_hit_objects(&self) -> bool {
        self.types.has(Type::Object(Object::HitObject))
    }

    /// What the module asks of its hit objects.
    pub fn hit_uses(&self) -> HitUses {
        let mut uses = HitUses::default();
        for (_, function) in self.functions.iter() {
            for (_, node) in function.body.exprs.iter() {
                if let ExprKind::Intrinsic { intrinsic, .. } = &node.kind
                    && intrinsic.lowering == Lowering::Expand(Expand::Hits(Hits::FromRayQuery))
                {
                    uses.from_queries = true;
                    uses.of_ext.get_or_insert((node.span, "FromRayQuery"));
                }
                if let ExprKind::Method { method, .. } = &node.kind
                    && let MethodKind::Hits(kind) = method.kind
                {
                    match kind {
                        HitMethod::Get(spirv::Op::HitObjectGetClusterIdNV, _) => {
                            uses.of_nv.get_or_insert((node.span, method.name));
                        }
                        HitMethod::SetRecord
                        | HitMethod::Positions
                        | HitMethod::Get(spirv::Op::HitObjectGetRayFlagsEXT, HitValue::OfRay) => {
                            uses.of_ext.get_or_insert((node.span, method.name));
                        }
                        HitMethod::Is(_) | HitMethod::Get(..) | HitMethod::Attributes | HitMethod::RootConstant => {}
                    }
                }
            }
        }
        uses
    }
}
