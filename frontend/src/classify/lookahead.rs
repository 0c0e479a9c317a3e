//! Bounded lookahead over tokens.

use super::Classifier;
use super::frame::FrameKind;
use super::terminal::Kind;
use crate::diagnostics;
use crate::token::{TokenKind, closing_bracket};

/// The range of the search for the end of template arguments.
const ANGLE_WINDOW: usize = 512;
/// The range of the search for the end of an effect annotation.
const ANNOTATION_WINDOW: usize = 1024;

/// The range of the search for the end of a skipped object.
const EFFECT_WINDOW: usize = 4096;

/// The certainty that a `<` belongs to a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Angle {
    Guess,
    Known,
}

/// `+=` and similar ones.
#[inline]
pub(crate) fn is_compound_assignment(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::PlusEq
            | TokenKind::MinusEq
            | TokenKind::StarEq
            | TokenKind::SlashEq
            | TokenKind::PercentEq
            | TokenKind::AmpEq
            | TokenKind::PipeEq
            | TokenKind::CaretEq
            | TokenKind::ShlEq
    )
}

/// Operators that need an operand before them, `<` and `>` aside; `+` and `-` too.
#[inline]
pub(super) fn is_binary(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Amp
            | TokenKind::Pipe
            | TokenKind::Caret
            | TokenKind::Shl
            | TokenKind::Le
            | TokenKind::EqEq
            | TokenKind::NotEq
            | TokenKind::AmpAmp
            | TokenKind::PipePipe
    )
}

/// Returns whether the name before this token must be a value: no type precedes it.
pub(super) fn follows_value_only(kind: TokenKind) -> bool {
    is_binary(kind)
        || is_compound_assignment(kind)
        || matches!(
            kind,
            TokenKind::Dot
                | TokenKind::Arrow
                | TokenKind::Eq
                | TokenKind::PlusPlus
                | TokenKind::MinusMinus
                | TokenKind::Question
                | TokenKind::RBracket
        )
}

impl Classifier<'_> {
    /// The `>` that matches the `<` at `at`, if the tokens between could be template arguments.
    pub(super) fn matching_angle(&self, at: usize, angle: Angle) -> Option<usize> {
        let mut angles = 0_i32;
        let mut brackets = 0_i32;
        for index in at..self.tokens.len().min(at + ANGLE_WINDOW) {
            match self.kind(index) {
                TokenKind::Lt if brackets == 0 => angles += 1,
                TokenKind::Gt if brackets == 0 => {
                    angles -= 1;
                    if angles == 0 {
                        return Some(index);
                    }
                }
                TokenKind::LParen | TokenKind::LBracket => brackets += 1,
                TokenKind::RParen | TokenKind::RBracket => {
                    brackets -= 1;
                    if brackets < 0 {
                        return None;
                    }
                }
                TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Question => return None,
                TokenKind::AmpAmp | TokenKind::PipePipe if brackets == 0 && angle == Angle::Guess => return None,
                kind if is_compound_assignment(kind) => return None,
                _ => {}
            }
        }
        None
    }

    /// The end of an effect annotation whose `<` is at `at`.
    pub(super) fn annotation_end(&self, at: usize) -> Option<usize> {
        let follows_names = self.is_name(at + 1) && self.is_name(at + 2) && self.kind(at + 3) == TokenKind::Eq;
        if !follows_names || matches!(self.frame().kind, FrameKind::Paren | FrameKind::Bracket) {
            return None;
        }
        let limit = self.tokens.len().min(at + ANNOTATION_WINDOW);
        closing_bracket(&self.tokens[..limit], at, TokenKind::Lt, TokenKind::Gt)
    }

    /// The index of the `;` that ends the declaration at `at`.
    pub(super) fn declaration_end(&self, at: usize) -> Option<usize> {
        let limit = self.tokens.len().min(at + EFFECT_WINDOW);
        let (mut index, mut depth) = (at, 0_usize);
        while index < limit {
            match self.kind(index) {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => depth = depth.checked_sub(1)?,
                TokenKind::Lt => index = self.annotation_end(index).unwrap_or(index),
                TokenKind::Semicolon if depth == 0 => return Some(index),
                _ => {}
            }
            index += 1;
        }
        None
    }

    /// Makes one terminal from `start` to the end of the block that opens at `brace`.
    pub(super) fn skip_block(&mut self, start: usize, kind: Kind, brace: usize) -> usize {
        let end = closing_bracket(self.tokens, brace, TokenKind::LBrace, TokenKind::RBrace);
        if end.is_none() {
            let bracket = "{".to_owned();
            self.report(self.tokens[brace].span, diagnostics::Unmatched { bracket });
        }
        let end = end.unwrap_or(self.tokens.len() - 1);
        self.emit(self.tokens[start], kind);
        if let Some(terminal) = self.out.last_mut() {
            terminal.span = terminal.span.to(self.tokens[end].span);
        }
        end + 1
    }
}
