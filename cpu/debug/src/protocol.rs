//! Messages of the protocol: requests in, responses and events out, with their numbers.

use serde_json::{Map, Value, json};

/// A request of the client.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) seq: i64,
    pub(crate) command: String,
    pub(crate) arguments: Map<String, Value>,
}

impl Request {
    /// Reads a message. Nothing comes back for those that ask for nothing.
    pub(crate) fn read(message: &Value) -> Result<Option<Self>, String> {
        match message.get("type").and_then(Value::as_str) {
            Some("request") => {}
            Some("response" | "event") => return Ok(None),
            _ => return Err("invalid protocol message".to_owned()),
        }
        let seq = message.get("seq").and_then(Value::as_i64).ok_or("request without a sequence number")?;
        let command = message.get("command").and_then(Value::as_str).ok_or("request without a command")?.to_owned();
        let arguments = message.get("arguments").and_then(Value::as_object).cloned().unwrap_or_default();
        Ok(Some(Request { seq, command, arguments }))
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.arguments.get(name)?.as_str()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.arguments.get(name)?.as_u64()
    }

    /// The elements of a list.
    pub(crate) fn list(&self, name: &str) -> &[Value] {
        self.arguments.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// The result of a request: a body, or a reason why there is none.
pub(crate) type Answer = Result<Value, String>;

/// Messages for the client, in order.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    last: i64,
    messages: Vec<Value>,
}

impl Outbox {
    fn push(&mut self, kind: &str, mut message: Value) {
        self.last += 1;
        message["seq"] = self.last.into();
        message["type"] = kind.into();
        self.messages.push(message);
    }

    pub(crate) fn respond(&mut self, request: &Request, answer: Answer) {
        let mut message = json!({ "request_seq": request.seq, "command": request.command });
        match answer {
            Ok(body) => {
                message["success"] = true.into();
                message["body"] = given(body);
            }
            Err(text) => {
                message["success"] = false.into();
                message["message"] = text.as_str().into();
                message["body"] = json!({ "error": { "id": 1, "format": escaped(&text), "showUser": true } });
            }
        }
        self.push("response", message);
    }

    pub(crate) fn event(&mut self, name: &str, body: Value) {
        self.push("event", json!({ "event": name, "body": given(body) }));
    }

    /// Text for the client's console.
    pub(crate) fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({ "category": category, "output": text }));
    }

    pub(crate) fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }
}

/// A body: some clients want one also where there is nothing to say.
fn given(body: Value) -> Value {
    if body.is_null() { json!({}) } else { body }
}

/// A text without what formats of messages replace.
fn escaped(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}
