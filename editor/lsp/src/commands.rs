//! `workspace/executeCommand`: the variant of a file, and what the compiler does with an entry point.

use crate::command_names::{self, CHOOSE, NEXT};
use crate::convert::path_of;
use crate::host::Shown;
use crate::protocol::Read;
use crate::session::{Answer, Refusal, Session};
use ide::identity;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// The parameters of a command.
struct Params {
    command: String,
    arguments: Vec<Value>,
}

impl Read for Params {
    fn read(value: &Value) -> Result<Self, String> {
        let command = value.get("command").and_then(Value::as_str).ok_or("command: expected a string")?;
        let arguments = value.get("arguments").and_then(Value::as_array).cloned().unwrap_or_default();
        Ok(Params { command: command.to_owned(), arguments })
    }
}

impl Params {
    /// The path of the file that is the first argument.
    fn path(&self) -> Result<String, Refusal> {
        let uri = self.arguments.first().and_then(Value::as_str);
        let uri = uri.ok_or_else(|| wrong("expected the URI of a file as the first argument".to_owned()))?;
        Ok(identity(&path_of(uri)))
    }
}

fn wrong(text: String) -> Refusal {
    Refusal { code: ErrorCode::InvalidParams, text }
}

/// The work of a command that takes long, for any thread.
pub struct Task {
    id: RequestId,
    run: Box<dyn FnOnce() -> Result<Shown, String> + Send>,
}

/// The result of a task.
pub struct TaskDone {
    id: RequestId,
    result: Result<Shown, String>,
}

impl Task {
    /// Does it.
    pub fn run(self) -> TaskDone {
        let Task { id, run } = self;
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        TaskDone { id, result: result.unwrap_or_else(|_| Err("a bug in the compiler".to_owned())) }
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("id", &self.id).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for TaskDone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskDone").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Answers a command at once, if it takes no time: the variants.
pub(crate) fn at_once(server: &mut Session, params: &Value) -> Answer {
    let params: Params = crate::session::parse(params)?;
    let path = params.path()?;
    let (root, names, chosen) = server.variants(&path).ok_or_else(|| wrong(format!("'{path}' is not open")))?;
    let next = match params.command.as_str() {
        NEXT => (chosen + 1) % names.len().max(1),
        CHOOSE => params.arguments.get(1).and_then(Value::as_u64).unwrap_or_default() as usize,
        other => return Err(wrong(format!("unknown command '{other}'"))),
    };
    let name =
        names.get(next).ok_or_else(|| wrong(format!("variant out of range: there are {} variants", names.len())))?;
    server.choose_variant(&root, next);
    Ok(json!(name))
}

/// The task of a request, if it is one of the commands that take long.
pub(crate) fn task(server: &mut Session, request: &Request) -> Option<Result<Task, Refusal>> {
    let params = Params::read(&request.params).ok()?;
    let action = command_names::action(&params.command)?;
    Some(params.path().map(|path| {
        let entry = params.arguments.get(1).and_then(Value::as_str);
        let text = server.documents.get(&path).map(|document| std::sync::Arc::clone(document.text()));
        let (root, variant) = server.root_and_variant(&path);
        let open = server.documents.overlays().clone();
        let text = text.filter(|_| root == path);
        let run = server.host.act(action, &root, text.as_deref(), entry, variant, open);
        Task { id: request.id.clone(), run }
    }))
}

/// The messages for the client after a task: a message, a document if one was made, and the answer.
pub(crate) fn finished(server: &mut Session, done: TaskDone) -> Vec<Message> {
    let TaskDone { id, result } = done;
    let (is_error, text) = match &result {
        Ok(shown) => (!shown.is_good, shown.message.clone()),
        Err(reason) => (true, reason.clone()),
    };
    let kind = if is_error { 1 } else { 3 };
    let mut out: Vec<Message> = Vec::new();
    if !text.is_empty() {
        let shown = json!({ "type": kind, "message": text });
        out.push(Notification::new("window/showMessage".to_owned(), shown).into());
    }
    let response = match result {
        Ok(shown) => {
            out.extend(server.show(&shown));
            let Shown { is_good, message, title, text, tests } = shown;
            let mut answer = json!({ "good": is_good, "message": message, "title": title, "text": text });
            if !tests.is_empty() {
                answer["tests"] = json!(tests);
            }
            Response::new_ok(id, answer)
        }
        Err(reason) => Response::new_err(id, ErrorCode::RequestFailed as i32, reason),
    };
    out.push(response.into());
    out
}
