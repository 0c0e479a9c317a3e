//! Code for a plan: a function per region that runs one lane, a function per region that runs a wave, and the kernel,
//! which takes workgroups through their regions.
//!
//! Each lane has a state: the region that it enters next, with a mark when it waits there for the whole workgroup. The
//! kernel always runs the lowest region that a lane of a wave can enter, so that diverged lanes reconverge where their
//! paths join; when all wait, it runs the lowest region that any lane waits for. Lanes with uniform control flow, as
//! barriers require it, thus go through the regions together; with any other, all lanes still terminate.

mod blocks;
mod plain;
mod region_chain;
mod rounds;

use crate::checks;
use crate::error::Result;
use crate::lowering::lanes::{ENDED, WAITING, WaveLanes, not_aborted, state_address, state_of};
use crate::lowering::lockstep::Passed;
use crate::lowering::{Block, Env, Function, Lowering, emit_find, storage};
use crate::math;
use crate::sink;
use crate::spirv_to_llvm;
use crate::spmd::plan::Meeting;
use crate::texture;
use crate::vector::{self, Vectors};
use blocks::make_block;
use dialect::ir::{BlockId, OpId, Successor, TypeId, ValueId, walk};
use dialect::llvm::enums::{IntPredicate, Intrinsic};
use dialect::llvm::ops::Opcode;
pub(crate) use plain::function;
use rounds::{end_round, wave_name};
use rustc_hash::FxHashMap;
use std::mem::offset_of;

/// LLVM shall not refine an estimate of the reciprocal square root where the code requires one.
const ESTIMATES: &str = "\"reciprocal-estimates\"=\"vec-sqrtf:0\"";

/// Writes all functions of a kernel.
pub(crate) fn emit(lowering: &mut Lowering<'_>, symbol: &str, vectors: Option<&Vectors>) -> Result<()> {
    let states = lowering.known.storage.states;
    for region in 0..lowering.known.plan.regions.len() {
        match vectors {
            Some(vectors) => emit_vectors(lowering, region, vectors)?,
            None => {
                emit_region(lowering, region)?;
                emit_wave(lowering, region, states)?;
            }
        }
    }
    emit_kernel(lowering, symbol, vectors)?;
    texture::emit(lowering)?;
    math::emit(lowering);
    if lowering.needs.blocks {
        emit_find(&mut lowering.b);
        finish(lowering);
    }
    Ok(())
}

/// Writes the function that runs a region for all lanes of a wave at once.
fn emit_vectors(lowering: &mut Lowering<'_>, index: usize, vectors: &Vectors) -> Result<()> {
    let (mut params, i32, ptr) = (params(lowering), lowering.b.int(32), lowering.b.ptr());
    let own = params.len();
    params.extend(vectors.uniform.iter().flat_map(|_| [ptr; 2]));
    let args = lowering.b.begin(&wave_name(index), &params, i32, true);
    attach_attributes(lowering);
    let passed = args.get(own..own + 2).map(|passed| Passed { from: passed[0], to: passed[1] });
    let args = std::array::from_fn(|at| args[at]);
    vector::region(lowering, index, (args, passed), vectors)?;
    sink::into_unlikely(&mut lowering.b.module, lowering.b.func);
    finish(lowering);
    Ok(())
}

/// Attaches the attributes that every function has to the one that is begun.
fn attach_attributes(lowering: &mut Lowering<'_>) {
    let both = ["nounwind", ESTIMATES];
    lowering.b.passthrough(if lowering.known.demands.estimates { &both } else { &both[..1] });
}

/// Ends a function.
fn finish(lowering: &mut Lowering<'_>) {
    if lowering.known.demands.is_checked {
        checks::instrument(&mut lowering.b);
    }
    lowering.b.finish();
}

fn lane_name(region: usize) -> String {
    format!("lane_{region}")
}

/// Context, scratch memory, the workgroup's number, and that of a lane or wave.
fn params(lowering: &mut Lowering<'_>) -> Vec<TypeId> {
    let (ptr, i32) = (lowering.b.ptr(), lowering.b.int(32));
    vec![ptr, ptr, i32, i32, i32, i32]
}

// One lane through one region.

