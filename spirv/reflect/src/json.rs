//! Documents as JSON: each value on a line of its own, by two spaces per level.

use serde::Serialize;

/// A document, without a line break at its end.
///
/// # Panics
/// When a type has a form that no document has, such as a map whose keys are numbers.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("types of documents have a form in JSON")
}
