//! The server: a session, whose requests `requests` answers.

use crate::commands::{self, Task, TaskDone};
use crate::host::Host;
use crate::job::{Done, Job};
use crate::requests;
use crate::session::Session;
use lsp_server::{Message, Request, Response};

/// A language server: messages in, messages out.
#[derive(Debug)]
pub struct Server {
    session: Session,
}

impl Server {
    /// A server that waits for `initialize`.
    pub fn new(host: impl Host + 'static) -> Self {
        Server { session: Session::new(host) }
    }

    /// Answers a message, from the newest analyses. A panic is a message in the client's log, and an error as the answer to a request.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        self.session.handle(message, requests::answer)
    }

    /// Returns whether an analysis waits.
    pub fn has_work(&self) -> bool {
        self.session.has_work()
    }

    /// Does one analysis that waits.
    pub fn work(&mut self) -> Vec<Message> {
        self.next_job().map(|job| self.finish(job.run())).unwrap_or_default()
    }

    /// Takes an analysis that waits, for another thread to make.
    pub fn next_job(&mut self) -> Option<Job> {
        self.session.next_job()
    }

    /// Takes the result of a job.
    pub fn finish(&mut self, done: Done) -> Vec<Message> {
        self.session.finish(done)
    }

    /// Begins what a request needs beyond the open files: [`Server::is_ready`] is true once it is there.
    pub fn begin(&mut self, request: &Request) -> Vec<Message> {
        self.session.begin_search(request)
    }

    /// Gives up what [`Server::begin`] has begun.
    pub fn give_up(&mut self) -> Vec<Message> {
        self.session.end_search().into_iter().collect()
    }

    /// Returns whether the analyses that a request needs are there. [`Server::handle`] makes those that are not.
    pub fn is_ready(&self, request: &Request) -> bool {
        self.session.is_ready(request)
    }

    /// Answers a request from analyses of older texts; nothing if they do not have the answer.
    pub fn answer_from_older(&mut self, request: &Request) -> Option<Vec<Message>> {
        self.session.answer_from_older(request, requests::answer)
    }

    /// The task of a request for a command that takes long, for another thread to do; or the refusal of it.
    pub fn task(&mut self, request: &Request) -> Option<Result<Task, Message>> {
        if request.method != "workspace/executeCommand" || !self.session.is_running() {
            return None;
        }
        let task = commands::task(&mut self.session, request)?;
        let refused =
            |it: crate::session::Refusal| Response::new_err(request.id.clone(), it.code as i32, it.text).into();
        Some(task.map_err(refused))
    }

    /// Takes the result of a task.
    pub fn finish_task(&mut self, done: TaskDone) -> Vec<Message> {
        commands::finished(&mut self.session, done)
    }

    /// Returns whether the client has said `shutdown`.
    pub fn was_shut_down(&self) -> bool {
        self.session.was_shut_down()
    }

    /// A line for the client's log.
    pub(crate) fn complaint(&self, text: &str) -> Message {
        self.session.complaint(text)
    }
}
