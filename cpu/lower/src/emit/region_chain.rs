//! Workgroups whose waves all reach the same barriers: the workgroup goes from region to region, and each region runs all
//! waves, or those that have work there.

use super::rounds::{end_round, wave_name};
use crate::error::Result;
use crate::lowering::lanes::ENDED;
use crate::lowering::lockstep::Passed;
use crate::lowering::{Env, Function, Lowering};
use crate::spmd::uniform_regions::UniformRegions;
use dialect::ir::{BlockId, Successor, Type, ValueId};
use dialect::llvm::enums::IntPredicate;
use dialect::llvm::ops::Opcode;
use dialect::llvm::types;

/// Alignment of memory that one region passes to the next.
const ALIGNMENT: u32 = 16;

/// Takes a workgroup through its regions, to the block after the last.
pub(super) fn emit(
    lowering: &mut Lowering<'_>,
    uniform: &UniformRegions,
    args: &[ValueId; 5],
    abort: ValueId,
    done: BlockId,
) -> Result<()> {
    let [ctx, scratch, x, y, z] = *args;
    let env = Env { ctx, scratch, group: [x, y, z], lane: x, setup: lowering.b.block };
    lowering.function = Function::new(env, false);
    let passed = memory(lowering);
    forget(lowering, uniform, passed)?;
    let (i32, zero) = (lowering.b.int(32), lowering.b.i32(0));
    let (round, round_done) = (lowering.b.new_block(&[i32]), lowering.b.new_block(&[i32]));
    lowering.b.br(round, &[zero]);
    let mut successors = vec![Successor::new(done)];
    let count = lowering.known.plan.regions.len();
    for index in 0..count {
        let block = lowering.b.new_block(&[]);
        successors.push(Successor::new(block));
        lowering.b.block = block;
        let state = emit_waves(lowering, index, uniform.is_narrow(index), args, passed);
        lowering.b.br(round_done, &[state]);
    }
    lowering.b.block = round;
    let (region, cases) = (lowering.b.args(round)[0], (0..count as u64).collect::<Vec<_>>());
    lowering.b.switch(region, &cases, successors);
    lowering.b.block = round_done;
    let state = lowering.b.args(round_done)[0];
    hand_on(lowering, uniform, passed)?;
    end_round(lowering, state, abort, round, done);
    Ok(())
}

fn memory(lowering: &mut Lowering<'_>) -> Passed {
    let byte = lowering.b.int(8);
    let bytes = types::array(&mut lowering.b.module.ctx, byte, lowering.known.storage.passed_bytes);
    let [from, to] = [(); 2].map(|()| lowering.b.alloca(bytes, ALIGNMENT));
    Passed { from, to }
}

/// Marks the memory as undefined: otherwise LLVM would keep the values of the previous workgroup until this one writes.
fn forget(lowering: &mut Lowering<'_>, uniform: &UniformRegions, passed: Passed) -> Result<()> {
    for value in &uniform.passed {
        let ty = lowering.known.source.type_of(*value);
        let (Some(at), Type::Int { .. } | Type::Float { .. } | Type::Vector { .. }) =
            (lowering.known.storage.passed(*value), &lowering.known.source.ctx[ty])
        else {
            continue;
        };
        let stored = lowering.memory_type(ty)?;
        for memory in [passed.from, passed.to] {
            let (anything, address) = (lowering.b.undef(stored), lowering.b.gep_const(memory, at));
            lowering.b.store(anything, address, ALIGNMENT);
        }
    }
    Ok(())
}

/// Passes the values that a region has computed to the next one.
fn hand_on(lowering: &mut Lowering<'_>, uniform: &UniformRegions, passed: Passed) -> Result<()> {
    for value in &uniform.passed {
        let (Some(at), ty) = (lowering.known.storage.passed(*value), lowering.known.source.type_of(*value)) else {
            continue;
        };
        let [from, to] = [passed.from, passed.to].map(|memory| lowering.b.gep_const(memory, at));
        let made = lowering.private_memory(to, ty);
        let made = lowering.load_memory(&made)?;
        let found = lowering.private_memory(from, ty);
        lowering.store_memory(&found, made)?;
    }
    Ok(())
}

/// Runs the waves through a region; in a narrow one those that have work, but always the first. Returns the state of the
/// workgroup.
fn emit_waves(
    lowering: &mut Lowering<'_>,
    region: usize,
    is_narrow: bool,
    args: &[ValueId],
    passed: Passed,
) -> ValueId {
    let (i32, zero, one) = (lowering.b.int(32), lowering.b.i32(0), lowering.b.i32(1));
    let (looped, after) = (lowering.b.new_block(&[i32]), lowering.b.new_block(&[]));
    if is_narrow {
        lowering.b.store(zero, passed.to, 4);
    }
    lowering.b.br(looped, &[zero]);
    lowering.b.block = looped;
    let wave = lowering.b.args(looped)[0];
    let args: Vec<ValueId> = args.iter().copied().chain([wave, passed.from, passed.to]).collect();
    let ended = lowering.b.i32(ENDED);
    let state = lowering.b.call(&wave_name(region), &args, i32).unwrap_or(ended);
    let (next, lanes) = (lowering.b.add(wave, one), lowering.known.workgroup.wave);
    let waves = lowering.b.i32(lowering.known.workgroup.lanes().div_ceil(lanes));
    let mut more = lowering.b.icmp(IntPredicate::Ult, next, waves);
    if is_narrow {
        let (count, lanes) = (lowering.b.load(passed.to, i32, 4), lowering.b.i32(lanes));
        let first = lowering.b.mul(next, lanes);
        let has_lanes = lowering.b.icmp(IntPredicate::Ult, first, count);
        more = lowering.b.binary(Opcode::And, more, has_lanes);
    }
    lowering.b.cond_br(more, Successor { block: looped, args: [next].into() }, Successor::new(after));
    lowering.b.block = after;
    state
}
