//! The state of a session: what is open, what was analysed, what the client knows.

use crate::capabilities;
use crate::convert::{path_of, uri_of};
use crate::documents::{Documents, Sent};
use crate::host::{Host, Shown};
use crate::job::{Done, Job};
use crate::need::{self, Need};
use crate::preferences::Preferences;
use crate::protocol::{
    DidChangeFilesParams, DidChangeFoldersParams, DidChangeParams, DidOpenParams, DocumentParams, Read,
};
use crate::publish::Published;
use crate::roots::{Root, Roots, Search};
use ide::{Encoding, IncludeHandler, Layered, Overlays, Snapshot, TextRange, identity};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The reason why a request has no result.
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) text: String,
}

/// The result of a request.
pub(crate) type Answer = Result<Value, Refusal>;

/// The phases of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Fresh,
    Running,
    ShutDown,
}

/// The part of a session that answers requests while it runs.
pub(crate) type Answerer = fn(&mut Session, &str, Value) -> Answer;

/// A session with a client.
pub(crate) struct Session {
    pub(crate) host: Box<dyn Host>,
    pub(crate) encoding: Encoding,
    pub(crate) documents: Documents,
    pub(crate) roots: Roots,
    pub(crate) published: Published,
    pub(crate) preferences: Preferences,
    /// The search through the project that goes on.
    pub(crate) search: Option<Search>,
    /// The tokens that the client has, by path.
    pub(crate) sent_tokens: BTreeMap<String, Sent>,
    phase: Phase,
    /// True if the client opens documents for the server, and has no way of its own to show texts.
    opens_documents: bool,
    /// The skipped groups that were reported to the client, by path.
    inactive: BTreeMap<String, Vec<TextRange>>,
    /// True if the client requested reports of skipped groups.
    tells_inactive: bool,
    /// True if the client can be asked to watch files.
    can_watch: bool,
    /// True if the client can be asked to ask for lenses again.
    can_refresh_lenses: bool,
    /// True while analyses of older texts will do.
    takes_older: bool,
    /// The number of the next job.
    next_number: u64,
    outbox: Vec<Message>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("phase", &self.phase).field("roots", &self.roots).finish_non_exhaustive()
    }
}

impl Session {
    /// One that waits for `initialize`.
    pub(crate) fn new(host: impl Host + 'static) -> Self {
        Session {
            host: Box::new(host),
            encoding: Encoding::default(),
            documents: Documents::default(),
            roots: Roots::default(),
            published: Published::default(),
            preferences: Preferences::default(),
            search: None,
            sent_tokens: BTreeMap::new(),
            phase: Phase::Fresh,
            opens_documents: false,
            inactive: BTreeMap::new(),
            tells_inactive: false,
            can_watch: false,
            can_refresh_lenses: false,
            takes_older: false,
            next_number: 0,
            outbox: Vec::new(),
        }
    }

    /// Answers a message. A panic is a message in the client's log, and an error as the answer to a request.
    pub(crate) fn handle(&mut self, message: Message, answerer: Answerer) -> Vec<Message> {
        let id = match &message {
            Message::Request(request) => Some(request.id.clone()),
            Message::Notification(_) | Message::Response(_) => None,
        };
        let done = catch_unwind(AssertUnwindSafe(|| match message {
            Message::Request(request) => self.request(request, answerer),
            Message::Notification(notification) => self.notification(notification),
            Message::Response(_) => {}
        }));
        if let Err(payload) = done {
            let text = self.report_panic(payload.as_ref());
            if let Some(id) = id {
                self.outbox.push(Response::new_err(id, ErrorCode::InternalError as i32, text).into());
            }
        }
        std::mem::take(&mut self.outbox)
    }

    /// Returns whether an analysis waits.
    pub(crate) fn has_work(&self) -> bool {
        self.roots.stale().is_some()
    }

    /// Takes an analysis that waits.
    pub(crate) fn next_job(&mut self) -> Option<Job> {
        while let Some(root) = self.roots.stale().map(str::to_owned) {
            let job = self.job(&root);
            if job.is_some() {
                return job;
            }
        }
        None
    }

