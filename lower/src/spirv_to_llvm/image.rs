//! Images and samplers: descriptors as values, and the host's functions for everything that is done with them.

use super::lowering::Lowering;
use super::place::Place;
use crate::error::{Result, invalid, unsupported};
use dialect::ir::{OpId, Type, ValueId};
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use spirv::Op;

/// A resource as a value: the address of its descriptor, or those of image and sampler.
pub(super) fn resource(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let ty = lowering.result_type(op)?;
    match ops::code(lowering.source, op) {
        Some(Code::Core(Op::Load)) => {
            let Place::Resource(desc) = lowering.place(lowering.source[op].operands[0])? else {
                return unsupported(lowering.name(op), "resources are not kept in memory");
            };
            let source_ty = lowering.source.type_of(lowering.source[op].results[0]);
            let is_combined = matches!(lowering.source.ctx[source_ty], Type::Spirv(SpirvType::SampledImage(_)));
            Ok(if is_combined { lowering.b.aggregate(ty, &[desc, desc]) } else { desc })
        }
        Some(Code::Core(Op::SampledImage)) => {
            let (image, sampler) = (lowering.operand(op, 0)?, lowering.operand(op, 1)?);
            Ok(lowering.b.aggregate(ty, &[image, sampler]))
        }
        Some(Code::Core(Op::Image)) => {
            let combined = lowering.operand(op, 0)?;
            Ok(lowering.b.extract_value(combined, 0))
        }
        Some(Code::Core(Op::CopyObject)) => lowering.operand(op, 0),
        _ => unsupported(lowering.name(op), "pointers and resources cannot be chosen at run time"),
    }
}

fn not_yet<T>(lowering: &Lowering<'_>, op: OpId) -> Result<T> {
    unsupported(lowering.name(op), "images are not known yet")
}

pub(super) fn texel_pointer(lowering: &mut Lowering<'_>, op: OpId) -> Result<Place> {
    not_yet(lowering, op)
}
pub(super) fn sample(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn fetch(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn gather(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn read(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn write(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    not_yet(lowering, op)
}
pub(super) fn query_size(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn query_levels(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    not_yet(lowering, op)
}
pub(super) fn query_lod(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    invalid(lowering.name(op))
}
