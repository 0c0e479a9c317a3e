//! The process of a server: it owns the socket, and starts a worker when a client has waited for one.

use super::{place, request, worker};
use arguments::ServeArguments;
use library::report::console::say;
use rustix::fs::Mode;
use rustix::process::umask;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// How often the server looks after its workers.
const TICK: Duration = Duration::from_millis(250);
/// The time that a client waits before there is another worker for it.
const SHORTAGE: Duration = Duration::from_millis(3);
/// The umask while the socket is made: the user alone may connect.
const PRIVATE: u32 = 0o177;

/// Serves until all workers have been idle for the given time.
///
/// # Errors
/// When there is a server already, or the socket or a worker cannot be made.
pub(super) fn run(arguments: &ServeArguments) -> Result<u8, String> {
    let socket = match &arguments.socket {
        Some(socket) => std::path::absolute(socket).map_err(|error| error.to_string())?,
        None => place::of_user(&place::identity().ok_or(place::NO_IDENTITY)?)?,
    };
    let listener = Socket::bind(socket)?;
    say(format_args!("hlsl2spirv: waiting on '{}'", listener.path.display()));
    let most = arguments.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let mut workers = vec![start(&listener.socket, arguments)?];
    while !workers.is_empty() {
        let is_waiting = || request::wait(&listener.socket, Duration::ZERO);
        if request::wait(&listener.socket, TICK) {
            thread::sleep(SHORTAGE);
            if workers.len() < most && is_waiting() {
                workers.push(start(&listener.socket, arguments)?);
            }
        }
        if has_stopped(&mut workers) {
            break;
        }
        // A worker that has ended by itself while clients wait has to be replaced.
        if workers.is_empty() && is_waiting() {
            workers.push(start(&listener.socket, arguments)?);
        }
    }
    Ok(0)
}

/// Drops the workers that have ended. Returns whether one of them was asked to stop the server.
fn has_stopped(workers: &mut Vec<Child>) -> bool {
    let mut stopped = false;
    workers.retain_mut(|worker| match worker.try_wait() {
        Ok(None) => true,
        Ok(Some(status)) => {
            stopped |= status.code() == Some(worker::STOPPED.into());
            false
        }
        Err(_) => false,
    });
    stopped
}

/// Starts a worker, whose standard input is the socket.
fn start(socket: &UnixListener, arguments: &ServeArguments) -> Result<Child, String> {
    let worker = || {
        let mut command = Command::new(std::env::current_exe()?);
        let (own, idle) = (std::process::id().to_string(), arguments.idle.to_string());
        command.args(["serve", "--worker", &own, "--idle", &idle]).current_dir(place::FOLDER);
        command.stdin(OwnedFd::from(socket.try_clone()?)).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    };
    worker().map_err(|error: io::Error| format!("cannot start a worker: {error}"))
}

/// A socket on which a server waits; its file is removed in the end.
struct Socket {
    path: PathBuf,
    socket: UnixListener,
}

impl Socket {
    fn bind(path: PathBuf) -> Result<Self, String> {
        match listen(&path) {
            Ok(socket) => Ok(Socket { path, socket }),
            Err(error) => Err(format!("cannot wait on '{}': {error}", path.display())),
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        place::remove(&self.path);
    }
}

/// Waits on a socket, whose file may be left from a server that was killed.
fn listen(path: &Path) -> io::Result<UnixListener> {
    let bind = || {
        let before = umask(Mode::from_bits_truncate(PRIVATE));
        let socket = UnixListener::bind(path);
        umask(before);
        socket
    };
    match bind() {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
        other => return other,
    }
    match UnixStream::connect(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused && place::is_own(path) => place::remove(path),
        _ => return Err(io::Error::new(io::ErrorKind::AddrInUse, "there is a server already")),
    }
    bind()
}
