//! The store of modules on a server, whatever protocol that speaks.
//!
//! A compilation never waits for what it keeps, and for what it looks up only as long as a request may take. A server that fails
//! several times in a row is not asked again, nor one that wants another login. Must not know what is in the files.

use super::{Store, Upload};
use crate::report::console::say;
use std::fmt::Debug;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server, by the protocol that it speaks. All requests end within a time that it sets itself. An error of the kind
/// `PermissionDenied` for a question says that it wants another login.
pub(super) trait Protocol: Debug + Send + Sync {
    /// The record with a key, of up to this many bytes, if there is one.
    fn record(&self, key: &str, limit: usize) -> io::Result<Option<Vec<u8>>>;

    /// The bytes of the module with a digest and a size, if it is there.
    fn module(&self, digest: &str, size: usize) -> io::Result<Option<Vec<u8>>>;

    /// Puts a module, and then its record.
    fn put(&self, upload: &Upload) -> io::Result<()>;
}

/// The store.
#[derive(Debug)]
pub(super) struct Server {
    line: Arc<Line>,
    /// The thread that puts files, once there is something for it.
    uploads: Mutex<Option<(Sender<Upload>, JoinHandle<()>)>>,
}

/// What the threads know of the server.
#[derive(Debug)]
struct Line {
    server: Box<dyn Protocol>,
    url: String,
    /// The requests that have failed since one succeeded.
    failures: AtomicUsize,
    is_off: AtomicBool,
    /// The bytes that wait to be put.
    waiting: AtomicUsize,
    /// From when on nothing more is put.
    end: Mutex<Option<Instant>>,
}

/// The failures in a row after which a server is not asked again.
const MAX_FAILURES: usize = 3;
/// The limit of bytes that wait: what is more is not kept.
const MAX_WAITING: usize = 64 << 20;
/// The limit of a module, for which a server has a few seconds.
const MAX_MODULE: usize = 16 << 20;
/// The time to put what waits at the end of a run.
const REST: Duration = Duration::from_secs(10);

impl Server {
    pub(super) fn new(server: Box<dyn Protocol>, url: &str) -> Self {
        let line = Line {
            server,
            url: url.to_owned(),
            failures: AtomicUsize::new(0),
            is_off: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            end: Mutex::new(None),
        };
        Server { line: Arc::new(line), uploads: Mutex::default() }
    }
}

impl Line {
    /// Asks a question, unless too many requests have failed.
    fn ask<T>(&self, request: impl FnOnce(&dyn Protocol) -> io::Result<Option<T>>) -> Option<T> {
        let is_final = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
        self.carry_out(request, is_final).flatten()
    }

    /// Carries out a request, unless too many have failed. The server is not asked again after errors that are final.
    fn carry_out<T>(
        &self,
        request: impl FnOnce(&dyn Protocol) -> io::Result<T>,
        is_final: impl FnOnce(&io::Error) -> bool,
    ) -> Option<T> {
        if self.is_off.load(Relaxed) {
            return None;
        }
        match request(&*self.server) {
            Ok(answer) => {
                self.failures.store(0, Relaxed);
                Some(answer)
            }
            Err(error) => {
                let is_last = self.failures.fetch_add(1, Relaxed) + 1 >= MAX_FAILURES || is_final(&error);
                if is_last && !self.is_off.swap(true, Relaxed) {
                    say(format_args!("hlsl2spirv: warning: the cache '{}' is not used any more: {error}", self.url));
                }
                None
            }
        }
    }

    /// Puts what comes, until no more will come or the time is over.
    fn put_all(&self, uploads: &Receiver<Upload>) {
        for upload in uploads {
            let is_late = |end: &Option<Instant>| end.is_some_and(|end| Instant::now() > end);
            if is_late(&self.end.lock().unwrap_or_else(PoisonError::into_inner)) {
                return;
            }
            // Who may only read still reads.
            let _ = self.carry_out(|server| server.put(&upload), |_| false);
            self.waiting.fetch_sub(upload.record.len() + upload.module.len(), Relaxed);
        }
    }
}

impl Store for Server {
    fn record(&self, key: &str, limit: usize) -> Option<Vec<u8>> {
        self.line.ask(|server| server.record(key, limit))
    }

    fn module(&self, digest: &str, size: usize) -> Option<Vec<u8>> {
        (size <= MAX_MODULE).then(|| self.line.ask(|server| server.module(digest, size)))?
    }

    fn note_use(&self, _key: &str) {}

    fn put(&self, upload: Upload) {
        let size = upload.record.len() + upload.module.len();
        if upload.module.len() > MAX_MODULE || self.line.is_off.load(Relaxed) {
            return;
        }
        if self.line.waiting.fetch_add(size, Relaxed) + size > MAX_WAITING {
            self.line.waiting.fetch_sub(size, Relaxed);
            return;
        }
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        if uploads.is_none() {
            let (sender, receiver) = mpsc::channel();
            let line = Arc::clone(&self.line);
            let thread = std::thread::Builder::new().spawn(move || line.put_all(&receiver));
            *uploads = thread.ok().map(|thread| (sender, thread));
        }
        if let Some((sender, _)) = &*uploads {
            let _ = sender.send(upload);
        }
    }

    fn end(&self) {
        let Some((sender, thread)) = self.uploads.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        *self.line.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + REST);
        drop(sender);
        let _ = thread.join();
    }
}
