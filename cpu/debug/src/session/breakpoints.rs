//! Breakpoints: at lines and functions, at accesses to memory, and findings of checks.

use super::Session;
use crate::condition::Condition;
use crate::protocol::{Answer, Request};
use check::rows::{CHECKS, Family};
use check::{Check, Level};
use interp::debug::Watched;
use serde_json::{Value, json};

/// The place that a breakpoint was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A line of a file.
    Line { path: String, line: u32 },
    /// A function.
    Function(String),
}

/// A breakpoint.
#[derive(Clone, Debug)]
pub(super) struct Breakpoint {
    pub(super) id: u64,
    pub(super) wanted: Wanted,
    /// The instructions, and the place that these are at; nothing where there is no code.
    pub(super) pcs: Vec<u32>,
    pub(super) file: Option<u32>,
    pub(super) line: u32,
    pub(super) condition: Condition,
    /// The error in its condition.
    pub(super) problem: Option<String>,
}

/// Memory that is watched.
#[derive(Clone, Debug)]
pub(super) struct DataBreakpoint {
    pub(super) id: u64,
    pub(super) watched: Watched,
    pub(super) condition: Condition,
}

/// All breakpoints of a session.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    last: u64,
    pub(super) all: Vec<Breakpoint>,
    pub(super) data: Vec<DataBreakpoint>,
    /// Memory that a client may watch, by the numbers in the names that it was given.
    pub(super) offered: Vec<Watched>,
    pub(super) caught: Vec<Check>,
}

/// The limit of breakpoints: all those at an instruction are evaluated whenever it is executed.
const MOST_BREAKPOINTS: usize = 1024;

impl Breakpoints {
    fn is_full(&self) -> bool {
        self.all.len() + self.data.len() >= MOST_BREAKPOINTS
    }
}

/// The answer for a breakpoint beyond the limit.
fn too_many(id: u64) -> Value {
    let message = format!("there are more than {MOST_BREAKPOINTS} breakpoints");
    json!({ "id": id, "verified": false, "message": message })
}

/// The filters that stop a run where a check finds something: errors, warnings, notes, and the families.
const LEVELS: [(&str, &str, Level); 3] = [
    ("error", "Check errors", Level::Error),
    ("warning", "Check warnings", Level::Warning),
    ("note", "Check notes", Level::Note),
];

/// The filters as the client shows them.
pub(super) fn filters() -> Value {
    let levels = LEVELS
        .iter()
        .map(|(filter, label, level)| json!({ "filter": filter, "label": label, "default": *level == Level::Error }));
    let checks = CHECKS.iter().filter(|row| row.check != Check::Allow).map(|row| {
        let family = if row.family == Family::Memory { "memory" } else { "instructions" };
        json!({ "filter": row.name, "label": format!("Check: {}", row.name), "description": format!("A check of {family}"), "default": false })
    });
    levels.chain(checks).collect()
}

impl Session {
    pub(super) fn set_breakpoints(&mut self, request: &Request) -> Answer {
        let source = request.arguments.get("source").ok_or("breakpoints without a source")?;
        let path = source.get("path").and_then(Value::as_str).map(|path| self.host.canonical(path));
        let number = source.get("sourceReference").and_then(Value::as_u64).filter(|number| *number > 0);
        let path = match (number, path) {
            (Some(number), _) => self.file_name(number)?,
            (None, Some(path)) => path,
            (None, None) => return Err("source without a path or reference".to_owned()),
        };
        self.breakpoints.all.retain(|one| !matches!(&one.wanted, Wanted::Line { path: own, .. } if *own == path));
        let mut made = Vec::new();
        for given in request.list("breakpoints") {
            let line = given.get("line").and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
            let line = line.ok_or("breakpoint without a line")? + 1 - self.client.first_line;
            made.push(self.add(Wanted::Line { path: path.clone(), line }, given));
        }
        self.arm();
        Ok(json!({ "breakpoints": made }))
    }