fn emit_region(lowering: &mut Lowering<'_>, index: usize) -> Result<()> {
    let (params, i32) = (params(lowering), lowering.b.int(32));
    let args = lowering.b.begin(&lane_name(index), &params, i32, true);
    attach_attributes(lowering);
    let setup = lowering.b.block;
    let group = [args[2], args[3], args[4]];
    let env = Env { ctx: args[0], scratch: args[1], group, lane: args[5], setup };
    lowering.function = Function::new(env, index == 0);
    let plan = lowering.known.plan;
    let region = &plan.regions[index];
    for block in &region.blocks {
        make_block(lowering, *block)?;
    }
    let order: FxHashMap<BlockId, usize> = region.blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
    for (at, block) in region.blocks.iter().enumerate() {
        let back_edges: Vec<BlockId> = walk::successors(lowering.known.source, *block)
            .filter(|target| !plan.next.contains_key(block) && order.get(target).is_some_and(|to| *to <= at))
            .collect();
        emit_block(lowering, *block, &back_edges)?;
    }
    lowering.block = Block::default();
    lowering.b.block = setup;
    if index == 0 {
        lowering.start_private_variables()?;
    }
    let first = lowering.function.blocks[&region.entry];
    lowering.b.br(first, &[]);
    finish(lowering);
    Ok(())
}

fn emit_block(lowering: &mut Lowering<'_>, block: BlockId, back_edges: &[BlockId]) -> Result<()> {
    lowering.block = Block::new(block);
    lowering.b.block = lowering.function.blocks[&block];
    for arg in lowering.known.source[block].args.clone() {
        let value = lowering.function.values[&arg];
        lowering.define(arg, value)?;
    }
    let next = lowering.known.plan.next.get(&block).copied();
    let ops = lowering.known.source[block].ops.clone();
    // A block that ends where invocations meet ends with the op at which they do and a branch, which are not run here.
    let count = if next.is_some() { ops.len() - 2 } else { ops.len() };
    for op in &ops[..count] {
        spirv_to_llvm::lower_op(lowering, *op, back_edges)?;
    }
    if let Some(next) = next {
        spirv_to_llvm::arrive(lowering, ops[count])?;
        let state = lowering.b.i32(state_of(lowering.known.plan, next));
        lowering.b.ret(Some(state));
    }
    Ok(())
}

// The lanes of a wave through one region.

fn emit_wave(lowering: &mut Lowering<'_>, index: usize, states: u64) -> Result<()> {
    let (params, i32) = (params(lowering), lowering.b.int(32));
    let args = lowering.b.begin(&wave_name(index), &params, i32, true);
    attach_attributes(lowering);
    let (scratch, wave) = (args[1], args[5]);
    let setup = lowering.b.block;
    let group = [args[2], args[3], args[4]];
    lowering.function = Function::new(Env { ctx: args[0], scratch, group, lane: wave, setup }, false);
    lowering.block = Block::default();
    let lanes = lowering.known.workgroup.lanes();
    let size = lowering.b.i32(lowering.known.workgroup.wave);
    let (zero, total) = (lowering.b.i32(0), lowering.b.i32(lanes));
    let first = lowering.b.mul(wave, size);
    let end = lowering.b.add(first, size);
    let end = lowering.b.math(Intrinsic::UMin, &[end, total]);
    let state = lowering.b.i32(state_of(lowering.known.plan, index));
    let start = lowering.b.block;
    let body = lowering.b.new_block(&[]);
    lowering.b.block = body;
    match lowering.known.plan.regions[index].meeting {
        Meeting::Wave(op) => {
            let lanes = WaveLanes { first, end, are_all: false, states, state };
            spirv_to_llvm::meet(lowering, op, &lanes)?;
        }
        Meeting::Group(op) => {
            let lanes = WaveLanes { first: zero, end: total, are_all: true, states, state };
            meet_once(lowering, op, wave, &lanes)?;
        }
        Meeting::Start | Meeting::Workgroup | Meeting::Join => {}
    }
    let callee = Callee { name: lane_name(index), region: index };
    let least = emit_turns(lowering, callee, &[args[0], scratch, args[2], args[3], args[4]], first, end);
    lowering.b.ret(Some(least));
    lowering.b.block = start;
    lowering.b.br(body, &[]);
    finish(lowering);
    Ok(())
}

/// Lowers an op of the whole workgroup when its first wave reaches the region, before any lane goes on.
fn meet_once(lowering: &mut Lowering<'_>, op: OpId, wave: ValueId, lanes: &WaveLanes) -> Result<()> {
    let (all, after) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    let zero = lowering.b.i32(0);
    let is_first = lowering.b.icmp(IntPredicate::Eq, wave, zero);
    lowering.b.cond_br(is_first, Successor::new(all), Successor::new(after));
    lowering.b.block = all;
    spirv_to_llvm::meet(lowering, op, lanes)?;
    lowering.b.br(after, &[]);
    lowering.b.block = after;
    Ok(())
}

