//! Atomic operations of lanes on numbers that stand one after the other in a buffer: as many numbers as the processor compares
//! and changes in one step go to memory together.

use super::{lanes, memory, wave};
use crate::error::Result;
use crate::lowering::Lowering;
use crate::lowering::lanes::polled;
use crate::lowering::place::{Memory, Series};
use crate::spirv_to_llvm::{atomic_joins, atomic_joins_lanes};
use crate::wave_op::Join;
use abi::reason::TurnReason;
use dialect::ir::{BlockId, OpId, Successor, Type, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Ordering};
use dialect::llvm::ops::Opcode;
use dialect::spirv::ops::{self, Code};

/// The bytes of a number.
const BYTES: u64 = 4;
/// The lanes that take part are bits of a number.
const MOST_LANES: u32 = 64;
/// Bytes that are read as one before they are compared.
const WORD_BYTES: u64 = 8;

/// The numbers of all lanes.
struct Row {
    address: ValueId,
    /// Operand of each lane; of lanes that do not take part one that changes nothing.
    operands: ValueId,
    /// The lanes that take part, as bits.
    bits: ValueId,
    join: Join,
    /// A vector of the numbers of one step, and an integer as wide.
    numbers: TypeId,
    step: TypeId,
    step_bytes: u64,
}

/// Lowers an atomic operation; gives nothing where lanes do not go to numbers of one buffer, or what they do does not
/// join what is there.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let Some(Code::Core(code)) = ops::code(lowering.known.source, op) else { return Ok(None) };
    let (Some(filler), Some(result)) = (atomic_joins_lanes(code), lowering.known.source[op].results.first().copied())
    else {
        return Ok(None);
    };
    let pointer = lowering.known.source[op].operands[0];
    let ty = lowering.known.source.type_of(result);
    let is_word = matches!(lowering.known.source.ctx[ty], Type::Int { width: 32, .. });
    if !is_word || !lowering.varies(pointer)? || !memory::is_plain(lowering, pointer) {
        return Ok(None);
    }
    let memory = memory::memory(lowering, pointer)?;
    let series = memory.series.filter(|series| series.stride == BYTES && memory.limit.is_some());
    let all = u64::from(lowering.width()) * BYTES;
    let fits = lowering.width() <= MOST_LANES
        && lowering.known.demands.step_bytes >= WORD_BYTES
        && all.is_multiple_of(lowering.known.demands.step_bytes)
        && memory.shape.ty == ty;
    let Some(series) = series.filter(|_| fits) else { return Ok(None) };
    let wide = lowering.wide_ty(ty)?;
    let Some(join) = atomic_joins(lowering, op, lowering.b.module.ctx.scalar_of(wide))? else { return Ok(None) };
    let operand = match lowering.known.source[op].operands.get(1).copied() {
        Some(given) if lowering.known.source.type_of(given) == ty => lowering.as_wide(given)?,
        Some(_) => return Ok(None),
        None => lowering.b.iconst(wide, 1),
    };
    let operands = wave::filled(lowering, filler, operand)?;
    let (row, holds) = row(lowering, &memory, series, operands, join)?;
    let (fast, slow) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let done = lowering.b.new_block(&[wide]);
    lowering.b.likely(holds, Successor::new(fast), Successor::new(slow));
    lowering.b.block = fast;
    let found = row.change(lowering, wide)?;
    lowering.b.br(done, &[found]);
    lowering.b.block = slow;
    let apart = match series.is_guess {
        true => lanes::noted(lowering, op, None, TurnReason::Apart)?,
        false => lanes::in_turn(lowering, op, None)?,
    };
    let anything = lowering.b.poison(wide);
    lowering.b.br(done, &[apart.unwrap_or(anything)]);
    lowering.b.block = done;
    Ok(Some(lowering.b.args(done)[0]))
}

/// The row, and whether it is one: in range, and at an address that steps ask for.
fn row(
    lowering: &mut Lowering<'_>,
    memory: &Memory,
    series: Series,
    operands: ValueId,
    join: Join,
) -> Result<(Row, ValueId)> {
    let (lanes, step_bytes) = (lowering.width(), lowering.known.demands.step_bytes);
    let holds = memory::within(lowering, memory, series.holds, series.first, u64::from(lanes) * BYTES);
    let address = lowering.b.gep(memory.base, series.first);
    let (i64, last) = (lowering.b.int(64), lowering.b.i64(step_bytes - 1));
    let number = lowering.b.cast(Opcode::PtrToInt, address, i64);
    let crooked = lowering.b.binary(Opcode::And, number, last);
    let zero = lowering.b.i64(0);
    let is_straight = lowering.b.icmp(IntPredicate::Eq, crooked, zero);
    let holds = lowering.b.binary(Opcode::And, holds, is_straight);
    let mask = lowering.wide()?.mask;
    let bits = lowering.b.bits(mask);
    let bits = lowering.b.int_cast(bits, i64, false);
    let (word, step) = (lowering.b.int(32), lowering.b.int(8 * step_bytes as u32));
    let numbers = lowering.b.module.ctx.vector(word, (step_bytes / BYTES) as u32);
    Ok((Row { address, operands, bits, join, numbers, step, step_bytes }, holds))
}

