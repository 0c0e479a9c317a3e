//! A client that calls the server without streams and threads.

use hlsl2spirv_lsp::{Action, Host, Message, Server, Shown};
use ide::{IncludeHandler, Overlays, Settings};
use lsp_server::{Notification, Request, RequestId};
use serde_json::{Value, json};
use std::sync::Arc;

/// Files of the disk.
struct Disk;

impl IncludeHandler for Disk {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let bytes = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into())
    }
}

/// Files of the disk, and the options of a library.
struct Surroundings {
    files: Arc<dyn IncludeHandler + Send + Sync>,
}

impl Host for Surroundings {
    fn files(&self) -> &Arc<dyn IncludeHandler + Send + Sync> {
        &self.files
    }

    fn settings(&mut self, _path: &str, _text: &str, _variant: usize) -> (Settings, Vec<String>) {
        let profile: frontend::language::Profile = "lib_6_6".parse().expect("a profile");
        let facts = frontend::preprocess::Facts { profile, ..Default::default() };
        let mut preprocess = frontend::preprocess::PreprocessOptions::default();
        preprocess.facts = facts;
        let check = sema::options::Options::new(profile, "");
        (
            Settings {
                preprocess,
                parse: Default::default(),
                check,
                policy: Default::default(),
                virtual_folders: Vec::new(),
            },
            Vec::new(),
        )
    }

    fn variants(&mut self, _path: &str, _text: &str) -> Vec<String> {
        vec!["library".to_owned()]
    }

    fn configure(&mut self, _arguments: &[String], _shader_model: Option<&str>) {}

    fn can_run(&self) -> bool {
        false
    }

    fn jobs(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }

    fn act(
        &mut self,
        _action: Action,
        path: &str,
        _text: Option<&str>,
        _entry: Option<&str>,
        _variant: usize,
        _open: Overlays,
    ) -> Box<dyn FnOnce() -> Result<Shown, String> + Send> {
        let message = format!("'{path}' is compiled elsewhere");
        Box::new(move || Err(message))
    }

    fn write_shown(&self, title: &str, _text: &str) -> Result<String, String> {
        Err(format!("'{title}' cannot be written"))
    }

    fn is_root(&mut self, _path: &str, _text: &str) -> bool {
        true
    }

    fn format_options(&mut self, _path: &str) -> Result<format::Options, String> {
        Ok(format::Options::default())
    }

    fn shaders(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }

    fn is_settings(&self, _path: &str) -> bool {
        false
    }

    fn forget(&mut self) {}

    fn describe_panic(&self, payload: &(dyn std::any::Any + Send)) -> String {
        payload.downcast_ref::<String>().cloned().unwrap_or_default()
    }
}

/// A client with its server.
pub(crate) struct Client {
    pub(crate) server: Server,
    requests: i32,
    /// What the server has said without being asked.
    pub(crate) notes: Vec<Value>,
}

impl Client {
    pub(crate) fn new() -> Self {
        let mut client =
            Client { server: Server::new(Surroundings { files: Arc::new(Disk) }), requests: 0, notes: Vec::new() };
        client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        client
    }

    /// A request with a number of its own.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Request {
        self.requests += 1;
        Request::new(RequestId::from(self.requests), method.to_owned(), params)
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = self.request(method, params);
        let mut answer = Value::Null;
        for message in self.server.handle(Message::Request(request)) {
            match message {
                Message::Response(response) => answer = json!(response.response_result.expect("an answer")),
                other => self.notes.push(json!(other)),
            }
        }
        answer
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let notes = self.server.handle(Message::Notification(Notification::new(method.to_owned(), params)));
        self.notes.extend(notes.into_iter().map(|note| json!(note)));
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "hlsl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }
}
