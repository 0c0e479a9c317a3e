//! The loop: takes what waits, answers it, and has analyses made beside.
//!
//! One thread reads, one analyses, and this one answers. All that waits is taken at once, so that requests that were taken back
//! are not computed, and a run of edits makes one analysis. A request whose file has changed waits for the new analysis; if that
//! takes longer than [`GRACE`], an older one answers questions about what has not changed since.

use crate::commands::{Task, TaskDone};
use crate::framing::{self, Read1};
use crate::host::Host;
use crate::job::{Done, Job};
use crate::server::Server;
use lsp_server::{ErrorCode, Message, Request, RequestId, Response};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The time that a request waits for an analysis before an older one will do.
const GRACE: Duration = Duration::from_millis(4);

/// Serves a client until it says `exit` or is gone. Returns whether it said `shutdown` before. `stack` is the size of the stack
/// on which analyses run; the caller's own must have it, too.
///
/// # Errors
/// When the client cannot be written to.
pub fn serve(
    host: impl Host + 'static,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    stack: usize,
) -> io::Result<bool> {
    let (sender, events) = mpsc::channel();
    let (jobs, waiting_jobs) = mpsc::channel::<Job>();
    let (done, tasks) = (sender.clone(), sender.clone());
    // Both end with their channel, or with the process: no one can wait for a client that says nothing.
    Builder::new().name("client".to_owned()).spawn(move || read(input, &sender))?;
    Builder::new().name("analysis".to_owned()).stack_size(stack).spawn(move || {
        for job in waiting_jobs {
            if done.send(Event::Done(Box::new(job.run()))).is_err() {
                return;
            }
        }
    })?;
    let server = Server::new(host);
    Loop { server, output, events, jobs, is_busy: false, parked: Vec::new(), tasks, stack }.run()
}

/// Events from outside.
enum Event {
    Client(Read1),
    Done(Box<Done>),
    TaskDone(TaskDone),
}

fn read(input: impl Read, sender: &Sender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let next = framing::read(&mut input);
        let is_end = matches!(next, Read1::End);
        if sender.send(Event::Client(next)).is_err() || is_end {
            return;
        }
    }
}

/// A request that waits for an analysis.
struct Parked {
    request: Request,
    /// The time from which on an older analysis will do; nothing if none has an answer.
    until: Option<Instant>,
}

struct Loop<'a, W> {
    server: Server,
    output: &'a mut W,
    events: Receiver<Event>,
    jobs: Sender<Job>,
    /// True while a job is being done.
    is_busy: bool,
    parked: Vec<Parked>,
    /// The way of results of tasks.
    tasks: Sender<Event>,
    stack: usize,
}

