//! Errors of calls, in words of our own: what a server says may be long, control a terminal, or repeat the login.

use std::error::Error;
use std::io;
use tonic::{Code, Status};

/// An answer that the protocol does not have.
pub(crate) fn unexpected(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it answers with {what}"))
}

/// The error of a connection, in the words of what caused it.
pub(crate) fn of_connection(error: &(dyn Error + 'static)) -> io::Error {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    io::Error::other(cause.to_string())
}

/// The error with a status.
pub(crate) fn of_status(status: &Status) -> io::Error {
    match status.code() {
        Code::Unauthenticated | Code::PermissionDenied => {
            let text = format!("it answers with '{}'", status.code().description());
            io::Error::new(io::ErrorKind::PermissionDenied, text)
        }
        // Only an error of this side has a source.
        code => match status.source() {
            Some(source) => of_connection(source),
            None => io::Error::other(format!("it answers with '{}'", code.description())),
        },
    }
}

/// The answer of a call, or nothing if there is no such thing on the server.
pub(crate) fn found<T>(answer: Result<T, Status>) -> io::Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) => Err(of_status(&status)),
    }
}

/// Returns whether a blob is there, by the status that comes with it.
pub(crate) fn is_there(status: Option<&crate::messages::Status>) -> io::Result<bool> {
    match Code::from_i32(status.map_or(0, |status| status.code)) {
        Code::Ok => Ok(true),
        Code::NotFound => Ok(false),
        code => Err(of_status(&Status::new(code, ""))),
    }
}
