//! Operations of ray queries: functions of the host, which has their states by number.
//!
//! The number of a state is made of the query's place in the variables that hold queries, and of the lane. Nothing is in the
//! memory of these variables, so that no shader can make a number up.

use crate::error::{LowerError, Result, invalid};
use crate::facts;
use crate::layout::Shape;
use crate::lowering::Lowering;
use crate::lowering::images::host_function;
use crate::lowering::place::Place;
use abi::Runtime;
use abi::rays::{COPY, MOST_QUERIES, QueryArgs, QueryOp};
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::ops::{self, Code};
use dialect::spirv::types::SpirvType;
use dialect::spirv::{attrs, facts as module_facts};
use std::mem::offset_of;

/// The bytes of the memory of a query.
const QUERY_BYTES: u64 = 4;

/// An operation without a result.
pub(super) fn done(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    call(lowering, op).map(|_| ())
}

/// An operation with a result.
pub(super) fn answer(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let args = call(lowering, op)?;
    let ty = match lowering.known.source[op].results.first() {
        Some(result) => lowering.known.source.type_of(*result),
        None => return invalid("an op has no result"),
    };
    let mut offset = offset_of!(QueryArgs, out) as u64;
    read(lowering, args, ty, &mut offset)
}

/// Reads a value of a type from the words of an answer.
fn read(lowering: &mut Lowering<'_>, args: ValueId, ty: TypeId, offset: &mut u64) -> Result<ValueId> {
    let parts = match lowering.known.source.ctx[ty] {
        Type::Int { .. } | Type::Float { .. } => None,
        Type::Vector { elem, len } => Some((elem, u64::from(len))),
        Type::Spirv(SpirvType::Matrix { column, columns }) => Some((column, u64::from(columns))),
        Type::Spirv(SpirvType::Array { elem, ref len, .. }) => Some((elem, lowering.known.layouts.array_len(len)?)),
        Type::None | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => {
            return invalid("answer of a ray query has another type");
        }
    };
    let end = (offset_of!(QueryArgs, out) + size_of_val(&QueryArgs::NONE.out)) as u64;
    let own = lowering.ty(ty)?;
    let Some((part, count)) = parts else {
        let b = &mut lowering.b;
        let width = b.width(own);
        if *offset >= end || (width != 32 && width != 1) {
            return invalid("answer of a ray query has another type");
        }
        let address = b.gep_const(args, *offset);
        *offset += 4;
        if width == 32 {
            return Ok(b.load(address, own, 4));
        }
        let word = b.int(32);
        let (word, zero) = (b.load(address, word, 4), b.iconst(word, 0));
        return Ok(b.icmp(IntPredicate::Ne, word, zero));
    };
    let mut made = Vec::new();
    for _ in 0..count {
        made.push(read(lowering, args, part, offset)?);
    }
    let is_vector = matches!(lowering.known.source.ctx[ty], Type::Vector { .. });
    Ok(if is_vector { lowering.b.vector(&made) } else { lowering.b.aggregate(own, &made) })
}

/// Calls the host; returns the memory with the answer.
fn call(lowering: &mut Lowering<'_>, op: OpId) -> Result<ValueId> {
    let found = ops::code(lowering.known.source, op).and_then(Code::core).and_then(QueryOp::of);
    let Some((number, kind)) = found else { return invalid("an operation of ray queries is unknown") };
    let args = begin(lowering, op, number)?;
    let ptr = lowering.b.ptr();
    let mut scene = lowering.b.zero(ptr);
    match kind {
        QueryOp::Initialize => {
            scene = lowering.operand(op, 1)?;
            let places = [
                offset_of!(QueryArgs, flags),
                offset_of!(QueryArgs, mask),
                offset_of!(QueryArgs, origin),
                offset_of!(QueryArgs, t_min),
                offset_of!(QueryArgs, direction),
                offset_of!(QueryArgs, t_max),
            ];
            for (at, offset) in (2..).zip(places) {
                let value = lowering.operand(op, at)?;
                put(lowering, args, offset, value)?;
            }
        }
        QueryOp::Generate => {
            let t = lowering.operand(op, 1)?;
            put(lowering, args, offset_of!(QueryArgs, t_max), t)?;
        }
        QueryOp::Get(_) if kind.takes_which() => {
            let which = lowering.operand(op, 1)?;
            put(lowering, args, offset_of!(QueryArgs, committed), which)?;
        }
        QueryOp::Terminate | QueryOp::Confirm | QueryOp::Proceed | QueryOp::Copy | QueryOp::Get(_) => {}
    }
    ask(lowering, scene, args)?;
    Ok(args)
}

