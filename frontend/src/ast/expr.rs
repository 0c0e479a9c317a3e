//! Expressions, literals and operators.

use super::{ExprId, List, PathId, TypeId};
use base::intern::Symbol;
use base::source::Span;

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// Where it stands, parentheses around it not included.
    pub span: Span,
    /// Its form.
    pub kind: ExprKind,
}

/// The forms of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// Something that did not parse; an error was reported.
    Error,
    /// A literal.
    Literal(Literal),
    /// A name; `this` too.
    Path(PathId),
    /// `-x`, `!x`, `~x`, `+x`
    Unary(UnaryOp, ExprId),
    /// `++x`, `--x`
    Prefix(IncDec, ExprId),
    /// `x++`, `x--`
    Postfix(IncDec, ExprId),
    /// `a + b`; `op` is the operator's place
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Where the operator stands.
        op_span: Span,
        /// The left operand.
        lhs: ExprId,
        /// The right operand.
        rhs: ExprId,
    },
    /// `a = b`, `a += b`
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOp>,
        /// Where the operator stands.
        op_span: Span,
        /// The left side.
        lhs: ExprId,
        /// The right side.
        rhs: ExprId,
    },
    /// `c ? a : b`
    Ternary(ExprId, ExprId, ExprId),
    /// `a, b`
    Comma(ExprId, ExprId),
    /// `(T)x`
    Cast(TypeId, ExprId),
    /// `f(x)`; also `T(x)` where the parser cannot tell `T` from a function
    Call(ExprId, List<Expr>),
    /// `T(x)` where `T` is known to be a type
    Construct(TypeId, List<Expr>),
    /// `a[i]`
    Index(ExprId, ExprId),
    /// `a.b`, `a.Base::b`, `a.f<int>`, `a.operator+`
    Member(ExprId, PathId),
    /// `{ a, b }`
    InitList(List<Expr>),
    /// A type where an argument is expected: `sizeof(int)`, `f<float>`
    TypeArg(TypeId),
    /// A state block or sampler state after `=`, whose contents are dropped.
    StateBlock,
}

/// A literal's value as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// An integer; a character literal is one too.
    Int {
        /// The value.
        value: u64,
        /// The suffix.
        suffix: IntSuffix,
        /// True if it is written in decimal digits.
        decimal: bool,
    },
    /// A floating-point number.
    Float {
        /// The value.
        value: f64,
        /// The suffix.
        suffix: FloatSuffix,
    },
    /// A string with its escapes resolved.
    Str(Symbol),
}

/// The suffix of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntSuffix {
    /// None.
    None,
    /// `u`
    U,
    /// `l`
    L,
    /// `ul`
    UL,
    /// `ll`
    LL,
    /// `ull`
    ULL,
}

/// The suffix of a floating-point literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatSuffix {
    /// None.
    None,
    /// `f`
    F,
    /// `h`
    H,
    /// `l`
    L,
    /// `f16`
    F16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

/// Unary operators without side effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Increment and decrement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncDec {
    /// `++`
    Inc,
    /// `--`
    Dec,
}

/// Binary operators without side effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl BinaryOp {
    /// The operator as written.
    pub const fn text(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}
