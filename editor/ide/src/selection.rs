//! Ranges around a place, each within the next: a token, what is between separators, what is in brackets.
//!
//! They are made of the tokens as written, so that broken text and skipped groups have them, too.

use crate::source::Source;
use crate::text::TextRange;
use frontend::surface::PieceKind;
use frontend::token::TokenKind;

/// The limit of ranges around a place.
const MOST_RANGES: usize = 100;

/// The ranges around an offset, from the narrowest on; the whole text is the last.
pub fn selections(source: &Source, offset: u32) -> Vec<TextRange> {
    let tokens = Tokens::new(source);
    let mut all: Vec<TextRange> = Vec::new();
    let mut add = |range: TextRange| {
        let is_wider = |last: &TextRange| range.start <= last.start && last.end <= range.end && range != *last;
        if all.last().is_none_or(is_wider) && all.len() < MOST_RANGES {
            all.push(range);
        }
    };
    if let Some(at) = tokens.at(offset) {
        let (mut first, mut last) = (at, at);
        loop {
            add(tokens.range(first, last));
            let (from, to) = tokens.between_separators(first, last);
            add(tokens.range(from, to));
            let Some((open, close)) = tokens.brackets(from, to) else { break };
            if open + 1 < close {
                add(tokens.range(open + 1, close - 1));
            }
            (first, last) = (open, close);
        }
    }
    add(0..source.text.len() as u32);
    all
}

struct Tokens {
    all: Vec<(TokenKind, TextRange)>,
}

impl Tokens {
    fn new(source: &Source) -> Self {
        let tokens = source.pieces.iter().filter_map(|piece| match piece.kind {
            PieceKind::Token(kind) => Some((kind, piece.start..piece.end)),
            PieceKind::LineComment | PieceKind::BlockComment | PieceKind::Directive(_) => None,
        });
        Tokens { all: tokens.collect() }
    }

    /// The token at an offset, or the one that ends there.
    fn at(&self, offset: u32) -> Option<usize> {
        let next = self.all.partition_point(|(_, range)| range.start <= offset);
        let inside = next.checked_sub(1).filter(|&at| offset < self.all[at].1.end);
        // Behind a name, it is the name that is meant.
        let before = next.checked_sub(1).filter(|&at| offset == self.all[at].1.end);
        let is_name = |at: &usize| self.all[*at].0 == TokenKind::Ident;
        let touching = inside.filter(is_name);
        let ended = inside.and_then(|at| at.checked_sub(1)).filter(|&at| self.all[at].1.end == offset).filter(is_name);
        touching.or(ended).or(inside).or(before)
    }

    fn range(&self, first: usize, last: usize) -> TextRange {
        self.all[first].1.start..self.all[last].1.end
    }

    /// The tokens around some others up to separators, or to the brackets around; a `;` belongs to what it ends.
    fn between_separators(&self, first: usize, last: usize) -> (usize, usize) {
        let (mut from, mut to, mut depth) = (first, last, 0_usize);
        while let Some(before) = from.checked_sub(1) {
            match self.all[before].0 {
                TokenKind::Comma | TokenKind::Semicolon if depth == 0 => break,
                // A block ends the statement before.
                TokenKind::RBrace if depth == 0 => break,
                kind if closes(kind) => depth += 1,
                kind if opens(kind) && depth == 0 => break,
                kind if opens(kind) => depth -= 1,
                _ => {}
            }
            from = before;
        }
        depth = 0;
        while to + 1 < self.all.len() {
            match self.all[to].0 {
                TokenKind::Semicolon if depth == 0 => break,
                TokenKind::RBrace if depth == 0 && to >= last => break,
                _ => {}
            }
            match self.all[to + 1].0 {
                TokenKind::Comma if depth == 0 => break,
                kind if opens(kind) => depth += 1,
                kind if closes(kind) && depth == 0 => break,
                kind if closes(kind) => depth -= 1,
                _ => {}
            }
            to += 1;
        }
        (from, to)
    }

    /// The brackets around some tokens that reach up to them or to separators.
    fn brackets(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut depth = 0_usize;
        let open = (0..from).rev().find(|&at| match self.all[at].0 {
            kind if closes(kind) => {
                depth += 1;
                false
            }
            kind if opens(kind) && depth == 0 => true,
            kind => {
                depth -= usize::from(opens(kind));
                false
            }
        })?;
        depth = 0;
        let close = (to + 1..self.all.len()).find(|&at| match self.all[at].0 {
            kind if opens(kind) => {
                depth += 1;
                false
            }
            kind if closes(kind) && depth == 0 => true,
            kind => {
                depth -= usize::from(closes(kind));
                false
            }
        })?;
        Some((open, close))
    }
}

fn opens(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace)
}

fn closes(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(text: &str) -> Vec<String> {
        let offset = text.find('|').expect("a mark") as u32;
        let source = Source::new(text.replace('|', "").into());
        let ranges = selections(&source, offset).into_iter();
        ranges.map(|range| source.text[range.start as usize..range.end as usize].to_owned()).collect()
    }

    #[test]
    fn ranges_grow_over_separators_and_brackets() {
        let found = around("float f(int a) { int n; return max(a + n|, 2); }");
        let expected = [
            "n",
            "a + n",
            "a + n, 2",
            "(a + n, 2)",
            "return max(a + n, 2);",
            "int n; return max(a + n, 2);",
            "{ int n; return max(a + n, 2); }",
            "float f(int a) { int n; return max(a + n, 2); }",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn broken_text_has_ranges() {
        for text in ["|", "(|", ")|)", "a|", "{ ( } |x", "x |", "f(a, |"] {
            assert_eq!(around(text).last().map(String::as_str), Some(text.replace('|', "").as_str()), "{text}");
        }
    }
}