impl Row {
    /// Changes all numbers, a step after the other; gives what was there.
    fn change(&self, lowering: &mut Lowering<'_>, wide: TypeId) -> Result<ValueId> {
        let (i64, zero) = (lowering.b.int(64), lowering.b.i64(0));
        let [operands, found] = [(); 2].map(|()| lowering.b.alloca(wide, 64));
        lowering.b.store(self.operands, operands, 64);
        let (head, next, end) = (lowering.b.new_block(&[i64]), lowering.b.new_block(&[]), lowering.b.new_block(&[]));
        let body = lowering.b.new_block(&[]);
        lowering.b.br(head, &[zero]);

        lowering.b.block = head;
        let offset = lowering.b.args(head)[0];
        let is_wanted = self.is_wanted(lowering, offset);
        lowering.b.cond_br(is_wanted, Successor::new(body), Successor::new(next));

        lowering.b.block = body;
        let own = lowering.b.gep(operands, offset);
        let own = lowering.b.load(own, self.numbers, BYTES as u32);
        let old = self.step(lowering, offset, own)?;
        let place = lowering.b.gep(found, offset);
        lowering.b.store(old, place, BYTES as u32);
        lowering.b.br(next, &[]);

        lowering.b.block = next;
        let (step, all) = (lowering.b.i64(self.step_bytes), lowering.b.i64(u64::from(lowering.width()) * BYTES));
        let behind = lowering.b.add(offset, step);
        let more = lowering.b.icmp(IntPredicate::Ult, behind, all);
        lowering.b.cond_br(more, Successor { block: head, args: [behind].into() }, Successor::new(end));
        lowering.b.block = end;
        Ok(lowering.b.load(found, wide, 64))
    }

    /// Returns whether any lane of a step takes part.
    fn is_wanted(&self, lowering: &mut Lowering<'_>, offset: ValueId) -> ValueId {
        let (bytes, zero) = (lowering.b.i64(BYTES), lowering.b.i64(0));
        let some = lowering.b.i64((1 << (self.step_bytes / BYTES)) - 1);
        let lane = lowering.b.binary(Opcode::UDiv, offset, bytes);
        let bits = lowering.b.binary(Opcode::LShr, self.bits, lane);
        let bits = lowering.b.binary(Opcode::And, bits, some);
        lowering.b.icmp(IntPredicate::Ne, bits, zero)
    }

    /// Changes the numbers of one step, repeatedly until no other thread has done so in between; gives what was there.
    fn step(&self, lowering: &mut Lowering<'_>, offset: ValueId, own: ValueId) -> Result<ValueId> {
        let address = lowering.b.gep(self.address, offset);
        let guess = self.guess(lowering, address);
        let (again, done): (BlockId, BlockId) = (lowering.b.new_block(&[self.step]), lowering.b.new_block(&[]));
        lowering.b.br(again, &[guess]);
        lowering.b.block = again;
        let expected = lowering.b.args(again)[0];
        let old = lowering.b.cast(Opcode::Bitcast, expected, self.numbers);
        let new = self.join.apply(&mut lowering.b, old, own);
        let new = lowering.b.cast(Opcode::Bitcast, new, self.step);
        let found = lowering.b.cmpxchg(address, expected, new);
        let is_done = lowering.b.icmp(IntPredicate::Eq, found, expected);
        let again = polled(lowering, Successor { block: again, args: [found].into() })?;
        lowering.b.likely(is_done, Successor::new(done), again);
        lowering.b.block = done;
        Ok(old)
    }

    /// Reads the memory in pieces as a guess; the comparison finds out whether it holds.
    fn guess(&self, lowering: &mut Lowering<'_>, address: ValueId) -> ValueId {
        let word = lowering.b.int(8 * WORD_BYTES as u32);
        let mut words = Vec::new();
        for at in 0..self.step_bytes / WORD_BYTES {
            let place = lowering.b.gep_const(address, at * WORD_BYTES);
            let value = lowering.b.load(place, word, WORD_BYTES as u32);
            lowering.b.order_value(value, Ordering::Monotonic);
            words.push(value);
        }
        let all = lowering.b.vector(&words);
        lowering.b.cast(Opcode::Bitcast, all, self.step)
    }
}
