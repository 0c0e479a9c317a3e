//! What clients and servers send each other over a socket.
//!
//! A worker that is free says so first. Then the client sends its request, and the worker gives a sign of life each second until
//! it sends the status. A client that has sent nothing can go away at any time.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::Mode;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use serde_json::{Value, json};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// What a worker sends: it is free.
pub(super) const FREE: u8 = b'f';
/// It is at work.
pub(super) const ALIVE: u8 = b'.';
/// The status comes next.
pub(super) const DONE: u8 = b'd';
/// It does not serve this client.
pub(super) const REFUSED: u8 = b'r';

/// The limit of a request's text.
const MOST_BYTES: u32 = 16 << 20;
/// The files that a request passes on: the folder, and the three standard streams.
pub(super) const FILES: usize = 4;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// To compile a command line.
    Compile(Call),
    /// To end the server.
    Stop,
}

/// A command line, and what a process of it would have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The build of the program that would run.
    pub(super) identity: String,
    pub(super) arguments: Vec<String>,
    /// The permissions that new files do not get.
    pub(super) mask: u32,
    /// True if the environment requests no color.
    pub(super) is_plain: bool,
}

impl Request {
    fn to_text(&self) -> String {
        match self {
            Request::Stop => json!("stop").to_string(),
            Request::Compile(Call { identity, arguments, mask, is_plain }) => {
                json!([identity, arguments, mask, is_plain]).to_string()
            }
        }
    }

    fn of_text(text: &[u8]) -> Option<Self> {
        let fields = match serde_json::from_slice(text).ok()? {
            Value::String(word) => return (word == "stop").then_some(Request::Stop),
            Value::Array(fields) => fields,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return None,
        };
        let [identity, arguments, mask, is_plain] = fields.as_slice() else { return None };
        let words = arguments.as_array()?.iter().map(|word| Some(word.as_str()?.to_owned()));
        Some(Request::Compile(Call {
            identity: identity.as_str()?.to_owned(),
            arguments: words.collect::<Option<_>>()?,
            mask: u32::try_from(mask.as_u64()?).ok()?,
            is_plain: is_plain.as_bool()?,
        }))
    }

    /// Sends it with files: all four for a compilation, none otherwise.
    pub(super) fn send(&self, mut stream: &UnixStream, files: &[BorrowedFd<'_>]) -> io::Result<()> {
        let text = self.to_text();
        let length = (text.len() as u32).to_le_bytes();
        let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
        let mut passed = SendAncillaryBuffer::new(&mut room);
        if !files.is_empty() && !passed.push(SendAncillaryMessage::ScmRights(files)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let sent = sendmsg(stream, &[IoSlice::new(&length)], &mut passed, SendFlags::empty())?;
        stream.write_all(&length[sent..])?;
        stream.write_all(text.as_bytes())
    }

    /// Receives one, with its files.
    pub(super) fn receive(mut stream: &UnixStream) -> io::Result<(Self, Vec<OwnedFd>)> {
        let mut length = [0; 4];
        let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
        let mut passed = RecvAncillaryBuffer::new(&mut room);
        let read = recvmsg(stream, &mut [IoSliceMut::new(&mut length)], &mut passed, RecvFlags::CMSG_CLOEXEC)?.bytes;
        let files = passed.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files),
            _ => None,
        });
        let files: Vec<OwnedFd> = files.flatten().collect();
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        stream.read_exact(&mut length[read..])?;
        let length = u32::from_le_bytes(length);
        let mut text = Vec::new();
        let is_whole = length <= MOST_BYTES && stream.take(length.into()).read_to_end(&mut text)? == length as usize;
        let request = is_whole.then(|| Self::of_text(&text)).flatten();
        Ok((request.ok_or(io::ErrorKind::InvalidData)?, files))
    }
}

/// The permissions that new files of this process do not get. It must have no other thread that makes files.
pub(super) fn mask() -> u32 {
    let own = rustix::process::umask(Mode::empty());
    rustix::process::umask(own);
    own.bits()
}

/// Waits until something comes over a socket. Returns whether it has come.
pub(super) fn wait(socket: impl AsFd, most: Duration) -> bool {
    let most = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: most.subsec_nanos().into() };
    let mut sockets = [PollFd::new(&socket, PollFlags::IN)];
    poll(&mut sockets, Some(&most)).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_received_as_they_are_sent() {
        let (one, other) = UnixStream::pair().expect("a pair of sockets");
        let call = Call {
            identity: "a".into(),
            arguments: vec!["-T".into(), "\u{10ffff} \"".into()],
            mask: 0o77,
            is_plain: true,
        };
        let (call, folder) = (Request::Compile(call), std::env::temp_dir());
        let folder = std::fs::File::open(folder).expect("the folder is there");
        call.send(&one, &[folder.as_fd(), one.as_fd(), one.as_fd(), one.as_fd()]).expect("it is sent");
        Request::Stop.send(&one, &[]).expect("it is sent");
        let (received, files) = Request::receive(&other).expect("it is received");
        assert_eq!((received, files.len()), (call, 4));
        assert_eq!(Request::receive(&other).expect("it is received").0, Request::Stop);
    }

    #[test]
    fn what_is_no_request_is_an_error() {
        let texts: [&[u8]; 6] =
            [b"", b"\x01", b"\x01\0\0\0", b"\x02\0\0\0[]", b"\xff\xff\xff\xff[]", b"\x06\0\0\0\"stoq\""];
        for text in texts {
            let (one, other) = UnixStream::pair().expect("a pair of sockets");
            (&one).write_all(text).expect("it is sent");
            drop(one);
            assert!(Request::receive(&other).is_err(), "{text:?}");
        }
    }
}
