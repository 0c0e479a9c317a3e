//! `UPDATE=1`: rewrites the expected messages and exact dumps of files.
//!
//! Patterns are never rewritten: they state an intention.

use crate::directives::{self, EXACT_END, EXACT_START};
use crate::messages::{Seen, head};

/// Returns whether files are to be rewritten.
pub(crate) fn wanted() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// The file with its expected messages replaced. Notes are kept only where the file had notes before.
pub(crate) fn with_messages(text: &str, seen: &[Seen]) -> String {
    let notes_wanted = text.lines().any(|line| line.trim_start().starts_with("//~") && line.contains("note: "));
    let wanted: Vec<&Seen> =
        seen.iter().filter(|message| notes_wanted || message.severity != "note" || !message.code.is_empty()).collect();
    let mut out = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("//~") {
            continue;
        }
        out.push_str(line);
        out.push('\n');
        for message in wanted.iter().filter(|message| message.line == Some(number)) {
            out.push_str(&below(line, message));
        }
    }
    let nowhere = wanted.iter().filter(|message| message.line.is_none());
    nowhere.for_each(|message| out.push_str(&format!("//~? {}\n", head(message))));
    out
}

/// The directive below a line. Its caret is below the column if there is room.
fn below(line: &str, message: &Seen) -> String {
    let column = message.column.unwrap_or(1) as usize;
    let shown = line.is_char_boundary(column - 1).then(|| &line[..column - 1]);
    match shown {
        Some(before) if column > 4 && before.is_ascii() && !before.contains('\t') => {
            format!("//~{}^ {}\n", " ".repeat(column - 4), head(message))
        }
        Some(_) | None => format!("//~ {}\n", head(message)),
    }
}

/// The file with the text of its exact block replaced.
pub(crate) fn with_exact(text: &str, dump: &str) -> String {
    let Some(old) = directives::exact_block(text) else { return text.to_owned() };
    let old = format!("{EXACT_START}{old}{EXACT_END}");
    text.replacen(&old, &format!("{EXACT_START}{}\n{EXACT_END}", dump.trim_end()), 1)
}