    /// The job of a root, which is no longer stale then; nothing for a file that is gone.
    fn job(&mut self, root: &str) -> Option<Job> {
        let state = self.roots.all.get_mut(root)?;
        state.is_stale = false;
        state.running = None;
        let variant = state.variant;
        let text = match self.documents.get(root) {
            Some(document) => Arc::clone(document.text()),
            None => self.host.files().load(root)?,
        };
        let (settings, problems) = self.host.settings(root, &text, variant);
        for problem in problems {
            self.outbox.push(self.complaint(&problem));
        }
        let number = self.next_number;
        self.next_number += 1;
        self.roots.all.get_mut(root)?.running = Some(number);
        let open = self.documents.overlays().clone();
        Some(Job { root: root.to_owned(), number, text, settings, open, files: Arc::clone(self.host.files()) })
    }

    /// Takes the result of a job. A result that is no longer awaited is dropped; one whose text has changed since answers
    /// requests until the next is there, and the client is told nothing of it.
    pub(crate) fn finish(&mut self, done: Done) -> Vec<Message> {
        let Done { root, number, result } = done;
        if let Some(state) = self.roots.all.get_mut(&root).filter(|state| state.running == Some(number)) {
            state.running = None;
            match result {
                Ok(Some(snapshot)) => {
                    let snapshot = Arc::new(snapshot);
                    state.snapshot = Some(Arc::clone(&snapshot));
                    match (state.is_borrowed, state.is_stale) {
                        (true, _) => self.outbox.extend(self.search_goes_on()),
                        (false, false) => self.tell(&root, &snapshot),
                        (false, true) => {}
                    }
                }
                Ok(None) => {}
                Err(payload) => drop(self.report_panic(payload.as_ref())),
            }
        }
        std::mem::take(&mut self.outbox)
    }

    /// Returns whether the newest analyses that a request needs are there.
    pub(crate) fn is_ready(&self, request: &Request) -> bool {
        let is_current = || {
            let uri = request.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
            self.roots.is_current(&identity(&path_of(uri)))
        };
        self.phase != Phase::Running
            || match need::of(&request.method) {
                Need::Nothing => true,
                Need::Place | Need::File => is_current(),
                Need::All => self.roots.all.values().all(Root::is_current),
            }
    }

    /// Answers a request from analyses of older texts; nothing if they do not have the answer.
    pub(crate) fn answer_from_older(&mut self, request: &Request, answerer: Answerer) -> Option<Vec<Message>> {
        if need::of(&request.method) != Need::Place {
            return None;
        }
        self.takes_older = true;
        let answers = self.handle(request.clone().into(), answerer);
        self.takes_older = false;
        let not_yet = |message: &Message| match message {
            Message::Response(response) => {
                matches!(&response.response_result, Err(error) if error.code == ErrorCode::ContentModified as i32)
            }
            Message::Request(_) | Message::Notification(_) => false,
        };
        (!answers.iter().any(not_yet)).then_some(answers)
    }

    /// Returns whether the client has said `shutdown`.
    pub(crate) fn was_shut_down(&self) -> bool {
        self.phase == Phase::ShutDown
    }

    /// A line for the client's log.
    pub(crate) fn complaint(&self, text: &str) -> Message {
        Notification::new("window/logMessage".to_owned(), json!({ "type": 1, "message": text })).into()
    }

