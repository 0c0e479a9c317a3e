//! Dispatches: the groups of a grid, distributed in order to the threads that run them.
//!
//! Groups start in the order of their numbers, so that a group may wait for an earlier one. Whether all of them have
//! finished is known at the end; an aborted dispatch skips the rest.
#![allow(unsafe_code, reason = "compiled kernels are called")]

mod each;

pub(crate) use each::{Caller, Each, run_each};

use crate::aborted::{ABORT_DEADLINE, ABORT_MEMORY, ABORT_PANIC, ABORT_STOPPED};
use crate::buffers::Bytes;
use crate::image::runtime::RUNTIME;
use crate::pool::{NoThread, Pool, Task, Watch};
use crate::printed::{self, Collected};
use crate::rays;
use crate::shadow::{self, Lent, Shadow, Stray};
use abi::{Block, Desc, DispatchCtx, Kernel};
use base::clock::Moment;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The interval at which a watching caller checks the time.
const EVERY: Duration = Duration::from_millis(100);

/// The duration above which it pays to wake the other threads.
const WORTH_WAKING: Duration = Duration::from_micros(20);
/// The limit of groups that a thread takes at once.
const MOST_AT_ONCE: u64 = 256;
/// The fraction of its largest number that a thread takes at the end.
const LEAST_PART: u64 = 8;

/// Ends a dispatch from another thread.
#[derive(Clone, Debug, Default)]
pub struct Abort(Arc<AtomicU32>);

impl Abort {
    /// Aborts the dispatch. Groups that run end at their next loop or at once.
    pub fn stop(&self) {
        self.0.store(ABORT_STOPPED, Relaxed);
    }

    /// Returns whether the dispatch was told to end; the next one was not.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(0, Relaxed) == ABORT_STOPPED
    }
}

/// The outcome of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Finished,
    Stopped,
    Deadline,
    Panic,
    NoMemory,
    NoThread,
    Strayed(Stray),
}

impl From<NoThread> for End {
    fn from(NoThread: NoThread) -> Self {
        End::NoThread
    }
}

/// Progress of a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The groups that have started.
    pub begun: u64,
    /// All groups.
    pub groups: u64,
    /// The time since the dispatch began.
    pub elapsed: Duration,
}

/// Kernel to run.
pub(crate) struct Launch<'a> {
    pub(crate) kernel: Kernel,
    /// Keeps the kernel's code mapped.
    pub(crate) code: Arc<dyn Send + Sync>,
    pub(crate) scratch_bytes: usize,
    pub(crate) groups: [u32; 3],
    pub(crate) base: [u32; 3],
    pub(crate) descs: &'a [Desc],
    pub(crate) push: &'a [u8],
    /// Memory that the kernel may access by address.
    pub(crate) blocks: &'a [Block],
    /// For a checked kernel: other memory that it may access.
    pub(crate) lent: Option<Vec<Lent>>,
    /// For a kernel that prints: the receiver of its output.
    pub(crate) printed: Option<Arc<Collected>>,
    pub(crate) abort: Abort,
    /// The start of the call, and its deadline.
    pub(crate) start: Moment,
    pub(crate) deadline: Option<Duration>,
}

/// A dispatch that runs.
struct Job {
    kernel: Kernel,
    _code: Arc<dyn Send + Sync>,
    scratch_bytes: usize,
    ctx: DispatchCtx,
    /// For a checked kernel: the memory that it may access. The context points to this.
    shadow: Option<Box<Shadow>>,
    /// For a kernel that prints: the receiver of its output.
    printed: Option<Arc<Collected>>,
    abort: Arc<AtomicU32>,
    next: AtomicU64,
    groups: u64,
    /// The largest number of groups that a thread takes at once.
    chunk: u64,
    /// The threads that share the groups.
    threads: u64,
}

// SAFETY: what the context points to outlives the job, whose maker waits for every thread to leave it; kernels share
// it by design and synchronise as the shader says.
unsafe impl Send for Job {}
// SAFETY: as above.
unsafe impl Sync for Job {}

/// Runs all groups. Returns when no thread is in a kernel any more.
///
/// # Safety
/// The kernel must have been compiled for these descriptors: as many as it expects, each null or pointing to memory
/// that it may use for the whole call. It may use the blocks as it likes.
pub(crate) unsafe fn run(pool: &Pool, launch: Launch<'_>, progress: Option<&mut dyn FnMut(Progress)>) -> End {
    let groups = launch.groups.iter().map(|&count| u64::from(count)).product::<u64>();
    let abort = begun(&launch);
    let shadow = launch.lent.as_ref().map(|lent| Box::new(Shadow::new(of_context(&launch, &abort, lent))));
    let ctx = context(&launch, &abort, shadow.as_deref());
    let threads = pool.width() as u64;
    let chunk = (groups / (8 * threads)).clamp(1, MOST_AT_ONCE);
    let job = Arc::new(Job {
        kernel: launch.kernel,
        _code: launch.code,
        scratch_bytes: launch.scratch_bytes,
        ctx,
        shadow,
        printed: launch.printed,
        abort,
        next: AtomicU64::new(0),
        groups,
        chunk,
        threads,
    });
    let done = if launch.deadline.is_some() || progress.is_some() {
        watch(pool, &job, launch.start, launch.deadline, progress)
    } else {
        // Most dispatches of tests are over before another thread would be awake.
        if groups == 1 || !pool.is_awake() {
            pool.work_alone(&First { job: &job, until: Instant::now() + WORTH_WAKING });
        }
        if job.is_over() { Ok(()) } else { pool.run(&job, None) }
    };
    done.map_or_else(End::from, |()| job.end())
}

