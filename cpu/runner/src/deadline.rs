//! Work with a deadline.
//!
//! Work that cannot be interrupted, above all LLVM's, runs on a thread of its own. A caller that gives up abandons the
//! thread: it ends by itself, as all work has a budget, and drops its results. A process that exits meanwhile waits for
//! it, because exiting unloads the libraries that the thread works in; a command does not wait, see [`leave`].
#![allow(unsafe_code, reason = "functions of the C library see to the end of a process")]

#[cfg(unix)]
use std::ffi::c_int;
#[cfg(unix)]
use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The stack of a thread. Compilers recurse over nested constructs; this is enough for all that their readers accept.
const STACK_BYTES: usize = 64 << 20;

/// The threads of this module that are at work, and their process: a fork copies none of them.
struct Working {
    process: u32,
    threads: usize,
}

static WORKING: Mutex<Working> = Mutex::new(Working { process: 0, threads: 0 });
static FEWER: Condvar = Condvar::new();

fn working() -> MutexGuard<'static, Working> {
    let mut working = WORKING.lock().unwrap_or_else(PoisonError::into_inner);
    if working.process != base::threads::process() {
        *working = Working { process: base::threads::process(), threads: 0 };
    }
    working
}

/// A thread at work, from before its start to its end.
struct Counted;

impl Counted {
    fn new() -> Self {
        working().threads += 1;
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        working().threads -= 1;
        FEWER.notify_all();
    }
}

/// The reason why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// The deadline has passed.
    Deadline,
    /// The system has no more threads.
    NoThread,
    /// The work panicked.
    Panicked,
}

/// Runs `work` on another thread with a large stack, and waits for it until the deadline. Where there are no threads, as in
/// WebAssembly, it runs here and is never late.
///
/// # Errors
/// When the deadline has passed, there is no thread, or the work panics.
pub fn within<T: Send + 'static>(
    limit: Option<Duration>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unfinished> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    let (sender, receiver) = mpsc::sync_channel(1);
    let counted = Counted::new();
    let run = move || {
        let _counted = counted;
        // If the caller has given up, the result is dropped with the channel.
        drop(sender.send(work()));
    };
    let thread = std::thread::Builder::new().name("late".to_owned()).stack_size(STACK_BYTES).spawn(run);
    let thread = thread.map_err(|_| Unfinished::NoThread)?;
    let Some(limit) = limit else {
        let _ = thread.join();
        return receiver.try_recv().map_err(|_| Unfinished::Panicked);
    };
    receiver.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Disconnected => Unfinished::Panicked,
        RecvTimeoutError::Timeout => Unfinished::Deadline,
    })
}

#[cfg(unix)]
unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// Makes the end of the process wait for threads at work. To be called once a library is loaded: handlers run in
/// reverse order, so that the library is still there.
pub(crate) fn wait_at_exit() {
    #[cfg(unix)]
    {
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(|| {
            // SAFETY: the function takes and returns nothing, and does not unwind. Where it cannot be registered, nothing
            // is worse than without it.
            let _ = unsafe { atexit(wait) };
        });
    }
}

#[cfg(unix)]
extern "C" fn wait() {
    let mut working = working();
    while working.threads > 0 {
        working = FEWER.wait(working).unwrap_or_else(PoisonError::into_inner);
    }
}

/// Ends the process at once if threads are still at work, for commands that must not wait for them. Output must have
/// been flushed.
pub fn leave(status: u8) {
    #[cfg(unix)]
    if working().threads > 0 {
        // SAFETY: the function takes any status and runs nothing of the process.
        unsafe { _exit(status.into()) }
    }
    #[cfg(not(unix))]
    let _ = status;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn results_come_back_in_time() {
        assert_eq!(within(None, || 5), Ok(5));
        assert_eq!(within(Some(Duration::from_secs(60)), || 5), Ok(5));
        assert_eq!(within(None, || -> u8 { panic!("on purpose") }), Err(Unfinished::Panicked));
    }

    #[test]
    fn a_caller_returns_at_its_deadline() {
        let start = Instant::now();
        let result = within(Some(Duration::from_millis(10)), || std::thread::sleep(Duration::from_secs(20)));
        assert_eq!(result, Err(Unfinished::Deadline));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}
