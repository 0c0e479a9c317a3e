//! A session with a client: what it may ask when, and the run that it examines.

mod breakpoints;
mod focus;
mod frames;
mod lifecycle;
mod stepping;
mod variables;

use crate::code::Code;
use crate::host::{Host, Source};
use crate::protocol::{Answer, Outbox, Request};
use crate::timeline::Timeline;
use breakpoints::Breakpoints;
use frames::Frame;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use stepping::{Goal, Stop};
use variables::Node;

/// The phases of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No one has said anything.
    Fresh,
    /// The client is known, and nothing is launched.
    Initialized,
    /// A run waits for the end of the configuration.
    Launched,
    /// The run has begun.
    Begun,
    /// The run has ended.
    Ended,
    /// The client is gone.
    Over,
}

/// The client's conventions and capabilities.
#[derive(Clone, Copy, Debug)]
struct Client {
    /// The number of the first line, and of the first column.
    first_line: u32,
    first_column: u32,
    /// True if it can be told that what it shows is out of date.
    takes_invalidated: bool,
}

/// The run and its source.
struct Target {
    timeline: Timeline,
    code: Code,
    sources: Vec<Source>,
    printed: Box<dyn FnMut() -> Vec<String>>,
}

/// A thread of a shader: its number in its group, and that of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thread {
    local: [u32; 3],
    group: [u32; 3],
}

/// A session: messages in, messages out.
pub struct Session {
    host: Box<dyn Host>,
    outbox: Outbox,
    phase: Phase,
    client: Client,
    /// The arguments of `launch`.
    arguments: Map<String, Value>,
    target: Option<Target>,
    breakpoints: Breakpoints,
    /// The goal of the run; `None` while it is stopped.
    goal: Option<Goal>,
    /// The place and the reason of the last stop.
    stop: Option<Stop>,
    /// The only thread that is examined, if the user has chosen one.
    pinned: Option<Thread>,
    /// The lane of each wave that is examined.
    lanes: BTreeMap<u32, u32>,
    /// What the lanes of the only wave are, where they are not threads of a group.
    names: Vec<String>,
    /// The number of lines that breakpoints have printed since the run last stood.
    logged: u64,
    frames: Vec<Frame>,
    nodes: Vec<Node>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("phase", &self.phase).field("goal", &self.goal).finish_non_exhaustive()
    }
}

impl Session {
    /// One that waits for `initialize`.
    pub fn new(host: impl Host + 'static) -> Self {
        Session {
            host: Box::new(host),
            outbox: Outbox::default(),
            phase: Phase::Fresh,
            client: Client { first_line: 1, first_column: 1, takes_invalidated: false },
            arguments: Map::new(),
            target: None,
            breakpoints: Breakpoints::default(),
            goal: None,
            stop: None,
            pinned: None,
            lanes: BTreeMap::new(),
            names: Vec::new(),
            logged: 0,
            frames: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Answers a message. A panic is a message in the client's console, and an error as the answer to a request.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        match Request::read(message) {
            Ok(Some(request)) => self.request(&request),
            Ok(None) => {}
            Err(nonsense) => return self.complain(&nonsense),
        }
        self.outbox.take()
    }

    /// Lets the run go on for a while.
    pub fn work(&mut self) -> Vec<Value> {
        let done = catch_unwind(AssertUnwindSafe(|| self.go_on()));
        if let Err(payload) = done {
            let text = self.host.describe_panic(payload.as_ref());
            self.outbox.output("important", &format!("a bug in the debugger, please report it: {text}\n"));
            self.terminate(1);
        }
        self.outbox.take()
    }

    /// Returns whether the run goes on.
    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Returns whether the client has said that it goes.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Says that something was not a message of the protocol.
    pub fn complain(&mut self, nonsense: &str) -> Vec<Value> {
        self.outbox.output("console", &format!("{nonsense}\n"));
        self.outbox.take()
    }

