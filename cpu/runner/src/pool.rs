//! Thread pool, with scratch memory per thread.
//!
//! It knows neither kernels nor groups: a task is work on which any number of threads can help.
#![allow(unsafe_code, reason = "work that borrows from its caller is lent to threads")]

use crate::buffers::Bytes;
use std::fmt;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time for which a thread waits actively. Dispatches often come in a row, and short ones are over before a thread that
/// sleeps would be awake.
const ACTIVE_WAIT: Duration = Duration::from_micros(50);

/// Work for several threads.
pub(crate) trait Task: Send + Sync {
    /// Works until nothing is left to start. `scratch` is the thread's own memory, which only grows.
    fn work(&self, scratch: &mut Bytes);
}

/// Duties of a task's caller while others work.
pub(crate) struct Watch<'a> {
    /// The delay until its first look.
    pub(crate) first: Duration,
    /// The function that it calls then, which returns the delay until the next look.
    pub(crate) tick: &'a mut dyn FnMut() -> Duration,
}

/// Error if no thread is left for the task while its caller watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoThread;

/// Work of a caller who waits for its end.
type Lent = dyn Fn(&mut Bytes) + Sync + 'static;

/// A task that borrows from its caller.
struct Borrowed {
    work: *const Lent,
}

// SAFETY: the work may be called on any thread, and outlives the task.
unsafe impl Send for Borrowed {}
// SAFETY: as above, and at the same time.
unsafe impl Sync for Borrowed {}

impl Task for Borrowed {
    fn work(&self, scratch: &mut Bytes) {
        // SAFETY: the maker of the task waits for its end.
        unsafe { (*self.work)(scratch) };
    }
}

/// Threads that wait for tasks.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// Held during a task: there is one at a time.
    turn: Mutex<()>,
    /// Memory for callers that work themselves.
    spare: Mutex<Vec<Bytes>>,
    threads: Vec<JoinHandle<()>>,
    /// The process of the threads: a fork copies none of them.
    process: u32,
}

/// The counts change with the state locked, but for that of the threads that wait actively.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    begun: Condvar,
    ended: Condvar,
    /// Counts tasks, so that a thread joins each only once.
    number: AtomicU64,
    /// Threads inside of the task.
    working: AtomicUsize,
    /// Threads that wait actively for the next task.
    awake: AtomicUsize,
}