impl<W: Write> Loop<'_, W> {
    fn run(mut self) -> io::Result<bool> {
        loop {
            let batch = self.take();
            let cancelled = cancelled(&batch);
            self.refuse_parked(|request| cancelled.contains(&request.id), ErrorCode::RequestCanceled)?;
            for event in batch {
                let answers = match event {
                    Event::Client(Read1::End) => return Ok(self.server.was_shut_down()),
                    Event::Client(Read1::Nonsense(what)) => vec![self.server.complaint(&what)],
                    Event::Client(Read1::Message(Message::Notification(it))) if it.method == "exit" => {
                        return Ok(self.server.was_shut_down());
                    }
                    Event::Client(Read1::Message(Message::Request(it))) if cancelled.contains(&it.id) => {
                        vec![refuse(it.id, ErrorCode::RequestCanceled)]
                    }
                    Event::Client(Read1::Message(Message::Request(request))) => self.ask(request),
                    Event::Client(Read1::Message(message)) => {
                        if matches!(&message, Message::Notification(it) if it.method == "textDocument/didChange") {
                            self.settle_parked()?;
                        }
                        self.server.handle(message)
                    }
                    Event::TaskDone(done) => self.server.finish_task(done),
                    Event::Done(done) => {
                        self.is_busy = false;
                        self.server.finish(*done)
                    }
                };
                self.write(answers)?;
            }
            self.answer_parked()?;
        }
    }

    /// Takes all that waits; if nothing does, waits for the first, after the next analysis was begun.
    fn take(&mut self) -> Vec<Event> {
        let mut batch: Vec<Event> = self.events.try_iter().collect();
        if !batch.is_empty() {
            return batch;
        }
        if !self.is_busy
            && let Some(job) = self.server.next_job()
        {
            self.is_busy = self.jobs.send(job).is_ok();
        }
        let first = match self.parked.iter().filter_map(|parked| parked.until).min() {
            Some(until) => self.events.recv_timeout(until.saturating_duration_since(Instant::now())),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match first {
            Ok(event) => batch.push(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => batch.push(Event::Client(Read1::End)),
        }
        batch.extend(self.events.try_iter());
        batch
    }

    /// Answers a request, or has it wait.
    fn ask(&mut self, request: Request) -> Vec<Message> {
        match self.server.task(&request) {
            Some(Ok(task)) => return self.start(request.id, task),
            Some(Err(refusal)) => return vec![refusal],
            None => {}
        }
        let begun = self.server.begin(&request);
        if begun.is_empty() && self.server.is_ready(&request) {
            return self.server.handle(request.into());
        }
        self.parked.push(Parked { request, until: Some(Instant::now() + GRACE) });
        begun
    }

    /// Has a task done beside, however long it takes.
    fn start(&self, id: RequestId, task: Task) -> Vec<Message> {
        let done = self.tasks.clone();
        let work = move || drop(done.send(Event::TaskDone(task.run())));
        match Builder::new().name("command".to_owned()).stack_size(self.stack).spawn(work) {
            Ok(_) => Vec::new(),
            Err(error) => vec![Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()).into()],
        }
    }

    /// Answers the requests that have waited for what is there now, or long enough.
    fn answer_parked(&mut self) -> io::Result<()> {
        let now = Instant::now();
        for mut parked in std::mem::take(&mut self.parked) {
            if self.server.is_ready(&parked.request) {
                let answers = self.server.handle(parked.request.into());
                self.write(answers)?;
                continue;
            }
            if parked.until.is_some_and(|until| until <= now) {
                parked.until = None;
                if let Some(answers) = self.server.answer_from_older(&parked.request) {
                    self.write(answers)?;
                    continue;
                }
            }
            self.parked.push(parked);
        }
        Ok(())
    }

    /// Answers all requests that wait before a text changes: their positions count in the text as it is.
    fn settle_parked(&mut self) -> io::Result<()> {
        let parked = std::mem::take(&mut self.parked);
        if !parked.is_empty() {
            let ended = self.server.give_up();
            self.write(ended)?;
        }
        for Parked { request, .. } in parked {
            let answers = self.server.answer_from_older(&request);
            let answers = answers.unwrap_or_else(|| vec![refuse(request.id, ErrorCode::ContentModified)]);
            self.write(answers)?;
        }
        Ok(())
    }

    fn refuse_parked(&mut self, which: impl Fn(&Request) -> bool, code: ErrorCode) -> io::Result<()> {
        let (refused, kept) = std::mem::take(&mut self.parked).into_iter().partition(|it| which(&it.request));
        self.parked = kept;
        let refused: Vec<Parked> = refused;
        if !refused.is_empty() && self.parked.is_empty() {
            let ended = self.server.give_up();
            self.write(ended)?;
        }
        self.write(refused.into_iter().map(|it| refuse(it.request.id, code)).collect())
    }

    fn write(&mut self, messages: Vec<Message>) -> io::Result<()> {
        for message in messages {
            message.write(self.output)?;
        }
        self.output.flush()
    }
}

fn cancelled(batch: &[Event]) -> Vec<RequestId> {
    let taken_back = |event: &Event| match event {
        Event::Client(Read1::Message(Message::Notification(it))) if it.method == "$/cancelRequest" => {
            serde_json::from_value(it.params.get("id")?.clone()).ok()
        }
        _ => None,
    };
    batch.iter().filter_map(taken_back).collect()
}

fn refuse(id: RequestId, code: ErrorCode) -> Message {
    let text = match code {
        ErrorCode::ContentModified => "document has changed",
        _ => "cancelled",
    };
    Response::new_err(id, code as i32, text.to_owned()).into()
}
