//! The instructions and the types of hit objects.

use crate::edit;
use dialect::ir::{Module, OpId, Type, TypeId};
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use isa::Class;
use spirv::Op;

/// What an instruction does to its hit object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Makes another one of it.
    Record,
    /// Makes an empty one of it, which is all that it does.
    Empty,
    /// Makes one without other effect.
    Plain,
    /// Changes it.
    Change,
    /// Reads it.
    Use,
}

/// The access of an instruction that takes a hit object.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
pub(super) fn access(op: Op) -> Access {
    use Op::*;
    match op {
        HitObjectRecordEmptyEXT | HitObjectRecordEmptyNV => Access::Empty,
        HitObjectRecordMissEXT
        | HitObjectRecordMissNV
        | HitObjectRecordMissMotionEXT
        | HitObjectRecordMissMotionNV
        | HitObjectRecordFromQueryEXT
        | HitObjectRecordHitNV
        | HitObjectRecordHitMotionNV
        | HitObjectRecordHitWithIndexNV
        | HitObjectRecordHitWithIndexMotionNV => Access::Plain,
        HitObjectTraceRayEXT
        | HitObjectTraceRayNV
        | HitObjectTraceRayMotionEXT
        | HitObjectTraceRayMotionNV
        | HitObjectTraceReorderExecuteEXT
        | HitObjectTraceMotionReorderExecuteEXT => Access::Record,
        HitObjectSetShaderBindingTableRecordIndexEXT => Access::Change,
        _ => Access::Use,
    }
}

/// The instruction of an op that can take a hit object; others only move it.
pub(super) fn instruction(module: &Module, op: OpId) -> Option<Op> {
    edit::core(module, op).filter(|op| isa::class(*op) == Class::Ray)
}

/// Returns whether a type is that of hit objects.
pub(crate) fn is_hit_object(module: &Module, ty: TypeId) -> bool {
    is_hit_type(&module.ctx[ty])
}

/// Returns whether a type is that of hit objects.
pub(crate) fn is_hit_type(ty: &Type) -> bool {
    matches!(ty, Type::Spirv(SpirvType::Other { op: Op::TypeHitObjectEXT | Op::TypeHitObjectNV, .. }))
}

/// Returns whether a type is a pointer to a hit object.
pub(super) fn is_pointer(module: &Module, ty: TypeId) -> bool {
    facts::pointer(module, ty).is_some_and(|(pointee, _)| is_hit_object(module, pointee))
}

/// The type of hit objects, if the module has it.
pub(super) fn hit_type(module: &Module) -> Option<TypeId> {
    module.ctx.types().find(|(_, ty)| is_hit_type(ty)).map(|(id, _)| id)
}
