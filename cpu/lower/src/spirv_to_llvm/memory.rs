//! Variables, reading and writing.

use super::query;
use crate::error::{Result, invalid};
use crate::facts;
use crate::layout::Shape;
use crate::lowering::Lowering;
use crate::lowering::place::{Memory, Place};
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::Intrinsic;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::{attrs, facts as module_facts};
use isa::Class;
use spirv::{MemorySemantics, Op, StorageClass};

/// A variable of a function starts with its initial value, or zeros, each time its op is reached.
pub(super) fn variable(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let Some(initial) = lowering.known.source[op].operands.first().copied() else {
        return lowering.clear_variable(op);
    };
    let address = lowering.variable_address(op)?;
    let ty = facts::pointee(lowering.known.source, op)?;
    let memory = lowering.private_memory(address, ty);
    lowering.store_value(&memory, initial)
}

/// The target of a pointer through which a value of a type is read or written.
pub(super) fn accessed(lowering: &mut Lowering<'_>, pointer: ValueId, ty: TypeId) -> Result<Place> {
    let place = lowering.place(pointer)?;
    let is_untyped =
        module_facts::untyped_pointer(lowering.known.source, lowering.known.source.type_of(pointer)).is_some();
    Ok(if is_untyped { lowering.reshaped(place, ty) } else { place })
}

pub(super) fn load(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let Some(result) = lowering.known.source[op].results.first().copied() else {
        return invalid("a load has no result");
    };
    let pointer = lowering.known.source[op].operands[0];
    if facts::copies_query(lowering.known.source, op) {
        return query::number(lowering, pointer);
    }
    match accessed(lowering, pointer, lowering.known.source.type_of(result))? {
        Place::Memory(memory) => {
            let is_volatile = lowering.is_volatile(op, pointer);
            lowering.load_memory(&Memory { is_volatile, ..memory })
        }
        _ => invalid("a resource is not read by a load"),
    }
}

pub(super) fn store(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let (pointer, value) = (lowering.known.source[op].operands[0], lowering.known.source[op].operands[1]);
    if facts::copies_query(lowering.known.source, op) {
        return query::copy(lowering, op);
    }
    match accessed(lowering, pointer, lowering.known.source.type_of(value))? {
        Place::Memory(memory) => {
            let is_volatile = lowering.is_volatile(op, pointer);
            lowering.store_value(&Memory { is_volatile, ..memory }, value)
        }
        _ => invalid("a resource is not written by a store"),
    }
}

/// Both places may lie differently in memory, so a copy reads and writes values.
pub(super) fn copy(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let operands = lowering.known.source[op].operands.clone();
    match (lowering.place(operands[0])?, lowering.place(operands[1])?) {
        (Place::Memory(to), Place::Memory(from)) => {
            let [writes, reads] = [operands[0], operands[1]].map(|pointer| lowering.is_volatile(op, pointer));
            let value = lowering.load_memory(&Memory { is_volatile: reads, ..from })?;
            lowering.store_memory(&Memory { is_volatile: writes, ..to }, value)
        }
        _ => invalid("resources are not copied"),
    }
}

/// The number of bytes of what a pointer leads to.
pub(super) fn size_of(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let pointer = lowering.known.source.type_of(lowering.known.source[op].operands[0]);
    let Some((pointee, _)) = module_facts::pointer(lowering.known.source, pointer) else {
        return invalid("size query of a non-buffer");
    };
    let bytes = lowering.pointer_stride(pointer, Shape::of(pointee))?;
    let ty = lowering.result_type(op)?;
    Ok(lowering.b.iconst(ty, bytes))
}

/// Memory that a pointer leads to, as barriers have it: that of the pointer that it was made of.
pub(super) fn semantics(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut pointer = lowering.known.source[op].operands[0];
    let mut storage = module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(pointer));
    while let (Some(StorageClass::Generic), Some(maker)) = (storage, lowering.known.source.defining_op(pointer)) {
        let is_made_of_pointer = ops::code(lowering.known.source, maker).and_then(Code::core).is_some_and(|op| {
            matches!(op, Op::CopyObject | Op::Bitcast | Op::PtrCastToGeneric) || isa::class(op) == Class::Chain
        });
        if !is_made_of_pointer {
            break;
        }
        pointer = lowering.known.source[maker].operands[0];
        storage = module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(pointer));
    }
    let ty = lowering.result_type(op)?;
    if let Some(storage) = storage.filter(|storage| *storage != StorageClass::Generic) {
        return Ok(lowering.b.iconst(ty, semantics_of(storage)));
    }
    let pointer = lowering.value(pointer)?;
    let mut found = lowering.b.iconst(ty, 0);
    for (storage, leads_there) in lowering.classes_of(pointer)? {
        let own = lowering.b.iconst(ty, semantics_of(storage));
        found = lowering.b.select(leads_there, own, found);
    }
    Ok(found)
}

/// The bits of memory semantics for memory of a storage class.
fn semantics_of(storage: StorageClass) -> u64 {
    let semantics = match storage {
        StorageClass::Workgroup => MemorySemantics::WORKGROUP_MEMORY,
        StorageClass::CrossWorkgroup => MemorySemantics::CROSS_WORKGROUP_MEMORY,
        _ => MemorySemantics::empty(),
    };
    semantics.bits().into()
}

/// The number of whole elements in the run-time array at the end of a buffer.
pub(super) fn array_length(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let mut place = lowering.place(lowering.known.source[op].operands[0])?;
    if let Some(ty) = module_facts::type_of(lowering.known.source, op, attrs::TYPE) {
        place = lowering.reshaped(place, ty);
    }
    let Place::Memory(memory) = place else { return invalid("length query of a non-buffer") };
    let Some((start, stride)) = lowering.known.layouts.runtime_array(memory.shape.ty)? else {
        return invalid("length query of a fixed-size array");
    };
    let Some(limit) = memory.limit else { return invalid("length query of a non-buffer") };
    let ty = lowering.result_type(op)?;
    let b = &mut lowering.b;
    let (start, stride) = (b.i64(start), b.i64(stride.max(1)));
    let start = b.add(memory.offset, start);
    let bytes = b.math(Intrinsic::USubSat, &[limit, start]);
    let length = b.binary(Opcode::UDiv, bytes, stride);
    Ok(b.int_cast(length, ty, false))
}