#[derive(Default)]
struct State {
    task: Option<Arc<dyn Task>>,
    /// Threads that have joined it, and the limit of these.
    joined: usize,
    most: usize,
    stop: bool,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

/// Waits without sleeping until a condition holds, but not longer than this.
fn wait_actively(most: Duration, is_over: impl Fn() -> bool) {
    let until = Instant::now() + most;
    while !is_over() && Instant::now() < until {
        std::hint::spin_loop();
    }
}

/// Locks even after a panic: a panic of a task leaves the data in these locks consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// As many threads as given, up to a limit, the caller included; by default as many as the machine runs at once.
    pub(crate) fn new(threads: Option<usize>) -> Self {
        let shared = Arc::new(Shared::default());
        let start = |index: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("kernel-{index}")).spawn(move || shared.serve()).ok()
        };
        // A caller that watches does not work, and all the others are needed.
        let threads = (0..base::threads::count(threads)).map_while(start).collect();
        Pool { shared, turn: Mutex::default(), spare: Mutex::default(), threads, process: base::threads::process() }
    }

    /// The number of threads that work on a task.
    pub(crate) fn width(&self) -> usize {
        self.threads.len().max(1)
    }

    /// Returns whether another thread would join a task without being woken.
    pub(crate) fn is_awake(&self) -> bool {
        self.shared.awake.load(Relaxed) > 0
    }

    /// Runs a task on all threads, the caller among them unless it watches. Returns when no thread is in it.
    ///
    /// While the threads serve another caller, which may be this one's own, the task gets a thread of its own.
    pub(crate) fn run(&self, task: &Arc<impl Task + 'static>, watch: Option<Watch<'_>>) -> Result<(), NoThread> {
        let least = if watch.is_some() { 1 } else { 2 };
        let turn = self.turn().filter(|_| self.threads.len() >= least);
        match (turn, watch) {
            (Some(_turn), watch) => self.run_on_all(task, watch),
            (None, None) => self.work_alone(task.as_ref()),
            (None, Some(watch)) => {
                let own = Pool::new(Some(1));
                if own.threads.is_empty() {
                    return Err(NoThread);
                }
                own.run_on_all(task, Some(watch));
            }
        }
        Ok(())
    }

    /// Runs work that borrows from the caller, once on each thread.
    pub(crate) fn run_borrowed(
        &self,
        work: &(dyn Fn(&mut Bytes) + Sync),
        watch: Option<Watch<'_>>,
    ) -> Result<(), NoThread> {
        // SAFETY: the types differ in the lifetime alone. No thread is in the task, or has it, when the run ends, be it by a
        // panic: `Ending` waits for that.
        let work = unsafe { std::mem::transmute::<*const (dyn Fn(&mut Bytes) + Sync), *const Lent>(work) };
        self.run(&Arc::new(Borrowed { work }), watch)
    }

    /// Runs the parts of some work, each once, on all threads.
    pub(crate) fn each(&self, count: usize, part: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = |_: &mut Bytes| {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= count {
                    return;
                }
                part(number);
            }
        };
        if self.run_borrowed(&work, None).is_err() {
            work(&mut Bytes::new());
        }
    }

    /// A guard for the threads, if they exist and are idle.
    fn turn(&self) -> Option<MutexGuard<'_, ()>> {
        if self.is_foreign() {
            return None;
        }
        match self.turn.try_lock() {
            Ok(turn) => Some(turn),
            // A caller that panicked has waited for the threads all the same.
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Returns whether this is a forked copy: its threads do not exist, and some of its locks may be held for ever.
    fn is_foreign(&self) -> bool {
        self.process != base::threads::process()
    }

    fn run_on_all(&self, task: &Arc<impl Task + 'static>, watch: Option<Watch<'_>>) {
        let others = self.threads.len() - usize::from(watch.is_none());
        self.shared.begin(Arc::clone(task) as Arc<dyn Task>, others);
        let ending = Ending { shared: &self.shared };
        match watch {
            Some(watch) => self.shared.watch(watch),
            None => self.work_alone(task.as_ref()),
        }
        drop(ending);
    }

    /// Runs a task on the calling thread.
    pub(crate) fn work_alone(&self, task: &dyn Task) {
        let mut scratch = self.spare.try_lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_default();
        task.work(&mut scratch);
        if let Ok(mut spare) = self.spare.try_lock() {
            spare.push(scratch);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.is_foreign() {
            self.threads.drain(..).for_each(std::mem::forget);
            return;
        }
        lock(&self.shared.state).stop = true;
        self.shared.number.fetch_add(1, Release);
        self.shared.begun.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has reported it.
            let _ = thread.join();
        }
    }
}

/// Withdraws the task and waits for the threads in it, also when the caller panics.
struct Ending<'a> {
    shared: &'a Shared,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        lock(&self.shared.state).task = None;
        let is_over = || self.shared.working.load(Acquire) == 0;
        wait_actively(ACTIVE_WAIT, is_over);
        let mut state = lock(&self.shared.state);
        while !is_over() {
            state = self.shared.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Counts a thread out of the task, also when the task panics.
struct Leaving<'a> {
    shared: &'a Shared,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let state = lock(&self.shared.state);
        self.shared.working.fetch_sub(1, Release);
        drop(state);
        self.shared.ended.notify_all();
    }
}

impl Shared {
    fn begin(&self, task: Arc<dyn Task>, most: usize) {
        let mut state = lock(&self.state);
        state.task = Some(task);
        state.joined = 0;
        state.most = most;
        self.number.fetch_add(1, Release);
        drop(state);
        // A thread that has just ended its active wait sees the task before it sleeps.
        match most.saturating_sub(self.awake.load(Relaxed)) {
            0 => {}
            1 => self.begun.notify_one(),
            _ => self.begun.notify_all(),
        }
    }

    /// The loop of a worker thread.
    fn serve(&self) {
        let mut scratch = Bytes::new();
        let mut seen = 0;
        while let Some((task, number)) = self.next(seen) {
            seen = number;
            let leaving = Leaving { shared: self };
            let start = Instant::now();
            task.work(&mut scratch);
            let worked = start.elapsed();
            // The task must be dropped before its caller continues, which may own the data it points to.
            drop(task);
            self.awake.fetch_add(1, Relaxed);
            drop(leaving);
            // A wait is no longer than the work before it, so that it at most doubles the time of the processor.
            wait_actively(worked.min(ACTIVE_WAIT), || self.number.load(Acquire) != seen);
            self.awake.fetch_sub(1, Relaxed);
        }
    }

