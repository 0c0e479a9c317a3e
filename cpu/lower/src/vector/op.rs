//! One op for all lanes of a wave: once where they all have the same, as vectors where there is a form for that, else
//! lane by lane.

use super::piece::Piece;
use super::{atomic, atomic_row, image, lanes, memory, parts, query, serial_atomics, wave};
use crate::error::{Result, invalid};
use crate::facts;
use crate::lowering::Lowering;
use crate::lowering::lockstep::Mode;
use crate::lowering::place::Memory;
use crate::spirv_to_llvm;
use crate::spmd::variance::{self, WaveTest};
use abi::reason::TurnReason;
use dialect::ir::{OpId, Type, TypeId, ValueId};
use dialect::llvm::enums::{IntPredicate, Ordering};
use dialect::spirv::facts as module_facts;
use dialect::spirv::ops::{self, Code};
use isa::Class;
use spirv::{GroupOperation, Op};

/// Lowers an op that does not end its block.
pub(super) fn lower(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    lowering.set_fast_math(op);
    let done = by_kind(lowering, op);
    lowering.b.set_fastmath(None);
    done.map_err(|error| error.at(lowering.known.source, op))
}

fn by_kind(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let module = lowering.known.source;
    let result = module[op].results.first().copied();
    if facts::is_variable(module, op) {
        return variable(lowering, op);
    }
    if result.is_some_and(|value| facts::is_remade(module, value)) {
        return Ok(());
    }
    if facts::copies_query(module, op) {
        return lanes::each(lowering, op, TurnReason::Ray);
    }
    if query::lower(lowering, op)? {
        return Ok(());
    }
    match ops::code(module, op) {
        Some(Code::Core(Op::Load)) => return load(lowering, op),
        Some(Code::Core(Op::Store)) => return store(lowering, op),
        Some(Code::Core(Op::CopyMemory)) => return copy(lowering, op),
        Some(Code::Core(Op::CompositeExtract)) => {
            if let Some(part) = variance::builtin_part(module, lowering.known.interface, op) {
                return builtin(lowering, op, part);
            }
        }
        Some(Code::Core(Op::ControlBarrier)) => return spirv_to_llvm::arrive(lowering, op),
        Some(Code::Core(code)) if facts::is_collective(isa::class(code)) => {
            let made = wave::meet(lowering, op)?;
            return define(lowering, op, made);
        }
        _ => {}
    }
    if facts::prints(module, op) {
        return lanes::each(lowering, op, TurnReason::Print);
    }
    if let Some(made) = wave_test(lowering, op)? {
        return define(lowering, op, made);
    }
    if is_uniform(lowering, op)? {
        lowering.b.set_apart(true);
        let done = spirv_to_llvm::lower_op(lowering, op, &[]);
        lowering.b.set_apart(false);
        return done;
    }
    match image::lower(lowering, op)? {
        image::Lowered::Done => return Ok(()),
        image::Lowered::ByHost(reason) => return lanes::each(lowering, op, TurnReason::Host(reason)),
        image::Lowered::Other => {}
    }
    if let Some(made) = atomic::lower(lowering, op)? {
        return define(lowering, op, made);
    }
    if let Some(made) = atomic_row::lower(lowering, op)? {
        return define(lowering, op, made);
    }
    if let Some(made) = serial_atomics::lower(lowering, op)? {
        return define(lowering, op, made);
    }
    if spirv_to_llvm::is_whole(lowering, op) {
        return whole(lowering, op);
    }
    match result {
        Some(result) if is_each(lowering, op, result) => each(lowering, op, result),
        _ => lanes::each(lowering, op, reason(lowering, op)),
    }
}

/// The result of a comparison that comes out the same for all lanes of a wave.
fn wave_test(lowering: &mut Lowering<'_>, op: OpId) -> Result<Option<ValueId>> {
    let (module, wide) = (lowering.known.source, lowering.wide()?);
    let (first, limit) = (wide.first, wide.limit);
    let lanes = lowering.known.workgroup.in_waves();
    let Some(test) = WaveTest::of(module, lowering.known.interface, lanes, op) else { return Ok(None) };
    if u64::from(test.bound) >= limit {
        let bool = lowering.b.module.ctx.bool();
        return Ok(Some(lowering.b.iconst(bool, u64::from(test.is_below))));
    }
    let bound = lowering.b.i32(test.bound);
    let predicate = if test.is_below { IntPredicate::Ult } else { IntPredicate::Uge };
    Ok(Some(lowering.b.icmp(predicate, first, bound)))
}

