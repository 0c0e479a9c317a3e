//! Addresses as numbers: what they are made of and what they lead to.
//!
//! An address in the storage class `PhysicalStorageBuffer` is a 64-bit number from anywhere. Before it is used it is
//! looked up among the blocks of memory that the host lends for that; what lies in none of them reads as zero and is
//! not written.

use super::lowering::Lowering;
use super::place::{Memory, Place};
use crate::abi::{Block, DispatchCtx};
use crate::error::{Result, invalid, unsupported};
use crate::layout::Shape;
use crate::spmd::plan;
use dialect::ir::{OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::build::Builder;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::abi as module_abi;
use std::mem::offset_of;

/// The function that looks addresses up.
const FIND: &str = "find_block";

/// The memory that an address leads to.
pub(super) fn found(lowering: &mut Lowering<'_>, address: ValueId, ty: TypeId) -> Result<Memory> {
    lowering.needs_blocks = true;
    let ctx = lowering.env()?.ctx;
    let b = &mut lowering.b;
    let (ptr, i64) = (b.ptr(), b.int(64));
    let block = types::structure(&mut b.module.ctx, &[ptr, i64]);
    let Some(block) = b.call(FIND, &[ctx, address], block) else { return invalid("a lookup has no result") };
    let (base, limit) = (b.extract_value(block, 0), b.extract_value(block, 1));
    let start = b.cast(Opcode::PtrToInt, base, i64);
    let offset = b.binary(Opcode::Sub, address, start);
    Ok(Memory { base, offset, limit: Some(limit), room: 0, shape: Shape::of(ty) })
}

/// Writes the function that looks addresses up: the block that holds an address, or an empty one at 0.
pub(crate) fn emit_find(b: &mut Builder) {
    let (ptr, i32, i64) = (b.ptr(), b.int(32), b.int(64));
    let block = types::structure(&mut b.module.ctx, &[ptr, i64]);
    let args = b.begin(FIND, &[ptr, i64], block, true);
    b.passthrough(&["nounwind"]);
    let (ctx, address) = (args[0], args[1]);
    let field = |b: &mut Builder, of: ValueId, offset: usize, ty: TypeId| {
        let at = b.gep_const(of, offset as u64);
        let value = b.load(at, ty, 4);
        b.mark_invariant(value);
        value
    };
    let blocks = field(b, ctx, offset_of!(DispatchCtx, blocks), ptr);
    let count = field(b, ctx, offset_of!(DispatchCtx, block_count), i32);
    let count = b.cast(Opcode::ZExt, count, i64);
    let (head, body, next) = (b.new_block(&[i64]), b.new_block(&[]), b.new_block(&[]));
    let (hit, miss) = (b.new_block(&[]), b.new_block(&[]));
    let (zero, one, size) = (b.i64(0), b.i64(1), b.i64(size_of::<Block>() as u64));
    b.br(head, &[zero]);

    b.block = head;
    let index = b.args(head)[0];
    let more = b.icmp("ult", index, count);
    b.cond_br(more, Successor::new(body), Successor::new(miss));

    b.block = body;
    let offset = b.mul(index, size);
    let at = b.gep(blocks, offset);
    let base = field(b, at, offset_of!(Block, base), ptr);
    let bytes = field(b, at, offset_of!(Block, bytes), i64);
    let start = b.cast(Opcode::PtrToInt, base, i64);
    let inside = b.binary(Opcode::Sub, address, start);
    let holds = b.icmp("ult", inside, bytes);
    b.cond_br(holds, Successor::new(hit), Successor::new(next));

    b.block = next;
    let following = b.add(index, one);
    b.br(head, &[following]);

    b.block = hit;
    let result = b.aggregate(block, &[base, bytes]);
    b.ret(Some(result));

    b.block = miss;
    let null = b.zero(ptr);
    let result = b.aggregate(block, &[null, zero]);
    b.ret(Some(result));
    b.finish();
}

/// A pointer of any sort as a number.
fn number(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<ValueId> {
    if plan::is_physical(lowering.source, lowering.source.type_of(pointer)) {
        return lowering.value(pointer);
    }
    let Place::Memory(memory) = lowering.place(pointer)? else { return invalid("a resource has no address") };
    let b = &mut lowering.b;
    let i64 = b.int(64);
    let start = b.cast(Opcode::PtrToInt, memory.base, i64);
    Ok(b.add(start, memory.offset))
}

/// The address that an access chain leads to, without a look at what is there.
pub(super) fn chain(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let pointer = lowering.source[op].operands[0];
    let address = lowering.value(pointer)?;
    let base_type = match module_abi::pointer(lowering.source, lowering.source.type_of(pointer)) {
        Some((pointee, _)) => module_abi::referred(lowering.source, pointee),
        None => lowering.base_type(op)?,
    };
    let ptr = lowering.b.ptr();
    let (base, nothing) = (lowering.b.zero(ptr), lowering.b.i64(0));
    let start = Memory { base, offset: address, limit: Some(nothing), room: 0, shape: Shape::of(base_type) };
    match lowering.chain_from(Place::Memory(start), op)? {
        Place::Memory(memory) => Ok(memory.offset),
        _ => invalid("a resource has no address"),
    }
}

/// A number as an address, or an address as a number.
pub(super) fn convert(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (operand, ty) = (lowering.source[op].operands[0], lowering.result_type(op)?);
    let is_address = module_abi::storage_of(lowering.source, lowering.source.type_of(operand)).is_some();
    if !matches!(lowering.b.ty(ty), Type::Int { .. }) {
        return unsupported(lowering.name(op), "a number is no address of memory that the host gives");
    }
    let value = if is_address { number(lowering, operand)? } else { lowering.int_operand(op, 0)? };
    Ok(lowering.b.int_cast(value, ty, false))
}

pub(super) fn equal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    compare(lowering, op, "eq")
}

pub(super) fn not_equal(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    compare(lowering, op, "ne")
}

fn compare(lowering: &mut Lowering<'_>, op: OpId, predicate: &str) -> Result<ValueId> {
    let (a, b) = numbers(lowering, op)?;
    Ok(lowering.b.icmp(predicate, a, b))
}

fn numbers(lowering: &mut Lowering<'_>, op: OpId) -> Result<(ValueId, ValueId)> {
    match *lowering.source[op].operands.as_slice() {
        [a, b] => Ok((number(lowering, a)?, number(lowering, b)?)),
        _ => invalid("a comparison of pointers has two operands"),
    }
}

/// How many elements lie between two pointers into an array.
pub(super) fn difference(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let (a, b) = numbers(lowering, op)?;
    let ty = lowering.result_type(op)?;
    let pointer = lowering.source.type_of(lowering.source[op].operands[0]);
    let Some((pointee, _)) = module_abi::pointer(lowering.source, pointer) else {
        return invalid("the distance of pointers is asked for that do not tell what they go through");
    };
    let shape = Shape::of(module_abi::referred(lowering.source, pointee));
    let stride = lowering.pointer_stride(pointer, shape)?;
    let bytes = lowering.b.binary(Opcode::Sub, a, b);
    let stride = lowering.b.i64(stride.max(1));
    let count = lowering.b.binary(Opcode::SDiv, bytes, stride);
    Ok(lowering.b.int_cast(count, ty, true))
}
