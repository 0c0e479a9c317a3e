//! The alphabet of the grammar: tokens as they are after classification.
//!
//! A terminal has the meaning of a token in its context: a name is a type, a value or declared here; a `<` is an
//! operator or opens template arguments. Differences without an effect on the grammar (the operator, the modifier) are
//! a payload of the kind.

use crate::ast::{BinaryOp, IncDec, Modifier, OverloadedOp, StructTag, UnaryOp};
use base::intern::Symbol;
use base::source::Span;

/// A token with its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// The meaning.
    pub kind: Kind,
    /// The name of an identifier, type or modifier; the value of a string.
    pub symbol: Symbol,
    /// Where it stands; a repair is between its neighbours and has no extent.
    pub span: Span,
}

/// The meaning of a terminal; one variant per column of the parse table, in their order: with a tag of its own, the variant is
/// the number of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A name that is not a type: a value, a function, a namespace, or what a declaration introduces.
    Ident,
    /// A name of a type or of a type template.
    Type,
    /// A word that may precede a declaration.
    Modifier(Modifier),
    /// A literal.
    Literal(LiteralKind),
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `:` before an annotation, after a label or in a conditional expression
    Colon,
    /// `:` before base types
    BaseColon,
    /// `::`
    ColonColon,
    /// `.`
    Dot,
    /// `?`
    Question,
    /// `=`
    Assign,
    /// `<` that opens template arguments or parameters
    LAngle,
    /// `>` that closes them
    RAngle(AngleKind),
    /// `+=` and similar ones
    CompoundAssign(BinaryOp),
    /// A binary operator other than `+` and `-`
    Binary(BinaryOp),
    /// `+` or `-`, binary or unary
    Additive(Additive),
    /// `!` or `~`
    Unary(UnaryOp),
    /// `++` or `--`
    IncDec(IncDec),
    /// `struct`, `class`, `interface`
    Struct(StructTag),
    /// `enum`
    Enum,
    /// `namespace`
    Namespace,
    /// `template`
    Template,
    /// `typename`
    Typename,
    /// `using`
    Using,
    /// `cbuffer` or `tbuffer`
    Buffer(BufferKind),
    /// `if`
    If,
    /// `else`
    Else,
    /// `for`
    For,
    /// `while`
    While,
    /// `do`
    Do,
    /// `switch`
    Switch,
    /// `case`
    Case,
    /// `default`
    Default,
    /// `break`, `continue`, `discard`
    Jump(Jump),
    /// `return`
    Return,
    /// `_Static_assert`
    StaticAssert,
    /// `operator` with the operator that it overloads
    OperatorName(OverloadedOp),
    /// `public:` and similar ones
    Access,
    /// `const` behind the parameters of a method
    ConstMethod,
    /// A technique, which is skipped
    Effect,
    /// A state block, which is skipped
    StateBlock,
    /// An effect annotation `< ... >`, which is skipped
    EffectAnnotation,
    /// `decltype`
    Decltype,
    /// `#pragma pack_matrix`
    PackMatrix(Majorness),
}

impl Kind {
    /// Returns whether only a statement starts with it.
    pub(crate) fn starts_statement(self) -> bool {
        matches!(
            self,
            Kind::If
                | Kind::Else
                | Kind::For
                | Kind::While
                | Kind::Do
                | Kind::Switch
                | Kind::Case
                | Kind::Default
                | Kind::Jump(_)
                | Kind::Return
        )
    }

    /// Returns whether it is the keyword that a declaration starts with.
    pub(crate) fn starts_declaration(self) -> bool {
        matches!(
            self,
            Kind::Struct(_)
                | Kind::Enum
                | Kind::Template
                | Kind::Namespace
                | Kind::Using
                | Kind::Buffer(_)
                | Kind::StaticAssert
        )
    }
}

/// The forms of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// A number whose value is read when the tree is built.
    Number,
    /// A character.
    Char,
    /// One or more strings side by side.
    Str,
    /// `true`
    True,
    /// `false`
    False,
}

/// The list that a closing `>` ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AngleKind {
    /// Arguments: a type or a name precedes them.
    Args,
    /// Parameters: a declaration follows.
    Params,
}

/// `+` and `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Additive {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

/// `cbuffer` and `tbuffer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferKind {
    /// `cbuffer`
    Constant,
    /// `tbuffer`
    Texture,
}

/// Statements of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `discard`
    Discard,
}

/// The default layout of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Majorness {
    /// Rows are packed together.
    Row,
    /// Columns are packed together.
    Column,
}
