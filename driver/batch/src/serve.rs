//! A server that compiles for processes of the command, so that they share what compilations of a batch do.
//!
//! It is a process that waits on a socket, and workers, which take one compilation at a time. A client passes on its folder and
//! its standard streams, so that names, messages and outputs are those of a process of its own. Whatever goes wrong between the
//! two, the client compiles by itself.

#[cfg(unix)]
mod client;
#[cfg(unix)]
mod place;
#[cfg(unix)]
mod request;
#[cfg(unix)]
mod server;
#[cfg(unix)]
mod worker;

use arguments::ServeArguments;

/// The environment variable that names the socket of a server; `auto` is the one of the user and of this version, which is
/// started if there is none.
#[cfg(unix)]
const SERVER: &str = "HLSL2SPIRV_SERVER";

/// Carries out `serve`. Returns the exit status.
#[cfg(unix)]
pub fn run(arguments: &ServeArguments) -> u8 {
    let outcome = match (arguments.worker, arguments.stop) {
        (Some(server), _) => worker::run(server, arguments),
        (None, true) => client::stop(arguments.socket.as_deref()),
        (None, false) => server::run(arguments),
    };
    outcome.unwrap_or_else(|message| {
        library::report::console::complain(message);
        1
    })
}

/// Carries out `serve`, which needs sockets over which files can be passed.
#[cfg(not(unix))]
pub fn run(_: &ServeArguments) -> u8 {
    library::report::console::complain("command 'serve' is not available on this system");
    1
}

/// Has a server compile a command line, if the environment requests that. Returns its exit status; nothing comes back if the
/// caller has to compile.
#[cfg(unix)]
pub fn compile(arguments: &[String]) -> Option<u8> {
    client::compiled(arguments)
}

/// No server compiles anything on this system.
#[cfg(not(unix))]
pub fn compile(_: &[String]) -> Option<u8> {
    None
}
