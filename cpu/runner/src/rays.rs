//! The function that kernels call for ray queries, and their states, which each thread has by number.
//!
//! A state belongs to a workgroup of a dispatch; in any other one it counts as new. Scenes are found among the descriptors of
//! the current dispatch, so that no state outlives one. Nothing unwinds into compiled code; a panic ends the dispatch instead.
#![allow(unsafe_code, reason = "compiled code passes raw pointers")]

use crate::aborted::ABORT_PANIC;
use abi::rays::{MOST_QUERIES, MOST_WAVE, QueryArgs, QueryOp, QueryWave, WAVE_ROWS, WaveRow};
use abi::{Desc, DispatchCtx};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use trace::{Fields, Query, Scene};

/// The workgroup that a state belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Owner {
    dispatch: u32,
    group: [u32; 3],
}

/// The state of a query.
#[derive(Debug, Default)]
struct State {
    owner: Owner,
    /// The slot of the scene's descriptor.
    scene: u32,
    query: Query,
}

thread_local! {
    /// The states by their numbers, from 1 on.
    static STATES: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// The number of the next dispatch; never 0, which no dispatch has.
pub(crate) fn next_dispatch() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    LAST.fetch_add(1, Relaxed).wrapping_add(1).max(1)
}

/// The operation for kernels.
pub(crate) unsafe extern "C" fn query(ctx: *const DispatchCtx, scene: *const Desc, args: *mut QueryArgs) {
    // SAFETY: kernels pass their context, a descriptor of it or null, and operands on their stack.
    let (Some(ctx), Some(args)) = (unsafe { ctx.as_ref() }, unsafe { args.as_mut() }) else { return };
    caught(ctx, || {
        let Some(op) = QueryOp::numbered(args.op) else { return };
        // SAFETY: the context lives as long as the dispatch.
        args.out = STATES.with_borrow_mut(|states| unsafe { run(ctx, scene, states, (op, args)) });
    });
}

/// The operation for the lanes of a wave.
pub(crate) unsafe extern "C" fn query_wave(ctx: *const DispatchCtx, scene: *const Desc, wave: *mut QueryWave) {
    // SAFETY: kernels pass their context, a descriptor of it or null, and operands on their stack.
    let (Some(ctx), Some(common)) = (unsafe { ctx.as_ref() }, unsafe { wave.as_ref() }) else { return };
    let lanes = common.lanes.min(MOST_WAVE) as usize;
    // SAFETY: behind what lanes have in common is a word for each lane in each row.
    let rows = unsafe { slice::from_raw_parts_mut(wave.add(1).cast::<u32>(), lanes * WAVE_ROWS as usize) };
    caught(ctx, || {
        let Some(op) = QueryOp::numbered(common.op) else { return };
        STATES.with_borrow_mut(|states| {
            let mut active = common.active;
            while active != 0 {
                let lane = active.trailing_zeros() as usize;
                active &= active - 1;
                if lane >= lanes {
                    break;
                }
                let args = of_lane(common, op, |row: usize| rows[row * lanes + lane]);
                // SAFETY: the context lives as long as the dispatch.
                let out = unsafe { run(ctx, scene, states, (op, &args)) };
                for (at, word) in out.into_iter().enumerate().take(op.words()) {
                    rows[(WaveRow::Out as usize + at) * lanes + lane] = word;
                }
            }
        });
    });
}

/// The operands of a lane.
fn of_lane(common: &QueryWave, op: QueryOp, word: impl Fn(usize) -> u32) -> QueryArgs {
    let &QueryWave { op: number, committed, group, .. } = common;
    let args = QueryArgs { op: number, state: word(WaveRow::State as usize), committed, group, ..QueryArgs::NONE };
    let float = |row: usize| f32::from_bits(word(row));
    let three = |row: WaveRow| [0, 1, 2].map(|at| float(row as usize + at));
    match op {
        QueryOp::Initialize => QueryArgs {
            flags: word(WaveRow::Flags as usize),
            mask: word(WaveRow::Mask as usize),
            origin: three(WaveRow::Origin),
            t_min: float(WaveRow::TMin as usize),
            direction: three(WaveRow::Direction),
            t_max: float(WaveRow::TMax as usize),
            ..args
        },
        QueryOp::Generate => QueryArgs { t_max: float(WaveRow::TMax as usize), ..args },
        QueryOp::Terminate | QueryOp::Confirm | QueryOp::Proceed | QueryOp::Copy | QueryOp::Get(_) => args,
    }
}

