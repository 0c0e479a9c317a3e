//! The progress of a list of compilations, on a terminal.

use crate::report::waiting::{PATIENCE, Waiting};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A count that is shown while it grows; dropping it removes the line.
pub struct Progress {
    done: Arc<AtomicUsize>,
    _waiting: Waiting,
}

impl Progress {
    /// Nothing of this many is done yet; the verb names the work.
    pub fn of(total: usize, verb: &'static str) -> Self {
        let done = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&done);
        let waiting = Waiting::on_terminal(move |since| {
            let line = || format!("{} of {total} {verb}, {:.0} s", count.load(Ordering::Relaxed), since.as_secs_f64());
            (since >= PATIENCE).then(line)
        });
        Progress { done, _waiting: waiting }
    }

    /// One more is done.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
