//! The side of a server's client: what the environment requests, and a compilation by a server.

use super::request::{self, Call, Request};
use super::{SERVER, place};
use crate::compile;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The time in which a worker must be free. Then the client compiles by itself.
const QUEUE: Duration = Duration::from_secs(1);
/// The time in which a worker must give a sign of life.
const SILENCE: Duration = Duration::from_secs(10);
/// The value of [`SERVER`] for the server of the user.
const AUTOMATIC: &str = "auto";

/// Has a server compile a command line. Returns its status; nothing comes back if none does.
pub(super) fn compiled(arguments: &[String]) -> Option<u8> {
    let server = std::env::var_os(SERVER).filter(|server| !server.is_empty())?;
    let identity = place::identity()?;
    let is_automatic = server == AUTOMATIC;
    let socket = if is_automatic { place::of_user(&identity).ok()? } else { PathBuf::from(server) };
    match connect(&socket) {
        Ok(stream) => ask(&stream, identity, arguments).ok().flatten(),
        Err(_) if is_automatic => {
            start(&socket);
            None
        }
        Err(_) => None,
    }
}

/// Connects with a server of the user. One whose queue is full is none.
fn connect(socket: &Path) -> io::Result<UnixStream> {
    if !place::is_own(socket) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let stream = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
    rustix::io::ioctl_fionbio(&stream, true)?;
    rustix::net::connect(&stream, &SocketAddrUnix::new(socket)?)?;
    let stream = UnixStream::from(stream);
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// Starts a server, for the next compilation. It outlives this process, and what that is a part of.
fn start(socket: &Path) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut server = Command::new(program);
    server.args(["serve", "--socket"]).arg(socket).env_remove(SERVER).current_dir(place::FOLDER).process_group(0);
    // Whether it starts shows when the next client looks for it.
    let _ = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

/// The status of a compilation by a worker; nothing if it refuses.
fn ask(stream: &UnixStream, identity: String, arguments: &[String]) -> io::Result<Option<u8>> {
    stream.set_write_timeout(Some(SILENCE))?;
    stream.set_read_timeout(Some(QUEUE))?;
    if next(stream)? != request::FREE {
        return Ok(None);
    }
    let (mask, is_plain) = (request::mask(), compile::is_plain());
    let call = Call { identity, arguments: arguments.to_vec(), mask, is_plain };
    let folder = place::current_folder()?;
    let (input, output, errors) = (io::stdin(), io::stdout(), io::stderr());
    let files: [BorrowedFd<'_>; request::FILES] = [folder.as_fd(), input.as_fd(), output.as_fd(), errors.as_fd()];
    Request::Compile(call).send(stream, &files)?;
    stream.set_read_timeout(Some(SILENCE))?;
    loop {
        match next(stream)? {
            request::ALIVE => {}
            request::DONE => return next(stream).map(Some),
            _ => return Ok(None),
        }
    }
}

/// The next byte that a worker sends.
fn next(mut stream: &UnixStream) -> io::Result<u8> {
    let mut byte = [0];
    stream.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// Carries out `serve --stop`. Returns the exit status.
pub(super) fn stop(socket: Option<&Path>) -> Result<u8, String> {
    let socket = match socket {
        Some(socket) => socket.to_owned(),
        None => place::of_user(&place::identity().ok_or(place::NO_IDENTITY)?)?,
    };
    let failed = |error| format!("cannot stop the server at '{}': {error}", socket.display());
    let stream = connect(&socket).map_err(failed)?;
    // It may have to end its work first.
    stream.set_read_timeout(None).map_err(failed)?;
    next(&stream).map_err(failed)?;
    Request::Stop.send(&stream, &[]).map_err(failed)?;
    Ok(0)
}
