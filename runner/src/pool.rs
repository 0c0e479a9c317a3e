//! Threads that help with a task, and the memory that each of them works in.
//!
//! Knows neither kernels nor groups: a task is something that any number of threads may work on until it is done.

use crate::buffers::Bytes;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that several threads share.
pub(crate) trait Task: Send + Sync {
    /// Works until nothing is left to begin. `scratch` is the thread's own memory, which only grows.
    fn work(&self, scratch: &mut Bytes);
}

/// What the caller of a task does while others work.
pub(crate) struct Watch<'a> {
    /// How often it looks.
    pub(crate) every: Duration,
    /// What it does then.
    pub(crate) tick: &'a mut dyn FnMut(),
}

/// A number of threads that wait for tasks.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// Held during a task: there is one at a time.
    turn: Mutex<()>,
    /// Memory for callers that work themselves.
    spare: Mutex<Vec<Bytes>>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    begun: Condvar,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    task: Option<Arc<dyn Task>>,
    /// Counts tasks, so that a thread joins each only once.
    number: u64,
    /// Threads inside of the task.
    working: usize,
    /// Threads that have been in it, and how many may.
    joined: usize,
    most: usize,
    stop: bool,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

/// A panic of a task leaves the data behind these locks as they should be.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// As many threads as the machine runs at once, of which the caller is one.
    pub(crate) fn new(threads: Option<usize>) -> Self {
        let all = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let shared = Arc::new(Shared::default());
        let start = |index: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("kernel-{index}")).spawn(move || shared.serve()).ok()
        };
        // A caller that watches does not work, and all the others are needed.
        let threads = (0..all.max(1)).filter_map(start).collect();
        Pool { shared, turn: Mutex::default(), spare: Mutex::default(), threads }
    }

    /// How many threads work on a task.
    pub(crate) fn width(&self) -> usize {
        self.threads.len().max(1)
    }

    /// Has a task done by all threads, the caller among them unless it watches. Returns when no thread is in it.
    pub(crate) fn run(&self, task: &Arc<impl Task + 'static>, watch: Option<Watch<'_>>) {
        let watched = watch.is_some() && !self.threads.is_empty();
        let turn = if watched { Some(lock(&self.turn)) } else { self.turn.try_lock().ok() };
        // While the threads serve another caller, this one works alone.
        if turn.is_none() || self.threads.len() < if watched { 1 } else { 2 } {
            return self.work_alone(task.as_ref());
        }
        let posted: Arc<dyn Task> = Arc::clone(task) as Arc<dyn Task>;
        let others = self.threads.len() - usize::from(watch.is_none());
        self.shared.begin(posted, others);
        let ending = Ending { shared: &self.shared };
        match watch {
            Some(watch) => self.shared.watch(watch),
            None => self.work_alone(task.as_ref()),
        }
        drop(ending);
    }

    /// Has a task done by the calling thread.
    pub(crate) fn work_alone(&self, task: &dyn Task) {
        let mut scratch = lock(&self.spare).pop().unwrap_or_default();
        task.work(&mut scratch);
        lock(&self.spare).push(scratch);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        lock(&self.shared.state).stop = true;
        self.shared.begun.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that has panicked has said so.
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
        let mut state = lock(&self.shared.state);
        state.task = None;
        while state.working > 0 {
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
        lock(&self.shared.state).working -= 1;
        self.shared.ended.notify_all();
    }
}

impl Shared {
    fn begin(&self, task: Arc<dyn Task>, most: usize) {
        let mut state = lock(&self.state);
        state.task = Some(task);
        state.number += 1;
        state.joined = 0;
        state.most = most;
        drop(state);
        self.begun.notify_all();
    }

    /// What a thread does all its life.
    fn serve(&self) {
        let mut scratch = Bytes::new();
        let mut seen = 0;
        while let Some((task, number)) = self.next(seen) {
            seen = number;
            let leaving = Leaving { shared: self };
            task.work(&mut scratch);
            // The task must be gone before its caller goes on, which may own what it points to.
            drop(task);
            drop(leaving);
        }
    }

    /// Waits for a task that this thread has not seen. Nothing when there will be none.
    fn next(&self, seen: u64) -> Option<(Arc<dyn Task>, u64)> {
        let mut state = lock(&self.state);
        loop {
            if state.stop {
                return None;
            }
            let open = state.number != seen && state.joined < state.most;
            if let Some(task) = state.task.clone().filter(|_| open) {
                state.working += 1;
                state.joined += 1;
                return Some((task, state.number));
            }
            state = self.begun.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Looks at the task again and again until the threads have left it.
    fn watch(&self, watch: Watch<'_>) {
        let mut state = lock(&self.state);
        let mut next = Instant::now() + watch.every;
        while state.working > 0 || state.joined == 0 {
            let left = next.saturating_duration_since(Instant::now());
            if left.is_zero() {
                drop(state);
                (watch.tick)();
                next = Instant::now() + watch.every;
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
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

    struct Count {
        left: AtomicUsize,
        done: AtomicUsize,
    }

    impl Task for Count {
        fn work(&self, scratch: &mut Bytes) {
            scratch.reserve_scratch(100);
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
            pool.run(&task, None);
            assert_eq!(task.done.load(SeqCst), 50);
        }
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let task = count(500);
                    pool.run(&task, None);
                    assert_eq!(task.done.load(SeqCst), 500);
                });
            }
        });
    }

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
            };
            Pool::new(Some(threads)).run(&task, Some(Watch { every: Duration::from_millis(2), tick: &mut tick }));
            assert!(ticks >= 3);
        }
    }
}