/// The reason to end of a launch that begins.
fn begun(launch: &Launch<'_>) -> Arc<AtomicU32> {
    let abort = Arc::clone(&launch.abort.0);
    // The reason for which an earlier dispatch ended is cleared; a stop by another thread holds.
    let _ = abort.fetch_update(Relaxed, Relaxed, |reason| (reason != ABORT_STOPPED).then_some(0));
    abort
}

/// The context of a kernel, which points to what is given.
fn context(launch: &Launch<'_>, abort: &Arc<AtomicU32>, shadow: Option<&Shadow>) -> DispatchCtx {
    DispatchCtx {
        abi: abi::VERSION,
        flags: 0,
        groups: launch.groups,
        base: launch.base,
        descs: launch.descs.as_ptr(),
        desc_count: launch.descs.len() as u32,
        push_bytes: launch.push.len() as u32,
        push: launch.push.as_ptr(),
        runtime: ptr::from_ref(&RUNTIME),
        abort: Arc::as_ptr(abort),
        blocks: launch.blocks.as_ptr(),
        block_count: launch.blocks.len() as u32,
        dispatch: rays::next_dispatch(),
        user: shadow.map_or(0, |shadow| ptr::from_ref(shadow).expose_provenance() as u64),
    }
}

/// Memory that a kernel accesses through its context, besides the context and the memory listed before.
fn of_context(launch: &Launch<'_>, abort: &AtomicU32, lent: &[Lent]) -> Vec<Lent> {
    let mut all = lent.to_vec();
    all.extend([Lent::to_read(launch.descs), Lent::to_read(launch.push), Lent::to_read(launch.blocks)]);
    all.extend([Lent::to_read(std::slice::from_ref(&RUNTIME)), Lent::to_read(std::slice::from_ref(abort))]);
    all.extend(launch.blocks.iter().map(|block| Lent::to_write(block.base, block.bytes as usize)));
    all
}

/// Runs the job on the other threads, while this one watches the time and reports progress.
fn watch(
    pool: &Pool,
    job: &Arc<Job>,
    start: Moment,
    deadline: Option<Duration>,
    mut progress: Option<&mut (dyn FnMut(Progress) + '_)>,
) -> Result<(), NoThread> {
    let pause = || pause(start, deadline);
    let mut tick = || {
        let elapsed = start.elapsed();
        if deadline.is_some_and(|deadline| elapsed >= deadline) {
            job.stop(ABORT_DEADLINE);
        }
        if let Some(progress) = &mut progress {
            let stopping = Stopping(job);
            progress(Progress { begun: job.next.load(Relaxed).min(job.groups), groups: job.groups, elapsed });
            std::mem::forget(stopping);
        }
        pause()
    };
    let first = if deadline.is_some_and(|deadline| deadline <= start.elapsed()) { Duration::ZERO } else { pause() };
    pool.run(job, Some(Watch { first, tick: &mut tick }))
}

/// The time until a watching caller looks again.
fn pause(start: Moment, deadline: Option<Duration>) -> Duration {
    match deadline.map(|deadline| deadline.saturating_sub(start.elapsed())) {
        // After the deadline the threads are about to end.
        None | Some(Duration::ZERO) => EVERY,
        Some(left) => left.min(EVERY),
    }
}

/// Ends the job when a progress report or a part panics: nothing else would, and the panic waits for the job's end.
struct Stopping<'a>(&'a Job);

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.0.stop(ABORT_PANIC);
    }
}

impl Job {
    fn is_over(&self) -> bool {
        self.next.load(Relaxed) >= self.groups || self.abort.load(Relaxed) != 0
    }

    fn end(&self) -> End {
        if let Some(stray) = self.shadow.as_ref().and_then(|shadow| shadow.strayed()) {
            return End::Strayed(stray);
        }
        match self.abort.load(Relaxed) {
            0 => End::Finished,
            ABORT_DEADLINE => End::Deadline,
            ABORT_PANIC => End::Panic,
            ABORT_MEMORY => End::NoMemory,
            _ => End::Stopped,
        }
    }

    /// Ends the job; the first reason counts.
    fn stop(&self, reason: u32) {
        let _ = self.abort.compare_exchange(0, reason, Relaxed, Relaxed);
    }

    /// Gives a thread its scratch memory. Returns whether there was enough.
    fn reserve(&self, scratch: &mut Bytes) -> bool {
        let reserved = scratch.reserve_scratch(self.scratch_bytes).is_ok();
        if !reserved {
            self.stop(ABORT_MEMORY);
        }
        reserved
    }

