//! Parts of a batch on the workers of a server: `--execute`.
//!
//! Each part is an action of its own, whose command is `hlsl2spirv batch` with the lines of the part. The results are a module and
//! the warnings of each line, which this process writes and prints like its own. All
//! that can be checked is checked: a part that fails too often, and each line about which there is any doubt, is compiled here, and so
//! are lines with errors. Must not know the protocol, or how a shader is compiled.

mod names;
pub(crate) mod parts;
pub(crate) mod results;
mod shipment;
mod sources;

use crate::list::Entry;
use arguments::BatchArguments;
use base::visible;
use frontend::preprocess::Dependencies;
use library::execution::{Executor, own_program};
use library::files::digest::Digest;
use library::files::names::to_text;
use library::files::sha256::Sha256;
use library::pipeline::shared::module_folder::identity;
use library::report::console::say;
use parts::Part;
use shipment::Shipment;
use sources::Sources;
use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// What a worker has made of a line.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) words: Vec<u32>,
    /// The warnings, in one text or one by one.
    pub(crate) text: String,
    pub(crate) texts: Vec<String>,
    pub(crate) dependencies: Dependencies,
}

/// How often a part is tried.
const ATTEMPTS: u32 = 3;
/// The pause before the second attempt; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(250);
/// The parts in a row that fail until no more are tried.
const MAX_FAILURES: usize = 3;

/// The parts, and the threads that wait for the server.
pub(crate) struct Remote {
    state: Arc<State>,
    /// The part of each line that is not compiled here in any case, and its place there.
    places: BTreeMap<usize, (usize, usize)>,
    /// How many lines a worker has compiled.
    taken: AtomicUsize,
}

/// The state that all threads of a remote batch share.
struct State {
    executor: Executor,
    entries: Arc<Vec<Entry>>,
    parts: Vec<Part>,
    ends: Vec<End>,
    /// The next part to begin.
    next: AtomicUsize,
    /// True if no part is begun any more.
    is_off: AtomicBool,
    /// True if the call has ended.
    is_over: AtomicBool,
    has_warned: AtomicBool,
    /// The parts that have failed since one succeeded, and those that have succeeded.
    failures: AtomicUsize,
    successes: AtomicUsize,
    sources: Sources,
    settings: Settings,
}

/// What the command line says of the workers.
struct Settings {
    /// The folder of the call.
    current: PathBuf,
    /// The compiler by its path on the workers, or its file.
    program: Program,
    /// The compiler whose modules are taken.
    identity: String,
    properties: Vec<(String, String)>,
    timeout: Duration,
    /// The form of messages, if it is set for all.
    report: Option<String>,
    /// True if warnings are made here, for a document.
    makes_warnings_here: bool,
}

enum Program {
    There(String),
    Sent(Arc<[u8]>, Sha256),
}

/// The end of a part: what was made of each line that was sent and is beyond doubt; nothing before that.
#[derive(Default)]
struct End {
    lines: Mutex<Option<Vec<Option<Made>>>>,
    ended: Condvar,
}

impl End {
    fn set(&self, lines: Vec<Option<Made>>) {
        *self.lines.lock().unwrap_or_else(PoisonError::into_inner) = Some(lines);
        self.ended.notify_all();
    }
}

impl Remote {
    /// Begins with the parts of these lines, if the command line names a server.
    ///
    /// # Errors
    /// When the server cannot be used, or the compiler's own file cannot be read.
    pub(crate) fn begin(
        arguments: &BatchArguments,
        entries: &Arc<Vec<Entry>>,
        lines: impl Fn() -> Vec<usize>,
        makes_warnings_here: bool,
    ) -> Result<Option<Self>, String> {
        let Some(url) = &arguments.execute else { return Ok(None) };
        let login = arguments.execute_login.as_deref();
        let executor =
            Executor::new(url, login).map_err(|reason| reason.replace("--cache-login", "--execute-login"))?;
        let program = match &arguments.execute_compiler {
            Some(path) => Program::There(to_text(path.as_os_str()).into_owned()),
            None => {
                let bytes = own_program()?;
                let digest = Sha256::of(&bytes);
                Program::Sent(bytes.into(), digest)
            }
        };
        let settings = Settings {
            current: std::env::current_dir().map_err(|error| format!("the current folder is unknown: {error}"))?,
            program,
            identity: identity().ok_or("the compiler's own file cannot be read")?,
            properties: arguments.execute_property.clone(),
            timeout: Duration::from_secs(arguments.execute_timeout),
            report: arguments.report.clone().filter(|_| !makes_warnings_here),
            makes_warnings_here,
        };
        let parts = parts::cut(entries, &lines(), arguments.execute_lines.get(), arguments.each);
        let lines = |(number, part): (usize, &Part)| -> Vec<(usize, (usize, usize))> {
            part.lines.iter().enumerate().map(|(at, line)| (*line, (number, at))).collect()
        };
        let places = parts.iter().enumerate().flat_map(lines).collect();
        let state = State {
            executor,
            entries: Arc::clone(entries),
            ends: parts.iter().map(|_| End::default()).collect(),
            parts,
            next: AtomicUsize::new(0),
            is_off: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            has_warned: AtomicBool::new(false),
            failures: AtomicUsize::new(0),
            successes: AtomicUsize::new(0),
            sources: Sources::default(),
            settings,
        };
        let remote = Remote { state: Arc::new(state), places, taken: AtomicUsize::new(0) };
        remote.start(arguments.execute_jobs.get());
        Ok(Some(remote))
    }

