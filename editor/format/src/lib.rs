//! The formatter: white space between the pieces of a text, and nothing else.
//!
//! It works on tokens, comments and directives, not on a syntax tree, so that text with mistakes and any `#if` can be
//! formatted. The lines within a statement are the author's, but for those that are too long. Knows nothing of sema, files
//! and the command line.

mod columns;
mod edits;
mod groups;
mod items;
mod lines;
mod options;
mod proof;
mod spacing;
mod structure;
mod style;
mod tables;

pub use edits::{Edit, apply};
pub use options::{Braces, Directives, Indent, Options};

use columns::Columns;
use std::fmt;

/// The reason why a text was not formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It is too long for the compiler's positions.
    TooLong,
    /// The result would differ in more than white space, first at this offset of the text: a mistake of the formatter.
    Changed(u32),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::TooLong => f.write_str("the file is too long"),
            Failure::Changed(offset) => {
                write!(f, "internal error of the formatter: it would change more than white space, at offset {offset}")
            }
        }
    }
}

/// Lines of a text, counted from 1.
pub type Lines = std::ops::RangeInclusive<usize>;

/// Formats a text, or these lines of it. Returns the changes, in their order.
///
/// # Errors
/// When the text is too long, or the result had other tokens or comments.
pub fn format(text: &str, options: &Options, lines: Option<&Lines>) -> Result<Vec<Edit>, Failure> {
    let mut edits = layout(text, options)?;
    if let Some(lines) = lines {
        keep_lines(&mut edits, text, lines);
    }
    let Ok(after) = String::from_utf8(apply(text.as_bytes(), &edits)) else { return Err(Failure::Changed(0)) };
    match proof::difference(text, &after) {
        Some(offset) => Err(Failure::Changed(offset)),
        None => Ok(edits),
    }
}

/// Keeps the changes at the ends of which these lines are.
fn keep_lines(edits: &mut Vec<Edit>, text: &str, lines: &Lines) {
    let (mut line, mut at) = (1, 0);
    edits.retain(|edit| {
        let end = edit.end as usize;
        line += text[at..end].matches('\n').count();
        at = end;
        lines.contains(&line)
    });
}

fn layout(text: &str, options: &Options) -> Result<Vec<Edit>, Failure> {
    let items = items::read(text).map_err(|_| Failure::TooLong)?;
    let structure = structure::structure(&items, text);
    let style = style::decide(&items, &structure, text, options);
    let spaces = spacing::spaces(&items, &structure, &style, text);
    let mut columns = Columns::new(&items, &structure, &style);
    let lines = lines::lines(&items, &spaces, &structure, &style, &mut columns);
    let pads = tables::pads(&items, &spaces, &structure, &style, &lines);
    let layout = edits::Layout {
        text,
        items: &items,
        spaces: &spaces,
        pads: &pads,
        structure: &structure,
        style: &style,
        lines: &lines,
    };
    Ok(layout.edits(columns.decided()))
}