    pub(super) fn set_function_breakpoints(&mut self, request: &Request) -> Answer {
        self.breakpoints.all.retain(|one| !matches!(one.wanted, Wanted::Function(_)));
        let mut made = Vec::new();
        for given in request.list("breakpoints") {
            let name = given.get("name").and_then(Value::as_str).ok_or("function without a name")?;
            made.push(self.add(Wanted::Function(name.to_owned()), given));
        }
        self.arm();
        Ok(json!({ "breakpoints": made }))
    }

    pub(super) fn data_breakpoint_info(&mut self, request: &Request) -> Answer {
        let name = request.text("name").ok_or("missing name")?.to_owned();
        let none = |text: &str| Ok(json!({ "dataId": null, "description": text }));
        let Some((item, _)) = self.item_of(request, &name)? else { return none("not in memory") };
        let Some(target) = &self.target else { return none("no program is launched") };
        let Some(watched) = target.timeline.now.watched(&item, false, true) else {
            return none("data breakpoints require shared memory");
        };
        self.breakpoints.offered.push(watched);
        Ok(json!({
            "dataId": (self.breakpoints.offered.len() - 1).to_string(),
            "description": name,
            "accessTypes": ["read", "write", "readWrite"],
            "canPersist": false,
        }))
    }

    pub(super) fn set_data_breakpoints(&mut self, request: &Request) -> Answer {
        self.breakpoints.data.clear();
        let mut made = Vec::new();
        for given in request.list("breakpoints") {
            let number = given.get("dataId").and_then(Value::as_str).and_then(|id| id.parse::<usize>().ok());
            let offered = number.and_then(|number| self.breakpoints.offered.get(number)).copied();
            let access = given.get("accessType").and_then(Value::as_str).unwrap_or("write");
            self.breakpoints.last += 1;
            let id = self.breakpoints.last;
            if self.breakpoints.is_full() {
                made.push(too_many(id));
                continue;
            }
            made.push(match (offered, Condition::of(given)) {
                (Some(offered), Ok(condition)) => {
                    let mut watched = offered;
                    (watched.reads, watched.writes) = (access != "write", access != "read");
                    self.breakpoints.data.push(DataBreakpoint { id, watched, condition });
                    json!({ "id": id, "verified": true })
                }
                (None, _) => json!({ "id": id, "verified": false, "message": "unknown memory" }),
                (_, Err(problem)) => json!({ "id": id, "verified": false, "message": problem }),
            });
        }
        self.arm();
        Ok(json!({ "breakpoints": made }))
    }

