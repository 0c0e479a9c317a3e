//! Types as written, and the modifiers and attributes before declarations.

use super::{Ast, AttributeId, EnumId, Expr, ExprId, List, PathId, StructId};
use base::ids::Id;
use base::intern::Symbol;
use base::source::Span;

/// A type as written, with the modifiers and dimensions that no declarator has.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// Where it stands.
    pub span: Span,
    /// Its kind.
    pub kind: TypeKind,
    /// Modifiers inside a cast, an argument or an alias: `(const float)x`, `Buffer<unorm float>`.
    pub modifiers: List<Prefix>,
    /// Dimensions that no declarator has: in a cast, an argument or an alias (`(float[2])x`), and those after the
    /// parameters of a function that returns an array.
    pub dims: List<Dim>,
}

/// The forms of types.
#[derive(Clone, Copy, Debug)]
pub enum TypeKind {
    /// Something that did not parse; an error was reported.
    Error,
    /// A name.
    Path(PathId),
    /// `struct S`, `enum E`: the name of a type with its tag.
    Elaborated(PathId),
    /// A struct with a body.
    Struct(StructId),
    /// An enumeration with a body.
    Enum(EnumId),
}

/// One array dimension. Lists of dimensions hold ids of expressions; [`Ast::dim`] recognises an empty one.
pub type Dim = Expr;

impl Ast {
    /// The size expression of a dimension; `None` for `[]`.
    pub fn dim(&self, id: Id<Dim>) -> Option<ExprId> {
        (id != UNSIZED).then_some(id)
    }
}

/// The element for `[]` in a list of dimensions.
pub const UNSIZED: ExprId = Id::new(u32::MAX);

/// A modifier or an attribute before a declaration or statement.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Where it stands.
    pub span: Span,
    /// Its kind.
    pub kind: PrefixKind,
}

/// The forms of [`Prefix`].
#[derive(Clone, Copy, Debug)]
pub enum PrefixKind {
    /// A word.
    Modifier(Modifier),
    /// One attribute; `[a, b]` makes two.
    Attribute(AttributeId),
    /// `#pragma pack_matrix` was in force here: the default for matrices from this declaration on.
    PackMatrix {
        /// True if rows are packed together.
        row_major: bool,
    },
}

/// The words that may precede a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the word of the same name")]
pub enum Modifier {
    Const,
    Static,
    Extern,
    Inline,
    Typedef,
    Uniform,
    Groupshared,
    Shared,
    In,
    Out,
    InOut,
    RowMajor,
    ColumnMajor,
    Snorm,
    Unorm,
    NoInterpolation,
    NoPerspective,
    Linear,
    Centroid,
    Center,
    Sample,
    Precise,
    GloballyCoherent,
    ReorderCoherent,
    Export,
    Point,
    Line,
    LineAdj,
    Triangle,
    TriangleAdj,
    Indices,
    Vertices,
    Primitives,
    Payload,
    Unsigned,
    Constexpr,
    Mutable,
    Explicit,
}

impl Modifier {
    /// Returns whether it may also stand after the type: `float const x`.
    pub const fn may_follow_type(self) -> bool {
        use Modifier::{Const, Constexpr, Extern, Inline, Mutable, Static, Typedef, Unsigned};
        matches!(self, Const | Constexpr | Extern | Inline | Mutable | Static | Typedef | Unsigned)
    }
}

/// `[name(args)]` or `[[ns::name(args)]]`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// Name and arguments.
    pub span: Span,
    /// The name with its scope, in order: `vk`, `binding`.
    pub scope: Option<Symbol>,
    /// The last part of the name.
    pub name: Symbol,
    /// The arguments; nothing when there are no parentheses.
    pub args: Option<List<Expr>>,
    /// True if it is in `[[ ]]`.
    pub double_bracket: bool,
}