/// The function that runs a lane or a wave through a region.
struct Callee {
    name: String,
    region: usize,
}

/// Runs a region for lanes, or for waves whose lanes stay together, one after the other: for those in a range whose state
/// says so. Gives the least state.
fn emit_turns(lowering: &mut Lowering<'_>, callee: Callee, args: &[ValueId], first: ValueId, end: ValueId) -> ValueId {
    let i32 = lowering.b.int(32);
    let (looped, after) = (lowering.b.new_block(&[i32, i32]), lowering.b.new_block(&[]));
    let ended = lowering.b.i32(ENDED);
    lowering.b.br(looped, &[first, ended]);
    lowering.b.block = looped;
    let (number, least) = (lowering.b.args(looped)[0], lowering.b.args(looped)[1]);
    let args: Vec<ValueId> = args.iter().copied().chain([number]).collect();
    let own = emit_turn(lowering, callee, &args, number);
    let least = lowering.b.math(Intrinsic::UMin, &[least, own]);
    let one = lowering.b.i32(1);
    let next = lowering.b.add(number, one);
    let more = lowering.b.icmp(IntPredicate::Ult, next, end);
    lowering.b.cond_br(more, Successor { block: looped, args: [next, least].into() }, Successor::new(after));
    lowering.b.block = after;
    least
}

/// Runs a lane or wave if its state is the current one; gives its state afterwards.
fn emit_turn(lowering: &mut Lowering<'_>, callee: Callee, args: &[ValueId], number: ValueId) -> ValueId {
    let Callee { name, region } = callee;
    let (i32, ended) = (lowering.b.int(32), lowering.b.i32(ENDED));
    if lowering.known.plan.regions.len() == 1 {
        return lowering.b.call(&name, args, i32).unwrap_or(ended);
    }
    let address = state_address(lowering, args[1], lowering.known.storage.states, number);
    // All lanes start in the first region, where the states are not yet set.
    if region == 0 {
        let new = lowering.b.call(&name, args, i32).unwrap_or(ended);
        lowering.b.store(new, address, 4);
        return new;
    }
    let state = lowering.b.i32(state_of(lowering.known.plan, region));
    let old = lowering.b.load(address, i32, 4);
    let (run, after) = (lowering.b.new_block(&[]), lowering.b.new_block(&[i32]));
    let turn = lowering.b.icmp(IntPredicate::Eq, old, state);
    lowering.b.cond_br(turn, Successor::new(run), Successor { block: after, args: [old].into() });
    lowering.b.block = run;
    let new = lowering.b.call(&name, args, i32).unwrap_or(ended);
    lowering.b.store(new, address, 4);
    lowering.b.br(after, &[new]);
    lowering.b.block = after;
    lowering.b.args(after)[0]
}

// Workgroups.

