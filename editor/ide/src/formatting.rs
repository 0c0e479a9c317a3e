//! Formatting of a text, a range, or what was just typed: the formatter's changes within these lines.

use crate::braces::Braces;
use crate::text::TextRange;
use format::{Edit, Failure, Options};

/// Formats a text.
///
/// # Errors
/// When the formatter refuses the text.
pub fn document(text: &str, options: &Options) -> Result<Vec<Edit>, Failure> {
    format::format(text, options, None)
}

/// Formats the lines that a range touches.
///
/// # Errors
/// When the formatter refuses the text.
pub fn range(text: &str, range: &TextRange, options: &Options) -> Result<Vec<Edit>, Failure> {
    let last = if range.end > range.start { range.end - 1 } else { range.end };
    // The formatter counts from 1, and knows lines by `\n` alone.
    let number = |offset: u32| text.as_bytes()[..offset as usize].iter().filter(|byte| **byte == b'\n').count() + 1;
    format::format(text, options, Some(&(number(range.start)..=number(last))))
}

/// Formats after a character was typed before an offset: `}` its whole block, `;` its line, a new line the one before.
///
/// # Errors
/// When the formatter refuses the text.
pub fn typed(text: &str, offset: u32, character: char, options: &Options) -> Result<Vec<Edit>, Failure> {
    let before = &text[..offset as usize];
    let start = match character {
        '}' => Braces::of(before).opening(offset.saturating_sub(1)).unwrap_or(offset),
        '\n' => before.trim_end().len() as u32,
        _ => offset,
    };
    let mut edits = range(text, &(start..offset), options)?;
    // The line that the cursor is on keeps what the editor has put there.
    if character == '\n' {
        edits.retain(|edit| edit.end <= start);
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_brace_formats_its_whole_block() {
        let text = "void f()\n{\n    int c;\n       int a; // }\n    int b; /* } */\n}";
        let edits = typed(text, text.len() as u32, '}', &Options::default()).expect("it can be formatted");
        let first = text.find("int a").expect("it is there") as u32;
        assert!(edits.iter().any(|edit| edit.end == first), "{edits:?}");
    }
}
