//! The loop: takes what waits, answers it, and analyses while nothing waits.
//!
//! One thread reads, one works. All that waits is taken at once, so that requests that were taken back are not computed, and a
//! run of edits makes one analysis.

use crate::framing::{self, Read1};
use crate::host::Host;
use crate::server::Server;
use lsp_server::{ErrorCode, Message, RequestId, Response};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver};

/// Serves a client until it says `exit` or is gone. Returns whether it said `shutdown` before.
///
/// # Errors
/// When the client cannot be written to.
pub fn serve(
    host: impl Host + 'static,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
) -> io::Result<bool> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        let mut input = BufReader::new(input);
        loop {
            let next = framing::read(&mut input);
            let is_end = matches!(next, Read1::End);
            if sender.send(next).is_err() || is_end {
                return;
            }
        }
    };
    // It ends with the stream or the process: nobody can wait for a client that says nothing.
    std::thread::Builder::new().name("client".to_owned()).spawn(read)?;
    let mut server = Server::new(host);
    let mut waiting: Vec<Read1> = Vec::new();
    loop {
        take(&receiver, &mut waiting, !server.has_work());
        let cancelled = cancelled(&waiting);
        for next in waiting.drain(..) {
            let answers = match next {
                Read1::End => return Ok(server.was_shut_down()),
                Read1::Nonsense(what) => vec![server.complaint(&what)],
                Read1::Message(Message::Notification(it)) if it.method == "exit" => return Ok(server.was_shut_down()),
                Read1::Message(Message::Request(it)) if cancelled.contains(&it.id) => vec![refuse(it.id)],
                Read1::Message(message) => server.handle(message),
            };
            write(output, answers)?;
        }
        take(&receiver, &mut waiting, false);
        if waiting.is_empty() && server.has_work() {
            write(output, server.work())?;
        }
    }
}

/// Takes all that waits; if nothing does, waits for the first if asked to.
fn take(receiver: &Receiver<Read1>, into: &mut Vec<Read1>, waits: bool) {
    if waits && into.is_empty() {
        into.push(receiver.recv().unwrap_or(Read1::End));
    }
    into.extend(receiver.try_iter());
}

fn cancelled(waiting: &[Read1]) -> Vec<RequestId> {
    let taken_back = |next: &Read1| match next {
        Read1::Message(Message::Notification(it)) if it.method == "$/cancelRequest" => {
            serde_json::from_value(it.params.get("id")?.clone()).ok()
        }
        _ => None,
    };
    waiting.iter().filter_map(taken_back).collect()
}

fn refuse(id: RequestId) -> Message {
    Response::new_err(id, ErrorCode::RequestCanceled as i32, "taken back".to_owned()).into()
}

fn write(output: &mut impl Write, messages: Vec<Message>) -> io::Result<()> {
    for message in messages {
        message.write(output)?;
    }
    output.flush()
}
