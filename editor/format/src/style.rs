//! The style of a text: what most of it has, where the options leave that open.
//!
//! What is found in a formatted text is the style that it was formatted with. Must not know how lines are made.

use crate::items::{Bracket, Item, Kind, Word};
use crate::options::{Braces, Directives, Indent, Options};
use crate::structure::frames::{Frame, FrameKind, Owner};
use crate::structure::{Break, Structure};

/// The decisions for a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The limit of columns; none is the greatest number.
    pub(crate) width: u32,
    pub(crate) indent: Indent,
    /// The columns of a level in the original.
    pub(crate) original_unit: u32,
    /// Opening braces are on lines of their own.
    pub(crate) functions: bool,
    pub(crate) types: bool,
    pub(crate) statements: bool,
    /// An `else` after a block begins a line.
    pub(crate) otherwise: bool,
    pub(crate) namespaces: bool,
    pub(crate) cases: bool,
    /// Spaces before the parentheses of statements, and within all.
    pub(crate) statement_space: bool,
    pub(crate) paren_spaces: bool,
    pub(crate) directives: Directives,
}

impl Style {
    /// Returns whether the opening brace of a block begins a line.
    pub(crate) fn opens_line(&self, kind: FrameKind) -> bool {
        match kind {
            FrameKind::Body(Owner::Function) => self.functions,
            FrameKind::Body(Owner::Type) | FrameKind::Namespace | FrameKind::Enum => self.types,
            _ => self.statements,
        }
    }
}

/// Votes for and against.
#[derive(Clone, Copy, Default)]
struct Votes {
    yes: u32,
    no: u32,
}

impl Votes {
    fn add(&mut self, yes: bool) {
        *(if yes { &mut self.yes } else { &mut self.no }) += 1;
    }

    fn decide(self, open: bool) -> bool {
        if self.yes == self.no { open } else { self.yes > self.no }
    }
}

/// Indentations that were found.
#[derive(Default)]
struct Levels {
    tabs: Votes,
    /// The counts of levels by their columns.
    units: [u32; Options::MAX_INDENT as usize + 1],
}

impl Levels {
    fn add(&mut self, level: u32, tab: bool) {
        if (1..=Options::MAX_INDENT).contains(&level) {
            self.tabs.add(tab);
            self.units[level as usize] += 1;
        }
    }

    fn add_all(&mut self, others: &Levels) {
        self.tabs.yes += others.tabs.yes;
        self.tabs.no += others.tabs.no;
        self.units.iter_mut().zip(others.units).for_each(|(own, other)| *own += other);
    }

    fn indent(&self) -> Indent {
        let most = self.units.iter().copied().max().unwrap_or(0);
        let common = self.units.iter().position(|count| *count == most && most > 0);
        match self.tabs.decide(false) {
            true => Indent::Tab,
            false => Indent::Spaces(common.map_or(4, |unit| unit as u32)),
        }
    }
}

#[derive(Default)]
struct Ballot {
    all: Votes,
    functions: Votes,
    types: Votes,
    statements: Votes,
    otherwise: Votes,
    namespaces: Votes,
    cases: Votes,
    statement_space: Votes,
    paren_spaces: Votes,
    levels: Levels,
    /// The counts of levels within namespaces, which count if these are indented.
    in_namespaces: Levels,
}

/// Decides the style of a text.
pub(crate) fn decide(items: &[Item], structure: &Structure, text: &str, options: &Options) -> Style {
    let mut ballot = Ballot::default();
    structure.frames.iter().skip(1).for_each(|frame| ballot.frame(frame, items, structure, text));
    for at in (1..items.len()).filter(|at| !structure.roles[*at].kept) {
        ballot.pair(&items[at - 1], &items[at]);
    }
    let namespaces = options.namespaces.unwrap_or(ballot.namespaces.decide(true));
    if ballot.namespaces.decide(true) {
        ballot.levels.add_all(&ballot.in_namespaces);
    }
    let found = ballot.levels.indent();
    let all = ballot.all.decide(false);
    let statements = ballot.statements.decide(all);
    let mut style = Style {
        width: width(items, structure, options.width),
        indent: options.indent.unwrap_or(found),
        original_unit: found.unit(),
        functions: ballot.functions.decide(all),
        types: ballot.types.decide(all),
        statements,
        otherwise: ballot.otherwise.decide(statements),
        namespaces,
        cases: options.cases.unwrap_or(ballot.cases.decide(true)),
        statement_space: options.statement_space.unwrap_or(ballot.statement_space.decide(true)),
        paren_spaces: options.paren_spaces.unwrap_or(ballot.paren_spaces.decide(false)),
        directives: options.directives,
    };
    if let Some(braces) = options.braces {
        let next = braces == Braces::NextLine;
        (style.types, style.statements, style.otherwise) = (next, next, next);
        style.functions = braces != Braces::SameLine;
    }
    style
}

