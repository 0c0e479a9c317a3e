//! Operators and operands: which have one operand and which have two, and what a break before an item costs.
//!
//! Owns the joined `>` of shifts and comparisons. Must not know statements.

use super::frames::{Braces, FrameKind, State};
use super::{Break, Role, Spacing, Walk, angles};
use crate::items::{Bracket, Item, Kind, Word};

/// The cost of a level of brackets, above those of all operators.
const DEEPER: u16 = 10;

impl Walk<'_> {
    /// Takes what is neither a word nor a bracket nor punctuation.
    pub(super) fn operator(&mut self, at: usize, kind: Kind, operand: bool) -> Role {
        let glued = self.is_glued(at);
        let named = at > 0 && self.items[at - 1].kind == Kind::Word(Word::Operator);
        if kind == Kind::Less && !named && angles::opens(self.items, at) {
            let role = self.begin(at);
            let state = State { operand: true, ..self.state };
            let id = self.frames.open(FrameKind::Angle, at, state, self.group());
            self.state = State { frame: id, ..State::default() };
            return Role { bracket: id, ..role };
        }
        if kind == Kind::Greater && self.kind() == FrameKind::Angle {
            return self.close_angle(at, glued);
        }
        let mut role = self.begin(at);
        self.state.operand = matches!(kind, Kind::Number | Kind::Text);
        match kind {
            Kind::Question => self.state.statement.questions += 1,
            Kind::Assign if self.kind().has_statements() => self.state.statement.braces = Braces::Value,
            Kind::Prefix => role.after = Spacing::None,
            Kind::Step if operand => {
                role.before = Spacing::None;
                self.state.operand = true;
            }
            Kind::Step => role.after = Spacing::None,
            Kind::Either(_) if !operand => role.after = Spacing::None,
            Kind::Either(_) if self.is_lopsided(at) => (role.before, role.after) = (Spacing::Author, Spacing::Author),
            Kind::Hash | Kind::Odd => (role.before, role.after) = (Spacing::Author, Spacing::Author),
            _ => {}
        }
        if kind == Kind::Hash {
            role.breaks = Break::Never;
        }
        if named {
            role.after = Spacing::None;
        }
        if glued {
            (role.before, role.breaks) = (Spacing::Author, Break::Never);
        }
        role
    }

    fn close_angle(&mut self, at: usize, glued: bool) -> Role {
        let id = self.state.frame;
        let frame = &mut self.frames.0[id as usize];
        frame.closer = at;
        self.state = frame.resumed;
        let mut role = Role { bracket: id, ..self.role(Break::Author) };
        if glued {
            (role.before, role.breaks) = (Spacing::Author, Break::Never);
        }
        role
    }

    /// Returns whether the item and a `>` before it are or could become one operator.
    fn is_glued(&self, at: usize) -> bool {
        let after = at > 0 && self.items[at - 1].kind == Kind::Greater;
        after && (self.spelled(at).starts_with(['>', '=']))
    }

    /// Returns whether an operator has white space on one side alone: it may be part of a type.
    fn is_lopsided(&self, at: usize) -> bool {
        let after = self.items.get(at + 1).is_some_and(|next| next.gap);
        self.items[at].gap != after
    }

    /// The cost of a break before an item; those in brackets cost more.
    pub(super) fn cost_before(&self, at: usize) -> u16 {
        let item = &self.items[at];
        let before = self.items[..at].last();
        let Some(rank) = before.and_then(|before| rank(before, item, self.state.operand)) else { return u16::MAX };
        self.frames.get(self.state.frame).depth.saturating_mul(DEEPER).saturating_add(rank)
    }
}

/// The rank of a break between two items; `None` for no break.
fn rank(before: &Item, item: &Item, operand: bool) -> Option<u16> {
    match (before.kind, item.kind) {
        (_, Kind::Close(_) | Kind::Comma | Kind::Semicolon | Kind::Assign) => None,
        (Kind::Comma | Kind::Semicolon, _) => Some(0),
        (Kind::Assign, _) => Some(DEEPER + 2),
        (Kind::Open(Bracket::Paren), _) => Some(DEEPER - 1),
        (Kind::Open(Bracket::Brace), _) => Some(1),
        (_, Kind::Question | Kind::Colon) => Some(1),
        (_, Kind::Either(precedence)) if operand => Some(of_operator(precedence)),
        (_, Kind::Binary(precedence)) => Some(of_operator(precedence)),
        _ => None,
    }
}

fn of_operator(precedence: u8) -> u16 {
    match precedence {
        0..=2 => u16::from(precedence),
        3..=7 => 3,
        8 | 9 => 4,
        _ => 6,
    }
}