    pub(super) fn set_exception_breakpoints(&mut self, request: &Request) -> Answer {
        self.breakpoints.caught.clear();
        let mut answers = Vec::new();
        for filter in request.list("filters").iter().filter_map(Value::as_str) {
            let level = LEVELS.iter().find(|(name, ..)| *name == filter).map(|(_, _, level)| *level);
            let checks: Vec<Check> = match (level, Check::from_name(filter)) {
                (Some(level), _) => CHECKS.iter().filter(|row| row.levels[0] == level).map(|row| row.check).collect(),
                (None, check) => check.into_iter().collect(),
            };
            answers.push(match checks.is_empty() {
                true => json!({ "verified": false, "message": format!("unknown check '{filter}'") }),
                false => json!({ "verified": true }),
            });
            self.breakpoints.caught.extend(checks);
        }
        self.arm();
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn breakpoint_locations(&self, request: &Request) -> Answer {
        let target = self.target()?;
        let path = request.arguments.get("source").and_then(|source| source.get("path")).and_then(Value::as_str);
        let file = path.and_then(|path| self.file_of(&self.host.canonical(path)));
        let line = request.number("line").and_then(|line| u32::try_from(line).ok()).ok_or("missing line")?;
        let last = request.number("endLine").and_then(|line| u32::try_from(line).ok()).unwrap_or(line);
        let own = |line: u32| (line + 1).saturating_sub(self.client.first_line);
        let lines = file.map_or_else(Vec::new, |file| target.code.lines_within(file, own(line), own(last)));
        let places: Vec<Value> = lines.into_iter().map(|line| json!({ "line": self.client_line(line) })).collect();
        Ok(json!({ "breakpoints": places }))
    }

    pub(super) fn client_line(&self, line: u32) -> u32 {
        (line + self.client.first_line).saturating_sub(1)
    }

    pub(super) fn client_column(&self, column: u32) -> u32 {
        (column.max(1) + self.client.first_column).saturating_sub(1)
    }

    fn file_name(&self, number: u64) -> Result<String, String> {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let source = at.and_then(|at| self.target().ok()?.sources.get(at));
        source.map(|source| source.name.clone()).ok_or_else(|| "unknown source".to_owned())
    }

    /// The number of a file.
    fn file_of(&self, path: &str) -> Option<u32> {
        let sources = &self.target.as_ref()?.sources;
        let is_it = |source: &crate::Source| source.path.as_deref() == Some(path) || source.name == path;
        sources.iter().position(is_it).map(|at| at as u32)
    }

    /// Adds a breakpoint. Returns what the client is told.
    fn add(&mut self, wanted: Wanted, given: &Value) -> Value {
        self.breakpoints.last += 1;
        if self.breakpoints.is_full() {
            return too_many(self.breakpoints.last);
        }
        let (condition, problem) = match Condition::of(given) {
            Ok(condition) => (condition, None),
            Err(problem) => (Condition::default(), Some(problem)),
        };
        let id = self.breakpoints.last;
        let breakpoint = Breakpoint { id, wanted, pcs: Vec::new(), file: None, line: 0, condition, problem };
        let breakpoint = self.resolved(breakpoint);
        let told = self.told(&breakpoint);
        self.breakpoints.all.push(breakpoint);
        told
    }

    /// A breakpoint with its instructions.
    fn resolved(&self, breakpoint: Breakpoint) -> Breakpoint {
        let Some(target) = &self.target else { return breakpoint };
        let none = Breakpoint { pcs: Vec::new(), file: None, line: 0, ..breakpoint.clone() };
        match &breakpoint.wanted {
            _ if breakpoint.problem.is_some() => none,
            Wanted::Line { path, line } => {
                let file = self.file_of(path);
                let found = file.and_then(|file| target.code.line(file, *line));
                match found {
                    Some((line, pcs)) => Breakpoint { pcs: pcs.to_vec(), file, line, ..breakpoint },
                    None => none,
                }
            }
            Wanted::Function(name) => {
                let pcs = target.code.function(name);
                let place = pcs.first().and_then(|pc| target.timeline.now.place(*pc));
                match place {
                    Some(place) => Breakpoint { pcs, file: Some(place.file), line: place.line, ..breakpoint },
                    None => none,
                }
            }
        }
    }

    fn told(&self, breakpoint: &Breakpoint) -> Value {
        let Breakpoint { id, wanted, pcs, file, line, problem, .. } = breakpoint;
        if let Some(problem) = problem {
            return json!({ "id": id, "verified": false, "message": problem });
        }
        match (file.filter(|_| !pcs.is_empty()), wanted) {
            (Some(file), _) => {
                json!({ "id": id, "verified": true, "line": self.client_line(*line), "source": self.source_of(file) })
            }
            (None, _) if self.target.is_none() => {
                json!({ "id": id, "verified": false, "message": "no program is launched yet" })
            }
            (None, Wanted::Line { line, .. }) => {
                let line = self.client_line(*line);
                json!({ "id": id, "verified": false, "line": line, "message": "no code at or after this line" })
            }
            (None, Wanted::Function(name)) => {
                json!({ "id": id, "verified": false, "message": format!("no code for function '{name}'") })
            }
        }
    }

    /// Finds the places of all breakpoints in another run, and tells the client of those that have changed.
    pub(super) fn resolve_breakpoints(&mut self) {
        for breakpoint in std::mem::take(&mut self.breakpoints.all) {
            let was = breakpoint.pcs.is_empty();
            let breakpoint = self.resolved(breakpoint);
            if was != breakpoint.pcs.is_empty() {
                let told = self.told(&breakpoint);
                self.outbox.event("breakpoint", json!({ "reason": "changed", "breakpoint": told }));
            }
            self.breakpoints.all.push(breakpoint);
        }
    }
}
