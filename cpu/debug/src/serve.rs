//! The loop: answers what waits, and lets the run go on while nothing waits.

use crate::host::Host;
use crate::session::Session;
use base::framing;
use base::surrogates::repaired;
use serde_json::Value;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// The time for which a run goes on until it is asked what waits.
const SLICE: Duration = Duration::from_millis(20);

/// Serves a client until it disconnects or is gone. Returns whether it said so before.
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
        while let Some(next) = next(&mut input) {
            if sender.send(next).is_err() {
                return;
            }
        }
    };
    // It ends with the stream or the process: no one can wait for a client that says nothing.
    std::thread::Builder::new().name("client".to_owned()).spawn(read)?;
    let mut session = Session::new(host);
    while !session.is_over() {
        let Some(message) = take(&receiver, session.is_running()) else { return Ok(false) };
        let answers = match message {
            Some(Ok(message)) => session.handle(&message),
            Some(Err(nonsense)) => session.complain(&nonsense),
            None => {
                let start = Instant::now();
                let mut answers = session.work();
                while session.is_running() && answers.is_empty() && start.elapsed() < SLICE {
                    answers = session.work();
                }
                answers
            }
        };
        for message in answers {
            framing::write(output, message.to_string().as_bytes())?;
        }
        output.flush()?;
    }
    Ok(true)
}

/// A message, or the words for what is none.
type Received = Result<Value, String>;

/// The next message; `None` at the end of the stream.
fn next(input: &mut impl io::BufRead) -> Option<Received> {
    match framing::read(input) {
        Ok(Some(bytes)) => {
            // Text of JavaScript may contain an unpaired surrogate, which JSON in UTF-8 cannot.
            let read = serde_json::from_slice(&bytes).or_else(|_| serde_json::from_slice(&repaired(&bytes)));
            Some(read.map_err(|error| format!("invalid protocol message: {error}")))
        }
        Ok(None) => None,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Some(Err(error.to_string())),
        Err(_) => None,
    }
}

/// The next message of the client: `None` when it is gone, and `Some(None)` where it says nothing while a run goes on.
fn take(receiver: &Receiver<Received>, runs: bool) -> Option<Option<Received>> {
    if !runs {
        return receiver.recv().ok().map(Some);
    }
    match receiver.try_recv() {
        Ok(message) => Some(Some(message)),
        Err(TryRecvError::Empty) => Some(None),
        Err(TryRecvError::Disconnected) => None,
    }
}
