//! Where the mender may work: the items around errors. Knows lines and columns, and nothing of what is missing.

use crate::token::{Token, TokenFlags, TokenKind};
use base::source::{SourceMap, Span};
use std::ops::Range;

/// The ranges of tokens around errors: from the start of the item in which one stands up to the start of the next.
pub(crate) fn windows(tokens: &[Token], sources: &SourceMap, errors: &[Span]) -> Vec<Range<usize>> {
    let mut places: Vec<u32> = errors.iter().map(|span| span.lo).collect();
    places.sort_unstable();
    let is_place = |position| places.binary_search(&position).is_ok();
    let mut windows: Vec<Range<usize>> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_covered = windows.last().is_some_and(|window| index + 1 < window.end);
        if is_covered || !(is_place(token.span.lo) || is_place(token.span.hi)) {
            continue;
        }
        let anchor = if is_place(token.span.lo) { index.saturating_sub(1) } else { index };
        let limit = windows.last().map_or(0, |window| window.end);
        let start = (limit..=anchor).rev().find(|&at| starts_item(tokens[at], sources)).unwrap_or(limit);
        let end = (anchor + 2..tokens.len()).find(|&at| starts_item(tokens[at], sources));
        // What starts the next item shows that this one has ended.
        windows.push(start..end.map_or(usize::MAX, |end| end + 1));
    }
    windows
}

/// Returns whether an item starts with the token: it is at the edge of the text, and is not a bracket.
fn starts_item(token: Token, sources: &SourceMap) -> bool {
    let is_bracket =
        matches!(token.kind, TokenKind::LBrace | TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket);
    token.flags.has(TokenFlags::LINE_START)
        && !is_bracket
        && sources.start_of(token.span).is_some_and(|(_, _, column)| column == 1)
}