    /// Starts threads, each of which waits for one part at a time. They are left alone when the call ends: a part may take long.
    fn start(&self, threads: usize) {
        let start = |_: &usize| {
            let state = Arc::clone(&self.state);
            std::thread::Builder::new().spawn(move || state.run_all()).is_ok()
        };
        let count = (0..threads.min(self.state.parts.len())).take_while(start).count();
        if count == 0 {
            // Without a thread, all is compiled here.
            self.state.is_off.store(true, Relaxed);
            self.state.run_all();
        }
    }

    /// What a worker has made of a line, once its part has ended; nothing if the line is to be compiled here.
    pub(crate) fn take(&self, line: usize) -> Option<Made> {
        let (part, at) = self.places.get(&line)?;
        let end = &self.state.ends[*part];
        let mut lines = end.lines.lock().unwrap_or_else(PoisonError::into_inner);
        while lines.is_none() {
            lines = end.ended.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
        let made = lines.as_mut()?.get_mut(*at)?.take();
        self.taken.fetch_add(usize::from(made.is_some()), Relaxed);
        made
    }

    /// Returns whether a file still is what was sent.
    pub(crate) fn has_sent(&self, path: &str, digest: Option<Digest>) -> bool {
        let known = self.state.sources.digest(&self.state.settings.current, path);
        known.is_none() || known == digest
    }

    /// How many lines a worker has compiled.
    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Relaxed)
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        self.state.is_over.store(true, Relaxed);
        self.state.is_off.store(true, Relaxed);
    }
}

impl State {
    fn run_all(&self) {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            let (Some(part), Some(end)) = (self.parts.get(number), self.ends.get(number)) else { return };
            // After a panic, which has been reported, the lines are compiled here.
            end.set(catch_unwind(AssertUnwindSafe(|| self.run(part))).unwrap_or_default());
        }
    }

    /// What the workers make of the lines of a part.
    fn run(&self, part: &Part) -> Vec<Option<Made>> {
        if self.is_off.load(Relaxed) {
            return Vec::new();
        }
        let Some(shipment) = Shipment::of(part, &self.entries, &self.sources, &self.settings) else {
            return Vec::new();
        };
        let mut pause = PAUSE;
        for attempt in 1..=ATTEMPTS {
            let before = self.successes.load(Relaxed);
            let error = match self.attempt(&shipment) {
                Ok(lines) => {
                    self.failures.store(0, Relaxed);
                    self.successes.fetch_add(1, Relaxed);
                    return shipment.spread(lines, part);
                }
                Err(error) => error,
            };
            let is_stuck = error.kind() == io::ErrorKind::TimedOut && self.successes.load(Relaxed) == before;
            let is_final = [io::ErrorKind::PermissionDenied, io::ErrorKind::Unsupported].contains(&error.kind());
            if is_stuck || is_final {
                self.is_off.store(true, Relaxed);
            }
            if attempt == ATTEMPTS || self.is_off.load(Relaxed) {
                self.give_up(&error);
                break;
            }
            std::thread::sleep(pause);
            pause *= 2;
        }
        Vec::new()
    }

    fn attempt(&self, shipment: &Shipment) -> io::Result<Vec<Option<Made>>> {
        let outputs = self.executor.execute(&shipment.job)?;
        let broken =
            || io::Error::new(io::ErrorKind::InvalidData, "a worker has made something else than was asked for");
        shipment.read(&outputs, &self.entries, &self.settings).ok_or_else(broken)
    }

    /// Takes note of a part that is compiled here.
    fn give_up(&self, error: &io::Error) {
        let is_last = self.failures.fetch_add(1, Relaxed) + 1 >= MAX_FAILURES;
        self.is_off.fetch_or(is_last, Relaxed);
        if !self.is_over.load(Relaxed) && !self.has_warned.swap(true, Relaxed) {
            let (url, reason) = (self.executor.url(), error.to_string());
            let reason = visible::text(&reason);
            say(format_args!("hlsl2spirv: warning: what '{url}' does not compile is compiled here: {reason}"));
        }
    }
}
