//! One file as it is written, with its pieces, for the features that need no analysis.

use frontend::surface::{self, Piece, PieceKind};
use frontend::token::TokenKind;
use std::sync::Arc;

/// A text with its pieces.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text.
    pub text: Arc<str>,
    pub(crate) pieces: Vec<Piece>,
}

impl Source {
    /// Reads a text. One that is too long for the compiler has no pieces.
    pub fn new(text: Arc<str>) -> Self {
        let pieces = surface::pieces(&text).unwrap_or_default();
        Source { text, pieces }
    }

    pub(crate) fn piece_text(&self, piece: &Piece) -> &str {
        self.text.get(piece.start as usize..piece.end as usize).unwrap_or_default()
    }

    /// The kinds and texts of the tokens before an offset, the last first.
    pub(crate) fn tokens_before(&self, offset: u32) -> impl Iterator<Item = (TokenKind, &str, u32)> {
        let before = self.pieces.partition_point(|piece| piece.end <= offset);
        self.pieces[..before].iter().rev().filter_map(|piece| match piece.kind {
            PieceKind::Token(kind) => Some((kind, self.piece_text(piece), piece.start)),
            _ => None,
        })
    }

    /// Returns whether an offset is inside of a comment or a literal.
    pub fn is_in_comment(&self, offset: u32) -> bool {
        let piece = self.pieces.get(self.pieces.partition_point(|piece| piece.end < offset));
        piece.is_some_and(|piece| {
            let inside = piece.start < offset;
            match piece.kind {
                PieceKind::LineComment => inside && offset <= piece.end,
                PieceKind::BlockComment | PieceKind::Token(TokenKind::Str | TokenKind::Char) => {
                    inside && offset < piece.end
                }
                PieceKind::Token(_) | PieceKind::Directive(_) => false,
            }
        })
    }
}
