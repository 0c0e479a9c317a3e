//! The store of modules on a server, under the names that caches of Bazel's have: `ac/` and the key, `cas/` and the digest.
//!
//! A compilation never waits for what it keeps, and for what it looks up only as long as a request may take. A server that fails
//! several times in a row is not asked again. Must not know what is in the files.

use super::action_result::{self, ActionResult};
use super::{Store, Upload};
use crate::files::http::Server;
use crate::report::console::say;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The store.
#[derive(Debug)]
pub(super) struct Remote {
    line: Arc<Line>,
    /// The thread that puts files, once there is something for it.
    uploads: Mutex<Option<(Sender<Upload>, JoinHandle<()>)>>,
}

/// What the threads know of the server.
#[derive(Debug)]
struct Line {
    server: Server,
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

impl Remote {
    pub(super) fn new(server: Server, url: &str) -> Self {
        let line = Line {
            server,
            url: url.to_owned(),
            failures: AtomicUsize::new(0),
            is_off: AtomicBool::new(false),
            waiting: AtomicUsize::new(0),
            end: Mutex::new(None),
        };
        Remote { line: Arc::new(line), uploads: Mutex::default() }
    }
}

impl Line {
    /// Carries out a request, unless too many have failed.
    fn ask<T>(&self, request: impl FnOnce(&Server) -> io::Result<T>) -> Option<T> {
        if self.is_off.load(Relaxed) {
            return None;
        }
        match request(&self.server) {
            Ok(answer) => {
                self.failures.store(0, Relaxed);
                Some(answer)
            }
            Err(error) => {
                let is_last = self.failures.fetch_add(1, Relaxed) + 1 >= MAX_FAILURES;
                if is_last && !self.is_off.swap(true, Relaxed) {
                    say(format_args!("hlsl2spirv: warning: the cache '{}' is not used any more: {error}", self.url));
                }
                None
            }
        }
    }

    fn get(&self, name: &str, limit: usize) -> Option<Vec<u8>> {
        self.ask(|server| server.get(name, limit))?
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Option<()> {
        self.ask(|server| server.put(name, bytes))
    }

    /// Puts what comes, until no more will come or the time is over.
    fn put_all(&self, uploads: &Receiver<Upload>) {
        for Upload { key, record, digest, module } in uploads {
            let is_late = |end: &Option<Instant>| end.is_some_and(|end| Instant::now() > end);
            if is_late(&self.end.lock().unwrap_or_else(PoisonError::into_inner)) {
                return;
            }
            // A reader of the record looks for the module.
            let _ = self.put(&format!("cas/{digest}"), &module).and_then(|()| self.put(&format!("ac/{key}"), &record));
            self.waiting.fetch_sub(record.len() + module.len(), Relaxed);
        }
    }
}

impl Store for Remote {
    fn record(&self, key: &str, limit: usize) -> Option<Vec<u8>> {
        let bytes = self.line.get(&format!("ac/{key}"), limit)?;
        action_result::decode(&bytes).map(<[u8]>::to_vec)
    }

    fn module(&self, digest: &str, limit: usize) -> Option<Vec<u8>> {
        self.line.get(&format!("cas/{digest}"), limit.min(MAX_MODULE))
    }

    fn note_use(&self, _key: &str) {}

    fn put(&self, upload: Upload) {
        let Upload { record, digest, module, .. } = &upload;
        let record = action_result::encode(&ActionResult { text: record, digest, size: module.len() });
        let size = record.len() + module.len();
        if module.len() > MAX_MODULE || self.line.is_off.load(Relaxed) {
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
            let _ = sender.send(Upload { record, ..upload });
        }
    }

    fn end(&self) {
        let Some((sender, thread)) = self.uploads.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        *self.line.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + REST);
        drop(sender);
        let _ = thread.join();
    }
}
