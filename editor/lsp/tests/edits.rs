//! Random edits: what the server says of a text does not depend on how it came to be. `EDITS_COUNT` and `EDITS_SEED` give
//! more, `EDITS_FOLDER` takes the texts of a folder instead of those of `editor/ide/suite`.

mod client;

use client::Client;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

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

/// What an edit inserts.
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

/// All that the server says of a text, and the last messages.
fn all(client: &mut Client, uri: &str, position: &Value) -> Vec<Value> {
    let id = json!({ "uri": uri });
    let everything = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 1_000_000, "character": 0 } });
    let mut all = Vec::new();
    for method in ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"] {
        let mut answer = client.ask(&format!("textDocument/{method}"), json!({ "textDocument": id }));
        // The number of an answer does depend on the history.
        answer.as_object_mut().map(|answer| answer.remove("resultId"));
        all.push(answer);
    }
    all.push(client.ask("textDocument/inlayHint", json!({ "textDocument": id, "range": everything })));
    for method in ["hover", "completion", "signatureHelp", "definition", "documentHighlight"] {
        let params = json!({ "textDocument": id, "position": position });
        all.push(client.ask(&format!("textDocument/{method}"), params));
    }
    let published = |note: &&Value| note["method"] == "textDocument/publishDiagnostics" && note["params"]["uri"] == uri;
    let last = client.notes.iter().rfind(published).map(|note| note["params"]["diagnostics"].clone());
    all.push(last.filter(|it| *it != json!([])).unwrap_or_default());
    let logs = client.notes.iter().filter(|note| note["method"] == "window/logMessage");
    let logs: Vec<&Value> = logs.collect();
    assert!(logs.is_empty(), "{logs:?}");
    all
}

/// The place of an offset in units of UTF-16.
fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    // A lone carriage return ends a line, too.
    let joined = before.replace("\r\n", "\n").replace('\r', "\n");
    // Between the two characters of a line end, the line has ended for no one.
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
            let edited = all(&mut client, &uri, &at);
            if version % 5 == 0 {
                let mut fresh = Client::new();
                fresh.open(&uri, &text);
                assert_eq!(edited, all(&mut fresh, &uri, &at), "{}:\n{text}", path.display());
            }
        }
    }
}
