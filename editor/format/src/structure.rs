//! The structure of a text without its meaning: brackets, statements, labels, bodies of control statements, operators.
//!
//! Owns what each item is for the layout (its [`Role`]). Works on any text: what does not fit is a statement like others.
//! Must not know columns and styles.

mod angles;
pub(crate) mod frames;
mod operators;

use crate::items::{Bracket, Item, Kind, Word};
use frames::{
    Braces, Closing, Control, ControlKind, Frame, FrameId, FrameKind, Frames, GroupId, NO_GROUP, Owner, State,
    Statement,
};
use frontend::surface::Directive;

/// The part of an item in the layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Role {
    /// The frame that it is in; that of a bracket is the one around it.
    pub(crate) frame: FrameId,
    /// The frame that it opens or closes; its own if it does neither.
    pub(crate) bracket: FrameId,
    pub(crate) breaks: Break,
    pub(crate) before: Spacing,
    /// White space after it, if that does not depend on what follows.
    pub(crate) after: Spacing,
    /// The level in its frame if it begins a line.
    pub(crate) level: i16,
    /// The innermost group of `#if` around it.
    pub(crate) group: GroupId,
    /// The cost of a break before it; the lowest wins, `u16::MAX` represents none.
    pub(crate) cost: u16,
    /// It stays as it is, with the white space before it.
    pub(crate) kept: bool,
}

/// The condition under which an item begins a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Break {
    /// Never.
    Never,
    /// If it does in the original.
    Author,
    /// Always, unless all of its block is on one line.
    Statement,
    /// As a statement, but it may stay on the line of its label.
    AfterLabel(u32),
    /// As the style has it: an opening brace of a block.
    Open,
    /// As a statement: a closing brace of a block.
    Close,
    /// As the style has it: an `else` after a block.
    Else,
}

/// White space between items on the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// By the kinds of the two items.
    Kinds,
    None,
    One,
    /// If there is some in the original.
    Author,
}

/// The structure of a text.
pub(crate) struct Structure {
    pub(crate) roles: Vec<Role>,
    pub(crate) frames: Vec<Frame>,
    /// The next item of code at or after each item.
    pub(crate) next_code: Vec<u32>,
    /// The groups of `#if`, each after those around it; the first represents none.
    pub(crate) groups: Vec<Conditional>,
}

/// A group of `#if`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditional {
    /// The group around it.
    pub(crate) outer: GroupId,
}

/// Finds the structure.
pub(crate) fn structure(items: &[Item], text: &str) -> Structure {
    let mut walk = Walk {
        items,
        text,
        next_code: next_code(items),
        roles: Vec::with_capacity(items.len()),
        frames: Frames::new(),
        controls: vec![Control { kind: ControlKind::Loop, level: 0, outer: 0 }],
        state: State::default(),
        groups: Vec::new(),
        all_groups: vec![Conditional { outer: NO_GROUP }],
        skipped: 0,
        off: false,
    };
    (0..items.len()).for_each(|at| walk.item(at));
    Structure { roles: walk.roles, frames: walk.frames.0, next_code: walk.next_code, groups: walk.all_groups }
}

fn next_code(items: &[Item]) -> Vec<u32> {
    let mut next = vec![items.len() as u32; items.len() + 1];
    for (at, item) in items.iter().enumerate().rev() {
        next[at] = if item.kind.is_code() { at as u32 } else { next[at + 1] };
    }
    next
}

/// An open conditional group.
struct Group {
    id: GroupId,
    start: State,
    /// The state after the first group that may be compiled.
    first: Option<State>,
    /// The first group is `#if 0`.
    never: bool,
}

struct Walk<'a> {
    items: &'a [Item],
    text: &'a str,
    next_code: Vec<u32>,
    roles: Vec<Role>,
    frames: Frames,
    controls: Vec<Control>,
    state: State,
    groups: Vec<Group>,
    all_groups: Vec<Conditional>,
    /// The number of open groups within an `#if 0`, itself included.
    skipped: u32,
    /// Between the comments that switch the formatter off and on.
    off: bool,
}

