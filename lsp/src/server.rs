//! The server: a session, whose requests `requests` answers.

use crate::host::Host;
use crate::requests;
use crate::session::Session;
use lsp_server::Message;

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

    /// Answers a message. A panic is a message in the client's log, and an error as the answer to a request.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        self.session.handle(message, requests::answer)
    }

    /// Returns whether an analysis waits.
    pub fn has_work(&self) -> bool {
        self.session.has_work()
    }

    /// Does one analysis that waits.
    pub fn work(&mut self) -> Vec<Message> {
        self.session.work()
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