/// Why there is no form for vectors.
fn reason(lowering: &Lowering<'_>, op: OpId) -> TurnReason {
    match ops::code(lowering.known.source, op) {
        Some(Code::Core(code)) if isa::class(code) == Class::Atomic => TurnReason::Atomic,
        _ if facts::is_query(lowering.known.source, op) => TurnReason::Ray,
        _ if spirv_to_llvm::is_of_host(lowering, op) => TurnReason::Function,
        _ => TurnReason::Form,
    }
}

fn define(lowering: &mut Lowering<'_>, op: OpId, made: ValueId) -> Result<()> {
    match lowering.known.source[op].results.first().copied() {
        Some(result) => lowering.define(result, made),
        None => invalid("an op has no result"),
    }
}

/// Returns whether all lanes do the same, so that it is enough to do it once.
fn is_uniform(lowering: &Lowering<'_>, op: OpId) -> Result<bool> {
    let module = lowering.known.source;
    for value in &module[op].operands {
        if lowering.varies(*value)? {
            return Ok(false);
        }
    }
    let operation = module_facts::number_of(module, op, "group_operation");
    Ok(match ops::code(module, op) {
        Some(Code::Core(Op::GroupNonUniformInverseBallot)) => false,
        Some(Code::Core(Op::GroupNonUniformBallotBitCount)) => operation == Some(GroupOperation::Reduce as u64),
        Some(Code::Core(code)) => isa::class(code) != Class::Atomic && !facts::is_query(module, op),
        _ => !variance::writes(module, op),
    })
}

/// Returns whether an op is done for each component of its result by itself.
fn is_each(lowering: &Lowering<'_>, op: OpId, result: ValueId) -> bool {
    let is_numbers = |value: ValueId| is_numbers(lowering, lowering.known.source.type_of(value));
    let operands = &lowering.known.source[op].operands;
    let fits = operands.iter().chain([&result]).all(|value| is_numbers(*value));
    fits && spirv_to_llvm::is_each(lowering, op)
}

fn is_numbers(lowering: &Lowering<'_>, ty: TypeId) -> bool {
    matches!(lowering.known.source.ctx[lowering.known.source.ctx.scalar_of(ty)], Type::Int { .. } | Type::Float { .. })
}

fn components(lowering: &Lowering<'_>, ty: TypeId) -> u32 {
    match lowering.known.source.ctx[ty] {
        Type::Vector { len, .. } => len,
        _ => 1,
    }
}

fn each(lowering: &mut Lowering<'_>, op: OpId, result: ValueId) -> Result<()> {
    let ty = lowering.known.source.type_of(result);
    let mut parts = Vec::new();
    for part in 0..components(lowering, ty) {
        lowering.count_part()?;
        lowering.in_mode(Mode::Each(part), |lowering| spirv_to_llvm::lower_op(lowering, op, &[]))?;
        lowering.set_fast_math(op);
        parts.extend(lowering.wide_mut()?.made.pop());
    }
    let made = lowering.of_leaves(&mut parts.into_iter(), ty, true)?;
    lowering.define(result, made)
}

/// Does something with the values of all lanes at once.
fn whole(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    lowering.in_mode(Mode::Whole, |lowering| spirv_to_llvm::lower_op(lowering, op, &[]))?;
    match lowering.wide_mut()?.made.pop() {
        Some(made) => define(lowering, op, made),
        None => invalid("op has no result"),
    }
}

// Memory.

fn variable(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let Some(initial) = lowering.known.source[op].operands.first().copied() else {
        return lowering.clear_variable(op);
    };
    let ty = facts::pointee(lowering.known.source, op)?;
    let address = lowering.variable_address(op)?;
    let to = lowering.own_memory(address, ty)?;
    let value = lowering.as_wide(initial)?;
    parts::store(lowering, &to, value)
}

fn builtin(lowering: &mut Lowering<'_>, op: OpId, part: variance::BuiltinPart) -> Result<()> {
    let Some(result) = lowering.known.source[op].results.first().copied() else {
        return invalid("an op has no result");
    };
    let is_wide = lowering.wide()?.variance.varies(result);
    let made = lowering.wide_builtin_value(part, lowering.known.source.type_of(result), is_wide)?;
    lowering.define(result, made)
}

