//! Random edits: what the server says of a text does not depend on how it came to be. `EDITS_COUNT` and `EDITS_SEED` give
//! more, `EDITS_FOLDER` takes the texts of a folder instead of those of `ide/suite`.

use hlsl2spirv_lsp::{Host, Message, Server};
use ide::{IncludeHandler, Settings};
use lsp_server::{Notification, Request, RequestId};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files of the disk, and the options of a library.
struct Disk;

impl IncludeHandler for Disk {
    fn load(&self, path: &str) -> Option<Arc<str>> {
        let bytes = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into())
    }
}

impl Host for Disk {
    fn files(&self) -> &dyn IncludeHandler {
        self
    }

    fn settings(&mut self, _path: &str, _text: &str) -> (Settings, Vec<String>) {
        let profile: frontend::language::Profile = "lib_6_6".parse().expect("a profile");
        let facts = frontend::preprocess::Facts { profile, ..Default::default() };
        let mut preprocess = frontend::preprocess::PreprocessOptions::default();
        preprocess.facts = facts;
        let check = sema::options::Options::new(profile, "");
        (Settings { preprocess, parse: Default::default(), check, policy: Default::default() }, Vec::new())
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

/// Numbers that only look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// What an edit puts in.
const INSERTED: &[&str] = &[
    "",
    "",
    "",
    ".",
    ";",
    "}",
    "{",
    "(",
    ")",
    ",",
    "\n",
    "\r\n",
    "\\\n",
    " x",
    "float ",
    "#if A\n",
    "#endif\n",
    "#else\n",
    "/*",
    "*/",
    "//",
    "\"",
    "\u{e9}",
    "\u{4e2d}",
    "\u{1f600}",
    "::",
    "<",
    ">",
    "[",
    "]",
    "return ",
    "#define M(a) a##a\n",
    "M(q)",
    "template<typename T> ",
    "= 0",
    "\u{feff}",
    "#include \"self.hlsl\"\n",
    "namespace n {",
    "struct S { ",
];

struct Client {
    server: Server,
    requests: i32,
    notes: Vec<Value>,
}

impl Client {
    fn new() -> Self {
        let mut client = Client { server: Server::new(Disk), requests: 0, notes: Vec::new() };
        client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        client
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let request = Request::new(RequestId::from(self.requests), method.to_owned(), params);
        let mut answer = Value::Null;
        for message in self.server.handle(Message::Request(request)) {
            match message {
                Message::Response(response) => answer = json!(response.response_result.expect("an answer")),
                other => self.notes.push(json!(other)),
            }
        }
        answer
    }

    fn tell(&mut self, method: &str, params: Value) {
        let notes = self.server.handle(Message::Notification(Notification::new(method.to_owned(), params)));
        self.notes.extend(notes.into_iter().map(|note| json!(note)));
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "hlsl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// All that the server says of a text, and the last messages.
    fn all(&mut self, uri: &str, position: &Value) -> Vec<Value> {
        let id = json!({ "uri": uri });
        let everything =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000_000, "character": 0 } });
        let mut all = Vec::new();
        for method in ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"] {
            all.push(self.ask(&format!("textDocument/{method}"), json!({ "textDocument": id })));
        }
        all.push(self.ask("textDocument/inlayHint", json!({ "textDocument": id, "range": everything })));
        for method in ["hover", "completion", "signatureHelp", "definition", "documentHighlight"] {
            let params = json!({ "textDocument": id, "position": position });
            all.push(self.ask(&format!("textDocument/{method}"), params));
        }
        let published =
            |note: &&Value| note["method"] == "textDocument/publishDiagnostics" && note["params"]["uri"] == uri;
        let last = self.notes.iter().rfind(published).map(|note| note["params"]["diagnostics"].clone());
        all.push(last.filter(|it| *it != json!([])).unwrap_or_default());
        let logs = self.notes.iter().filter(|note| note["method"] == "window/logMessage");
        let logs: Vec<&Value> = logs.collect();
        assert!(logs.is_empty(), "{logs:?}");
        all
    }
}

/// The place of an offset in units of UTF-16.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    // A lone carriage return ends a line, too.
    let joined = before.replace("\r\n", "\n").replace('\r', "\n");
    // Between the two characters of a line end, the line has ended for nobody.
    let joined = if before.ends_with('\r') && text[offset..].starts_with('\n') {
        joined.strip_suffix('\n').unwrap_or(&joined).to_owned()
    } else {
        joined
    };
    let line = joined.matches('\n').count();
    let column: usize = joined.rsplit('\n').next().unwrap_or_default().chars().map(char::len_utf16).sum();
    json!({ "line": line, "character": column })
}

fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) || text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
        offset -= 1;
    }
    offset
}

fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn texts() -> Vec<PathBuf> {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ide/suite");
    let mut folders = vec![std::env::var("EDITS_FOLDER").map_or(suite, PathBuf::from)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "hlsl" || ending == "hlsli" || ending == "fx") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn what_is_said_of_a_text_does_not_depend_on_its_history() {
    let (count, seed) = (number("EDITS_COUNT", 60), number("EDITS_SEED", 1));
    let files = texts();
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed as u64);
    let mut done = 0;
    while done < count {
        let path = &files[random.below(files.len())];
        let Ok(mut text) = std::fs::read_to_string(path) else { continue };
        let uri = format!("file://{}", path.display());
        let mut client = Client::new();
        client.open(&uri, &text);
        for version in 2..12 {
            let start = boundary(&text, random.below(text.len() + 1));
            let end = boundary(&text, (start + random.below(12)).min(text.len())).max(start);
            let inserted = random.of(INSERTED);
            let range = json!({ "start": position(&text, start), "end": position(&text, end) });
            text.replace_range(start..end, inserted);
            let id = json!({ "uri": uri, "version": version });
            let changes = json!([{ "range": range, "text": inserted }]);
            client.tell("textDocument/didChange", json!({ "textDocument": id, "contentChanges": changes }));
            done += 1;
            let at = position(&text, boundary(&text, (start + inserted.len()).min(text.len())));
            let edited = client.all(&uri, &at);
            if version % 5 == 0 {
                let mut fresh = Client::new();
                fresh.open(&uri, &text);
                assert_eq!(edited, fresh.all(&uri, &at), "{}:\n{text}", path.display());
            }
        }
    }
}
