//! The thread of the asynchronous runtime.

use std::fmt;
use std::future::Future;
use std::io;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// The thread. It ends when this is dropped, with all work that is left.
pub(crate) struct Worker {
    handle: Handle,
    thread: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl Worker {
    pub(crate) fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (sender, receiver) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().spawn(move || {
            let _ = runtime.block_on(receiver);
            // Names that are being resolved are not waited for.
            runtime.shutdown_background();
        })?;
        Ok(Worker { handle, thread: Some((sender, thread)) })
    }

    /// Calls a function that needs to know the runtime.
    pub(crate) fn enter<T>(&self, work: impl FnOnce() -> T) -> T {
        let _guard = self.handle.enter();
        work()
    }

    /// Waits for some work, as long as its time is not over.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl Future<Output = io::Result<T>> + Send + 'static,
    ) -> io::Result<T> {
        let (sender, receiver) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            let late = |_| Err(io::Error::new(io::ErrorKind::TimedOut, "it does not answer in time"));
            let _ = sender.send(tokio::time::timeout(time, work).await.unwrap_or_else(late));
        });
        // Work that panics, or a thread that has ended, sends nothing.
        receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the connection has ended")))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let Some((sender, thread)) = self.thread.take() else { return };
        drop(sender);
        let _ = thread.join();
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Worker")
    }
}