/// A store of a query that was loaded.
pub(super) fn copy(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let from = lowering.operand(op, 1)?;
    let args = begin(lowering, op, COPY)?;
    put(lowering, args, offset_of!(QueryArgs, flags), from)?;
    let ptr = lowering.b.ptr();
    let none = lowering.b.zero(ptr);
    ask(lowering, none, args)
}

/// Writes the operands that each operation has. Its first one is the query.
fn begin(lowering: &mut Lowering<'_>, op: OpId, number: u32) -> Result<ValueId> {
    lowering.needs.runtime = true;
    let state = self::number(lowering, lowering.known.source[op].operands[0])?;
    let args = memory(lowering);
    let number = lowering.b.i32(number);
    put(lowering, args, offset_of!(QueryArgs, op), number)?;
    put(lowering, args, offset_of!(QueryArgs, state), state)?;
    for (at, axis) in lowering.env()?.group.into_iter().enumerate() {
        put(lowering, args, offset_of!(QueryArgs, group) + 4 * at, axis)?;
    }
    Ok(args)
}

fn ask(lowering: &mut Lowering<'_>, scene: ValueId, args: ValueId) -> Result<()> {
    let (ctx, void) = (lowering.env()?.ctx, lowering.b.module.ctx.none());
    let callee = host_function(lowering, offset_of!(Runtime, query))?;
    lowering.b.call_pointer(callee, &[ctx, scene, args], void);
    Ok(())
}

/// Memory for operands and answers, which each function has once.
fn memory(lowering: &mut Lowering<'_>) -> ValueId {
    if let Some(memory) = lowering.function.query_memory {
        return memory;
    }
    let byte = lowering.b.int(8);
    let ty = types::array(&mut lowering.b.module.ctx, byte, size_of::<QueryArgs>() as u64);
    let memory = lowering.b.alloca(ty, 16);
    lowering.function.query_memory = Some(memory);
    memory
}

/// Writes the components of an operand, each of which has 32 bits.
fn put(lowering: &mut Lowering<'_>, args: ValueId, offset: usize, value: ValueId) -> Result<()> {
    let b = &mut lowering.b;
    let ty = b.type_of(value);
    if b.width(ty) != 32 || b.lanes(ty) > 3 {
        return invalid("an operand of a ray query has another type");
    }
    for lane in 0..b.lanes(ty) {
        let part = b.component(value, lane);
        let address = b.gep_const(args, offset as u64 + 4 * u64::from(lane));
        b.store(part, address, 4);
    }
    Ok(())
}

/// The number of a query's state: from 1 on, that of the query in all variables times the lanes, plus the lane.
pub(super) fn number(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<ValueId> {
    let first = first(lowering, pointer)?;
    let Place::Memory(place) = lowering.place(pointer)? else { return invalid("a ray query is not in a variable") };
    let lanes = lowering.known.workgroup.lanes();
    let lane = lowering.env()?.lane;
    let b = &mut lowering.b;
    let (word, bytes) = (b.int(32), b.i64(QUERY_BYTES));
    let within = b.binary(Opcode::UDiv, place.offset, bytes);
    let within = b.int_cast(within, word, false);
    let (first, lanes, one) = (b.i32(first), b.i32(lanes), b.i32(1));
    let number = b.add(within, first);
    let number = b.mul(number, lanes);
    let number = b.add(number, lane);
    Ok(b.add(number, one))
}

/// The number of queries in the variables before the one that a pointer leads to.
pub(crate) fn first(lowering: &mut Lowering<'_>, pointer: ValueId) -> Result<u32> {
    let source = lowering.known.source;
    let Some(root) = facts::root(source, pointer) else { return invalid("a ray query is not in a variable") };
    let name = module_facts::symbol_of(source, root, attrs::SYMBOL);
    let global = name.and_then(|name| lowering.known.interface.variables.get(&name));
    let variable = global.map_or(root, |(variable, _)| *variable);
    if let Some((_, first)) = lowering.queries.iter().find(|(known, _)| *known == variable) {
        return Ok(*first);
    }
    let first = lowering.query_count;
    let bytes = lowering.known.layouts.size(Shape::of(facts::pointee(source, variable)?))?;
    let count = u64::from(first) + bytes.div_ceil(QUERY_BYTES);
    if count.saturating_mul(lowering.known.workgroup.lanes().into()) > u64::from(MOST_QUERIES) {
        let message = format!("a workgroup has more than {MOST_QUERIES} ray queries");
        return Err(LowerError::TooLarge(message));
    }
    lowering.queries.push((variable, first));
    lowering.query_count = count as u32;
    Ok(first)
}