    /// Waits for a task that this thread has not seen. `None` when the pool ends.
    fn next(&self, seen: u64) -> Option<(Arc<dyn Task>, u64)> {
        let mut state = lock(&self.state);
        loop {
            if state.stop {
                return None;
            }
            let number = self.number.load(Relaxed);
            let open = number != seen && state.joined < state.most;
            if let Some(task) = state.task.clone().filter(|_| open) {
                self.working.fetch_add(1, Relaxed);
                state.joined += 1;
                return Some((task, number));
            }
            state = self.begun.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Calls the watching function until the threads have left the task.
    fn watch(&self, watch: Watch<'_>) {
        let mut state = lock(&self.state);
        let mut next = Instant::now() + watch.first;
        while self.working.load(Acquire) > 0 || state.joined == 0 {
            let left = next.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(state);
                let pause = (watch.tick)();
                next = Instant::now() + pause;
                state = lock(&self.state);
                continue;
            }
            state = self.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

    struct Count {
        left: AtomicUsize,
        done: AtomicUsize,
    }

    impl Task for Count {
        fn work(&self, scratch: &mut Bytes) {
            scratch.reserve_scratch(100).unwrap();
            while self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
                self.done.fetch_add(1, SeqCst);
            }
        }
    }

    fn count(left: usize) -> Arc<Count> {
        Arc::new(Count { left: left.into(), done: 0.into() })
    }

    #[test]
    fn everything_is_done_once_when_run_returns() {
        let pool = Pool::new(Some(4));
        for _ in 0..200 {
            let task = count(50);
            pool.run(&task, None).unwrap();
            assert_eq!(task.done.load(SeqCst), 50);
        }
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let task = count(500);
                    pool.run(&task, None).unwrap();
                    assert_eq!(task.done.load(SeqCst), 500);
                });
            }
        });
    }

    /// Work that ends when two threads are in it.
    struct OfTwo(std::sync::Barrier);

    impl Task for OfTwo {
        fn work(&self, _: &mut Bytes) {
            self.0.wait();
        }
    }

    #[test]
    fn threads_wait_actively_only_for_a_while() {
        let pool = Pool::new(Some(2));
        for pause in [Duration::ZERO, ACTIVE_WAIT, 4 * ACTIVE_WAIT] {
            for _ in 0..50 {
                pool.run(&Arc::new(OfTwo(std::sync::Barrier::new(2))), None).unwrap();
                std::thread::sleep(pause);
            }
        }
        let start = Instant::now();
        while pool.is_awake() {
            assert!(start.elapsed() < Duration::from_secs(60), "a thread does not sleep");
            std::thread::yield_now();
        }
    }

    #[test]
    fn borrowed_parts_are_run_once() {
        for threads in [1, 4] {
            let pool = Pool::new(Some(threads));
            for count in [0, 1, 100] {
                let seen: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                pool.each(count, &|number| {
                    seen[number].fetch_add(1, SeqCst);
                });
                assert!(seen.iter().all(|count| count.load(SeqCst) == 1));
            }
        }
    }

    const PAUSE: Duration = Duration::from_millis(2);

    struct UntilTold(AtomicBool);

    impl Task for UntilTold {
        fn work(&self, _: &mut Bytes) {
            while !self.0.load(SeqCst) {
                std::thread::yield_now();
            }
        }
    }

    #[test]
    fn a_caller_that_watches_may_end_the_task() {
        for threads in [1, 3] {
            let task = Arc::new(UntilTold(false.into()));
            let mut ticks = 0;
            let mut tick = || {
                ticks += 1;
                task.0.store(ticks >= 3, SeqCst);
                PAUSE
            };
            Pool::new(Some(threads)).run(&task, Some(Watch { first: PAUSE, tick: &mut tick })).unwrap();
            assert!(ticks >= 3);
        }
    }
    /// Runs a task that ends only when the watching caller ends it.
    fn until(pool: &Pool, mut tick: impl FnMut()) {
        let task = Arc::new(UntilTold(false.into()));
        let mut tick = || {
            tick();
            task.0.store(true, SeqCst);
            PAUSE
        };
        pool.run(&task, Some(Watch { first: PAUSE, tick: &mut tick })).unwrap();
    }

    #[test]
    fn a_watching_caller_may_run_other_tasks() {
        let pool = Pool::new(Some(2));
        until(&pool, || {
            until(&pool, || {});
            let task = count(50);
            pool.run(&task, None).unwrap();
            assert_eq!(task.done.load(SeqCst), 50);
        });
    }

    #[test]
    fn a_forked_pool_does_without_its_threads() {
        let mut pool = Pool::new(Some(2));
        let process = std::mem::replace(&mut pool.process, 0);
        until(&pool, || {});
        let task = count(50);
        pool.run(&task, None).unwrap();
        assert_eq!(task.done.load(SeqCst), 50);
        pool.process = process;
    }
}
