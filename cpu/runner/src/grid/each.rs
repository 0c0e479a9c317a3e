//! Dispatches whose parts make the inputs of their groups themselves: each calls the kernel on the thread that it is on.
//!
//! It must not know what the parts are.

use super::{Job, Launch, Stopping, pause};
use crate::aborted::ABORT_DEADLINE;
use crate::buffers::{Bytes, bytes_of};
use crate::grid::End;
use crate::pool::{Pool, Watch};
use abi::{Desc, DispatchCtx, Kernel};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The alignment of buffers of kernels.
const ALIGN: usize = 16;

/// The parts, which run in any order, and at the same time.
pub(crate) struct Each<'e> {
    /// Their number.
    pub(crate) count: usize,
    /// The descriptors of the buffers that they lend to the kernel, one that it reads, and one that it writes, and the bytes
    /// of each that a group accesses without a check.
    pub(crate) lent: [(usize, u64); 2],
    /// Runs the part of a number.
    pub(crate) part: &'e (dyn Fn(usize, &mut Caller<'_>) + Sync),
}

/// The kernel as a function of two buffers, for a part.
pub(crate) struct Caller<'c> {
    kernel: Kernel,
    ctx: DispatchCtx,
    descs: Vec<Desc>,
    lent: [(usize, u64); 2],
    scratch: *mut u8,
    abort: &'c AtomicU32,
}

impl Caller<'_> {
    /// Runs this many groups. Returns whether they have finished.
    pub(crate) fn call(&mut self, inputs: &[u32], outputs: &mut [u32], groups: usize) -> bool {
        let (base, bytes) = (outputs.as_mut_ptr().cast::<u8>(), size_of_val(outputs) as u64);
        let read = bytes_of(inputs);
        let is_aligned = |at: *const u8| at.addr().is_multiple_of(ALIGN);
        assert!(is_aligned(base) && is_aligned(read.as_ptr()), "rows are aligned");
        let [(first, of_first), (second, of_second)] = self.lent;
        let has_all = |bytes: u64, of_group: u64| (groups as u64).checked_mul(of_group).is_some_and(|all| all <= bytes);
        assert!(has_all(read.len() as u64, of_first) && has_all(bytes, of_second), "each group has its rows");
        self.descs[first] = Desc { base: read.as_ptr().cast_mut(), bytes: read.len() as u64, ..Desc::NULL };
        self.descs[second] = Desc { base, bytes, ..Desc::NULL };
        self.ctx.descs = self.descs.as_ptr();
        (self.ctx.groups, self.ctx.base) = ([groups as u32, 1, 1], [0; 3]);
        // SAFETY: the maker of the launch vouches for kernel and context, in which two descriptors are others of the same
        // kind: no access goes beyond their bytes, which are enough for what is not checked, and the first one is not written.
        // The scratch memory is this thread's own.
        unsafe { (self.kernel)(&raw const self.ctx, self.scratch, 0, groups as u64) };
        self.abort.load(Relaxed) == 0
    }
}

/// Runs all parts. Returns when no thread is in one any more.
///
/// # Safety
/// As for [`super::run`], and the kernel reads one of the two descriptors, and writes the other.
pub(crate) unsafe fn run_each(pool: &Pool, launch: Launch<'_>, each: &Each<'_>) -> End {
    let (start, deadline) = (launch.start, launch.deadline);
    let job = Job::new(launch, each.count as u64, 1);
    let work = |scratch: &mut Bytes| {
        if !job.reserve(scratch) {
            return;
        }
        let (kernel, ctx, lent) = (job.kernel, job.ctx, each.lent);
        let scratch = scratch.as_mut_ptr();
        // SAFETY: the launch lends them for the whole call.
        let descs = unsafe { std::slice::from_raw_parts(ctx.descs, ctx.desc_count as usize) }.to_vec();
        let mut caller = Caller { kernel, ctx, descs, lent, scratch, abort: &job.abort };
        while !job.is_over() {
            let number = job.next.fetch_add(1, Relaxed);
            if number < job.groups {
                let stopping = Stopping(&job);
                (each.part)(number as usize, &mut caller);
                std::mem::forget(stopping);
            }
        }
    };
    let Some(limit) = deadline else {
        return pool.run_borrowed(&work, None).map_or_else(End::from, |()| job.end());
    };
    let mut tick = || {
        if start.elapsed() >= limit {
            job.stop(ABORT_DEADLINE);
        }
        pause(start, deadline)
    };
    let watch = Watch { first: pause(start, deadline), tick: &mut tick };
    pool.run_borrowed(&work, Some(watch)).map_or_else(End::from, |()| job.end())
}

impl Job {
    /// The job of a launch without a shadow.
    fn new(launch: Launch<'_>, groups: u64, chunk: u64) -> Self {
        let abort = super::begun(&launch);
        let ctx = super::context(&launch, &abort, None);
        Job {
            kernel: launch.kernel,
            _code: launch.code,
            scratch_bytes: launch.scratch_bytes,
            ctx,
            shadow: None,
            printed: None,
            abort,
            next: 0.into(),
            groups,
            chunk,
            threads: 1,
        }
    }
}
