//! White space between two items on one line, by their kinds and roles.
//!
//! Knows no columns. A space that keeps two tokens apart is never left out.

use crate::items::{Bracket, Item, Kind, Word};
use crate::structure::frames::{Frame, FrameKind};
use crate::structure::{Role, Spacing, Structure};
use crate::style::Style;

/// Returns for each item whether a space precedes it.
pub(crate) fn spaces(items: &[Item], structure: &Structure, style: &Style, text: &str) -> Vec<bool> {
    let all = Spaces { items, roles: &structure.roles, frames: &structure.frames, style, text: text.as_bytes() };
    (0..items.len()).map(|at| at > 0 && all.before(at)).collect()
}

struct Spaces<'a> {
    items: &'a [Item],
    roles: &'a [Role],
    frames: &'a [Frame],
    style: &'a Style,
    text: &'a [u8],
}

impl Spaces<'_> {
    fn before(&self, at: usize) -> bool {
        let (left, right) = (&self.roles[at - 1], &self.roles[at]);
        let item = &self.items[at];
        if item.kind == Kind::LineComment {
            return true;
        }
        let wanted = match (left.after, right.before) {
            (Spacing::Kinds, Spacing::Kinds) => self.by_kinds(at),
            (Spacing::Kinds, own) | (own, _) => match own {
                Spacing::None => false,
                Spacing::One => true,
                Spacing::Kinds | Spacing::Author => item.gap,
            },
        };
        wanted || (item.gap && self.could_merge(at))
    }

    /// Returns whether two items could become another token without a space.
    fn could_merge(&self, at: usize) -> bool {
        let last = self.text[self.items[at - 1].end as usize - 1];
        let first = self.text[self.items[at].start as usize];
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
        let is_mark = |byte: u8| b"+-&|<>=*/%^!:#.\\".contains(&byte);
        match (is_name(last), is_name(first)) {
            (true, true) => true,
            (true, false) => first == b'.' && self.items[at - 1].kind == Kind::Number,
            (false, true) => last == b'.' && self.items[at].kind == Kind::Number,
            (false, false) => is_mark(last) && is_mark(first),
        }
    }

    fn by_kinds(&self, at: usize) -> bool {
        let (left, right) = (self.items[at - 1].kind, self.items[at].kind);
        let gap = self.items[at].gap;
        match (left, right) {
            (Kind::Open(Bracket::Brace), _) => self.in_braces(at - 1, self.roles[at - 1].bracket),
            (_, Kind::Close(Bracket::Brace)) => self.in_braces(at - 1, self.roles[at].bracket),
            (Kind::BlockComment, _) | (_, Kind::BlockComment) => gap,
            (Kind::Open(Bracket::Paren), Kind::Close(_)) => false,
            (Kind::Open(Bracket::Paren), _) | (_, Kind::Close(Bracket::Paren)) => self.style.paren_spaces,
            (Kind::Open(_), _) | (_, Kind::Close(_)) => false,
            (_, Kind::Semicolon | Kind::Comma) => false,
            (Kind::Semicolon | Kind::Comma, _) => true,
            (_, Kind::Dot) | (Kind::Dot | Kind::Scope, _) => false,
            (Kind::Word(Word::Return | Word::Case), Kind::Scope) => true,
            (Kind::Word(_), Kind::Scope) => gap,
            _ if self.is_angle(at) || self.is_angle(at - 1) => self.beside_angle(at),
            (Kind::Word(Word::If | Word::For | Word::While | Word::Switch), Kind::Open(Bracket::Paren)) => {
                self.style.statement_space
            }
            (Kind::Word(word), Kind::Open(Bracket::Paren)) => word_takes_space(word),
            (_, Kind::Open(Bracket::Paren)) => self.before_paren(at),
            // Attributes of a struct.
            (Kind::Word(Word::Struct), Kind::Open(Bracket::Square)) => true,
            (Kind::Word(word), Kind::Open(Bracket::Square)) => word_takes_space(word),
            (Kind::Close(_), Kind::Open(Bracket::Square)) => gap && self.ends_attribute(at - 1),
            (_, Kind::Open(Bracket::Brace)) => self.before_brace(at),
            (Kind::Close(Bracket::Paren), Kind::Word(_) | Kind::Number | Kind::Text | Kind::Prefix | Kind::Step) => gap,
            (_, Kind::Odd | Kind::Hash) | (Kind::Odd | Kind::Hash, _) => gap,
            _ => true,
        }
    }

    /// Returns whether there is a space within braces beside one of them.
    fn in_braces(&self, opener_or_before: usize, id: u32) -> bool {
        let frame = &self.frames[id as usize];
        if !frame.kind.is_block() && frame.kind != FrameKind::List {
            return self.items[opener_or_before + 1].gap;
        }
        if frame.opener == opener_or_before && frame.closer == opener_or_before + 1 {
            return false;
        }
        // As behind the opening brace, unless a line ends there.
        let first = self.items.get(frame.opener + 1).filter(|first| first.newlines == 0);
        frame.kind.is_block() || first.unwrap_or(&self.items[opener_or_before + 1]).gap
    }

    /// Returns whether an item is a bracket of template arguments.
    fn is_angle(&self, at: usize) -> bool {
        matches!(self.items[at].kind, Kind::Less | Kind::Greater)
            && self.roles[at].bracket != self.roles[at].frame
            && self.frames[self.roles[at].bracket as usize].kind == FrameKind::Angle
    }

    fn beside_angle(&self, at: usize) -> bool {
        let (left, right) = (self.items[at - 1].kind, self.items[at].kind);
        match (left, right) {
            (Kind::Word(Word::Template), Kind::Less) => self.items[at].gap,
            (_, Kind::Less | Kind::Greater) if self.is_angle(at) => false,
            (Kind::Less, _) => false,
            (_, Kind::Open(Bracket::Paren | Bracket::Square)) => false,
            (_, Kind::Scope) => false,
            _ => true,
        }
    }

    fn before_paren(&self, at: usize) -> bool {
        match self.items[at - 1].kind {
            Kind::Close(Bracket::Square) => self.ends_attribute(at - 1),
            Kind::Close(_) => self.items[at].gap,
            _ => true,
        }
    }

    /// Returns whether a `]` ends an attribute: it began the statement.
    fn ends_attribute(&self, at: usize) -> bool {
        let opener = self.frames[self.roles[at].bracket as usize].opener;
        let before = self.items.get(opener.wrapping_sub(1)).map(|item| item.kind);
        !matches!(before, Some(Kind::Word(_) | Kind::Close(_) | Kind::Number))
    }

    fn before_brace(&self, at: usize) -> bool {
        let list = self.frames[self.roles[at].bracket as usize].kind == FrameKind::List;
        match self.items[at - 1].kind {
            Kind::Word(word) if list && !word_takes_space(word) => self.items[at].gap,
            Kind::Close(_) if list => self.items[at].gap,
            _ => true,
        }
    }
}

/// Returns whether a bracket after a word stands apart from it.
fn word_takes_space(word: Word) -> bool {
    match word {
        Word::If
        | Word::Else
        | Word::For
        | Word::While
        | Word::Do
        | Word::Switch
        | Word::Case
        | Word::Return
        | Word::Passing => true,
        Word::Default
        | Word::Access
        | Word::Template
        | Word::Operator
        | Word::Struct
        | Word::Enum
        | Word::Namespace
        | Word::Buffer
        | Word::Generic
        | Word::Type
        | Word::Name => false,
    }
}
