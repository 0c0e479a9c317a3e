//! Ranges that an editor can fold: braces, comments, conditional groups, runs of includes.

use crate::source::Source;
use crate::text::TextRange;
use frontend::surface::{Directive, PieceKind};
use frontend::token::TokenKind;

/// The kinds of folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// A range in braces, or a conditional group.
    Region,
    /// A comment, or several on lines that follow each other.
    Comment,
    /// Several includes.
    Imports,
}

/// The folds of a text, in the order of their ends. Those within one line are the caller's to leave out.
pub fn folds(source: &Source) -> Vec<(TextRange, Fold)> {
    let mut all = Vec::new();
    let (mut braces, mut groups) = (Vec::new(), Vec::new());
    for piece in &source.pieces {
        match piece.kind {
            PieceKind::Token(TokenKind::LBrace) => braces.push(piece.start),
            PieceKind::Token(TokenKind::RBrace) => {
                all.extend(braces.pop().map(|start| (start..piece.end, Fold::Region)));
            }
            PieceKind::Directive(Directive::If) => groups.push(piece.start),
            PieceKind::Directive(Directive::Else) => {
                all.extend(groups.pop().map(|start| (start..line_before(source, piece.start), Fold::Region)));
                groups.push(piece.start);
            }
            PieceKind::Directive(Directive::End) => {
                all.extend(groups.pop().map(|start| (start..line_before(source, piece.start), Fold::Region)));
            }
            PieceKind::BlockComment => all.push((piece.start..piece.end, Fold::Comment)),
            PieceKind::Token(_) | PieceKind::LineComment | PieceKind::Directive(Directive::Other) => {}
        }
    }
    all.extend(runs(source, Fold::Comment, |source, at| source.pieces[at].kind == PieceKind::LineComment));
    all.extend(runs(source, Fold::Imports, |source, at| {
        let text = source.piece_text(&source.pieces[at]);
        text.strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("include"))
    }));
    all
}

/// The end of the line before the one of an offset.
fn line_before(source: &Source, offset: u32) -> u32 {
    source.text[..offset as usize].rfind('\n').unwrap_or(0) as u32
}

/// Runs of at least two pieces that follow each other without an empty line.
fn runs(source: &Source, fold: Fold, fits: impl Fn(&Source, usize) -> bool) -> Vec<(TextRange, Fold)> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < source.pieces.len() {
        let first = at;
        while at < source.pieces.len() && fits(source, at) && (at == first || adjacent(source, at)) {
            at += 1;
        }
        if at > first + 1 {
            all.push((source.pieces[first].start..source.pieces[at - 1].end, fold));
        }
        at = at.max(first + 1);
    }
    all
}

/// Returns whether a piece is on the line behind the piece before it.
fn adjacent(source: &Source, at: usize) -> bool {
    let between = &source.text[source.pieces[at - 1].end as usize..source.pieces[at].start as usize];
    between.matches('\n').count() == 1
}
