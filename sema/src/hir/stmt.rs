//! Statements: structured, as in the source.

use super::expr::{ConstantId, ExprId};
use super::{GlobalId, LocalId};
use base::ids::Id;
use base::source::Span;

/// Identifies a [`Stmt`] of a [`super::Body`].
pub type StmtId = Id<Stmt>;

/// Statements in order.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<StmtId>,
    /// From brace to brace; [`Span::NONE`] for statements without braces of their own.
    pub span: Span,
}

impl Block {
    /// No statements, without braces.
    pub const fn new() -> Self {
        Block { stmts: Vec::new(), span: Span::NONE }
    }

    /// The statements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, StmtId> {
        self.stmts.iter()
    }
}

impl Default for Block {
    fn default() -> Self {
        Self::new()
    }
}

impl From<Vec<StmtId>> for Block {
    fn from(stmts: Vec<StmtId>) -> Self {
        Block { stmts, span: Span::NONE }
    }
}

impl<'a> IntoIterator for &'a Block {
    type Item = &'a StmtId;
    type IntoIter = std::slice::Iter<'a, StmtId>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its source range.
    pub span: Span,
    /// The form of the statement.
    pub kind: StmtKind,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Declares a local variable.
    Let {
        /// The variable.
        local: LocalId,
        /// Its value, of the variable's type.
        init: Option<ExprId>,
    },
    /// A `static` local: initialised on the first visit.
    StaticInit {
        /// The variable, a [`super::GlobalKind::Static`] global without initialiser.
        global: GlobalId,
        /// A `bool` global that is false until the first visit.
        guard: GlobalId,
        /// The value.
        init: ExprId,
    },
    /// An expression, evaluated for its effect.
    Expr(ExprId),
    /// A block.
    Block(Block),
    /// `if`
    If {
        /// A scalar `bool`.
        condition: ExprId,
        /// The statements if it holds.
        then: Block,
        /// The statements if it does not hold; `None` without an `else`.
        otherwise: Option<Block>,
        /// `[branch]`, `[flatten]`
        hint: SelectionHint,
    },
    /// A loop.
    Loop(Box<Loop>),
    /// `switch`
    Switch(Box<Switch>),
    /// `return`, with a value of the function's result type.
    Return(Option<ExprId>),
    /// `break` out of the innermost loop or switch.
    Break,
    /// `continue` with the innermost loop.
    Continue,
    /// `discard`
    Discard,
}

/// An attribute of a selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SelectionHint {
    /// Nothing.
    #[default]
    None,
    /// `[branch]`
    Branch,
    /// `[flatten]`
    Flatten,
}

/// An attribute of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LoopHint {
    /// Nothing.
    #[default]
    None,
    /// `[unroll]`, `[unroll(n)]`
    Unroll,
    /// `[loop]`, `[fastopt]`
    DontUnroll,
}

/// The keyword of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LoopKind {
    For,
    While,
    DoWhile,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The keyword.
    pub kind: LoopKind,
    /// Before the loop: variables and effects of a `for`.
    pub init: Block,
    /// Before the condition, in each iteration: the variable that the condition declares.
    pub condition_init: Block,
    /// A scalar `bool`; `None` for an infinite loop.
    pub condition: Option<ExprId>,
    /// After each iteration of a `for`.
    pub step: Option<ExprId>,
    /// The body.
    pub body: Block,
    /// The attribute.
    pub hint: LoopHint,
    /// True if it has a count: `[unroll(4)]`.
    pub counted: bool,
}

/// A `switch`.
#[derive(Clone, Debug)]
pub struct Switch {
    /// An `int` or `uint`.
    pub selector: ExprId,
    /// The parts between labels; each falls through into the next unless it ends with a jump.
    pub cases: Vec<Case>,
    /// True if `[branch]`, `[flatten]` or `[call]` requires a chain of `if`s.
    pub if_chain: bool,
}

/// Consecutive labels, and the statements after them.
#[derive(Clone, Debug)]
pub struct Case {
    /// The labels, in order; at least one.
    pub labels: Vec<Label>,
    /// The statements.
    pub body: Block,
}

/// A label of a `switch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The value; `None` for `default`.
    pub value: Option<ConstantId>,
    /// Where it stands.
    pub span: Span,
}