    /// The number of groups that a thread takes next: fewer towards the end, so that all threads end at about the same time.
    fn portion(&self) -> u64 {
        let left = self.groups.saturating_sub(self.next.load(Relaxed));
        (left / (2 * self.threads)).clamp(self.chunk.div_ceil(LEAST_PART), self.chunk)
    }

    /// Runs the next groups, up to a limit. Returns whether there were any.
    fn step(&self, most: u64, scratch: &mut Bytes) -> bool {
        if self.is_over() {
            return false;
        }
        let begin = self.next.fetch_add(most, Relaxed);
        if begin >= self.groups {
            return false;
        }
        let end = begin.saturating_add(most).min(self.groups);
        let scratch = scratch.as_mut_ptr();
        let own = Lent::to_write(scratch, self.scratch_bytes);
        // SAFETY: the maker of the job vouches for kernel and context; the scratch memory is this thread's own, large
        // enough and aligned.
        let run = || unsafe { (self.kernel)(&raw const self.ctx, scratch, begin, end) };
        let run = || match &self.shadow {
            Some(_) => shadow::with_own(own, run),
            None => run(),
        };
        match &self.printed {
            Some(printed) if !printed::with_printer(printed, run) => self.stop(ABORT_PANIC),
            Some(_) => {}
            None => run(),
        }
        true
    }
}

impl Task for Job {
    fn work(&self, scratch: &mut Bytes) {
        if self.reserve(scratch) {
            while self.step(self.portion(), scratch) {}
        }
    }
}

/// The first groups of a job, which the caller runs alone: one group, two, four, until waking other threads pays.
struct First<'a> {
    job: &'a Job,
    until: Instant,
}

impl Task for First<'_> {
    fn work(&self, scratch: &mut Bytes) {
        let mut most = 1;
        if !self.job.reserve(scratch) {
            return;
        }
        while self.job.step(most.min(self.job.chunk), scratch) && Instant::now() < self.until {
            most *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the groups that it runs in the words of descriptor 1.
    unsafe extern "C" fn counting(ctx: *const DispatchCtx, scratch: *mut u8, begin: u64, end: u64) {
        // SAFETY: the tests give a context with such a descriptor, and scratch memory.
        unsafe {
            scratch.write(1);
            let counts = (*(*ctx).descs.add(1)).base.cast::<AtomicU32>();
            for group in begin..end {
                (*counts.add(group as usize)).fetch_add(1, Relaxed);
            }
        }
    }

    /// Loops until it is aborted.
    unsafe extern "C" fn endless(ctx: *const DispatchCtx, _: *mut u8, _: u64, _: u64) {
        // SAFETY: the context is alive.
        unsafe {
            while (*(*ctx).abort).load(Relaxed) == 0 {
                std::hint::spin_loop();
            }
        }
    }

    fn launch<'a>(kernel: Kernel, groups: [u32; 3], descs: &'a [Desc]) -> Launch<'a> {
        Launch {
            kernel,
            code: Arc::new(()),
            scratch_bytes: 64,
            groups,
            base: [0; 3],
            descs,
            push: &[],
            blocks: &[],
            lent: None,
            printed: None,
            abort: Abort::default(),
            start: Moment::now(),
            deadline: None,
        }
    }

    #[test]
    fn every_group_runs_once() {
        let pool = Pool::new(Some(3));
        for groups in [[0, 1, 1], [1, 1, 1], [7, 3, 2], [1000, 100, 1]] {
            let count = groups.iter().product::<u32>() as usize;
            let mut counts = Bytes::zeros(4 * count).unwrap();
            let descs = [Desc::NULL, Desc { base: counts.as_mut_ptr(), bytes: 4 * count as u64, ..Desc::NULL }];
            // SAFETY: the kernel uses the descriptor as it is.
            let end = unsafe { run(&pool, launch(counting, groups, &descs), None) };
            assert_eq!(end, End::Finished);
            assert_eq!(counts.values::<u32>(), vec![1; count]);
        }
    }

    #[test]
    fn endless_loops_end() {
        let pool = Pool::new(Some(2));
        let with_deadline = Launch { deadline: Some(Duration::from_millis(5)), ..launch(endless, [9, 9, 9], &[]) };
        // SAFETY: the kernel uses no descriptors.
        assert_eq!(unsafe { run(&pool, with_deadline, None) }, End::Deadline);
        let told = launch(endless, [9, 9, 9], &[]);
        told.abort.stop();
        // SAFETY: as above.
        assert_eq!(unsafe { run(&pool, told, None) }, End::Stopped);
    }

    #[test]
    fn progress_is_reported() {
        let pool = Pool::new(Some(2));
        let abort = Abort::default();
        let mut seen = None;
        let mut report = |progress: Progress| {
            seen = Some(progress.groups);
            abort.stop();
        };
        let launch = Launch { abort: abort.clone(), ..launch(endless, [4, 1, 1], &[]) };
        // SAFETY: the kernel uses no descriptors.
        assert_eq!(unsafe { run(&pool, launch, Some(&mut report)) }, End::Stopped);
        assert_eq!(seen, Some(4));
    }
}
