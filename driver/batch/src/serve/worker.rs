//! A process of a server: it takes one compilation at a time, in the folder and with the streams of its client, and keeps what the
//! next one can use.

use super::place;
use super::request::{self, Call, Request};
use crate::compile;
use arguments::ServeArguments;
use library::files::places;
use library::pipeline::shared::{Levels, ReadOnce, Shared};
use library::report::panics;
use rustix::fs::Mode;
use rustix::process::{fchdir, getppid, umask};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The exit status of a worker that was asked to stop the server.
pub(super) const STOPPED: u8 = 3;
/// How often a worker looks after its server, and gives a sign of life.
const TICK: Duration = Duration::from_secs(1);
/// The time in which a client must have sent its request.
const PATIENCE: Duration = Duration::from_secs(2);
/// The memory with which a worker ends after a compilation, in bytes.
const MOST_MEMORY: u64 = 1 << 30;

/// Serves until nothing has come for a while, the process of the server with this number has ended, or a client asks to stop.
///
/// # Errors
/// When the standard input is not the socket of a server.
pub(super) fn run(server: u32, arguments: &ServeArguments) -> Result<u8, String> {
    let wrong = |error| format!("cannot wait on the standard input: {error}");
    let socket = io::stdin().as_fd().try_clone_to_owned().map_err(wrong)?;
    let listener = UnixListener::from(socket);
    listener.set_nonblocking(true).map_err(wrong)?;
    let nothing = Arc::new(place::nothing().map_err(wrong)?);
    let mut worker = Worker {
        identity: place::identity().ok_or(place::NO_IDENTITY)?,
        pulse: Pulse::start(Arc::clone(&nothing)).map_err(wrong)?,
        nothing,
        shared: shared(),
    };
    worker.leave().map_err(wrong)?;
    let mut idle = 0;
    // A process whose parent has ended gets another one.
    while getppid().is_some_and(|parent| parent.as_raw_nonzero().get() as u32 == server)
        && (arguments.idle == 0 || idle < arguments.idle)
    {
        if !request::wait(&listener, TICK) {
            idle += TICK.as_secs();
            continue;
        }
        idle = 0;
        // Another worker may have been faster.
        let Ok((client, _)) = listener.accept() else { continue };
        // A client that goes away has lost nothing: it compiles by itself.
        match worker.serve(&client) {
            Ok(Next::Stop) => return Ok(STOPPED),
            Ok(Next::Client) | Err(_) if place::memory() > MOST_MEMORY => break,
            Ok(Next::Client) | Err(_) => {}
        }
    }
    Ok(0)
}

/// What all compilations share. Which macros a text looks up depends on files, which may change from one to the next.
fn shared() -> Shared {
    Shared { levels: Levels::of("headers units reached emitted"), ..Shared::default() }
}

/// What follows a request.
enum Next {
    Client,
    Stop,
}

struct Worker {
    identity: String,
    /// The streams of no client.
    nothing: Arc<OwnedFd>,
    shared: Shared,
    pulse: Pulse,
}

impl Worker {
    fn serve(&mut self, mut client: &UnixStream) -> io::Result<Next> {
        client.set_nonblocking(false)?;
        client.set_read_timeout(Some(PATIENCE))?;
        client.write_all(&[request::FREE])?;
        let (request, files) = Request::receive(client)?;
        let call = match request {
            Request::Compile(call) if call.identity == self.identity => call,
            Request::Compile(_) => return client.write_all(&[request::REFUSED]).map(|()| Next::Client),
            Request::Stop => return Ok(Next::Stop),
        };
        let status = self.enter(&call, files).and_then(|()| self.compile(&call, client));
        // Before the status: who reads from the streams of the client sees their end when that ends.
        self.leave()?;
        client.write_all(&[request::DONE, status?])?;
        Ok(Next::Client)
    }

    /// Takes on the folder and the streams of a client.
    fn enter(&self, call: &Call, files: Vec<OwnedFd>) -> io::Result<()> {
        let [folder, input, output, errors] = files.as_slice() else { return Err(io::ErrorKind::InvalidData.into()) };
        fchdir(folder)?;
        dup2_stdin(input)?;
        dup2_stdout(output)?;
        dup2_stderr(errors)?;
        umask(Mode::from_bits_truncate(call.mask));
        Ok(())
    }

    /// Gives back the folder and the streams of a client.
    fn leave(&self) -> io::Result<()> {
        let_go(&self.nothing)?;
        std::env::set_current_dir(place::FOLDER)
    }

    fn compile(&mut self, call: &Call, client: &UnixStream) -> io::Result<u8> {
        self.pulse.of(Some(client.try_clone()?));
        // Files may have changed, and each call has inputs of its own.
        self.shared.files = ReadOnce::default();
        places::remember_reads();
        let served = compile::Served { shared: &self.shared, is_plain: call.is_plain };
        let run = std::panic::AssertUnwindSafe(|| compile::run_served(&call.arguments, served));
        let status = catch_unwind(run).unwrap_or_else(|payload| {
            // What panicked may have left anything behind.
            self.shared = shared();
            panics::report(payload.as_ref())
        });
        self.pulse.of(None);
        Ok(status)
    }
}

/// Gives back the streams of a client.
fn let_go(nothing: &OwnedFd) -> io::Result<()> {
    dup2_stdin(nothing)?;
    dup2_stdout(nothing)?;
    Ok(dup2_stderr(nothing)?)
}

/// Gives signs of life to the client of a compilation, and its streams back when it has gone.
struct Pulse(Arc<Mutex<Option<UnixStream>>>);

impl Pulse {
    fn start(nothing: Arc<OwnedFd>) -> io::Result<Self> {
        let client: Arc<Mutex<Option<UnixStream>>> = Arc::default();
        let kept = Arc::clone(&client);
        std::thread::Builder::new().spawn(move || {
            loop {
                std::thread::sleep(TICK);
                // While it is locked, no other client comes.
                let mut client = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if client.as_mut().is_some_and(|client| client.write_all(&[request::ALIVE]).is_err()) {
                    let _ = let_go(&nothing);
                    *client = None;
                }
            }
        })?;
        Ok(Pulse(client))
    }

    fn of(&self, client: Option<UnixStream>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }
}
