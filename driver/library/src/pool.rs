//! Tasks on threads, with results in the order of the tasks.
//!
//! Must not know what a task is.

mod job_server;

use base::clock::Moment;
use job_server::JobServer;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Execution of a list of tasks.
#[derive(Debug)]
pub struct Pace {
    threads: NonZeroUsize,
    /// True if the list goes on after a failure.
    keeps_going: bool,
    /// The server that limits the tasks of all programs of a build.
    server: Option<JobServer>,
}

impl Pace {
    /// A thread per core, or the job slots that a calling GNU make grants.
    pub(crate) fn of_machine(keeps_going: bool) -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Pace { threads, keeps_going, server: JobServer::of_environment() }
    }

    /// The given number of threads, whatever the machine and the caller have.
    pub(crate) fn with_threads(threads: NonZeroUsize, keeps_going: bool) -> Self {
        let threads = NonZeroUsize::new(base::threads::count(Some(threads.get()))).unwrap_or(threads);
        Pace { threads, keeps_going, server: None }
    }

    /// The threads that were requested, or else those of the machine.
    pub fn new(threads: Option<NonZeroUsize>, keeps_going: bool) -> Self {
        threads.map_or_else(|| Self::of_machine(keeps_going), |threads| Self::with_threads(threads, keeps_going))
    }
}

/// The results that are sent together, and the time after which they are in any case.
const TOGETHER: usize = 64;
const LONGEST: Duration = Duration::from_millis(5);

/// Results on their way from the threads that make them to the one that hears of them.
///
/// A channel of the standard library has three forms of queues, of which each type of results would have a copy.
struct Results<R> {
    sent: Mutex<Sent<R>>,
    arrived: Condvar,
}

struct Sent<R> {
    /// Results with the places of their tasks, in any order.
    results: Vec<(usize, R)>,
    /// The threads that may send more.
    threads: usize,
}

impl<R> Results<R> {
    fn of_threads(threads: usize) -> Self {
        Results { sent: Mutex::new(Sent { results: Vec::new(), threads }), arrived: Condvar::new() }
    }

    fn sent(&self) -> MutexGuard<'_, Sent<R>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, results: &mut Vec<(usize, R)>) {
        self.sent().results.append(results);
        self.arrived.notify_one();
    }

    /// No more results come from this many threads.
    fn end(&self, threads: usize) {
        self.sent().threads -= threads;
        self.arrived.notify_one();
    }

    /// Waits for results; without any, there are none to come.
    fn next(&self) -> Vec<(usize, R)> {
        let mut sent = self.sent();
        while sent.results.is_empty() && sent.threads > 0 {
            sent = self.arrived.wait(sent).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut sent.results)
    }
}

/// Does something when dropped, also when a panic goes by.
struct AtEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtEnd<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Runs tasks on threads, and hears of each in the order of the list. Work on a task returns its result and whether it has
/// failed: without `keeps_going`, none is begun that stands after a failed one.
pub fn run<T: Sync, R: Send>(
    tasks: &[T],
    pace: &Pace,
    work: impl Fn(&T) -> (R, bool) + Sync,
    mut hear: impl FnMut(&T, R),
) {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let wanted = pace.threads.get().min(tasks.len());
    let results = Results::of_threads(wanted.max(1));
    let worker = |is_first: bool| {
        let _end = AtEnd(|| results.end(1));
        // The first thread works in the slot that this process itself has.
        let server = pace.server.as_ref().filter(|_| !is_first);
        // Each message may wake the thread that hears of results.
        let (mut done, mut since) = (Vec::new(), Moment::now());
        while !stopped.load(Ordering::Relaxed) && next.load(Ordering::Relaxed) < tasks.len() {
            let _slot = server.map(JobServer::slot);
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(at) else { break };
            let (result, failed) = work(task);
            stopped.fetch_or(failed && !pace.keeps_going, Ordering::Relaxed);
            done.push((at, result));
            if done.len() == TOGETHER || since.elapsed() > LONGEST {
                since = Moment::now();
                results.send(&mut done);
            }
        }
        results.send(&mut done);
    };
    std::thread::scope(|scope| {
        let worker = &worker;
        // The system may have no further thread; without any, this one does the work.
        let start = |thread: &usize| {
            let is_first = *thread == 0;
            std::thread::Builder::new().spawn_scoped(scope, move || worker(is_first)).is_ok()
        };
        let started = (0..wanted).take_while(start).count();
        results.end(wanted.max(1) - started.max(1));
        if started == 0 {
            worker(true);
        }
        // After a panic no further result is heard of.
        let _stop = AtEnd(|| stopped.store(true, Ordering::Relaxed));
        let mut early: VecDeque<Option<R>> = VecDeque::new();
        let mut turn = 0;
        loop {
            let arrived = results.next();
            if arrived.is_empty() {
                return;
            }
            for (at, result) in arrived {
                let place = at - turn;
                early.resize_with(early.len().max(place + 1), || None);
                early[place] = Some(result);
                while let Some(result) = early.front_mut().and_then(Option::take) {
                    early.pop_front();
                    hear(&tasks[turn], result);
                    turn += 1;
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(threads: usize, keeps_going: bool) -> Pace {
        Pace::with_threads(NonZeroUsize::new(threads).expect("some threads"), keeps_going)
    }

    #[test]
    fn results_are_heard_in_order() {
        let tasks: Vec<usize> = (0..200).collect();
        let mut heard = Vec::new();
        run(&tasks, &pace(8, true), |task| (task * 2, task % 3 == 0), |_, result| heard.push(result));
        assert_eq!(heard, tasks.iter().map(|task| task * 2).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_begins_after_a_failure() {
        let tasks: Vec<usize> = (0..200).collect();
        let mut heard = Vec::new();
        run(&tasks, &pace(1, false), |task| (*task, *task == 5), |_, result| heard.push(result));
        assert_eq!(heard, [0, 1, 2, 3, 4, 5]);
    }
}
