//! Formatting of a text, a range, or what was just typed: the formatter's changes within these lines.

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
        '}' => opening_brace(before).unwrap_or(offset),
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

/// The offset of the `{` that belongs to the `}` at the end of a text.
fn opening_brace(before: &str) -> Option<u32> {
    let mut depth = 0_usize;
    for (at, byte) in before.bytes().enumerate().rev() {
        match byte {
            b'}' => depth += 1,
            b'{' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at as u32);
                }
            }
            _ => {}
        }
    }
    None
}
