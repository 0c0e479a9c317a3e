//! Names with their qualifiers, as they are spelled.

use super::{BinaryOp, Expr, ExprId, IncDec, List, UnaryOp};
use base::ids::Id;
use base::intern::Symbol;
use base::source::Span;

/// A name with its qualifiers: `a`, `ns::f<int>`, `::g`.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The whole name.
    pub span: Span,
    /// True if it starts with `::`.
    pub global: bool,
    /// The first segment.
    pub first: Id<Segment>,
    /// How many segments there are; at least one.
    pub count: u32,
}

/// One part of a path.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// The name and its template arguments.
    pub span: Span,
    /// What it names.
    pub name: SegmentName,
    /// The template arguments; nothing when there are no brackets, an empty list for `<>`.
    pub args: Option<List<Expr>>,
}

/// What a segment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentName {
    /// An identifier.
    Ident(Symbol),
    /// `operator` and what it overloads.
    Operator(OverloadedOp),
    /// `decltype(expr)`.
    Decltype(ExprId),
}

/// What an `operator` function overloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverloadedOp {
    /// A binary operator; `+` and `-` also stand for the unary ones, which the parameters tell apart.
    Binary(BinaryOp),
    /// An assignment, compound when there is an operator.
    Assign(Option<BinaryOp>),
    /// `!` or `~` (`+` and `-` are [`OverloadedOp::Binary`]).
    Unary(UnaryOp),
    /// `++` or `--`.
    IncDec(IncDec),
    /// `()`
    Call,
    /// `[]`
    Subscript,
    /// A conversion: `operator float()`.
    Convert,
}
