//! The proof that two texts differ in white space alone: they have the same pieces.
//!
//! Reads both texts anew; must not know how one was made of the other.

use frontend::surface::{self, Piece, PieceKind};
use frontend::token::TokenKind;

/// Finds the first difference that is more than white space: the offset in the first text.
pub(crate) fn difference(before: &str, after: &str) -> Option<u32> {
    let (Ok(old), Ok(new)) = (surface::pieces(before), surface::pieces(after)) else { return Some(0) };
    let mut last = None;
    for (at, one) in old.iter().enumerate() {
        let same = new.get(at).is_some_and(|other| {
            is_same(one, before, other, after) && joins(last, one) == joins(at.checked_sub(1).map(|at| &new[at]), other)
        });
        if !same {
            return Some(one.start);
        }
        last = Some(one);
    }
    (old.len() != new.len()).then_some(before.len() as u32)
}

/// Returns whether a piece and the one before it are parts of one operator if they touch.
fn joins(before: Option<&Piece>, piece: &Piece) -> bool {
    before.is_some_and(|before| before.kind == PieceKind::Token(TokenKind::Gt) && before.end == piece.start)
        && matches!(piece.kind, PieceKind::Token(TokenKind::Gt | TokenKind::Eq | TokenKind::EqEq))
}

fn is_same(one: &Piece, before: &str, other: &Piece, after: &str) -> bool {
    let old = &before[one.start as usize..one.end as usize];
    let new = &after[other.start as usize..other.end as usize];
    one.kind == other.kind
        && match one.kind {
            PieceKind::BlockComment => old.lines().map(str::trim_start).eq(new.lines().map(str::trim_start)),
            PieceKind::Token(_) | PieceKind::LineComment | PieceKind::Directive(_) => old == new,
        }
}