    fn request(&mut self, request: &Request) {
        let done = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
        let answer = done.unwrap_or_else(|payload| {
            let text = self.host.describe_panic(payload.as_ref());
            Err(format!("a bug in the debugger, please report it: {text}"))
        });
        let is_done = answer.is_ok();
        self.outbox.respond(request, answer);
        // Clients expect the answer to a request before the events that it causes.
        if is_done {
            self.follow(request);
        }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        match (self.phase, request.command.as_str()) {
            (Phase::Fresh, "initialize") => self.initialize(request),
            (_, "initialize") => Err("session is already initialized".to_owned()),
            (Phase::Fresh, _) => Err("expected the request 'initialize'".to_owned()),
            (Phase::Over, _) => Err("session has ended".to_owned()),
            (_, "disconnect") => self.disconnect(),
            (_, "terminate") => Ok(Value::Null),
            // Answers come in order, and at once: nothing is left to take back.
            (_, "cancel") => Ok(Value::Null),
            (Phase::Initialized, "launch") => self.launch(request),
            (_, "launch") => Err("a program is already launched".to_owned()),
            (_, "attach") => Err("'attach' is not supported; use 'launch'".to_owned()),
            (_, "setBreakpoints") => self.set_breakpoints(request),
            (_, "setFunctionBreakpoints") => self.set_function_breakpoints(request),
            (_, "setDataBreakpoints") => self.set_data_breakpoints(request),
            (_, "setExceptionBreakpoints") => self.set_exception_breakpoints(request),
            (Phase::Launched, "configurationDone") => Ok(Value::Null),
            (Phase::Initialized, _) => Err("no program is launched".to_owned()),
            (_, "configurationDone") => Err("configuration is already done".to_owned()),
            (_, "breakpointLocations") => self.breakpoint_locations(request),
            (_, "source") => self.source(request),
            (_, "loadedSources") => self.loaded_sources(),
            (_, "threads") => Ok(self.threads()),
            (Phase::Begun, "restart") => self.restart(),
            (Phase::Begun, command) => self.answer_of_run(request, command),
            (Phase::Launched, _) => Err("configuration is not done".to_owned()),
            (Phase::Ended, _) => Err("program has ended".to_owned()),
        }
    }

    /// Answers what can be asked of a run that has begun.
    fn answer_of_run(&mut self, request: &Request, command: &str) -> Answer {
        match (self.goal.is_some(), command) {
            (_, "pause") => Ok(Value::Null),
            (false, "continue" | "reverseContinue") => Ok(json!({ "allThreadsContinued": true })),
            (false, "next" | "stepIn" | "stepOut" | "stepBack") => self.thread_of(request).map(|_| Value::Null),
            (false, "stackTrace") => self.stack_trace(request),
            (false, "scopes") => self.scopes(request),
            (false, "variables") => self.variables(request),
            (false, "evaluate") => self.evaluate(request),
            (false, "shader/focus") => self.focus(request),
            (false, "setVariable") => self.set_variable(request),
            (false, "exceptionInfo") => self.exception_info(),
            (false, "dataBreakpointInfo") => self.data_breakpoint_info(request),
            (true, "continue") => Ok(json!({ "allThreadsContinued": true })),
            (true, _) => Err("program is running".to_owned()),
            (false, other) => Err(format!("unknown request '{other}'")),
        }
    }

    /// Does what follows from a request that was answered.
    fn follow(&mut self, request: &Request) {
        match request.command.as_str() {
            "launch" => self.outbox.event("initialized", Value::Null),
            "configurationDone" | "restart" => self.begin(),
            "terminate" => self.terminate(0),
            "pause" => self.pause(),
            "continue" if self.goal.is_none() => self.start(Goal::Continue),
            "next" | "stepIn" | "stepOut" => self.step(request),
            "stepBack" | "reverseContinue" => self.go_back(request),
            _ => {}
        }
    }

    fn target(&self) -> Result<&Target, String> {
        self.target.as_ref().ok_or_else(|| "no program is launched".to_owned())
    }
}
