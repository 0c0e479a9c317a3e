//! Messages of an analysis by file, with their second places and replacements.

use crate::place::Place;
use crate::snapshot::Snapshot;
use base::diag::{Diagnostic, Severity};

/// A message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The place.
    pub place: Place,
    /// True if it is an error, false for a warning.
    pub is_error: bool,
    /// The stable code.
    pub code: &'static str,
    /// The explanation of the code.
    pub explanation: &'static str,
    /// The text, with advice that has no place of its own.
    pub text: String,
    /// The name of the warning, as `-Wno-name` has it; empty for errors.
    pub group: &'static str,
    /// True if it is about code that does nothing.
    pub is_unnecessary: bool,
    /// Second places.
    pub related: Vec<(Place, String)>,
    /// Replacements that would mend it.
    pub fixes: Vec<Fix>,
}

/// A change that mends something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The title that an editor shows.
    pub title: String,
    /// The text that is replaced.
    pub place: Place,
    /// The text in its place.
    pub text: String,
}

/// The code of messages about what is missing.
const MISSING: &str = <frontend::diagnostics::Expected as base::diag::Message>::ROW.code;

/// Groups of warnings about code that does nothing.
const UNNECESSARY: &[&str] =
    &["unused-value", "unused-comparison", "unreachable-code", "ignored-initializer", "ignored-attributes"];

/// All messages of an analysis, in their order. Those without a place are at the start of the root.
pub fn messages(snapshot: &Snapshot) -> Vec<Message> {
    let root = snapshot.files().first().map_or(String::new(), |path| (*path).to_owned());
    snapshot.diagnostics().iter().map(|found| message(snapshot, found, &root)).collect()
}

fn message(snapshot: &Snapshot, found: &Diagnostic, root: &str) -> Message {
    let nowhere = || Place { path: root.to_owned(), start: 0, end: 0 };
    let mut message = Message {
        place: snapshot.place(found.span).unwrap_or_else(nowhere),
        is_error: found.severity >= Severity::Error,
        code: found.row.code,
        explanation: found.row.doc,
        text: found.message.clone(),
        group: found.row.group,
        is_unnecessary: UNNECESSARY.contains(&found.row.group),
        related: Vec::new(),
        fixes: Vec::new(),
    };
    message.fixes.extend(missing_token(snapshot, found));
    for (name, spelled) in snapshot.sources.backtrace(found.span) {
        if let Some(place) = snapshot.place(spelled) {
            message.related.push((place, format!("in the macro '{}'", snapshot.names.resolve(name))));
        }
    }
    for note in &found.notes {
        match (note.span.and_then(|span| snapshot.place(span)), &note.replacement) {
            (Some(place), Some(text)) => {
                message.text += &format!("\n{}", note.message);
                message.fixes.push(Fix { title: title(snapshot, &place, text), place, text: text.clone() });
            }
            (Some(place), None) => message.related.push((place, note.message.to_string())),
            (None, _) => message.text += &format!("\n{}", note.message),
        }
    }
    message
}

/// The insertion of a token that a message misses at a place of its own: `expected ';' after expression`.
fn missing_token(snapshot: &Snapshot, found: &Diagnostic) -> Option<Fix> {
    if found.row.code != MISSING || found.span.lo != found.span.hi || !snapshot.is_written(found.span) {
        return None;
    }
    let token = found.message.strip_prefix("expected '")?.split('\'').next()?;
    let place = snapshot.place(found.span).filter(|place| place.start == place.end)?;
    [";", ")", "]", "}"].contains(&token).then(|| Fix {
        title: title(snapshot, &place, token),
        place,
        text: token.to_owned(),
    })
}

/// The words for a replacement.
fn title(snapshot: &Snapshot, place: &Place, text: &str) -> String {
    let old = snapshot.text(&place.path).and_then(|all| all.get(place.start as usize..place.end as usize));
    match (old.unwrap_or_default(), text) {
        ("", new) => format!("Insert '{new}'"),
        (old, "") => format!("Remove '{old}'"),
        (old, new) => format!("Replace '{old}' by '{new}'"),
    }
}