fn is_own(lowering: &Lowering<'_>, pointer: ValueId) -> bool {
    variance::is_own(lowering.known.source, lowering.known.interface, pointer)
}

fn load(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let result = lowering.known.source[op].results.first();
    if result.is_some_and(|result| lowering.block.values.contains_key(result)) {
        // It was read with a word before it.
        return Ok(());
    }
    if let Some(part) = variance::builtin_part(lowering.known.source, lowering.known.interface, op) {
        return builtin(lowering, op, part);
    }
    let pointer = lowering.known.source[op].operands[0];
    let varies = lowering.varies(pointer)?;
    if !varies && !is_own(lowering, pointer) {
        return spirv_to_llvm::lower_op(lowering, op, &[]);
    }
    if !memory::is_plain(lowering, pointer) {
        return lanes::each(lowering, op, TurnReason::Memory);
    }
    let from = memory::memory(lowering, pointer)?;
    if lowering.is_volatile(op, pointer) {
        // Gathers have no volatile form. LLVM keeps what is on one side of a fence there.
        lowering.b.fence(Ordering::AcqRel);
    } else if load_row(lowering, op, &from)? {
        return Ok(());
    }
    let made = parts::load(lowering, &from)?;
    define(lowering, op, made)
}

/// Reads the words after one as well that the block reads anyway, where they are one piece of memory.
fn load_row(lowering: &mut Lowering<'_>, op: OpId, from: &Memory) -> Result<bool> {
    let Some(others) = lowering.block.neighbours.remove(&op) else { return Ok(false) };
    let bytes = lowering.known.layouts.size(from.shape)?;
    let Some(series) = from.series.filter(|_| from.limit.is_some() && from.stride == Some(bytes)) else {
        return Ok(false);
    };
    let (mut ops, mut words) = (vec![op], vec![*from]);
    for (other, behind) in others {
        let word = lowering.further(from, bytes * behind, from.shape);
        if word.series.and_then(|word| word.into).is_some_and(|into| into < series.stride) {
            ops.push(other);
            words.push(word);
        }
    }
    let Some(piece) = Piece::find(lowering, &words)?.filter(|_| ops.len() > 1) else { return Ok(false) };
    for (op, value) in ops.into_iter().zip(piece.load(lowering)?) {
        define(lowering, op, value)?;
    }
    Ok(true)
}

fn store(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let (pointer, value) = (lowering.known.source[op].operands[0], lowering.known.source[op].operands[1]);
    let (varies, is_own) = (lowering.varies(pointer)?, is_own(lowering, pointer));
    if !varies && !is_own && !lowering.varies(value)? {
        return spirv_to_llvm::lower_op(lowering, op, &[]);
    }
    if !memory::is_plain(lowering, pointer) {
        return lanes::each(lowering, op, TurnReason::Memory);
    }
    let is_volatile = lowering.is_volatile(op, pointer);
    let to = Memory { is_volatile, ..memory::memory(lowering, pointer)? };
    if !varies && !is_own {
        let made = lowering.natural(value)?;
        let made = memory::last_of(lowering, made, lowering.known.source.type_of(value))?;
        return lowering.store_memory(&to, made);
    }
    let made = lowering.as_wide(value)?;
    parts::store(lowering, &to, made)?;
    if is_volatile {
        lowering.b.fence(Ordering::AcqRel);
    }
    Ok(())
}

fn copy(lowering: &mut Lowering<'_>, op: OpId) -> Result<()> {
    let (to, from) = (lowering.known.source[op].operands[0], lowering.known.source[op].operands[1]);
    let is_plain = memory::is_plain(lowering, to) && memory::is_plain(lowering, from);
    let is_plain = is_plain && !lowering.is_volatile(op, to) && !lowering.is_volatile(op, from);
    let reads_once = !lowering.varies(from)? && !is_own(lowering, from);
    let writes_once = !lowering.varies(to)? && !is_own(lowering, to);
    if !is_plain || reads_once || writes_once {
        return lanes::each(lowering, op, TurnReason::Memory);
    }
    let (to, from) = (memory::memory(lowering, to)?, memory::memory(lowering, from)?);
    let value = parts::load(lowering, &from)?;
    parts::store(lowering, &to, value)
}