/// Does something; a panic ends the dispatch.
fn caught(ctx: &DispatchCtx, what: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(what)).is_err() {
        // SAFETY: the flag lives as long as the dispatch.
        if let Some(abort) = unsafe { ctx.abort.as_ref() } {
            abort.store(ABORT_PANIC, Relaxed);
        }
    }
}

/// # Safety
/// The context must be that of a dispatch that runs.
unsafe fn run(
    ctx: &DispatchCtx,
    scene: *const Desc,
    states: &mut Vec<State>,
    (op, args): (QueryOp, &QueryArgs),
) -> Fields {
    let nothing = Fields::default();
    let Some(at) = args.state.checked_sub(1).filter(|at| *at < MOST_QUERIES) else { return nothing };
    let at = at as usize;
    if states.len() <= at {
        states.resize_with(at + 1, State::default);
    }
    let owner = Owner { dispatch: ctx.dispatch, group: args.group };
    if op == QueryOp::Copy {
        let from = args.flags.checked_sub(1).and_then(|from| states.get(from as usize));
        let from = from.filter(|state| state.owner == owner);
        let state = from.map(|State { scene, query, .. }| (*scene, query.clone()));
        let (scene, query) = state.unwrap_or_default();
        states[at] = State { owner, scene, query };
        return nothing;
    }
    let state = &mut states[at];
    if state.owner != owner {
        // Its memory is kept.
        (state.owner, state.scene) = (owner, abi::NULL_SLOT);
        state.query.forget();
    }
    if op == QueryOp::Initialize {
        let offset = scene.addr().wrapping_sub(ctx.descs.addr());
        state.scene = u32::try_from(offset / size_of::<Desc>()).unwrap_or(abi::NULL_SLOT);
    }
    // SAFETY: the caller vouches for the context.
    let scene = unsafe { scene_of(ctx, state.scene) };
    op.run(&mut state.query, scene, args)
}

/// The scene of a descriptor.
///
/// # Safety
/// The context must be that of a dispatch that runs. Kernels only load descriptors of acceleration structures from bindings that
/// are some, whose descriptors lead to such or are null.
unsafe fn scene_of(ctx: &DispatchCtx, slot: u32) -> Option<&Scene> {
    if slot >= ctx.desc_count {
        return None;
    }
    // SAFETY: there are as many descriptors as the context says, and what they lead to lives as long as the dispatch.
    unsafe { (*ctx.descs.add(slot as usize)).image.cast::<Scene>().as_ref() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    fn context(descs: &[Desc], dispatch: u32) -> DispatchCtx {
        DispatchCtx {
            abi: abi::VERSION,
            flags: 0,
            groups: [1; 3],
            base: [0; 3],
            descs: descs.as_ptr(),
            desc_count: descs.len() as u32,
            push_bytes: 0,
            push: ptr::null(),
            runtime: ptr::null(),
            abort: ptr::null(),
            blocks: ptr::null(),
            block_count: 0,
            dispatch,
            user: 0,
        }
    }

    #[test]
    fn states_are_new_in_each_workgroup() {
        let descs = [Desc::NULL];
        let number = |op: QueryOp| abi::rays::QUERIES.iter().position(|(_, known)| *known == op).unwrap() as u32;
        let run = |dispatch: u32, group: u32, op: QueryOp, state: u32| {
            let context = context(&descs, dispatch);
            let mut args = QueryArgs { op: number(op), state, flags: 77, group: [group, 0, 0], ..QueryArgs::NONE };
            // SAFETY: the context and the operands are alive.
            unsafe { query(&raw const context, &raw const descs[0], &raw mut args) };
            args.out[0]
        };
        let flags = QueryOp::Get(trace::Field::Flags);
        run(1, 5, QueryOp::Initialize, 3);
        assert_eq!(run(1, 5, flags, 3), 77);
        assert_eq!(run(1, 5, flags, 2), 0, "another state");
        assert_eq!(run(1, 6, flags, 3), 0, "another group");
        run(1, 5, QueryOp::Initialize, 3);
        assert_eq!(run(2, 5, flags, 3), 0, "another dispatch");
        for wrong in [0, MOST_QUERIES + 1, u32::MAX] {
            run(1, 5, QueryOp::Initialize, wrong);
            assert_eq!(run(1, 5, flags, wrong), 0);
        }
    }
}
