//! Messages of analyses by file, and what of them the client does not know yet.

use crate::convert::{Lines, uri_of};
use crate::protocol::Location;
use ide::{Encoding, Message, Place, Snapshot};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The messages of all roots.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// By root and file.
    of: BTreeMap<String, BTreeMap<String, Vec<(Message, Value)>>>,
}

impl Published {
    /// Takes the messages of a root's new analysis. Returns the files whose messages may have changed.
    pub(crate) fn replace(&mut self, root: &str, snapshot: &Snapshot, encoding: Encoding) -> BTreeSet<String> {
        let mut files: BTreeMap<String, Vec<(Message, Value)>> = BTreeMap::new();
        let mut lines: BTreeMap<String, Lines<'_>> = BTreeMap::new();
        for message in ide::messages(snapshot) {
            let places = std::iter::once(&message.place).chain(message.related.iter().map(|(place, _)| place));
            for place in places {
                let text = snapshot.text(&place.path).unwrap_or_default();
                lines.entry(place.path.clone()).or_insert_with(|| Lines::new(text, encoding));
            }
            let diagnostic = diagnostic(&message, &lines);
            files.entry(message.place.path.clone()).or_default().push((message, diagnostic));
        }
        let old = self.of.remove(root).unwrap_or_default();
        let changed =
            old.keys().chain(files.keys()).filter(|path| old.get(*path) != files.get(*path)).cloned().collect();
        self.of.insert(root.to_owned(), files);
        changed
    }

    /// Forgets a root. Returns the files that had messages of it.
    pub(crate) fn remove(&mut self, root: &str) -> BTreeSet<String> {
        self.of.remove(root).unwrap_or_default().into_keys().collect()
    }

    /// The messages of a file, in the order of their places; what several roots say is there once.
    pub(crate) fn of(&self, path: &str) -> Vec<&(Message, Value)> {
        let mut all: Vec<&(Message, Value)> = self.of.values().filter_map(|files| files.get(path)).flatten().collect();
        all.sort_by(|(one, _), (other, _)| {
            (one.place.start, one.code, &one.text).cmp(&(other.place.start, other.code, &other.text))
        });
        all.dedup_by(|(second, _), (first, _)| second.place == first.place && second.text == first.text);
        all
    }
}

/// The number of unused code among the tags of messages.
const UNNECESSARY: u32 = 1;

/// A message as the protocol has it.
fn diagnostic(message: &Message, lines: &BTreeMap<String, Lines<'_>>) -> Value {
    let location =
        |place: &Place| Location { uri: uri_of(&place.path), range: lines[&place.path].range(&place.range()) };
    let mut diagnostic = json!({
        "range": lines[&message.place.path].range(&message.place.range()),
        "severity": if message.is_error { 1 } else { 2 },
        "code": message.code,
        "source": "hlsl2spirv",
        "message": message.text,
    });
    if message.is_unnecessary {
        diagnostic["tags"] = json!([UNNECESSARY]);
    }
    if !message.related.is_empty() {
        let related = message.related.iter();
        let related = related.map(|(place, text)| json!({ "location": location(place), "message": text }));
        diagnostic["relatedInformation"] = related.collect();
    }
    diagnostic
}
