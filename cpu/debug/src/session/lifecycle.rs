//! The life of a session: who the client is, what is launched, and the end.

use super::{Client, Phase, Session, Target, Thread};
use crate::code::Code;
use crate::host::{Launched, Results};
use crate::protocol::{Answer, Request};
use crate::session::breakpoints::filters;
use crate::session::stepping::Goal;
use crate::timeline::Timeline;
use serde_json::{Value, json};

impl Session {
    pub(super) fn initialize(&mut self, request: &Request) -> Answer {
        let flag = |name: &str| request.arguments.get(name).and_then(Value::as_bool);
        let first = |name: &str| u32::from(flag(name).unwrap_or(true));
        self.client = Client {
            first_line: first("linesStartAt1"),
            first_column: first("columnsStartAt1"),
            takes_invalidated: flag("supportsInvalidatedEvent").unwrap_or(false),
        };
        self.phase = Phase::Initialized;
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsFunctionBreakpoints": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsLogPoints": true,
            "supportsStepBack": true,
            "supportsSteppingGranularity": true,
            "supportsBreakpointLocationsRequest": true,
            "supportsLoadedSourcesRequest": true,
            "supportsTerminateRequest": true,
            "supportsRestartRequest": true,
            "supportsDataBreakpoints": true,
            "supportsSetVariable": true,
            "supportsEvaluateForHovers": true,
            "supportsExceptionInfoRequest": true,
            "supportsValueFormattingOptions": true,
            "supportsDelayedStackTraceLoading": true,
            "supportsCancelRequest": true,
            "exceptionBreakpointFilters": filters(),
        }))
    }

    pub(super) fn launch(&mut self, request: &Request) -> Answer {
        let pinned = chosen(request.arguments.get("thread"), request.arguments.get("group"))?;
        let launched = self.host.launch(&request.arguments)?;
        self.arguments = request.arguments.clone();
        self.pinned = pinned;
        self.phase = Phase::Launched;
        self.take(launched);
        Ok(Value::Null)
    }

    /// Takes a run that is about to begin.
    fn take(&mut self, launched: Launched) {
        let Launched { debuggee, sources, console, printed, names, only } = launched;
        self.names = names;
        if let Some((local, group)) = only {
            self.pinned.get_or_insert(Thread { local, group });
        }
        if !console.is_empty() {
            self.outbox.output("console", &console);
        }
        let code = Code::new(&debuggee);
        self.target = Some(Target { timeline: Timeline::new(debuggee), code, sources, printed });
        self.lanes.clear();
        self.forget_views();
        // Memory of another run is other memory.
        self.breakpoints.data.clear();
        self.breakpoints.offered.clear();
        self.resolve_breakpoints();
    }

    /// Launches the same again.
    pub(super) fn restart(&mut self) -> Answer {
        let launched = self.host.launch(&self.arguments)?;
        (self.goal, self.stop) = (None, None);
        self.take(launched);
        Ok(Value::Null)
    }

    /// Answers `exceptionInfo` with the finding of a check at which the run stopped.
    pub(super) fn exception_info(&self) -> Answer {
        let finding = self.stop.as_ref().and_then(|stop| stop.finding.as_ref()).ok_or("no findings")?;
        let mut lines = vec![finding.message.clone()];
        for (place, text) in &finding.related {
            lines.push(match place {
                Some(place) => format!("{text}: line {}", place.line),
                None => text.clone(),
            });
        }
        lines.extend(finding.notes.iter().cloned());
        let name = finding.check.row().name;
        Ok(json!({
            "exceptionId": name,
            "description": lines.join("\n"),
            "breakMode": "always",
            "details": { "message": finding.message, "typeName": name },
        }))
    }

    /// The configuration is done: the run begins.
    pub(super) fn begin(&mut self) {
        self.phase = Phase::Begun;
        let flag = |name: &str| self.arguments.get(name).and_then(Value::as_bool).unwrap_or(false);
        let goal = if flag("stopOnEntry") { Goal::Entry } else { Goal::Continue };
        self.start(goal);
    }

    /// The run has come to its end.
    pub(super) fn ended(&mut self) {
        let Some(target) = self.target.take() else { return };
        match self.host.finish(target.timeline.now) {
            Results::Next(launched) => {
                self.take(*launched);
                self.start(Goal::Continue);
            }
            Results::Over(text, status) => {
                if !text.is_empty() {
                    self.outbox.output("console", &text);
                }
                self.terminate(status);
            }
        }
    }

    /// The end, whatever the run has come to.
    pub(super) fn terminate(&mut self, status: u8) {
        if self.phase == Phase::Ended {
            return;
        }
        (self.phase, self.goal, self.target) = (Phase::Ended, None, None);
        self.forget_views();
        self.outbox.event("exited", json!({ "exitCode": status }));
        self.outbox.event("terminated", Value::Null);
    }

    pub(super) fn disconnect(&mut self) -> Answer {
        (self.phase, self.goal, self.target) = (Phase::Over, None, None);
        Ok(Value::Null)
    }

    pub(super) fn source(&self, request: &Request) -> Answer {
        let given = request.arguments.get("source").and_then(|source| source.get("sourceReference"));
        let number = given.and_then(Value::as_u64).filter(|number| *number > 0).or(request.number("sourceReference"));
        let source =
            number.and_then(|number| self.target().ok()?.sources.get(usize::try_from(number).ok()?.checked_sub(1)?));
        match source.and_then(|source| source.text.as_ref()) {
            Some(text) => Ok(json!({ "content": text, "mimeType": "text/x-hlsl" })),
            None => Err("unknown source".to_owned()),
        }
    }

    pub(super) fn loaded_sources(&self) -> Answer {
        let count = self.target()?.sources.len();
        let sources: Vec<Value> = (0..count).map(|file| self.source_of(file as u32)).collect();
        Ok(json!({ "sources": sources }))
    }

    /// A file as the client knows it.
    pub(super) fn source_of(&self, file: u32) -> Value {
        let source = self.target.as_ref().and_then(|target| target.sources.get(file as usize));
        let Some(source) = source else { return Value::Null };
        let name = source.name.rsplit(['/', '\\']).next().unwrap_or(&source.name);
        match (&source.path, &source.text) {
            (Some(path), _) => json!({ "name": name, "path": path }),
            (None, Some(_)) => json!({ "name": name, "path": source.name, "sourceReference": file + 1 }),
            (None, None) => json!({ "name": name, "path": source.name, "presentationHint": "deemphasize" }),
        }
    }
}

/// One to three numbers; those that are not given are 0.
pub(super) fn numbers(value: &Value) -> Result<[u32; 3], String> {
    let wrong = || "expected one to three numbers".to_owned();
    let list = value.as_array().filter(|list| (1..=3).contains(&list.len()));
    let mut all = [0; 3];
    for (own, value) in all.iter_mut().zip(list.ok_or_else(wrong)?) {
        *own = value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong)?;
    }
    Ok(all)
}

/// The thread that the user has chosen, if any.
fn chosen(local: Option<&Value>, group: Option<&Value>) -> Result<Option<Thread>, String> {
    let (local, group) = (local.map(numbers).transpose()?, group.map(numbers).transpose()?);
    match (local, group) {
        (None, None) => Ok(None),
        (local, group) => Ok(Some(Thread { local: local.unwrap_or_default(), group: group.unwrap_or_default() })),
    }
}