fn emit_kernel(lowering: &mut Lowering<'_>, symbol: &str, vectors: Option<&Vectors>) -> Result<()> {
    let (ptr, i32, i64) = (lowering.b.ptr(), lowering.b.int(32), lowering.b.int(64));
    let void = lowering.b.module.ctx.none();
    let args = lowering.b.begin(symbol, &[ptr, ptr, i64, i64], void, false);
    attach_attributes(lowering);
    let (ctx, scratch, begin, end) = (args[0], args[1], args[2], args[3]);
    let guard = lowering.b.gep_const(scratch, storage::ZERO);
    lowering.b.clear(guard, storage::GUARD_BYTES);
    for (start, bytes) in lowering.known.storage.accumulated.clone() {
        let address = lowering.b.gep_const(scratch, start);
        lowering.b.clear(address, bytes);
    }
    let abort = field(lowering, ctx, offset_of!(abi::DispatchCtx, abort), ptr);
    let sizes = [0, 4].map(|at| field(lowering, ctx, offset_of!(abi::DispatchCtx, groups) + at, i32));
    let bases = [0, 4, 8].map(|at| field(lowering, ctx, offset_of!(abi::DispatchCtx, base) + at, i32));
    let one = lowering.b.i32(1);
    let sizes = sizes.map(|size| lowering.b.math(Intrinsic::UMax, &[size, one]));
    // With several regions, a division per workgroup would end up on the critical path of the waves. With one, it is less
    // code to compile.
    let counts = vectors.is_some_and(|vectors| vectors.uniform.is_some());
    let mut first = vec![begin];
    if counts {
        first.extend(group_numbers(lowering, begin, sizes));
    }
    let head = lowering.b.new_block(&[i64, i32, i32, i32][..first.len()]);
    let (body, next, exit) = (lowering.b.new_block(&[]), lowering.b.new_block(&[]), lowering.b.new_block(&[]));
    lowering.b.br(head, &first);
    lowering.b.block = head;
    let number = lowering.b.args(head)[0];
    let more = lowering.b.icmp(IntPredicate::Ult, number, end);
    let go_on = not_aborted(lowering, abort);
    let both = lowering.b.binary(Opcode::And, more, go_on);
    lowering.b.cond_br(both, Successor::new(body), Successor::new(exit));
    lowering.b.block = body;
    for (start, bytes) in lowering.known.storage.zeroed.clone() {
        let address = lowering.b.gep_const(scratch, start);
        lowering.b.clear(address, bytes);
    }
    let own = match *lowering.b.args(head) {
        [_, x, y, z] => [x, y, z],
        _ => group_numbers(lowering, number, sizes),
    };
    let mut group = own;
    for (number, base) in group.iter_mut().zip(bases) {
        *number = lowering.b.add(*number, base);
    }
    let args = [ctx, scratch, group[0], group[1], group[2]];
    match vectors {
        Some(Vectors { uniform: Some(uniform), .. }) => region_chain::emit(lowering, uniform, &args, abort, next)?,
        Some(vectors) if vectors.variance.stay_together() => emit_barriers(lowering, &args, abort, next),
        Some(_) | None => emit_rounds(lowering, &args, abort, next),
    }
    lowering.b.block = next;
    let one = lowering.b.i64(1);
    let mut following = vec![lowering.b.add(number, one)];
    if counts {
        following.extend(next_group(lowering, own, sizes));
    }
    lowering.b.br(head, &following);
    lowering.b.block = exit;
    if let Some(Vectors { uniform: Some(uniform), .. }) = vectors {
        region_chain::emit_last(lowering, uniform, [ctx, scratch]);
    }
    lowering.b.ret(None);
    finish(lowering);
    Ok(())
}

fn field(lowering: &mut Lowering<'_>, ctx: ValueId, offset: usize, ty: TypeId) -> ValueId {
    let address = lowering.b.gep_const(ctx, offset as u64);
    let value = lowering.b.load(address, ty, 4);
    lowering.b.mark_invariant(value);
    value
}

/// The number of a workgroup along each axis.
fn group_numbers(lowering: &mut Lowering<'_>, number: ValueId, sizes: [ValueId; 2]) -> [ValueId; 3] {
    let (i32, i64) = (lowering.b.int(32), lowering.b.int(64));
    let [width, height] = sizes.map(|size| lowering.b.cast(Opcode::ZExt, size, i64));
    let x = lowering.b.binary(Opcode::URem, number, width);
    let rows = lowering.b.binary(Opcode::UDiv, number, width);
    let y = lowering.b.binary(Opcode::URem, rows, height);
    let z = lowering.b.binary(Opcode::UDiv, rows, height);
    [x, y, z].map(|number| lowering.b.cast(Opcode::Trunc, number, i32))
}

/// The number of the next workgroup along each axis.
fn next_group(lowering: &mut Lowering<'_>, [x, y, z]: [ValueId; 3], sizes: [ValueId; 2]) -> [ValueId; 3] {
    let (zero, one) = (lowering.b.i32(0), lowering.b.i32(1));
    let [right, down, behind] = [x, y, z].map(|number| lowering.b.add(number, one));
    let ends_row = lowering.b.icmp(IntPredicate::Eq, right, sizes[0]);
    let ends_plane = lowering.b.icmp(IntPredicate::Eq, down, sizes[1]);
    let ends_both = lowering.b.binary(Opcode::And, ends_row, ends_plane);
    let down = lowering.b.select(ends_plane, zero, down);
    [
        lowering.b.select(ends_row, zero, right),
        lowering.b.select(ends_row, down, y),
        lowering.b.select(ends_both, behind, z),
    ]
}

