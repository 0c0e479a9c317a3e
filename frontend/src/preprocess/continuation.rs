//! Lines that are continued by a backslash with blanks behind it, which editors hide.
//!
//! Lines are joined before anything is lexed (see [`base::source`]); this only warns, where the text is compiled.

use super::Preprocessor;
use crate::diagnostics::SpacedContinuation;
use crate::scan;
use base::source::{SourceFile, Span};
use std::collections::VecDeque;

/// The offsets at which such lines of a file are joined.
pub(super) fn of_file(file: &SourceFile) -> VecDeque<u32> {
    file.spaced_continuations().collect()
}

impl Preprocessor<'_> {
    /// Warns of those between the offset `from` and the position of the lexer, comments with an end of their own excepted.
    pub(super) fn check_continuations(&mut self, from: usize) {
        let Some(frame) = self.files.last_mut().filter(|frame| !frame.continuations.is_empty()) else { return };
        let (text, end) = (frame.text.as_bytes(), frame.offset);
        let mut walk = Walk { position: from, comment_end: from };
        while let Some(&at) = frame.continuations.front().filter(|at| **at as usize <= end) {
            frame.continuations.pop_front();
            if (at as usize) < from || walk.is_in_comment(text, at as usize) {
                continue;
            }
            let at = frame.base + at;
            self.sink.report(Span::new(at.saturating_sub(1), at), SpacedContinuation {});
        }
    }
}

/// A walk over a text for its comments.
struct Walk {
    position: usize,
    /// The end of the last comment that has one.
    comment_end: usize,
}

impl Walk {
    /// Returns whether an offset lies in such a comment.
    fn is_in_comment(&mut self, text: &[u8], at: usize) -> bool {
        while self.position < at {
            self.position += match &text[self.position..] {
                [b'/', b'*', inside @ ..] => {
                    let length = 2 + scan::after_comment(inside).unwrap_or(inside.len());
                    self.comment_end = self.position + length;
                    length
                }
                rest @ [b'/', b'/', ..] => scan::line_end(rest).unwrap_or(rest.len()),
                [b'"', inside @ ..] => {
                    1 + inside.iter().position(|byte| matches!(byte, b'"' | b'\n')).unwrap_or(inside.len())
                }
                _ => 1,
            };
        }
        at < self.comment_end
    }
}
