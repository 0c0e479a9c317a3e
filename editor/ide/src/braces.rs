//! The braces of a text, which blocks are open between two offsets, and where a block begins. This knows tokens, no trees:
//! half-written text has braces too.

use frontend::surface::PieceKind;
use frontend::token::TokenKind;

/// The braces of a text, by their offsets, with whether each opens a block. Those in comments and literals are not braces.
pub(crate) struct Braces(Vec<(u32, bool)>);

impl Braces {
    pub(crate) fn of(text: &str) -> Self {
        let pieces = frontend::surface::pieces(text).unwrap_or_default();
        let braces = pieces.iter().filter_map(|piece| match piece.kind {
            PieceKind::Token(TokenKind::LBrace) => Some((piece.start, true)),
            PieceKind::Token(TokenKind::RBrace) => Some((piece.start, false)),
            PieceKind::Token(_) | PieceKind::LineComment | PieceKind::BlockComment | PieceKind::Directive(_) => None,
        });
        Braces(braces.collect())
    }

    /// Returns whether the block in which an earlier offset lies is still open at a later one.
    pub(crate) fn is_open(&self, from: u32, to: u32) -> bool {
        let at = |offset: u32| self.0.partition_point(|&(start, _)| start < offset);
        let mut depth = 0_i32;
        self.0[at(from)..at(to)].iter().all(|&(_, opens)| {
            depth += if opens { 1 } else { -1 };
            depth >= 0
        })
    }

    /// The offset of the `{` that belongs to the `}` at an offset.
    pub(crate) fn opening(&self, closing: u32) -> Option<u32> {
        let at = self.0.binary_search(&(closing, false)).ok()?;
        let mut depth = 0_i32;
        let opening = self.0[..=at].iter().rev().find(|&&(_, opens)| {
            depth += if opens { -1 } else { 1 };
            depth == 0
        });
        opening.map(|&(start, _)| start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_comments_and_literals_are_not_counted() {
        let text = "void f() {\n    // }\n    /* { */ printf(\"}\");\n    { }\n}";
        let braces = Braces::of(text);
        let last = text.len() as u32 - 1;
        assert_eq!(braces.opening(last), Some(9));
        assert_eq!(braces.opening(text.find("// }").expect("it is there") as u32 + 3), None);
        assert!(braces.is_open(10, last));
    }
}