/// Runs the waves of a workgroup through the regions until all lanes have ended.
fn emit_rounds(lowering: &mut Lowering<'_>, args: &[ValueId], abort: ValueId, done: BlockId) {
    let i32 = lowering.b.int(32);
    let lanes = lowering.known.workgroup.lanes();
    let waves = lanes.div_ceil(lowering.known.workgroup.wave);
    let round = lowering.b.new_block(&[i32]);
    let waves_head = lowering.b.new_block(&[i32, i32]);
    let step = lowering.b.new_block(&[i32]);
    let after_step = lowering.b.new_block(&[i32]);
    let wave_done = lowering.b.new_block(&[]);
    let round_done = lowering.b.new_block(&[]);
    let (zero, one, ended) = (lowering.b.i32(0), lowering.b.i32(1), lowering.b.i32(ENDED));
    lowering.b.br(round, &[zero]);

    lowering.b.block = round;
    lowering.b.br(waves_head, &[zero, ended]);
    let released = lowering.b.args(round)[0];

    lowering.b.block = waves_head;
    let (wave, least) = (lowering.b.args(waves_head)[0], lowering.b.args(waves_head)[1]);
    lowering.b.br(step, &[released]);

    emit_step(lowering, args, wave, step, after_step);

    // A wave goes on while one of its lanes can enter a region without waiting.
    lowering.b.block = after_step;
    let state = lowering.b.args(after_step)[0];
    let waiting = lowering.b.i32(WAITING);
    let goes_on = lowering.b.icmp(IntPredicate::Ult, state, waiting);
    let runs = not_aborted(lowering, abort);
    let goes_on = lowering.b.binary(Opcode::And, goes_on, runs);
    lowering.b.cond_br(goes_on, Successor { block: step, args: [state].into() }, Successor::new(wave_done));

    lowering.b.block = wave_done;
    let least = lowering.b.math(Intrinsic::UMin, &[least, state]);
    let next = lowering.b.add(wave, one);
    let count = lowering.b.i32(waves);
    let more = lowering.b.icmp(IntPredicate::Ult, next, count);
    let again = Successor { block: waves_head, args: [next, least].into() };
    lowering.b.cond_br(more, again, Successor::new(round_done));

    lowering.b.block = round_done;
    end_round(lowering, least, abort, round, done);
}

/// Takes the waves of a workgroup through the regions where the lanes of each wave stay together: a wave has one state, and
/// nothing but barriers ends a region.
fn emit_barriers(lowering: &mut Lowering<'_>, args: &[ValueId], abort: ValueId, done: BlockId) {
    let (i32, zero) = (lowering.b.int(32), lowering.b.i32(0));
    let waves = lowering.known.workgroup.lanes().div_ceil(lowering.known.workgroup.wave);
    let (waves, count) = (lowering.b.i32(waves), lowering.known.plan.regions.len());
    if count == 1 {
        emit_turns(lowering, Callee { name: wave_name(0), region: 0 }, args, zero, waves);
        lowering.b.br(done, &[]);
        return;
    }
    let (round, round_done) = (lowering.b.new_block(&[i32]), lowering.b.new_block(&[i32]));
    lowering.b.br(round, &[zero]);
    let mut successors = vec![Successor::new(done)];
    for index in 0..count {
        let block = lowering.b.new_block(&[]);
        successors.push(Successor::new(block));
        lowering.b.block = block;
        let callee = Callee { name: wave_name(index), region: index };
        let least = emit_turns(lowering, callee, args, zero, waves);
        lowering.b.br(round_done, &[least]);
    }
    lowering.b.block = round;
    let (region, cases) = (lowering.b.args(round)[0], (0..count as u64).collect::<Vec<_>>());
    lowering.b.switch(region, &cases, successors);
    lowering.b.block = round_done;
    let least = lowering.b.args(round_done)[0];
    end_round(lowering, least, abort, round, done);
}

/// Runs a wave through the region that `step` is given.
fn emit_step(lowering: &mut Lowering<'_>, args: &[ValueId], wave: ValueId, step: BlockId, after: BlockId) {
    let i32 = lowering.b.int(32);
    let count = lowering.known.plan.regions.len();
    let blocks: Vec<BlockId> = (0..count).map(|_| lowering.b.new_block(&[])).collect();
    let ended = lowering.b.i32(ENDED);
    let args: Vec<ValueId> = args.iter().copied().chain([wave]).collect();
    for (region, block) in blocks.iter().enumerate() {
        lowering.b.block = *block;
        let state = lowering.b.call(&wave_name(region), &args, i32).unwrap_or(ended);
        lowering.b.br(after, &[state]);
    }
    lowering.b.block = step;
    let region = lowering.b.args(step)[0];
    let cases: Vec<u64> = (0..count as u64).collect();
    let mut successors = vec![Successor { block: after, args: [ended].into() }];
    successors.extend(blocks.into_iter().map(Successor::new));
    lowering.b.switch(region, &cases, successors);
}