/// The number of long lines from which on an author has no limit.
const MANY_LONG_LINES: usize = 3;
/// The columns of a long line without its white space, which formatting changes.
const LONG: u32 = Options::USUAL_WIDTH / 6 * 5;

/// The limit of columns.
fn width(items: &[Item], structure: &Structure, given: Option<u32>) -> u32 {
    match given {
        Some(0) => return u32::MAX,
        Some(width) => return width,
        None => {}
    }
    let (mut long, mut columns) = (0, 0);
    for (item, role) in items.iter().zip(&structure.roles) {
        let begins = match role.breaks {
            Break::Never => false,
            Break::Author => item.newlines > 0,
            Break::Statement | Break::AfterLabel(_) | Break::Open | Break::Close | Break::Else => true,
        };
        if begins {
            columns = 0;
        }
        if item.kind.is_code() && !item.is_long {
            let before = columns;
            columns += item.width;
            long += usize::from(before <= LONG && columns > LONG);
        }
    }
    if long >= MANY_LONG_LINES { u32::MAX } else { Options::USUAL_WIDTH }
}

impl Ballot {
    /// Takes two items in a row.
    fn pair(&mut self, before: &Item, item: &Item) {
        match (before.kind, item.kind) {
            (Kind::Close(Bracket::Brace), Kind::Word(Word::Else)) => self.otherwise.add(item.newlines > 0),
            (Kind::Word(Word::If | Word::For | Word::While | Word::Switch), Kind::Open(Bracket::Paren)) => {
                self.statement_space.add(item.gap);
            }
            (Kind::Open(Bracket::Paren), Kind::Word(_) | Kind::Open(_)) if item.newlines == 0 => {
                self.paren_spaces.add(item.gap);
            }
            _ => {}
        }
    }

    /// Takes a bracket.
    fn frame(&mut self, frame: &Frame, items: &[Item], structure: &Structure, text: &str) {
        let (opener, closer) = (frame.opener, frame.closer);
        if structure.roles[opener].kept || closer == opener || items[opener].line == items[closer].line {
            return;
        }
        if frame.kind.is_block() && closer != opener + 1 {
            self.braces(frame, items, structure);
        }
        let first = items.get(opener + 1).filter(|first| first.newlines > 0 && first.kind.is_code());
        let Some(first) = first.filter(|first| first.start < items[closer].start) else { return };
        // The line of the closing bracket is on the level of what the brackets belong to.
        if items[closer].newlines == 0 {
            return;
        }
        let level = first.column.saturating_sub(items[closer].column);
        let tab = text.as_bytes()[..first.start as usize].last() == Some(&b'\t');
        let is_label = matches!(first.kind, Kind::Word(Word::Case | Word::Default | Word::Access));
        match frame.kind {
            FrameKind::Namespace => {
                self.namespaces.add(level > 0);
                return self.in_namespaces.add(level, tab);
            }
            FrameKind::Switch if is_label => self.cases.add(level > 0),
            _ if is_label || frame.kind == FrameKind::Switch => return,
            _ => {}
        }
        self.levels.add(level, tab);
    }

    /// Takes the place of an opening brace.
    fn braces(&mut self, frame: &Frame, items: &[Item], structure: &Structure) {
        let opener = frame.opener;
        let role = &structure.roles[opener];
        let next_line = items[opener].newlines > 0;
        let after_code = opener > 0 && items[opener - 1].kind.is_code();
        if role.breaks == Break::Open && after_code {
            self.all.add(next_line);
            match frame.kind {
                FrameKind::Body(Owner::Function) => self.functions.add(next_line),
                FrameKind::Body(Owner::Type) | FrameKind::Namespace | FrameKind::Enum => self.types.add(next_line),
                _ => self.statements.add(next_line),
            }
        }
    }
}
