//! Atomic operations of lanes on groupshared numbers at any address: if all lanes are active they change one number
//! after the other, without a mask of those that are left.

use super::{lanes, memory};
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::place::Memory;
use crate::spirv_to_llvm::{atomic_joins, atomic_joins_lanes};
use crate::wave_op::Join;
use dialect::ir::{OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use spirv::StorageClass;

/// The lanes in an iteration of the loop; the width of vectors is a power of two.
const LANES_OF_TURN: u32 = 4;
/// The bytes of an offset.
const OFFSET_BYTES: u64 = 4;

/// The numbers of all lanes. Values for a lane come from memory: on AMD's Zen 4, code that takes each lane's offset out of
/// a vector register and goes to memory with it at once is fifteen times as slow.
struct Numbers {
    base: ValueId,
    /// Each lane's distance from the base, in memory.
    offsets: ValueId,
    operand: Operand,
    join: Join,
    ty: TypeId,
    /// The size of a number.
    bytes: u64,
}

/// The operand of each lane.
enum Operand {
    Same(ValueId),
    /// Side by side in memory.
    Row(ValueId),
}

/// Lowers an atomic operation; `None` if it is not on groupshared numbers, or has no reduction.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else { return Ok(None) };
    let pointer = lowering.known.source[op].operands[0];
    let is_shared = facts::storage_of(lowering.known.source, lowering.known.source.type_of(pointer))
        == Some(StorageClass::Workgroup);
    let result = lowering.known.source[op].results.first().copied();
    let (Some(_), Some(result), true) = (atomic_joins_lanes(code), result, is_shared) else { return Ok(None) };
    let ty = lowering.known.source.type_of(result);
    if !lowering.varies(pointer)? || !memory::is_plain(lowering, pointer) || !is_number(lowering, ty) {
        return Ok(None);
    }
    let memory = memory::memory(lowering, pointer)?;
    let given = lowering.known.source[op].operands.get(1).copied();
    let fits = given.is_none_or(|given| lowering.known.source.type_of(given) == ty);
    if !fits || memory.shape.ty != ty || !memory::is_small(&memory) {
        return Ok(None);
    }
    let wide = lowering.wide_ty(ty)?;
    let Some(join) = atomic_joins(lowering, op, lowering.b.module.ctx.scalar_of(wide))? else { return Ok(None) };
    let numbers = Numbers::new(lowering, &memory, given, ty, join)?;
    let mask = lowering.wide()?.mask;
    let are_all = lowering.b.all(mask);
    let (fast, slow) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let done = lowering.b.new_block(&[wide]);
    lowering.b.likely(are_all, Successor::new(fast), Successor::new(slow));
    lowering.b.block = fast;
    let found = numbers.change(lowering, wide);
    lowering.b.br(done, &[found]);
    lowering.b.block = slow;
    let apart = lanes::in_turn(lowering, op, None)?;
    let anything = lowering.b.poison(wide);
    lowering.b.br(done, &[apart.unwrap_or(anything)]);
    lowering.b.block = done;
    Ok(Some(lowering.b.args(done)[0]))
}

fn is_number(lowering: &Lowering<'_>, ty: TypeId) -> bool {
    matches!(lowering.known.source.ctx[ty], Type::Int { width: 32 | 64, .. })
}

impl Numbers {
    fn new(
        lowering: &mut Lowering<'_>,
        memory: &Memory,
        given: Option<ValueId>,
        ty: TypeId,
        join: Join,
    ) -> Result<Numbers> {
        let (bytes, word, ty) = (lowering.known.layouts.size(memory.shape)?, lowering.b.int(32), lowering.ty(ty)?);
        // As for one lane, a misaligned address is rounded down.
        let last = lowering.b.iconst(lowering.b.type_of(memory.offset), !(bytes - 1));
        let offsets = lowering.b.binary(Opcode::And, memory.offset, last);
        let words = lowering.b.module.ctx.with_scalar(lowering.b.type_of(offsets), word);
        let offsets = lowering.b.cast(Opcode::Trunc, offsets, words);
        let operand = match given {
            Some(given) if lowering.varies(given)? => {
                let operands = lowering.as_wide(given)?;
                Operand::Row(row_of(lowering, operands))
            }
            Some(given) => Operand::Same(lowering.natural(given)?),
            None => Operand::Same(lowering.b.iconst(ty, 1)),
        };
        Ok(Numbers { base: memory.base, offsets: row_of(lowering, offsets), operand, join, ty, bytes })
    }

    /// Changes all numbers; returns the old value for each lane.
    fn change(&self, lowering: &mut Lowering<'_>, wide: TypeId) -> ValueId {
        let (i64, zero, found) = (lowering.b.int(64), lowering.b.i64(0), lowering.b.alloca(wide, 64));
        let (body, done) = (lowering.b.new_block(&[i64]), lowering.b.new_block(&[]));
        lowering.b.br(body, &[zero]);

        lowering.b.block = body;
        let lane = lowering.b.args(body)[0];
        let at_once = lowering.width().min(LANES_OF_TURN);
        for behind in 0..at_once {
            let behind = lowering.b.i64(u64::from(behind));
            let lane = lowering.b.add(lane, behind);
            self.change_one(lowering, lane, found);
        }
        let (step, all) = (lowering.b.i64(u64::from(at_once)), lowering.b.i64(u64::from(lowering.width())));
        let next = lowering.b.add(lane, step);
        let more = lowering.b.icmp(IntPredicate::Ult, next, all);
        lowering.b.cond_br(more, Successor { block: body, args: [next].into() }, Successor::new(done));

        lowering.b.block = done;
        lowering.b.load(found, wide, 64)
    }

    /// Changes the number of a lane; keeps the old value in a row.
    fn change_one(&self, lowering: &mut Lowering<'_>, lane: ValueId, found: ValueId) {
        let (i64, word) = (lowering.b.int(64), lowering.b.int(32));
        let offset = in_row(lowering, self.offsets, lane, OFFSET_BYTES);
        let offset = lowering.b.load(offset, word, OFFSET_BYTES as u32);
        let offset = lowering.b.cast(Opcode::ZExt, offset, i64);
        let operand = match self.operand {
            Operand::Same(operand) => operand,
            Operand::Row(row) => {
                let place = in_row(lowering, row, lane, self.bytes);
                lowering.b.load(place, self.ty, self.bytes as u32)
            }
        };
        let address = lowering.b.gep(self.base, offset);
        let old = lowering.b.load(address, self.ty, 1);
        let new = self.join.apply(&mut lowering.b, old, operand);
        lowering.b.store(new, address, 1);
        let place = in_row(lowering, found, lane, self.bytes);
        lowering.b.store(old, place, self.bytes as u32);
    }
}

/// Memory with the lanes of a vector side by side.
fn row_of(lowering: &mut Lowering<'_>, values: ValueId) -> ValueId {
    let row = lowering.b.alloca(lowering.b.type_of(values), 64);
    lowering.b.store(values, row, 64);
    row
}

/// The address of a lane's place in a row of values of this size.
fn in_row(lowering: &mut Lowering<'_>, row: ValueId, lane: ValueId, bytes: u64) -> ValueId {
    let size = lowering.b.i64(bytes);
    let offset = lowering.b.mul(lane, size);
    lowering.b.gep(row, offset)
}
