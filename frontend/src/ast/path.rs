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
    /// The number of segments; at least one.
    pub count: u32,
}

/// One part of a path.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// The name and its template arguments.
    pub span: Span,
    /// Its name.
    pub name: SegmentName,
    /// The template arguments; `None` without brackets, an empty list for `<>`.
    pub args: Option<List<Expr>>,
}

/// The name of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentName {
    /// An identifier.
    Ident(Symbol),
    /// `operator` and the overloaded operator.
    Operator(OverloadedOp),
    /// `decltype(expr)`.
    Decltype(ExprId),
}

/// The operator that a function overloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverloadedOp {
    /// A binary operator; `+` and `-` also represent the unary ones, which the parameters tell apart.
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
