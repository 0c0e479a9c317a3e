//! Tasks on threads, with results in the order of the tasks.
//!
//! Must not know what a task is.

mod job_server;

use base::clock::Moment;
use job_server::JobServer;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
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

    /// Returns whether there is one task at a time, of this many in all.
    pub fn is_serial(&self, tasks: usize) -> bool {
        self.threads.get().min(tasks) == 1
    }
}

/// The results that are sent together, and the time after which they are in any case.
const TOGETHER: usize = 64;
const LONGEST: Duration = Duration::from_millis(5);

/// Runs tasks on threads, and hears of each in the order of the list. Work on a task returns its result and whether it has
/// failed: without `keeps_going`, none is begun that stands after a failed one.
pub fn run<T: Sync, R: Send>(
    tasks: &[T],
    pace: &Pace,
    work: impl Fn(&T) -> (R, bool) + Sync,
    mut hear: impl FnMut(&T, R),
) {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = |thread: usize| {
            let (sender, next, stopped, work) = (sender.clone(), &next, &stopped, &work);
            // The first thread works in the slot that this process itself has.
            let server = pace.server.as_ref().filter(|_| thread > 0);
            move || {
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
                        if sender.send(std::mem::take(&mut done)).is_err() {
                            return;
                        }
                    }
                }
                let _ = sender.send(done);
            }
        };
        // The system may have no further thread; without any, this one does the work.
        let start = |thread: &usize| std::thread::Builder::new().spawn_scoped(scope, worker(*thread)).is_ok();
        if (0..pace.threads.get().min(tasks.len())).take_while(start).count() == 0 {
            worker(0)();
        }
        drop(sender);
        let mut early: BTreeMap<usize, R> = BTreeMap::new();
        let mut turn = 0;
        for (at, result) in receiver.into_iter().flatten() {
            early.insert(at, result);
            while let Some(result) = early.remove(&turn) {
                hear(&tasks[turn], result);
                turn += 1;
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
