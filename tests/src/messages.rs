//! Comparison of a compilation's messages with the expected ones.

use crate::directives::Expected;
use driver::Report;

/// A message or note in the comparison.
pub(crate) type Seen = Expected;

/// All messages of a report about this file, each followed by its notes. Locations in other files count as none.
pub(crate) fn seen(report: &Report, file: &str) -> Vec<Seen> {
    let mut all = Vec::new();
    for message in report.messages() {
        let here = message.location.filter(|at| at.file == file);
        all.push(Seen {
            line: here.as_ref().map(|at| at.line),
            column: here.as_ref().map(|at| at.column),
            severity: message.severity.word().to_owned(),
            code: message.code.to_owned(),
            text: message.text.clone(),
        });
        for note in message.notes {
            let here = note.location.filter(|at| at.file == file);
            all.push(Seen {
                line: here.as_ref().map(|at| at.line),
                column: here.as_ref().map(|at| at.column),
                severity: "note".to_owned(),
                code: String::new(),
                text: note.text,
            });
        }
    }
    all
}

/// Every expected message must be there, and every message but notes must be expected.
pub(crate) fn compare(expected: &[Expected], seen: &[Seen]) -> Result<(), String> {
    let mut unmatched: Vec<&Seen> = seen.iter().collect();
    let mut problems = Vec::new();
    for wanted in expected {
        match unmatched.iter().position(|message| fits(wanted, message)) {
            Some(index) => drop(unmatched.remove(index)),
            None => problems.push(format!("missing:    {}", line(wanted))),
        }
    }
    let unexpected = unmatched.into_iter().filter(|message| message.severity != "note" || !message.code.is_empty());
    problems.extend(unexpected.map(|message| format!("unexpected: {}", line(message))));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn fits(wanted: &Expected, message: &Seen) -> bool {
    let place = wanted.line.is_none() || wanted.line == message.line;
    let column = wanted.column.is_none() || wanted.column == message.column;
    let same = wanted.severity == message.severity && wanted.code == message.code;
    place && column && same && message.text.replace('\n', " ").contains(&wanted.text)
}

fn line(message: &Seen) -> String {
    let place = match (message.line, message.column) {
        (Some(line), Some(column)) => format!("{line}:{column}: "),
        (Some(line), None) => format!("{line}: "),
        (None, _) => String::new(),
    };
    format!("{place}{}", head(message))
}

/// The message as a directive spells it.
pub(crate) fn head(message: &Seen) -> String {
    let code = if message.code.is_empty() { String::new() } else { format!("[{}]", message.code) };
    format!("{}{code}: {}", message.severity, message.text.replace('\n', " "))
}
