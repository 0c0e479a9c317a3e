//! Many compilations in one process: files that are read once, texts that are compiled once.
//!
//! Owns what the compilations of a batch share, and the order in which they are heard. Must not know how a list of them is
//! written ([`list`]), nor what a compilation does with its results (`commands::compile`).

pub(crate) mod known;
pub(crate) mod list;

use crate::files::Disk;
use base::ids::Map;
use frontend::preprocess::IncludeHandler;
use known::Known;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// State that the compilations of a batch share.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) files: ReadOnce,
    pub(crate) known: Known,
}

/// The number of maps that files are spread over, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The files of the disk, each read once. Files that change while a batch runs are those of its beginning.
#[derive(Default)]
pub(crate) struct ReadOnce {
    texts: [Mutex<Map<String, Option<Arc<str>>>>; SHARDS],
}

impl IncludeHandler for ReadOnce {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let shard = &self.texts[hasher.finish() as usize % SHARDS];
        let mut texts = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(path) {
            return text.clone();
        }
        let text = Disk.load(path);
        texts.insert(path.to_owned(), text.clone());
        text
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        Disk.names(folder)
    }

    fn nearest(&self, path: &str) -> Option<String> {
        Disk.nearest(path)
    }

    fn advice(&self) -> Option<&'static str> {
        Disk.advice()
    }
}

/// Execution of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) threads: NonZeroUsize,
    /// True if the batch goes on after a failure.
    pub(crate) keeps_going: bool,
}

/// Runs tasks on threads, and hears of each in the order of the list. Work on a task returns its result and whether it has
/// failed: without `keeps_going`, none is begun that stands after a failed one.
pub(crate) fn run<T: Sync, R: Send>(
    tasks: &[T],
    pace: Pace,
    work: impl Fn(&T) -> (R, bool) + Sync,
    mut hear: impl FnMut(&T, R),
) {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..pace.threads.get().min(tasks.len()) {
            let (sender, next, stopped, work) = (sender.clone(), &next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else { return };
                    let (result, failed) = work(task);
                    stopped.fetch_or(failed && !pace.keeps_going, Ordering::Relaxed);
                    if sender.send((at, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early: BTreeMap<usize, R> = BTreeMap::new();
        let mut turn = 0;
        for (at, result) in receiver {
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
        Pace { threads: NonZeroUsize::new(threads).expect("some threads"), keeps_going }
    }

    #[test]
    fn results_are_heard_in_order() {
        let tasks: Vec<usize> = (0..200).collect();
        let mut heard = Vec::new();
        run(&tasks, pace(8, true), |task| (task * 2, task % 3 == 0), |_, result| heard.push(result));
        assert_eq!(heard, tasks.iter().map(|task| task * 2).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_begins_after_a_failure() {
        let tasks: Vec<usize> = (0..200).collect();
        let mut heard = Vec::new();
        run(&tasks, pace(1, false), |task| (*task, *task == 5), |_, result| heard.push(result));
        assert_eq!(heard, [0, 1, 2, 3, 4, 5]);
    }
}
