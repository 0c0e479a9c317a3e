//! Open brackets, and the control statements whose bodies are still to come, as lists that share their tails.
//!
//! A state is a few numbers, so that each group of an `#if` can begin with that of the first one. Knows no tokens.

/// The number of a frame.
pub(crate) type FrameId = u32;

/// The frame of the whole text.
pub(crate) const TOP: FrameId = 0;

/// The number of a group of `#if`.
pub(crate) type GroupId = u32;

/// What is in no group.
pub(crate) const NO_GROUP: GroupId = 0;

/// The construct whose bracket is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    /// The whole text.
    Top,
    /// Statements or members in braces.
    Body(Owner),
    /// Statements and labels of a `switch`.
    Switch,
    Namespace,
    /// The names of an enumeration.
    Enum,
    /// Values in braces.
    List,
    Paren,
    Square,
    /// Template arguments.
    Angle,
}

/// The owner of a body in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Function,
    Type,
    Statement,
}

impl FrameKind {
    /// Returns whether it consists of statements or declarations.
    pub(crate) fn has_statements(self) -> bool {
        matches!(self, FrameKind::Top | FrameKind::Body(_) | FrameKind::Switch | FrameKind::Namespace)
    }

    /// Returns whether its braces are where the style says.
    pub(crate) fn is_block(self) -> bool {
        self == FrameKind::Enum || (self.has_statements() && self != FrameKind::Top)
    }

    pub(super) fn is_braced(self) -> bool {
        self.is_block() || self == FrameKind::List
    }
}

/// A bracket.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) kind: FrameKind,
    /// The frame around it.
    pub(crate) outer: FrameId,
    /// The items of the brackets; those of the whole text are beyond it.
    pub(crate) opener: usize,
    pub(crate) closer: usize,
    pub(crate) depth: u16,
    /// The level, in the frame around it, of the statement that it is in.
    pub(crate) level: i16,
    /// The state when it closes.
    pub(super) resumed: State,
    /// The group of `#if` that it opens in.
    pub(crate) group: GroupId,
    /// The innermost frames in braces, parentheses and square brackets, itself included.
    nearest: [FrameId; 3],
}

/// The kinds of closing brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    Brace,
    Paren,
    Square,
}

/// All frames of a text.
pub(super) struct Frames(pub(super) Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Self {
        let top = Frame {
            kind: FrameKind::Top,
            outer: TOP,
            opener: usize::MAX,
            closer: usize::MAX,
            depth: 0,
            level: 0,
            resumed: State::default(),
            group: NO_GROUP,
            nearest: [TOP; 3],
        };
        Frames(vec![top])
    }

    pub(super) fn get(&self, id: FrameId) -> &Frame {
        &self.0[id as usize]
    }

    /// Opens a frame in a state and a group.
    pub(super) fn open(&mut self, kind: FrameKind, opener: usize, state: State, group: GroupId) -> FrameId {
        let id = self.0.len() as FrameId;
        let outer = self.get(state.frame);
        let mut nearest = outer.nearest;
        let own = match kind {
            FrameKind::Paren => Some(Closing::Paren),
            FrameKind::Square => Some(Closing::Square),
            _ if kind.is_braced() => Some(Closing::Brace),
            _ => None,
        };
        own.into_iter().for_each(|own| nearest[own as usize] = id);
        let depth = outer.depth.saturating_add(1);
        let level = state.statement.level;
        let (outer, resumed) = (state.frame, state);
        self.0.push(Frame { kind, outer, opener, closer: opener, depth, level, resumed, group, nearest });
        id
    }

    /// The frame that a bracket closes from within another: those of other kinds that it leaves open count as closed, but
    /// a brace is closed by a brace alone.
    pub(super) fn closed_by(&self, closing: Closing, from: FrameId) -> Option<FrameId> {
        let nearest = self.get(from).nearest;
        let found = nearest[closing as usize];
        let brace = nearest[Closing::Brace as usize];
        (found != TOP && found >= brace).then_some(found)
    }
}

/// The number of a control statement; 0 for none.
pub(super) type ControlId = u32;

/// A control statement whose body is still to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Control {
    pub(super) kind: ControlKind,
    pub(super) level: i16,
    /// The one whose body it is.
    pub(super) outer: ControlId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ControlKind {
    If,
    /// With the line of the word.
    Else(u32),
    Loop,
    Do,
    Switch,
}

/// The state between two items.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) frame: FrameId,
    pub(super) control: ControlId,
    pub(super) statement: Statement,
    /// What precedes is an operand.
    pub(super) operand: bool,
    /// A `do` has its body and waits for its `while`.
    pub(super) done: bool,
    /// The line of the label that has just ended.
    pub(super) label: Option<u32>,
}

/// A statement that has begun, or not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Statement {
    pub(super) begun: bool,
    pub(super) level: i16,
    /// What a brace in it would contain.
    pub(super) braces: Braces,
    /// It is a label up to its `:`.
    pub(super) label: bool,
    /// The control statement whose condition is still to come.
    pub(super) header: Option<ControlKind>,
    /// The `?` without `:` yet.
    pub(super) questions: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Braces {
    #[default]
    Function,
    Struct,
    Buffer,
    Enum,
    Namespace,
    Value,
}
