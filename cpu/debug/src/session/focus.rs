//! The threads that are examined: one lane of each wave, or one thread alone.

use super::{Session, Thread};
use crate::protocol::{Answer, Request};
use interp::debug::Lane;
use serde_json::{Value, json};

/// The commands of the console, which are not expressions.
const COMMANDS: &str = ":thread X[,Y[,Z]] selects a thread of the group; :only X[,Y[,Z]] [group X[,Y[,Z]]] limits breakpoints to \
     one thread; :any enables breakpoints for all threads";

impl Session {
    /// Carries out a command of the console.
    pub(super) fn command(&mut self, command: &str) -> Answer {
        let words: Vec<&str> = command.split_whitespace().collect();
        let text = match words[..] {
            ["thread", thread] => self.look_at(numbers(thread)?)?,
            ["only", thread] => {
                let group = self.target()?.timeline.now.group();
                self.pin(Some(Thread { local: numbers(thread)?, group }))
            }
            ["only", thread, "group", group] => {
                self.pin(Some(Thread { local: numbers(thread)?, group: numbers(group)? }))
            }
            ["any"] => self.pin(None),
            _ => return Err(COMMANDS.to_owned()),
        };
        Ok(json!({ "result": text, "variablesReference": 0 }))
    }

    /// The request `shader/focus`: a thread of the current group is examined, one of another group is the only one that
    /// breakpoints are for.
    pub(super) fn focus(&mut self, request: &Request) -> Answer {
        let given = |name: &str| request.arguments.get(name).map(super::lifecycle::numbers).transpose();
        let (local, own) = (given("thread")?.unwrap_or_default(), self.target()?.timeline.now.group());
        let text = match given("group")?.filter(|group| *group != own) {
            None => self.look_at(local)?,
            Some(group) => self.pin(Some(Thread { local, group })),
        };
        Ok(json!({ "description": text }))
    }

    /// Examines a thread of the current group.
    fn look_at(&mut self, thread: [u32; 3]) -> Result<String, String> {
        let debuggee = &self.target()?.timeline.now;
        let Lane { wave, lane } = debuggee.lane_of(thread).ok_or("unknown thread")?;
        if debuggee.lanes(wave).1 >> lane & 1 == 0 {
            return Err("thread has ended".to_owned());
        }
        self.lanes.insert(wave, lane);
        self.forget_views();
        if self.client.takes_invalidated {
            self.outbox.event("invalidated", json!({ "areas": ["all"], "threadId": wave + 1 }));
        }
        Ok(format!("wave {wave}, lane {lane}"))
    }

    fn pin(&mut self, thread: Option<Thread>) -> String {
        self.pinned = thread;
        match thread {
            Some(Thread { local: [x, y, z], group: [gx, gy, gz] }) => {
                format!("breakpoints are for thread ({x},{y},{z}) of group ({gx},{gy},{gz})")
            }
            None => "breakpoints are for all threads".to_owned(),
        }
    }
}

/// One to three numbers with commas.
fn numbers(text: &str) -> Result<[u32; 3], String> {
    let list = text.split(',').map(|part| part.parse::<u32>().map_or(Value::Null, Value::from)).collect();
    super::lifecycle::numbers(&Value::Array(list))
}