impl Walk<'_> {
    fn item(&mut self, at: usize) {
        let item = &self.items[at];
        let kept = self.skipped > 0 || self.off;
        let (cost, operand) = (self.cost_before(at), self.state.operand);
        let role = match item.kind {
            Kind::Directive(directive) => self.directive(at, directive),
            _ if self.skipped > 0 => self.role(Break::Author),
            Kind::LineComment | Kind::BlockComment => self.comment(at),
            Kind::Open(_) | Kind::Close(_) | Kind::Semicolon | Kind::Comma | Kind::Colon => self.mark(at),
            Kind::Word(word) => self.word(at, word),
            kind => self.operator(at, kind, operand),
        };
        let kept = kept && (self.skipped > 0 || self.off);
        // A line end behind a backslash would join two lines.
        let joins = at > 0 && self.items[at - 1].kind == Kind::Odd && self.spelled(at - 1).ends_with('\\');
        let breaks = if joins { Break::Never } else { role.breaks };
        let cost = if breaks == Break::Never { u16::MAX } else { role.cost.min(cost) };
        self.roles.push(Role { kept, cost, breaks, ..role });
    }

    /// The role of an item within a statement.
    fn role(&self, breaks: Break) -> Role {
        let level = self.state.statement.level;
        let frame = self.state.frame;
        let (before, after) = (Spacing::Kinds, Spacing::Kinds);
        let group = self.group();
        Role { frame, bracket: frame, breaks, before, after, level, group, cost: u16::MAX, kept: false }
    }

    /// The innermost open group.
    fn group(&self) -> GroupId {
        self.groups.last().map_or(NO_GROUP, |group| group.id)
    }

    fn kind(&self) -> FrameKind {
        self.frames.get(self.state.frame).kind
    }

    fn kind_at(&self, at: usize) -> Option<Kind> {
        self.items.get(at).map(|item| item.kind)
    }

    /// The next item of code behind this one.
    fn code_after(&self, at: usize) -> Option<Kind> {
        self.kind_at(self.next_code[at + 1] as usize)
    }

    fn spelled(&self, at: usize) -> &str {
        &self.text[self.items[at].start as usize..self.items[at].end as usize]
    }

    fn directive(&mut self, at: usize, directive: Directive) -> Role {
        let role = self.role(Break::Statement);
        if self.skipped > 0 {
            match directive {
                Directive::If => self.skipped += 1,
                Directive::End => self.skipped -= 1,
                Directive::Else => self.skipped -= u32::from(self.skipped == 1),
                Directive::Other => {}
            }
            if self.skipped > 0 {
                return role;
            }
        }
        match directive {
            Directive::If => {
                let never = self.is_never(at);
                self.skipped = u32::from(never);
                let (id, outer) = (self.all_groups.len() as GroupId, self.group());
                self.all_groups.push(Conditional { outer });
                self.groups.push(Group { id, start: self.state, first: None, never });
            }
            Directive::Else => {
                if let Some(group) = self.groups.last_mut() {
                    if !std::mem::take(&mut group.never) {
                        group.first.get_or_insert(self.state);
                    }
                    self.state = group.start;
                }
            }
            Directive::End => {
                let first = self.groups.pop().and_then(|group| group.first);
                self.state = first.unwrap_or(self.state);
            }
            Directive::Other => {}
        }
        role
    }

    /// Returns whether a directive is `#if 0`.
    fn is_never(&self, at: usize) -> bool {
        let condition = self.spelled(at).trim_start_matches(['#', ' ', '\t']).strip_prefix("if");
        condition.and_then(|rest| rest.trim_start().strip_prefix('0')).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with("//") || rest.starts_with("/*")
        })
    }

    fn comment(&mut self, at: usize) -> Role {
        let text = self.spelled(at).trim_start_matches(['/', '*', ' ', '\t']);
        if let Some(order) = text.strip_prefix("clang-format ").or(text.strip_prefix("fmt: ")) {
            match order.trim_end_matches(['*', '/', ' ']) {
                "off" => self.off = true,
                "on" => self.off = false,
                _ => {}
            }
        }
        let next = self.next_code[at] as usize;
        let level = match self.items.get(next) {
            Some(code) => self.level_before(next, code.kind),
            None => 0,
        };
        Role { level, ..self.role(Break::Author) }
    }

    /// The level of a line that begins with an item, or with a comment before it.
    fn level_before(&self, at: usize, kind: Kind) -> i16 {
        let statement = self.state.statement;
        if !self.kind().has_statements() {
            return 0;
        }
        if statement.begun {
            return statement.level + i16::from(self.continues(at, kind));
        }
        let control = self.controls[self.state.control as usize];
        let own = if self.state.control == 0 { 0 } else { control.level + 1 };
        match kind {
            Kind::Open(Bracket::Brace) if self.state.label.is_some() => own - 1,
            Kind::Open(Bracket::Brace) if self.state.control != 0 => control.level,
            _ if self.shares_line(at) => control.level,
            Kind::Word(Word::Else) => own,
            Kind::Word(Word::Case | Word::Default | Word::Access) if self.is_label(at) => own - 1,
            _ => own,
        }
    }

    /// Returns whether an item begins a control statement on the line of the one whose body it is.
    fn shares_line(&self, at: usize) -> bool {
        self.state.control != 0
            && self.items[at].newlines == 0
            && matches!(self.items[at].kind, Kind::Word(Word::If | Word::For | Word::While | Word::Do | Word::Switch))
    }

    fn is_label(&self, at: usize) -> bool {
        self.kind_at(at) == Some(Kind::Word(Word::Case)) || self.code_after(at) == Some(Kind::Colon)
    }

    /// Returns whether a line that begins with an item within a statement continues an expression. Two words in a row
    /// do not: there a declaration is written on several lines, or a macro takes the place of a statement.
    fn continues(&self, at: usize, kind: Kind) -> bool {
        match kind {
            Kind::Word(_) | Kind::Number => !self.state.operand,
            Kind::Open(Bracket::Brace) => false,
            Kind::Open(Bracket::Square) => {
                let before = self.items[..at].iter().rev().find(|item| item.kind.is_code());
                !before.is_some_and(|item| matches!(item.kind, Kind::Close(_)))
            }
            _ => true,
        }
    }

    /// Begins a statement with an item if none has begun. Returns the item's role.
    fn begin(&mut self, at: usize) -> Role {
        let kind = self.items[at].kind;
        let level = self.level_before(at, kind);
        if self.state.statement.begun || !self.kind().has_statements() {
            return Role { level, ..self.role(Break::Author) };
        }
        let breaks = match self.state.label.take() {
            Some(line) => Break::AfterLabel(line),
            None if self.state.control != 0 => Break::Author,
            None => Break::Statement,
        };
        let cost = if self.state.control == 0 || self.shares_line(at) { u16::MAX } else { 0 };
        self.state.statement = Statement { begun: true, level, ..Statement::default() };
        Role { cost, ..self.role(breaks) }
    }

    /// Ends a statement, and with it the control statements whose body it is.
    fn end(&mut self, at: usize) {
        self.state.statement = Statement::default();
        self.state.operand = false;
        while self.state.control != 0 {
            let control = self.controls[self.state.control as usize];
            self.state.control = control.outer;
            match control.kind {
                ControlKind::If if self.code_after(at) == Some(Kind::Word(Word::Else)) => return,
                ControlKind::Do => return self.state.done = true,
                ControlKind::If | ControlKind::Else(_) | ControlKind::Loop | ControlKind::Switch => {}
            }
        }
    }

    fn push_control(&mut self, kind: ControlKind, level: i16) {
        self.controls.push(Control { kind, level, outer: self.state.control });
        self.state.control = (self.controls.len() - 1) as u32;
        self.state.statement = Statement::default();
        self.state.operand = false;
    }

    fn word(&mut self, at: usize, word: Word) -> Role {
        let in_statements = self.kind().has_statements();
        if in_statements && word == Word::Else {
            return self.otherwise(at);
        }
        if in_statements && word == Word::If && !self.state.statement.begun {
            self.join_else(at);
        }
        let done = self.state.done;
        let mut role = self.begin(at);
        if word == Word::Operator {
            role.after = Spacing::Author;
        }
        let first = matches!(role.breaks, Break::Statement | Break::AfterLabel(_));
        if std::mem::take(&mut self.state.done) && word == Word::While && done {
            role.breaks = Break::Author;
        } else if in_statements {
            self.keyword(at, word, first);
        }
        self.state.operand =
            !matches!(word, Word::Return | Word::Case | Word::Passing | Word::Operator | Word::Else | Word::Do);
        role
    }

    /// Takes a keyword of a statement.
    fn keyword(&mut self, at: usize, word: Word, first: bool) {
        let is_called = self.code_after(at) == Some(Kind::Open(Bracket::Paren));
        let is_label = first && self.is_label(at);
        let level = self.state.statement.level;
        let statement = &mut self.state.statement;
        match word {
            Word::If if is_called => statement.header = Some(ControlKind::If),
            Word::For | Word::While if is_called => statement.header = Some(ControlKind::Loop),
            Word::Switch if is_called => statement.header = Some(ControlKind::Switch),
            Word::Do => self.push_control(ControlKind::Do, level),
            Word::Case | Word::Default | Word::Access if is_label => statement.label = true,
            Word::Return => statement.braces = Braces::Value,
            Word::Struct => statement.braces = Braces::Struct,
            Word::Enum => statement.braces = Braces::Enum,
            Word::Namespace => statement.braces = Braces::Namespace,
            Word::Buffer => statement.braces = Braces::Buffer,
            _ => {}
        }
    }

    fn otherwise(&mut self, at: usize) -> Role {
        let role = self.begin(at);
        let after_block = at > 0 && self.items[at - 1].kind == Kind::Close(Bracket::Brace);
        self.push_control(ControlKind::Else(self.items[at].line), role.level);
        let breaks = if after_block { Break::Else } else { Break::Statement };
        Role { breaks, cost: u16::MAX, ..role }
    }

    /// Lets an `if` on the line of its `else` take its place.
    fn join_else(&mut self, at: usize) {
        let control = self.controls[self.state.control as usize];
        if control.kind == ControlKind::Else(self.items[at].line) && self.state.control != 0 {
            self.state.control = control.outer;
            let level = control.level;
            self.state.statement = Statement { begun: true, level, ..Statement::default() };
        }
    }

    /// Takes brackets and punctuation.
    fn mark(&mut self, at: usize) -> Role {
        match self.items[at].kind {
            Kind::Open(Bracket::Brace) => self.open_brace(at),
            Kind::Open(Bracket::Paren) => self.open(at, FrameKind::Paren),
            Kind::Open(_) => self.open(at, FrameKind::Square),
            Kind::Close(Bracket::Brace) => self.close_brace(at),
            Kind::Close(Bracket::Paren) => self.close(at, Closing::Paren),
            Kind::Close(_) => self.close(at, Closing::Square),
            Kind::Semicolon => self.semicolon(at),
            Kind::Comma => {
                let role = self.begin(at);
                self.state.operand = false;
                if self.state.statement.braces == Braces::Value {
                    self.state.statement.braces = Braces::Function;
                }
                role
            }
            _ => self.colon(at),
        }
    }

    fn open(&mut self, at: usize, kind: FrameKind) -> Role {
        let role = self.begin(at);
        let mut resumed = self.state;
        resumed.operand = true;
        let id = self.frames.open(kind, at, resumed, self.group());
        self.state = State { frame: id, ..State::default() };
        Role { bracket: id, ..role }
    }

    fn open_brace(&mut self, at: usize) -> Role {
        let before_control = self.state.control;
        let is_body = !self.state.statement.begun && self.kind().has_statements();
        let after_label = self.state.label.is_some();
        let mut role = self.begin(at);
        let kind = if !self.kind().has_statements() {
            FrameKind::List
        } else if is_body && self.controls[before_control as usize].kind == ControlKind::Switch {
            FrameKind::Switch
        } else if is_body {
            FrameKind::Body(Owner::Statement)
        } else {
            match self.state.statement.braces {
                Braces::Function => FrameKind::Body(Owner::Function),
                Braces::Struct | Braces::Buffer => FrameKind::Body(Owner::Type),
                Braces::Enum => FrameKind::Enum,
                Braces::Namespace => FrameKind::Namespace,
                Braces::Value => FrameKind::List,
            }
        };
        if kind.is_block() && (!is_body || before_control != 0) {
            role.breaks = Break::Open;
            role.cost = u16::MAX;
            role.level = self.state.statement.level;
        } else if is_body && after_label {
            role.breaks = Break::Open;
        }
        let mut resumed = self.state;
        resumed.operand = true;
        let id = self.frames.open(kind, at, resumed, self.group());
        self.state = State { frame: id, ..State::default() };
        Role { bracket: id, ..role }
    }

    fn close_brace(&mut self, at: usize) -> Role {
        let Some(id) = self.frames.closed_by(Closing::Brace, self.state.frame) else {
            let role = self.begin(at);
            self.end(at);
            return role;
        };
        let frame = &mut self.frames.0[id as usize];
        frame.closer = at;
        let kind = frame.kind;
        self.state = frame.resumed;
        let breaks = if kind.is_block() { Break::Close } else { Break::Author };
        let role = Role { bracket: id, ..self.role(breaks) };
        let continues = match kind {
            FrameKind::List | FrameKind::Enum => true,
            FrameKind::Body(Owner::Type) => self.state.statement.braces != Braces::Buffer,
            _ => false,
        };
        if continues {
            self.state.statement.braces = Braces::Function;
        } else {
            self.end(at);
        }
        role
    }

    fn close(&mut self, at: usize, closing: Closing) -> Role {
        let Some(id) = self.frames.closed_by(closing, self.state.frame) else {
            let role = self.begin(at);
            self.state.operand = true;
            return role;
        };
        let frame = &mut self.frames.0[id as usize];
        frame.closer = at;
        self.state = frame.resumed;
        let mut role = Role { bracket: id, ..self.role(Break::Author) };
        if closing == Closing::Paren
            && let Some(kind) = self.state.statement.header
        {
            role.after = Spacing::One;
            self.push_control(kind, self.state.statement.level);
        }
        role
    }

    fn semicolon(&mut self, at: usize) -> Role {
        if !self.kind().has_statements() {
            self.state.operand = false;
            return self.role(Break::Never);
        }
        let after_brace = at > 0 && self.items[at - 1].kind == Kind::Close(Bracket::Brace);
        if !self.state.statement.begun && self.state.control == 0 && after_brace {
            return self.role(Break::Never);
        }
        let role = Role { breaks: Break::Never, ..self.begin(at) };
        self.end(at);
        role
    }

    fn colon(&mut self, at: usize) -> Role {
        let statement = &mut self.state.statement;
        if statement.questions > 0 {
            statement.questions -= 1;
        } else if statement.label {
            let role = Role { before: Spacing::None, after: Spacing::One, ..self.role(Break::Author) };
            self.state.statement = Statement::default();
            self.state.operand = false;
            self.state.label = Some(self.items[at].line);
            return role;
        }
        let role = self.begin(at);
        self.state.operand = false;
        role
    }
}