    fn request(&mut self, request: Request, answerer: Answerer) {
        let id = request.id.clone();
        let answer = match (self.phase, request.method.as_str()) {
            (Phase::Fresh, "initialize") => self.initialize(&request.params),
            (Phase::Fresh, _) => refuse(ErrorCode::ServerNotInitialized, "expected the request 'initialize'"),
            (Phase::ShutDown, _) => refuse(ErrorCode::InvalidRequest, "server is shut down"),
            (Phase::Running, "initialize") => refuse(ErrorCode::InvalidRequest, "server is already initialized"),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Running, method) => {
                let is_search = need::searches(method);
                if is_search && self.search.is_none() {
                    let begun = self.begin_search(&request);
                    self.outbox.extend(begun);
                }
                let answer = answerer(self, method, request.params);
                if is_search {
                    let ended = self.end_search();
                    self.outbox.extend(ended);
                }
                answer
            }
        };
        let response = match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.text),
        };
        self.outbox.push(response.into());
    }

    fn initialize(&mut self, params: &Value) -> Answer {
        if !params.get("capabilities").is_some_and(Value::is_object) {
            return refuse(ErrorCode::InvalidParams, "missing field 'capabilities'");
        }
        self.encoding = capabilities::encoding(params);
        let options = params.get("initializationOptions");
        let is_set = |name: &str| options.and_then(|it| it.get(name)).and_then(Value::as_bool).unwrap_or(false);
        let can = |pointer: &str| params.pointer(pointer).and_then(Value::as_bool).unwrap_or(false);
        self.tells_inactive = is_set("inactiveRegions");
        self.opens_documents = can("/capabilities/window/showDocument/support") && !is_set("virtualDocuments");
        let settings = Preferences::read(options.unwrap_or(&Value::Null));
        self.take_preferences(settings);
        self.can_refresh_lenses = can("/capabilities/workspace/codeLens/refreshSupport");
        self.can_watch = can("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration");
        self.roots.set_folders(folders(params));
        self.phase = Phase::Running;
        Ok(capabilities::answer(self.encoding))
    }

    fn notification(&mut self, notification: Notification) {
        if self.phase != Phase::Running {
            return;
        }
        let params = notification.params;
        let done = match notification.method.as_str() {
            "initialized" => {
                self.watch();
                Ok(())
            }
            "textDocument/didOpen" => parse(&params).map(|params| self.did_open(params)),
            "textDocument/didChange" => parse(&params).map(|params| self.did_change(params)),
            "textDocument/didClose" => parse(&params).map(|params| self.did_close(&params)),
            "workspace/didChangeWatchedFiles" => parse(&params).map(|params| self.did_change_files(&params)),
            "workspace/didChangeConfiguration" => {
                self.take_preferences(Preferences::read(params.get("settings").unwrap_or(&Value::Null)));
                self.reconsider();
                Ok(())
            }
            "workspace/didChangeWorkspaceFolders" => parse(&params).map(|params| self.did_change_folders(&params)),
            // `didSave` and what other servers know.
            _ => Ok(()),
        };
        if let Err(refusal) = done {
            let text = format!("'{}': {}", notification.method, refusal.text);
            self.outbox.push(self.complaint(&text));
        }
    }

    /// Takes settings of the editor; those that cannot be read change nothing.
    fn take_preferences(&mut self, settings: Result<Preferences, String>) {
        match settings {
            Ok(settings) => {
                self.host.configure(&settings.arguments, settings.shader_model.as_deref());
                self.preferences = settings;
            }
            Err(problem) => self.outbox.push(self.complaint(&problem)),
        }
    }

    /// Returns whether the session has begun and not ended.
    pub(crate) fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// The root of a file and the number of the variant that was chosen for it.
    pub(crate) fn root_and_variant(&self, path: &str) -> (String, usize) {
        let root = self.roots.root_of(path).unwrap_or(path).to_owned();
        let variant = self.roots.all.get(&root).map_or(0, |root| root.variant);
        (root, variant)
    }

    /// The root of an open file, the names of its variants, and the number of the one that counts.
    pub(crate) fn variants(&mut self, path: &str) -> Option<(String, Vec<String>, usize)> {
        self.roots.root_of(path)?;
        let (root, chosen) = self.root_and_variant(path);
        let text = self.files().load(&root)?;
        let names = self.host.variants(&root, &text);
        let chosen = if chosen < names.len() { chosen } else { 0 };
        (!names.is_empty()).then_some((root, names, chosen))
    }

    /// Takes another variant of a root.
    pub(crate) fn choose_variant(&mut self, root: &str, variant: usize) {
        if let Some(root) = self.roots.all.get_mut(root) {
            root.variant = variant;
            root.is_stale = true;
        }
        self.refresh_lenses();
    }

    /// Asks the client to ask for lenses again, if it can be asked.
    fn refresh_lenses(&mut self) {
        if self.can_refresh_lenses {
            let id = RequestId::from("lenses".to_owned());
            self.outbox.push(Request::new(id, "workspace/codeLens/refresh".to_owned(), Value::Null).into());
        }
    }

    /// Has the client open a text, if it cannot show the one in the answer.
    pub(crate) fn show(&mut self, shown: &Shown) -> Option<Message> {
        if shown.text.is_empty() || !self.opens_documents {
            return None;
        }
        let path = match self.host.write_shown(&shown.title, &shown.text) {
            Ok(path) => path,
            Err(problem) => return Some(self.complaint(&problem)),
        };
        let id = RequestId::from(format!("show {}", self.next_number));
        self.next_number += 1;
        let params = json!({ "uri": uri_of(&path).0, "takeFocus": true });
        Some(Request::new(id, "window/showDocument".to_owned(), params).into())
    }

    /// Asks the client to say when files change, if it can be asked.
    fn watch(&mut self) {
        if !self.can_watch {
            return;
        }
        let watchers: Vec<Value> = self.host.watched().iter().map(|glob| json!({ "globPattern": glob })).collect();
        let method = "workspace/didChangeWatchedFiles";
        let registration = json!({ "id": "files", "method": method, "registerOptions": { "watchers": watchers } });
        let params = json!({ "registrations": [registration] });
        let id = RequestId::from("files".to_owned());
        self.outbox.push(Request::new(id, "client/registerCapability".to_owned(), params).into());
    }

    fn did_open(&mut self, params: DidOpenParams) {
        let item = params.text_document;
        let path = self.documents.open(item.uri, item.version, &item.text);
        self.roots.open(&path, &self.documents, self.host.as_mut());
        self.roots.look_at(&path);
    }

    fn did_change(&mut self, params: DidChangeParams) {
        let id = params.text_document;
        let uri = id.uri;
        let path = self.documents.change(&uri, id.version, params.content_changes, self.encoding);
        match path {
            Some(path) => {
                self.roots.touch(&path);
                self.roots.look_at(&path);
            }
            None => self.outbox.push(self.complaint(&format!("change of '{}', which is not open", uri.0))),
        }
    }

    fn did_close(&mut self, params: &DocumentParams) {
        let path = self.documents.close(&params.text_document.uri);
        self.inactive.remove(&path);
        self.sent_tokens.remove(&path);
        let gone = self.roots.close(&path);
        let changed: BTreeSet<String> = gone.iter().flat_map(|root| self.published.remove(root)).collect();
        self.publish(&changed);
    }

    fn did_change_files(&mut self, params: &DidChangeFilesParams) {
        let paths: Vec<String> = params.changes.iter().map(|change| identity(&path_of(&change.uri.0))).collect();
        if paths.iter().any(|path| self.host.is_settings(path)) {
            return self.reconsider();
        }
        for path in paths.iter().filter(|path| self.documents.get(path).is_none()) {
            self.roots.touch(path);
        }
    }

    fn did_change_folders(&mut self, params: &DidChangeFoldersParams) {
        let mut folders = self.roots.folders().to_vec();
        folders.retain(|folder| !params.event.removed.iter().any(|gone| path_of(&gone.uri.0) == *folder));
        folders.extend(params.event.added.iter().map(|added| path_of(&added.uri.0)));
        self.roots.set_folders(folders);
    }

    /// Chooses roots and options anew.
    fn reconsider(&mut self) {
        self.host.forget();
        self.roots.touch_all();
        let open: Vec<String> = self.documents.paths().map(str::to_owned).collect();
        for path in open {
            self.roots.open(&path, &self.documents, self.host.as_mut());
        }
    }

    /// The newest analysis for an open file, made now if need be and older ones will not do.
    pub(crate) fn snapshot(&mut self, path: &str) -> Option<Arc<Snapshot>> {
        let root = self.roots.root_of(path)?.to_owned();
        if !self.roots.all.get(&root)?.is_current() && !self.takes_older {
            self.analyse(&root);
        }
        self.roots.all.get(&root)?.snapshot.clone()
    }

    /// True while analyses of older texts will do.
    pub(crate) fn takes_older(&self) -> bool {
        self.takes_older
    }

    /// All analyses, those that wait made first.
    pub(crate) fn snapshots(&mut self) -> Vec<Arc<Snapshot>> {
        let waiting =
            |roots: &Roots| roots.all.iter().find(|(_, root)| !root.is_current()).map(|(path, _)| path.clone());
        while let Some(root) = waiting(&self.roots) {
            self.analyse(&root);
        }
        self.roots.analysed().into_iter().map(|(_, snapshot)| snapshot).collect()
    }

    /// Open texts before those of the disk.
    pub(crate) fn files(&self) -> Layered<'_> {
        Layered { open: self.documents.overlays(), files: &**self.host.files() }
    }

    /// An analysis of a root as if some files had other texts. No one is reported it.
    pub(crate) fn trial(&mut self, root: &str, texts: &BTreeMap<&str, String>) -> Option<Snapshot> {
        let mut overlays = Overlays::default();
        for (path, text) in texts {
            overlays.set(path, text.as_str().into());
        }
        let text = overlays.get(root).cloned().or_else(|| self.files().load(root))?;
        let (_, variant) = self.root_and_variant(root);
        let (settings, _) = self.host.settings(root, &text, variant);
        let files = Layered { open: &overlays, files: &self.files() };
        Snapshot::new(root, &text, &settings, &files)
    }

    /// Makes an analysis here and now.
    fn analyse(&mut self, root: &str) {
        if let Some(job) = self.job(root) {
            let told = self.finish(job.run());
            self.outbox.extend(told);
        }
    }

    /// Tells the client of a new analysis.
    fn tell(&mut self, root: &str, snapshot: &Snapshot) {
        let mut changed = self.published.replace(root, snapshot, self.encoding);
        // A file without messages is reported once, so that a client knows that it was examined.
        changed.extend(self.documents.take_untold(|path| snapshot.has(path)));
        self.publish(&changed);
        if self.tells_inactive {
            self.tell_inactive(snapshot);
        }
    }

    fn publish(&mut self, files: &BTreeSet<String>) {
        for path in files {
            let document = self.documents.get(path);
            let diagnostics: Vec<&Value> = self.published.of(path).into_iter().map(|(_, it)| it).collect();
            let uri = document.map_or_else(|| uri_of(path), |document| document.uri.clone());
            let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
            if let Some(document) = document {
                params["version"] = json!(document.version);
            }
            self.outbox.push(Notification::new("textDocument/publishDiagnostics".to_owned(), params).into());
        }
    }

    /// Tells the client which lines are skipped, in the form that clangd has for it.
    fn tell_inactive(&mut self, snapshot: &Snapshot) {
        for (path, document) in self.documents.paths().filter_map(|path| Some((path, self.documents.get(path)?))) {
            if !snapshot.has(path) {
                continue;
            }
            let ranges = ide::inactive(snapshot, path);
            if self.inactive.get(path).map_or(&[][..], Vec::as_slice) == ranges.as_slice() {
                continue;
            }
            let lines = crate::convert::Lines::new(document.text(), self.encoding);
            let regions: Vec<_> = ranges.iter().map(|range| lines.range(range)).collect();
            let id = json!({ "uri": document.uri.0, "version": document.version });
            let params = json!({ "textDocument": id, "regions": regions });
            self.outbox.push(Notification::new("textDocument/inactiveRegions".to_owned(), params).into());
            self.inactive.insert(path.to_owned(), ranges);
        }
    }

    fn report_panic(&mut self, payload: &(dyn std::any::Any + Send)) -> String {
        let what = self.host.describe_panic(payload);
        let text = format!("a bug in the compiler, please report it with the file: {what}");
        self.outbox.push(self.complaint(&text));
        text
    }
}

/// The client's folders.
fn folders(params: &Value) -> Vec<String> {
    let named = params.get("workspaceFolders").and_then(Value::as_array);
    let uris: Vec<&str> = match named {
        Some(folders) => folders.iter().filter_map(|folder| folder.get("uri")?.as_str()).collect(),
        None => params.get("rootUri").and_then(Value::as_str).into_iter().collect(),
    };
    uris.into_iter().map(path_of).collect()
}

/// The parameters of a message.
pub(crate) fn parse<T: Read>(params: &Value) -> Result<T, Refusal> {
    T::read(params).map_err(|text| Refusal { code: ErrorCode::InvalidParams, text })
}

fn refuse(code: ErrorCode, text: &str) -> Answer {
    Err(Refusal { code, text: text.to_owned() })
}
