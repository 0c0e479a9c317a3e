//! Workgroups whose waves all reach the same barriers: the workgroup goes from region to region, and each region runs all
//! waves, or those that have work there.

use super::rounds::{end_round, wave_name};
use crate::error::Result;
use crate::lowering::lanes::ENDED;
use crate::lowering::lockstep::Passed;
use crate::lowering::{Env, Function, Lowering};
use crate::spmd::uniform_regions::UniformRegions;
use crate::vector;
use dialect::ir::{BlockId, Successor, Type, ValueId, walk};
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
    let count = lowering.known.plan.regions.len();
    let ways: Vec<Way> = (0..count).map(|region| Way::out_of(lowering, region)).collect();
    let block = |index: usize| if uniform.last == Some(index) { done } else { lowering.b.new_block(&[]) };
    let blocks: Vec<BlockId> = (0..count).map(block).collect();
    lowering.b.br(blocks[0], &[]);
    let mut states = Vec::new();
    for (index, way) in ways.iter().enumerate().filter(|(index, _)| uniform.last != Some(*index)) {
        lowering.b.block = blocks[index];
        let state = emit_waves(lowering, index, uniform, args, passed);
        match way {
            Way::Next(next) => {
                let region = &lowering.known.plan.regions[index];
                let is_new = |value: &ValueId| {
                    lowering.known.source.block_of(*value).is_none_or(|made| region.blocks.contains(&made))
                };
                let new = uniform.passed.iter().copied().filter(is_new).collect::<Vec<_>>();
                hand_on(lowering, &new, passed)?;
                lowering.b.br(blocks[*next], &[]);
            }
            Way::End => lowering.b.br(done, &[]),
            Way::Any => states.push((lowering.b.block, state)),
        }
    }
    if states.is_empty() {
        return Ok(());
    }
    let i32 = lowering.b.int(32);
    let (round, round_done) = (lowering.b.new_block(&[i32]), lowering.b.new_block(&[i32]));
    for (block, state) in states {
        lowering.b.block = block;
        lowering.b.br(round_done, &[state]);
    }
    let successors = std::iter::once(done).chain(blocks).map(Successor::new).collect();
    lowering.b.block = round;
    let (region, cases) = (lowering.b.args(round)[0], (0..count as u64).collect::<Vec<_>>());
    lowering.b.switch(region, &cases, successors);
    lowering.b.block = round_done;
    let state = lowering.b.args(round_done)[0];
    hand_on(lowering, &uniform.passed.iter().copied().collect::<Vec<_>>(), passed)?;
    end_round(lowering, state, abort, round, done);
    Ok(())
}

/// Runs all waves through the region that follows the last workgroup of a thread.
pub(super) fn emit_last(lowering: &mut Lowering<'_>, uniform: &UniformRegions, [ctx, scratch]: [ValueId; 2]) {
    let Some(last) = uniform.last else { return };
    let (passed, zero) = (memory(lowering), lowering.b.i32(0));
    emit_waves(lowering, last, uniform, &[ctx, scratch, zero, zero, zero], passed);
}

/// Where a workgroup goes after a region.
enum Way {
    /// To this later one.
    Next(usize),
    /// To its end.
    End,
    /// It depends, or goes back.
    Any,
}

impl Way {
    fn out_of(lowering: &Lowering<'_>, region: usize) -> Way {
        let (module, plan) = (lowering.known.source, lowering.known.plan);
        let mut ways = plan.regions[region].blocks.iter().filter_map(|block| match plan.next.get(block) {
            Some(next) => Some(Some(*next)),
            None => walk::successors(module, *block).next().is_none().then_some(None),
        });
        let Some(first) = ways.next() else { return Way::Any };
        match (ways.all(|way| way == first), first) {
            (true, Some(next)) if next > region => Way::Next(next),
            (true, None) => Way::End,
            (true, Some(_)) | (false, _) => Way::Any,
        }
    }
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

/// Passes values that a region has computed to the next one.
fn hand_on(lowering: &mut Lowering<'_>, values: &[ValueId], passed: Passed) -> Result<()> {
    for value in values {
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
    uniform: &UniformRegions,
    args: &[ValueId],
    passed: Passed,
) -> ValueId {
    let (i32, zero, one) = (lowering.b.int(32), lowering.b.i32(0), lowering.b.i32(1));
    let lanes = lowering.known.workgroup.wave;
    // Nothing counts the lanes of a region whose number is known.
    let is_narrow = uniform.is_narrow(region) && uniform.count(region).is_none();
    let waves = (vector::limit(lowering, region, Some(uniform)) / u64::from(lanes)) as u32;
    let ended = lowering.b.i32(ENDED);
    if waves == 1 {
        let args: Vec<ValueId> = args.iter().copied().chain([zero, passed.from, passed.to]).collect();
        return lowering.b.call(&wave_name(region), &args, i32).unwrap_or(ended);
    }
    let (looped, after) = (lowering.b.new_block(&[i32]), lowering.b.new_block(&[]));
    if is_narrow {
        lowering.b.store(zero, passed.to, 4);
    }
    lowering.b.br(looped, &[zero]);
    lowering.b.block = looped;
    let wave = lowering.b.args(looped)[0];
    let args: Vec<ValueId> = args.iter().copied().chain([wave, passed.from, passed.to]).collect();
    let state = lowering.b.call(&wave_name(region), &args, i32).unwrap_or(ended);
    let (next, waves) = (lowering.b.add(wave, one), lowering.b.i32(waves));
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
