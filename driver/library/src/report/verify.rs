//! `-verify`: compares the messages of a compilation with comments in its source.
//!
//! ```text
//! float4 a = b;   // expected-error {{undeclared}} expected-note@-1 {{here}}
//! // expected-no-diagnostics
//! ```
//!
//! Such comments quote the messages of DXC. This compiler's messages differ in wording, so that severity and line must
//! agree and the quoted text is not compared. Notes may be missing.

use crate::report::Message;
use base::diag::Severity;

/// An expectation: this many messages of a severity on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    severity: Severity,
    line: u32,
}

const KINDS: &[(&str, Option<Severity>)] = &[
    ("expected-error", Some(Severity::Error)),
    ("expected-warning", Some(Severity::Warning)),
    ("expected-note", None),
    ("expected-remark", None),
];

/// The differences, one sentence each.
pub(crate) fn mismatches(source: &str, file: &str, messages: impl Iterator<Item = Message>) -> Vec<String> {
    let mut wanted = expectations(source);
    let mut problems = Vec::new();
    for message in messages {
        let line = message.location.filter(|at| at.file == file).map_or(0, |at| at.line);
        let severity = message.severity.min(Severity::Error);
        match wanted.iter().position(|expected| *expected == Expected { severity, line }) {
            Some(index) => drop(wanted.remove(index)),
            None => problems.push(format!("unexpected {} at line {line}: {}", severity.word(), message.text)),
        }
    }
    let missing = wanted
        .into_iter()
        .map(|one| format!("expected {} at line {}, but not reported", one.severity.word(), one.line));
    problems.extend(missing);
    problems
}

fn expectations(source: &str) -> Vec<Expected> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        for &(name, severity) in KINDS {
            for (at, _) in line.match_indices(name) {
                let (line, count) = place_and_count(&line[at + name.len()..], number);
                let severity = severity.into_iter().flat_map(|severity| std::iter::repeat_n(severity, count));
                found.extend(severity.map(|severity| Expected { severity, line }));
            }
        }
    }
    found
}

/// `@+2 3 {{…}}` after the word: the line, and the number of messages.
fn place_and_count(rest: &str, number: u32) -> (u32, usize) {
    let head = rest.split("{{").next().unwrap_or_default();
    let mut line = number;
    let mut count = 1;
    for word in head.split_whitespace() {
        match word.strip_prefix('@') {
            Some(offset) if offset.starts_with(['+', '-']) => {
                line = number.saturating_add_signed(offset.parse().unwrap_or(0));
            }
            Some(absolute) => line = absolute.parse().unwrap_or(number),
            None => count = word.trim_end_matches('+').parse().unwrap_or(1),
        }
    }
    // An unbounded count could ask for all memory.
    (line, count.min(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_name_severity_line_and_count() {
        let source =
            "a // expected-error {{x}} expected-warning@+1 2 {{y}}\n// expected-error@7 {{z}} expected-note {{w}}\n";
        let expected = [(Severity::Error, 1), (Severity::Warning, 2), (Severity::Warning, 2), (Severity::Error, 7)];
        let mut found: Vec<_> = expectations(source).into_iter().map(|one| (one.severity, one.line)).collect();
        found.sort_by_key(|(_, line)| *line);
        assert_eq!(found, expected);
    }
}
