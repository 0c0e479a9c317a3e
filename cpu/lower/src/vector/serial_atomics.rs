//! Atomic operations of lanes on groupshared numbers at any address: if all lanes are active they change one number
//! after the other, without a loop over the lanes.

use super::{lanes, memory};
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::place::Memory;
use crate::spirv_to_llvm::{atomic_joins, atomic_joins_lanes};
use crate::wave_op::Join;
use dialect::ir::{OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::ops::Opcode;
use dialect::spirv::facts;
use dialect::spirv::ops::{self, Code};
use spirv::StorageClass;

/// The limit of lanes for code without a loop.
const MOST_LANES: u32 = 32;

/// The numbers of all lanes. Values for a lane come from vectors: loads of words from a vector that was just stored are
/// slow.
struct Numbers {
    base: ValueId,
    /// Each lane's distance from the base.
    offsets: ValueId,
    /// Operand of each lane.
    operands: ValueId,
    join: Join,
    ty: TypeId,
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
    if !fits || lowering.width() > MOST_LANES || memory.shape.ty != ty || !memory::is_small(&memory) {
        return Ok(None);
    }
    let wide = lowering.wide_ty(ty)?;
    let Some(join) = atomic_joins(lowering, op, lowering.b.module.ctx.scalar_of(wide))? else { return Ok(None) };
    let numbers = Numbers::new(lowering, &memory, (given, ty), join)?;
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
        (given, ty): (Option<ValueId>, TypeId),
        join: Join,
    ) -> Result<Numbers> {
        let (bytes, word, ty) = (lowering.known.layouts.size(memory.shape)?, lowering.b.int(32), lowering.ty(ty)?);
        // As for one lane, a misaligned address is rounded down.
        let last = lowering.b.iconst(lowering.b.type_of(memory.offset), !(bytes - 1));
        let offsets = lowering.b.binary(Opcode::And, memory.offset, last);
        let words = lowering.b.module.ctx.with_scalar(lowering.b.type_of(offsets), word);
        let offsets = lowering.b.cast(Opcode::Trunc, offsets, words);
        let operands = match given {
            Some(given) => lowering.as_wide(given)?,
            None => {
                let (one, lanes) = (lowering.b.iconst(ty, 1), lowering.width());
                lowering.b.splat_of(one, lanes)
            }
        };
        Ok(Numbers { base: memory.base, offsets, operands, join, ty })
    }

    /// Changes all numbers; returns the old value for each lane.
    fn change(&self, lowering: &mut Lowering<'_>, wide: TypeId) -> ValueId {
        let (i64, mut found) = (lowering.b.int(64), lowering.b.poison(wide));
        for lane in 0..lowering.width() {
            let offset = lowering.b.component(self.offsets, lane);
            let offset = lowering.b.cast(Opcode::ZExt, offset, i64);
            let operand = lowering.b.component(self.operands, lane);
            let address = lowering.b.gep(self.base, offset);
            let old = lowering.b.load(address, self.ty, 1);
            let new = self.join.apply(&mut lowering.b, old, operand);
            lowering.b.store(new, address, 1);
            let lane = lowering.b.i32(lane);
            found = lowering.b.insert(found, old, lane);
        }
        found
    }
}
