//! Quick fixes: the replacements that messages carry.

use crate::convert::Lines;
use crate::protocol::Uri;
use crate::session::Session;
use ide::TextRange;
use serde_json::{Value, json};

/// The fixes of the messages of a file that touch a range. A message with one fix has it as the preferred one.
pub(crate) fn fixes(server: &Session, path: &str, uri: &Uri, wanted: &TextRange) -> Vec<Value> {
    let Some(document) = server.documents.get(path) else { return Vec::new() };
    let lines = Lines::new(document.text(), server.encoding);
    let mut all = Vec::new();
    for (message, diagnostic) in server.published.of(path) {
        if message.place.start > wanted.end || message.place.end < wanted.start {
            continue;
        }
        // A fix in another file would need that file's text as the client has it.
        for fix in message.fixes.iter().filter(|fix| fix.place.path == path) {
            all.push(json!({
                "title": fix.title,
                "kind": "quickfix",
                "diagnostics": [diagnostic],
                "isPreferred": message.fixes.len() == 1,
                "edit": { "changes": { &uri.0: [lines.edit(&fix.place.range(), &fix.text)] } },
            }));
        }
    }
    all
}
