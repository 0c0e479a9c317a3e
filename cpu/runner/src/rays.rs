//! The function that kernels call for ray queries, and their states, which each thread has by number.
//!
//! A state belongs to a workgroup of a dispatch; in any other one it counts as new. Scenes are found among the descriptors of
//! the current dispatch, so that no state outlives one. Nothing unwinds into compiled code; a panic ends the dispatch instead.
#![allow(unsafe_code, reason = "compiled code passes raw pointers")]

mod together;

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

/// What a query belongs to.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    owner: Owner,
    /// The slot of the scene's descriptor.
    scene: u32,
}

/// The states of queries by their numbers, from 1 on.
#[derive(Debug, Default)]
struct States {
    places: Vec<Place>,
    queries: Vec<Query>,
}

impl States {
    /// The place of the state with a number in the lists, which have it then. A state of another workgroup counts as new.
    fn at(&mut self, number: u32, owner: Owner) -> Option<usize> {
        let at = number.checked_sub(1).filter(|at| *at < MOST_QUERIES)? as usize;
        if self.places.len() <= at {
            self.places.resize_with(at + 1, Place::default);
            self.queries.resize_with(at + 1, Query::default);
        }
        if self.places[at].owner != owner {
            // Its memory is kept.
            self.places[at] = Place { owner, scene: abi::NULL_SLOT };
            self.queries[at].forget();
        }
        Some(at)
    }
}

thread_local! {
    static STATES: RefCell<States> = const { RefCell::new(States { places: Vec::new(), queries: Vec::new() }) };
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
        args.out = STATES.with_borrow_mut(|states| unsafe { run(ctx, scene, states, op, args) });
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
            // SAFETY: the context lives as long as the dispatch.
            if op == QueryOp::Proceed && unsafe { together::proceed(ctx, states, common, rows) } {
                return;
            }
            for lane in active_lanes(common) {
                let args = of_lane(common, op, |row: usize| rows[row * lanes + lane]);
                // SAFETY: the context lives as long as the dispatch.
                let out = unsafe { run(ctx, scene, states, op, &args) };
                for (at, word) in out.into_iter().enumerate().take(op.words()) {
                    rows[(WaveRow::Out as usize + at) * lanes + lane] = word;
                }
            }
        });
    });
}

/// The lanes that take part.
fn active_lanes(common: &QueryWave) -> impl Iterator<Item = usize> + use<> {
    let (active, lanes) = (common.active, common.lanes.min(MOST_WAVE));
    (0..lanes as usize).filter(move |lane| active >> lane & 1 != 0)
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
unsafe fn run(ctx: &DispatchCtx, scene: *const Desc, states: &mut States, op: QueryOp, args: &QueryArgs) -> Fields {
    let nothing = Fields::default();
    let owner = Owner { dispatch: ctx.dispatch, group: args.group };
    let Some(at) = states.at(args.state, owner) else { return nothing };
    if op == QueryOp::Copy {
        let from = args.flags.checked_sub(1).map(|from| from as usize);
        let from = from.filter(|from| states.places.get(*from).is_some_and(|place| place.owner == owner));
        let (scene, query) =
            from.map(|from| (states.places[from].scene, states.queries[from].clone())).unwrap_or_default();
        (states.places[at].scene, states.queries[at]) = (scene, query);
        return nothing;
    }
    if op == QueryOp::Initialize {
        let offset = scene.addr().wrapping_sub(ctx.descs.addr());
        states.places[at].scene = u32::try_from(offset / size_of::<Desc>()).unwrap_or(abi::NULL_SLOT);
    }
    // SAFETY: the caller vouches for the context.
    let scene = unsafe { scene_of(ctx, states.places[at].scene) };
    #[cfg(target_arch = "x86_64")]
    if op == QueryOp::Proceed && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions.
        return one(unsafe { states.queries[at].proceed_avx2(scene) });
    }
    op.run(&mut states.queries[at], scene, args)
}

/// An answer of yes or no.
#[cfg(target_arch = "x86_64")]
fn one(answer: bool) -> Fields {
    let mut all = Fields::default();
    all[0] = answer.into();
    all
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
