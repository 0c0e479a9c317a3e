//! Operations of ray queries for all lanes: one call of the host, with the lanes' operands and answers in rows.

use super::memory;
use crate::error::{Result, invalid};
use crate::lowering::Lowering;
use crate::lowering::images::host_function;
use crate::spirv_to_llvm::first_query;
use abi::Runtime;
use abi::rays::{MOST_WAVE, QueryOp, QueryWave, WAVE_ROWS, WaveRow};
use dialect::ir::{OpId, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;
use dialect::spirv::ops::{self, Code};
use std::mem::offset_of;

/// The alignment of rows.
const ALIGN: u32 = 64;

/// Lowers an op; returns false where it is none of ray queries, or lanes name different scenes.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<bool> {
    let found = ops::code(lowering.known.source, op).and_then(Code::core).and_then(QueryOp::of);
    let Some((number, kind)) = found.filter(|_| (2..=MOST_WAVE).contains(&lowering.width())) else { return Ok(false) };
    let operands = lowering.known.source[op].operands.to_vec();
    let ptr = lowering.b.ptr();
    let (mut scene, mut which, zero) = (lowering.b.zero(ptr), None, lowering.b.i32(0));
    if let (QueryOp::Initialize, Some(given)) = (kind, operands.get(1)) {
        if lowering.varies(*given)? {
            return Ok(false);
        }
        scene = lowering.natural(*given)?;
    }
    if let (true, Some(given)) = (kind.takes_which(), operands.get(1)) {
        if lowering.varies(*given)? {
            return Ok(false);
        }
        which = Some(lowering.natural(*given)?);
    }
    lowering.needs.runtime = true;
    let Some(query) = operands.first().copied() else { return invalid("a ray query is not in a variable") };
    let states = states(lowering, query)?;
    let wave = begin(lowering, number, which.unwrap_or(zero))?;
    put(lowering, wave, WaveRow::State, 0, states);
    match kind {
        QueryOp::Initialize => {
            let rows =
                [WaveRow::Flags, WaveRow::Mask, WaveRow::Origin, WaveRow::TMin, WaveRow::Direction, WaveRow::TMax];
            for (value, row) in operands.iter().skip(2).zip(rows) {
                put_all(lowering, wave, row, *value)?;
            }
        }
        QueryOp::Generate => {
            let t = operands.get(1).copied().map_or_else(|| invalid("an op has no operand"), Ok)?;
            put_all(lowering, wave, WaveRow::TMax, t)?;
        }
        QueryOp::Terminate | QueryOp::Confirm | QueryOp::Proceed | QueryOp::Copy | QueryOp::Get(_) => {}
    }
    let (ctx, void) = (lowering.env()?.ctx, lowering.b.module.ctx.none());
    let callee = host_function(lowering, offset_of!(Runtime, query_wave))?;
    lowering.b.call_pointer(callee, &[ctx, scene, wave], void);
    if let Some(result) = lowering.known.source[op].results.first().copied() {
        let answer = answer(lowering, wave, kind, lowering.known.source.type_of(result))?;
        lowering.define(result, answer)?;
    }
    Ok(true)
}

/// The numbers of the lanes' states.
fn states(lowering: &mut Lowering<'_>, query: ValueId) -> Result<ValueId> {
    let first = first_query(lowering, query)?;
    let offset = memory::memory(lowering, query)?.offset;
    let (width, group, lane) = (lowering.width(), lowering.known.workgroup.lanes(), lowering.env()?.lane);
    let b = &mut lowering.b;
    let word = b.int(32);
    let offset = if b.lanes(b.type_of(offset)) == 1 { b.splat_of(offset, width) } else { offset };
    let wide = b.module.ctx.vector(word, width);
    // A query has four bytes.
    let two = b.iconst(b.type_of(offset), 2);
    let within = b.binary(Opcode::LShr, offset, two);
    let within = b.int_cast(within, wide, false);
    let (first, group) = (b.iconst(wide, u64::from(first)), b.iconst(wide, u64::from(group)));
    let number = b.add(within, first);
    let number = b.mul(number, group);
    let (lanes, counting) = (b.splat_of(lane, width), b.counting(word, width));
    let number = b.add(number, lanes);
    let number = b.add(number, counting);
    let one = b.iconst(wide, 1);
    Ok(b.add(number, one))
}

