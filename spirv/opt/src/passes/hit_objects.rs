//! Hit objects as values: what front ends emit, and SPIR-V does not have.
//!
//! Hit objects can be neither loaded nor stored nor copied, and drivers do not take them in composites. A front end writes
//! them as if they could. The first pass, [`values`], makes a value of each recording, so that inlining, sroa and mem2reg
//! treat hit objects as all else. The last one, [`slots`], gives them variables again, and numbers where one variable is
//! not enough. Between the two, the instructions of hit objects take and return values of the type.

mod expand;
pub(crate) mod slots;
pub(crate) mod values;
mod webs;

use dialect::ir::{Module, Type, TypeId};
use dialect::spirv::facts;
use dialect::spirv::types::SpirvType;
use spirv::Op;

/// What an instruction does to its hit object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
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
fn access(op: Op) -> Access {
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

/// Returns whether an instruction can take a hit object: those of memory and of composites move values of any type.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
fn takes_hit_object(op: Op) -> bool {
    match op {
        Op::Load
        | Op::Store
        | Op::AccessChain
        | Op::InBoundsAccessChain
        | Op::CopyObject
        | Op::CopyMemory
        | Op::FunctionCall
        | Op::CompositeExtract
        | Op::CompositeInsert
        | Op::CompositeConstruct
        | Op::Select
        | Op::Branch
        | Op::ReturnValue => false,
        _ => true,
    }
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
fn is_pointer(module: &Module, ty: TypeId) -> bool {
    facts::pointer(module, ty).is_some_and(|(pointee, _)| is_hit_object(module, pointee))
}

/// The type of hit objects, if the module has it.
fn hit_type(module: &Module) -> Option<TypeId> {
    module.ctx.types().find(|(_, ty)| is_hit_type(ty)).map(|(id, _)| id)
}
