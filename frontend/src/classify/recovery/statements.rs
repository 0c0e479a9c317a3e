//! The statement or item so far: how far it has got, and its end.

use super::super::terminal::{AngleKind, Kind, Terminal};
use super::Mender;
use crate::token::TokenKind;

/// The progress of a statement or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nothing but attributes, modifiers, labels and parameters of a template.
    Nothing,
    /// `if (…)` and similar ones, whose body is next.
    Head(Kind),
    /// `if (…)` and similar ones, without the end of its parentheses.
    OpenHead(Kind),
    /// `case` without its colon.
    Label,
    /// The terminal of this kind starts what is more than that.
    Begun(Kind),
}

/// The index behind the bracket that closes the one at `open`. The kind of template brackets makes no difference.
fn after_bracket(terminals: &[Terminal], open: usize, [left, right]: [Kind; 2]) -> Option<usize> {
    let mut depth = 0_usize;
    let is_right = |kind| kind == right || (left == Kind::LAngle && matches!(kind, Kind::RAngle(_)));
    (open..terminals.len()).find_map(|index| {
        let kind = terminals[index].kind;
        depth += usize::from(kind == left);
        depth -= usize::from(is_right(kind));
        (depth == 0).then_some(index + 1)
    })
}

const PARENTHESES: [Kind; 2] = [Kind::LParen, Kind::RParen];
const BRACKETS: [Kind; 2] = [Kind::LBracket, Kind::RBracket];
const ANGLES: [Kind; 2] = [Kind::LAngle, Kind::RAngle(AngleKind::Params)];

/// The progress of the statement of these terminals, and the number of those that were examined.
fn progress(terminals: &[Terminal]) -> (Progress, usize) {
    let (mut at, mut head) = (0, None);
    let end = terminals.len();
    while let Some(first) = terminals.get(at) {
        let follows = |kind| terminals.get(at + 1).is_some_and(|next| next.kind == kind);
        match first.kind {
            Kind::Modifier(_) => at += 1,
            Kind::LBracket => match after_bracket(terminals, at, BRACKETS) {
                Some(next) => at = next,
                None => return (Progress::Begun(Kind::LBracket), end),
            },
            Kind::If | Kind::For | Kind::While | Kind::Switch => {
                let after = follows(Kind::LParen).then(|| after_bracket(terminals, at + 1, PARENTHESES)).flatten();
                let Some(after) = after else { return (Progress::OpenHead(first.kind), end) };
                (at, head) = (after, Some(first.kind));
            }
            Kind::Else | Kind::Do => (at, head) = (at + 1, Some(first.kind)),
            Kind::Case | Kind::Default => {
                let colon = terminals[at..].iter().position(|it| it.kind == Kind::Colon);
                let Some(colon) = colon else { return (Progress::Label, end) };
                at += colon + 1;
            }
            Kind::Template => {
                let after = follows(Kind::LAngle).then(|| after_bracket(terminals, at + 1, ANGLES)).flatten();
                let Some(after) = after else { return (Progress::Begun(first.kind), end) };
                at = after;
            }
            kind => return (Progress::Begun(kind), at),
        }
    }
    (head.map_or(Progress::Nothing, Progress::Head), end)
}

impl Mender<'_, '_> {
    pub(super) fn progress(&mut self) -> Progress {
        if self.patience == 0 {
            return Progress::Begun(Kind::Semicolon);
        }
        let (progress, seen) = progress(self.statement());
        self.patience = self.patience.saturating_sub(seen);
        progress
    }

    /// Ends the statement or item with all that it lacks.
    pub(super) fn finish_statement(&mut self) {
        while self.frame_kind().is_inline() {
            self.close_bracket();
        }
        self.complete_operand();
        self.complete_conditional();
        match self.progress() {
            Progress::OpenHead(_) => self.complete_head(),
            Progress::Label => return self.end_label(),
            Progress::Begun(Kind::Buffer(_) | Kind::Namespace) if self.classifier.function.body.is_some() => {
                let (open, close) = (self.missing(TokenKind::LBrace), self.missing(TokenKind::RBrace));
                self.open_pending_body(open);
                return self.classifier.close_brace(close);
            }
            Progress::Nothing | Progress::Head(_) | Progress::Begun(_) => {}
        }
        self.end_with_semicolon();
    }

    pub(super) fn end_with_semicolon(&mut self) {
        let semicolon = self.missing(TokenKind::Semicolon);
        self.classifier.semicolon(semicolon);
    }

    /// `case 1` without its colon.
    pub(super) fn end_label(&mut self) {
        self.classifier.frame_mut().label = false;
        self.insert(Kind::Colon);
        self.classifier.statement_start = self.classifier.out.len();
    }
}