/// Writes what all lanes have in common. Returns the address of the memory.
fn begin(lowering: &mut Lowering<'_>, number: u32, which: ValueId) -> Result<ValueId> {
    let wave = memory_of(lowering);
    let (mask, group, width) = (lowering.wide()?.mask, lowering.env()?.group, lowering.width());
    let b = &mut lowering.b;
    let i64 = b.int(64);
    let active = b.bits(mask);
    let active = b.int_cast(active, i64, false);
    let (number, lanes) = (b.i32(number), b.i32(width));
    let [x, y, z] = group;
    let at = offset_of!(QueryWave, group);
    let fields = [
        (number, offset_of!(QueryWave, op)),
        (lanes, offset_of!(QueryWave, lanes)),
        (active, offset_of!(QueryWave, active)),
        (which, offset_of!(QueryWave, committed)),
        (x, at),
        (y, at + 4),
        (z, at + 8),
    ];
    for (value, offset) in fields {
        let address = b.gep_const(wave, offset as u64);
        b.store(value, address, 4);
    }
    Ok(wave)
}

/// Memory for operands and answers, which each function has once.
fn memory_of(lowering: &mut Lowering<'_>) -> ValueId {
    if let Some(memory) = lowering.function.wave_query_memory {
        return memory;
    }
    let byte = lowering.b.int(8);
    let bytes = size_of::<QueryWave>() as u64 + 4 * u64::from(lowering.width()) * u64::from(WAVE_ROWS);
    let ty = types::array(&mut lowering.b.module.ctx, byte, bytes);
    let memory = lowering.b.alloca(ty, ALIGN);
    lowering.function.wave_query_memory = Some(memory);
    memory
}

/// The address of a row behind the first one of an operand.
fn address(lowering: &mut Lowering<'_>, wave: ValueId, row: WaveRow, at: u32) -> ValueId {
    let number = u64::from(row as u32 + at);
    let offset = size_of::<QueryWave>() as u64 + 4 * u64::from(lowering.width()) * number;
    lowering.b.gep_const(wave, offset)
}

fn put(lowering: &mut Lowering<'_>, wave: ValueId, row: WaveRow, at: u32, value: ValueId) {
    let address = address(lowering, wave, row, at);
    lowering.b.store(value, address, 4);
}

/// Writes the components of an operand, each of which has 32 bits.
fn put_all(lowering: &mut Lowering<'_>, wave: ValueId, row: WaveRow, value: ValueId) -> Result<()> {
    let (ty, wide, mut leaves) = (lowering.known.source.type_of(value), lowering.as_wide(value)?, Vec::new());
    lowering.leaves(wide, ty, &mut leaves)?;
    for (at, leaf) in (0..).zip(leaves) {
        if at > 2 || lowering.b.width(lowering.b.type_of(leaf)) != 32 {
            return invalid("an operand of a ray query has another type");
        }
        put(lowering, wave, row, at, leaf);
    }
    Ok(())
}

/// Reads a value of a type from the rows of an answer.
fn answer(lowering: &mut Lowering<'_>, wave: ValueId, kind: QueryOp, ty: TypeId) -> Result<ValueId> {
    let (scalars, width) = (lowering.scalars(ty)?, lowering.width());
    let mut leaves = Vec::new();
    for (at, scalar) in (0..).zip(scalars) {
        let bits = lowering.b.width(scalar);
        if at as usize >= kind.words() || (bits != 32 && bits != 1) {
            return invalid("answer of a ray query has another type");
        }
        let address = address(lowering, wave, WaveRow::Out, at);
        let b = &mut lowering.b;
        let word = if bits == 32 { scalar } else { b.int(32) };
        let wide = b.module.ctx.vector(word, width);
        let value = b.load(address, wide, 4);
        leaves.push(if bits == 32 {
            value
        } else {
            let zero = b.zero(wide);
            b.icmp(IntPredicate::Ne, value, zero)
        });
    }
    lowering.of_leaves(&mut leaves.into_iter(), ty, true)
}
