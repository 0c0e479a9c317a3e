//! Round and square brackets that are not closed.

use super::super::frame::FrameKind;
use super::super::terminal::{AngleKind, Kind};
use super::Mender;
use crate::token::TokenKind;

/// The range of the search for closing brackets.
const WINDOW: usize = 512;

impl Mender<'_, '_> {
    /// The number of brackets other than braces that are open.
    pub(super) fn open_brackets(&self) -> usize {
        self.classifier.frames.iter().rev().take_while(|frame| frame.kind.is_inline()).count()
    }

    /// Closes the innermost brackets that nothing closes from `at` on, where a line starts.
    pub(super) fn close_lost_brackets(&mut self, at: usize) {
        let open = self.open_brackets();
        if open == 0 {
            return;
        }
        for _ in self.closers_ahead(at, open)..open {
            self.close_bracket();
        }
    }

    /// The number of open brackets that are closed from `at` on, before the statement ends or another starts.
    fn closers_ahead(&mut self, at: usize, open: usize) -> usize {
        let first = self.classifier.frames.len() - open;
        let mut semicolons = if self.classifier.frames[first..].iter().any(|frame| frame.is_for) {
            2_usize.saturating_sub(self.semicolons_of_for())
        } else {
            0
        };
        let (mut depth, mut angles, mut closed) = (0_usize, 0_usize, 0);
        for index in at..at + WINDOW {
            if closed == open || !self.has_patience() {
                break;
            }
            let frame = self.classifier.frames[first + open - 1 - closed].kind;
            let is_angle = depth == 0 && matches!(frame, FrameKind::Args | FrameKind::Params);
            match self.kind(index) {
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::LBrace if depth > 0 || self.starts_list(index) => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace if depth > 0 => depth -= 1,
                TokenKind::RParen | TokenKind::RBracket => closed += 1,
                TokenKind::Lt if is_angle => angles += 1,
                TokenKind::Gt if is_angle && angles > 0 => angles -= 1,
                TokenKind::Gt if is_angle => closed += 1,
                TokenKind::Semicolon if semicolons > 0 => semicolons -= 1,
                TokenKind::Semicolon | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof => break,
                _ if self.starts_by_keyword(index) => break,
                _ => {}
            }
        }
        closed
    }

    /// Returns whether the `{` at `at` opens a list of values.
    fn starts_list(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.kind(before));
        matches!(before, Some(TokenKind::LParen | TokenKind::Comma | TokenKind::Eq | TokenKind::LBrace))
    }

    /// The number of `;` in the head of the `for` that is open.
    pub(super) fn semicolons_of_for(&self) -> usize {
        let before = self.classifier.out.iter().rev().take(WINDOW);
        let head = before.take_while(|terminal| terminal.kind != Kind::For);
        head.filter(|terminal| terminal.kind == Kind::Semicolon).count()
    }

    /// The number of `;` from `at` on before the head of the `for` ends.
    pub(super) fn semicolons_ahead(&mut self, at: usize) -> usize {
        let (mut depth, mut found) = (0_usize, 0);
        for index in at..at + WINDOW {
            match self.kind(index) {
                _ if !self.has_patience() => break,
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth > 0 => depth -= 1,
                TokenKind::RParen | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof => break,
                TokenKind::Semicolon => found += 1,
                _ => {}
            }
        }
        found
    }

    /// Closes the innermost bracket, with what is missing before its end.
    pub(super) fn close_bracket(&mut self) {
        self.complete_operand();
        self.complete_conditional();
        let frame = *self.classifier.frame();
        if frame.is_for {
            self.complete_for();
        }
        if frame.is_params {
            self.classifier.function.params = Some(self.classifier.scopes.current);
        }
        let kind = match frame.kind {
            FrameKind::Paren => Kind::RParen,
            FrameKind::Bracket => Kind::RBracket,
            FrameKind::Params => Kind::RAngle(AngleKind::Params),
            FrameKind::Args => Kind::RAngle(AngleKind::Args),
            FrameKind::File | FrameKind::Members | FrameKind::Enum | FrameKind::Block | FrameKind::Init => return,
        };
        if frame.kind == FrameKind::Args {
            self.classifier.last.type_scope = frame.template_scope;
        }
        self.insert(kind);
        self.classifier.pop_frame();
        self.join_head();
    }
}
