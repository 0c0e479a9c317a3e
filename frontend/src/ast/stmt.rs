//! Statements.

use super::{ExprId, ItemId, List, Prefix, StmtId};
use base::source::Span;

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// Attributes before it.
    pub prefixes: List<Prefix>,
    /// Its form.
    pub kind: StmtKind,
}

/// The parts of a `for`.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The statement before the loop.
    pub init: Option<StmtId>,
    /// The condition before each iteration.
    pub condition: Option<Condition>,
    /// The expression after each iteration.
    pub step: Option<ExprId>,
    /// The body.
    pub body: StmtId,
}

/// The forms of statements.
#[derive(Clone, Copy, Debug)]
pub enum StmtKind {
    /// Something that did not parse; an error was reported.
    Error,
    /// A lone `;`.
    Empty,
    /// An expression.
    Expr(ExprId),
    /// A declaration: variables, an alias, a prototype, an assertion.
    Item(ItemId),
    /// `{ ... }`
    Block(List<Stmt>),
    /// `if`
    If(Condition, StmtId, Option<StmtId>),
    /// `for`; the first statement is an expression or a declaration
    For(For),
    /// `while`
    While(Condition, StmtId),
    /// `do body while (condition)`
    DoWhile(StmtId, ExprId),
    /// `switch`
    Switch(Condition, StmtId),
    /// `case value:`, a label that is alone in its block
    Case(ExprId),
    /// `default:`
    Default,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `discard`
    Discard,
    /// `return`
    Return(Option<ExprId>),
}

/// The condition of an `if` or loop, or the selector of a `switch`.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// An expression.
    Expr(ExprId),
    /// A variable that is declared there: an item with one declarator.
    Declaration(ItemId),
}
