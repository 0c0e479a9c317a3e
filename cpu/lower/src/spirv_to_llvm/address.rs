//! Physical addresses: how they are composed, and the memory at them.
//!
//! An address in the storage class `PhysicalStorageBuffer` is a 64-bit number from anywhere. Before it is used it is
//! looked up among the blocks of memory that the host lends for that; outside of them, loads give zero and stores do
//! nothing.

use crate::error::{Result, invalid, unsupported};
use crate::facts;
use crate::interface::Variable;
use crate::layout::Shape;
use crate::lowering::Lowering;
use crate::lowering::place::{Memory, Place};
use dialect::ir::{OpId, Type, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code, Mlir};
use dialect::spirv::{attrs, facts as module_facts};

/// A pointer of any sort as a number to compare with others. It is the address that the host knows, so the shader must
/// not see it.
fn position(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<ValueId> {
    if facts::is_physical(lowering.known.source, lowering.known.source.type_of(pointer)) {
        return lowering.value(pointer);
    }
    let memory = memory(lowering, pointer)?;
    let b = &mut lowering.b;
    let i64 = b.int(64);
    let start = b.cast(Opcode::PtrToInt, memory.base, i64);
    Ok(b.add(start, memory.offset))
}

fn memory(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<Memory> {
    match lowering.place(pointer)? {
        Place::Memory(memory) => Ok(memory),
        Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } | Place::Texel { .. } => {
            invalid("a resource has no address")
        }
    }
}

/// A pointer as a number for the shader.
pub(super) fn number(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<ValueId> {
    if facts::is_physical(lowering.known.source, lowering.known.source.type_of(pointer)) {
        return lowering.value(pointer);
    }
    let memory = memory(lowering, pointer)?;
    let is_place = |op: &OpId| {
        let code = ops::code(lowering.known.source, *op);
        facts::is_variable(lowering.known.source, *op) || code == Some(Code::Mlir(Mlir::AddressOf))
    };
    let root = facts::root(lowering.known.source, pointer).filter(is_place);
    let name = root.and_then(|root| module_facts::symbol_of(lowering.known.source, root, attrs::SYMBOL));
    let variable = match (root, name.map(|name| lowering.known.interface.variables.get(&name))) {
        (Some(root), None) => root,
        (_, Some(Some((_, Variable::Buffer { array: Some(_), .. })))) | (_, Some(None)) => {
            return unsupported("a pointer", "a pointer into an array of buffers cannot be converted to an integer");
        }
        (None, _) => {
            let value = lowering.value(pointer)?;
            return lowering.number_of(value);
        }
        (_, Some(Some((variable, _)))) => *variable,
    };
    Ok(lowering.number_into(variable, memory.offset))
}

/// A pointer to anywhere as one into memory of a storage class; null where it does not lead there.
pub(super) fn in_class(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let wanted = lowering.known.source[op].results.first();
    let wanted =
        wanted.and_then(|it| module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(*it)));
    let (pointer, ty) = (lowering.operand(op, 0)?, lowering.result_type(op)?);
    let mut found = lowering.b.zero(ty);
    for (storage, leads_there) in lowering.classes_of(pointer)? {
        if Some(storage) == wanted {
            found = lowering.b.select(leads_there, pointer, found);
        }
    }
    Ok(found)
}

/// The address that an access chain computes, without an access.
pub(super) fn chain(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let pointer = lowering.known.source[op].operands[0];
    let address = lowering.value(pointer)?;
    let base_type = match module_facts::pointer(lowering.known.source, lowering.known.source.type_of(pointer)) {
        Some((pointee, _)) => module_facts::referred(lowering.known.source, pointee),
        None => lowering.base_type(op)?,
    };
    let ptr = lowering.b.ptr();
    let (base, nothing) = (lowering.b.zero(ptr), lowering.b.i64(0));
    let start = Memory::limited(base, address, nothing, Shape::of(base_type));
    match lowering.chain_from(Place::Memory(start), op)? {
        Place::Memory(memory) => Ok(memory.offset),
        Place::Buffers { .. } | Place::Resource(_) | Place::Resources { .. } | Place::Texel { .. } => {
            invalid("a resource has no address")
        }
    }
}

/// A number as an address, or an address as a number.
pub(super) fn convert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (operand, ty) = (lowering.known.source[op].operands[0], lowering.result_type(op)?);
    let is_address = module_facts::storage_of(lowering.known.source, lowering.known.source.type_of(operand)).is_some();
    if !matches!(lowering.b.ty(ty), Type::Int { .. }) {
        if !lowering.known.layouts.is_of_c || ty != lowering.fat_pointer() {
            return unsupported(lowering.name(op), "integer is not an address of host memory");
        }
        let (number, i64) = (lowering.int_operand(op, 0)?, lowering.b.int(64));
        let number = lowering.b.int_cast(number, i64, false);
        return lowering.pointer_of(number);
    }
    let value = if is_address { number(lowering, operand)? } else { lowering.int_operand(op, 0)? };
    Ok(lowering.b.int_cast(value, ty, false))
}

pub(super) fn equal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    compare(lowering, op, IntPredicate::Eq)
}

pub(super) fn not_equal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    compare(lowering, op, IntPredicate::Ne)
}

fn compare(lowering: &mut Lowering<'_>, op: OpId, predicate: IntPredicate) -> Result<ValueId> {
    let (a, b) = operands(lowering, op)?;
    let (a, b) = (position(lowering, a)?, position(lowering, b)?);
    Ok(lowering.b.icmp(predicate, a, b))
}

fn operands(lowering: &Lowering<'_>, op: OpId) -> Result<(ValueId, ValueId)> {
    match *lowering.known.source[op].operands.as_slice() {
        [a, b] => Ok((a, b)),
        _ => invalid("a comparison of pointers has two operands"),
    }
}

/// The distance in bytes between two pointers into the same memory; 0 for pointers into different memory, whose
/// distance is undefined.
fn distance(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (a, b) = operands(lowering, op)?;
    if facts::is_physical(lowering.known.source, lowering.known.source.type_of(a)) {
        let (a, b) = (lowering.value(a)?, lowering.value(b)?);
        return Ok(lowering.b.binary(Opcode::Sub, a, b));
    }
    let (a, b) = (memory(lowering, a)?, memory(lowering, b)?);
    let bytes = lowering.b.binary(Opcode::Sub, a.offset, b.offset);
    let (is_same, none) = (lowering.b.icmp(IntPredicate::Eq, a.base, b.base), lowering.b.i64(0));
    Ok(lowering.b.select(is_same, bytes, none))
}

/// The number of elements between two pointers into an array.
pub(super) fn difference(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let bytes = distance(lowering, op)?;
    let ty = lowering.result_type(op)?;
    let pointer = lowering.known.source.type_of(lowering.known.source[op].operands[0]);
    let Some((pointee, _)) = module_facts::pointer(lowering.known.source, pointer) else {
        return invalid("difference of untyped pointers");
    };
    let shape = Shape::of(module_facts::referred(lowering.known.source, pointee));
    let stride = lowering.pointer_stride(pointer, shape)?;
    let stride = lowering.b.i64(stride.max(1));
    let count = lowering.b.binary(Opcode::SDiv, bytes, stride);
    Ok(lowering.b.int_cast(count, ty, true))
}
