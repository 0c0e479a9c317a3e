//! Our debugger as a client sees it: the lines of one thread, with the values of the variables there.

use super::history::{History, Stop};
use base::framing;
use serde_json::{Value, json};
use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// Limit of the stops of a thread.
const MOST_STOPS: usize = 2000;

/// A session of the debugger, in a process of its own.
struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

/// What the debugger shows at each stop of a thread.
pub(super) fn history(launch: &Value) -> Result<History, String> {
    let mut session = Session::start()?;
    session.ask("initialize", &json!({}), &[])?;
    session.ask("launch", launch, &["initialized"])?;
    let mut history = History::default();
    let mut at = session.ask("configurationDone", &json!({}), &["stopped", "terminated"])?.1;
    while at["event"] == "stopped" && history.stops.len() < MOST_STOPS {
        let thread = at["body"]["threadId"].clone();
        history.stops.extend(session.stop(&thread)?);
        at = session.ask("stepIn", &json!({ "threadId": thread }), &["stopped", "terminated"])?.1;
    }
    Ok(history)
}

impl Session {
    fn start() -> Result<Self, String> {
        let mut command = super::child("debug", &[])?;
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("the debugger has no pipes".to_owned());
        };
        Ok(Session { process, input, output: BufReader::new(output), requests: 0 })
    }

    /// Makes a request; returns the answer, and the first event of some that comes after it.
    fn ask(&mut self, command: &str, arguments: &Value, events: &[&str]) -> Result<(Value, Value), String> {
        self.requests += 1;
        let request = json!({ "seq": self.requests, "type": "request", "command": command, "arguments": arguments });
        let failed = |error: std::io::Error| error.to_string();
        framing::write(&mut self.input, request.to_string().as_bytes()).map_err(failed)?;
        let (mut answer, mut event) = (Value::Null, Value::Null);
        while answer.is_null() || event.is_null() && !events.is_empty() {
            let text = framing::read(&mut self.output).map_err(failed)?.ok_or("the debugger has ended")?;
            let message: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
            if message["request_seq"] == self.requests {
                if message["success"] != true {
                    return Err(format!("{command}: {}", message["message"]));
                }
                answer = message;
            } else if message["event"].as_str().is_some_and(|name| events.contains(&name)) {
                event = message;
            }
        }
        Ok((answer, event))
    }

    /// The innermost function that a thread is in, if there is one, with its line and variables.
    fn stop(&mut self, thread: &Value) -> Result<Option<Stop>, String> {
        let (answer, _) = self.ask("stackTrace", &json!({ "threadId": thread, "levels": 1 }), &[])?;
        let Some(frame) = answer["body"]["stackFrames"].get(0) else { return Ok(None) };
        let mut stop = Stop::new(frame["name"].as_str().unwrap_or_default(), &frame["line"]);
        let (answer, _) = self.ask("scopes", &json!({ "frameId": frame["id"] }), &[])?;
        let scopes = answer["body"]["scopes"].as_array().cloned().unwrap_or_default();
        for scope in scopes.iter().filter(|scope| scope["name"] == "Arguments" || scope["name"] == "Locals") {
            self.variables("", &scope["variablesReference"], &mut stop)?;
        }
        Ok(Some(stop))
    }

    /// The variables behind a reference, down to numbers, vectors and matrices.
    fn variables(&mut self, whole: &str, reference: &Value, stop: &mut Stop) -> Result<(), String> {
        let (answer, _) = self.ask("variables", &json!({ "variablesReference": reference }), &[])?;
        for variable in answer["body"]["variables"].as_array().cloned().unwrap_or_default() {
            let part = variable["name"].as_str().unwrap_or_default();
            // A base class has no name.
            let dot = if whole.is_empty() || part.is_empty() || part.starts_with('[') { "" } else { "." };
            let name = format!("{whole}{dot}{part}");
            let text = variable["value"].as_str().unwrap_or_default();
            match text.contains(['=', '[']) {
                true => self.variables(&name, &variable["variablesReference"], stop)?,
                false => stop.put(name, numbers(text)),
            }
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The numbers of a value; `None` for what is not initialized.
fn numbers(text: &str) -> Vec<Option<f32>> {
    let number = |text: &str| match text {
        "true" => Some(1.0),
        "false" => Some(0.0),
        number => number.parse().ok(),
    };
    let words = text.split(|c: char| "(){}, ".contains(c)).filter(|word| !word.is_empty());
    words.map(number).collect()
}
