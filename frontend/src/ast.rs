//! The syntax tree: what the text says, names unresolved, types unknown.
//!
//! All nodes of one translation unit live in the arenas of one [`Ast`]; a child is an id, a list of children is a
//! [`List`] in one pool. Dropping or walking the tree needs no recursion by itself. Nothing here knows what a name
//! means: `float4` is a [`Path`] like any other.

use base::ids::{Arena, Id};
use base::intern::Symbol;
use base::source::Span;
use std::marker::PhantomData;

/// Identifies an [`Expr`].
pub type ExprId = Id<Expr>;
/// Identifies a [`Type`].
pub type TypeId = Id<Type>;
/// Identifies an [`Item`].
pub type ItemId = Id<Item>;
/// Identifies a [`Stmt`].
pub type StmtId = Id<Stmt>;
/// Identifies a [`Path`].
pub type PathId = Id<Path>;
/// Identifies a [`Declarator`].
pub type DeclaratorId = Id<Declarator>;
/// Identifies a [`Prefix`].
pub type PrefixId = Id<Prefix>;
/// Identifies an [`Attribute`].
pub type AttributeId = Id<Attribute>;
/// Identifies a [`Function`].
pub type FunctionId = Id<Function>;
/// Identifies a [`Struct`].
pub type StructId = Id<Struct>;
/// Identifies an [`Enum`].
pub type EnumId = Id<Enum>;
/// Identifies an [`Annotation`].
pub type AnnotationId = Id<Annotation>;
/// Identifies a [`TemplateParam`].
pub type TemplateParamId = Id<TemplateParam>;

/// A list of nodes of one kind: a range of the pool in [`Ast`].
pub struct List<T> {
    start: u32,
    len: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The list without elements.
    pub const EMPTY: List<T> = List { start: 0, len: 0, marker: PhantomData };

    /// How many elements the list has.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the list has no element.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> Default for List<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}
impl<T> std::fmt::Debug for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{}; {}]", self.start, self.len)
    }
}

/// A translation unit.
#[derive(Debug, Default)]
pub struct Ast {
    /// All expressions.
    pub exprs: Arena<Expr>,
    /// All mentions of types.
    pub types: Arena<Type>,
    /// All items, nested ones included.
    pub items: Arena<Item>,
    /// All statements.
    pub stmts: Arena<Stmt>,
    /// All names with their qualifiers.
    pub paths: Arena<Path>,
    /// All segments of paths; a path's own stand together.
    pub segments: Arena<Segment>,
    /// All declared names: variables, fields, parameters, enumerators.
    pub declarators: Arena<Declarator>,
    /// All modifiers and attributes before declarations and statements.
    pub prefixes: Arena<Prefix>,
    /// All attributes.
    pub attributes: Arena<Attribute>,
    /// All functions.
    pub functions: Arena<Function>,
    /// All structs, classes and interfaces with a body.
    pub structs: Arena<Struct>,
    /// All enumerations with a body.
    pub enums: Arena<Enum>,
    /// All annotations after declarators.
    pub annotations: Arena<Annotation>,
    /// All template parameters.
    pub template_params: Arena<TemplateParam>,
    /// The items of the file, in order.
    pub root: List<Item>,
    /// The macros that the text has defined, one of which a name that nobody knows may have been meant to be.
    pub macros: Vec<Symbol>,
    /// How deep expressions and statements nest together.
    pub(crate) depth: usize,
    pool: Vec<u32>,
}

impl Ast {
    /// An empty tree with as much room as the tree of so many terminals takes as a rule: growing step by step would move
    /// the nodes several times.
    pub(crate) fn with_room_for(terminals: usize) -> Self {
        let mut ast = Self::default();
        ast.exprs.reserve(terminals / 2);
        ast.paths.reserve(terminals / 2);
        ast.segments.reserve(terminals / 2);
        ast.stmts.reserve(terminals / 8);
        ast.types.reserve(terminals / 8);
        ast.declarators.reserve(terminals / 12);
        ast.items.reserve(terminals / 16);
        ast.pool.reserve(terminals / 2);
        ast
    }

    /// A bound for the recursion of everything that walks the tree or the types it declares: as deep as expressions and
    /// statements nest, and as if every declaration stood in the one before it or built on its type. With templates,
    /// which may instantiate each other, there is no such bound.
    pub fn nesting_bound(&self) -> usize {
        if !self.template_params.is_empty() {
            return usize::MAX;
        }
        let builds_on_others = |kind: &ItemKind| matches!(kind, ItemKind::Namespace { .. } | ItemKind::Alias { .. });
        let is_typedef = |kind: &PrefixKind| matches!(kind, PrefixKind::Modifier(Modifier::Typedef));
        let items = self.items.iter().filter(|(_, item)| builds_on_others(&item.kind)).count();
        let typedefs = self.prefixes.iter().filter(|(_, prefix)| is_typedef(&prefix.kind)).count();
        let dims: usize = self.declarators.iter().map(|(_, declarator)| declarator.dims.len()).sum();
        let inner_dims: usize = self.types.iter().map(|(_, ty)| ty.dims.len()).sum();
        self.depth + self.structs.len() + items + typedefs + dims + inner_dims
    }

    /// Stores a list.
    pub fn list<T>(&mut self, ids: &[Id<T>]) -> List<T> {
        if ids.is_empty() {
            return List::EMPTY;
        }
        let start = self.pool.len() as u32;
        self.pool.extend(ids.iter().map(|id| id.raw()));
        List { start, len: ids.len() as u32, marker: PhantomData }
    }

    /// Stores a list of ids that are given as their numbers.
    pub(crate) fn list_of_raw<T>(&mut self, ids: &[u32]) -> List<T> {
        if ids.is_empty() {
            return List::EMPTY;
        }
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(ids);
        List { start, len: ids.len() as u32, marker: PhantomData }
    }

    /// The ids of a list.
    pub fn ids<T>(&self, list: List<T>) -> impl ExactSizeIterator<Item = Id<T>> + DoubleEndedIterator + Clone + '_ {
        self.pool[list.start as usize..(list.start + list.len) as usize].iter().map(|&raw| Id::new(raw))
    }

    /// The segments of a path, outermost first; never empty.
    pub fn path_segments(&self, path: PathId) -> impl ExactSizeIterator<Item = &Segment> + DoubleEndedIterator {
        let path = &self.paths[path];
        (path.first.raw()..path.first.raw() + path.count).map(|raw| &self.segments[Id::new(raw)])
    }

    /// The last segment of a path: the name itself.
    pub fn path_name(&self, path: PathId) -> &Segment {
        let path = &self.paths[path];
        &self.segments[Id::new(path.first.raw() + path.count - 1)]
    }
}

/// A name with its qualifiers: `a`, `ns::f<int>`, `::g`.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The whole name.
    pub span: Span,
    /// Whether it starts with `::`.
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

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// Where it stands, parentheses around it not included.
    pub span: Span,
    /// What it is.
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
    /// A state block or sampler state after `=`, whose content is not kept.
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
        /// Whether it is written in decimal digits.
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

/// A mention of a type, with the modifiers and dimensions that stand with it where no declarator does.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// Where it stands.
    pub span: Span,
    /// What it names.
    pub kind: TypeKind,
    /// Modifiers inside a cast, an argument or an alias: `(const float)x`, `Buffer<unorm float>`.
    pub modifiers: List<Prefix>,
    /// Dimensions where no declarator has them: in a cast, an argument or an alias (`(float[2])x`), and those behind the
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

/// One array dimension. Lists of dimensions hold ids of expressions; [`Ast::dim`] tells an empty one.
pub type Dim = Expr;

impl Ast {
    /// The size expression of a dimension; nothing for `[]`.
    pub fn dim(&self, id: Id<Dim>) -> Option<ExprId> {
        (id != UNSIZED).then_some(id)
    }
}

/// Stands in a list of dimensions for `[]`.
pub const UNSIZED: ExprId = Id::new(u32::MAX);

/// A modifier or an attribute before a declaration or statement.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Where it stands.
    pub span: Span,
    /// Which it is.
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
        /// Whether rows are packed together.
        row_major: bool,
    },
}

/// The words that may stand before a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the word of the same name")]
pub enum Modifier {
    Const,
    Static,
    Extern,
    Volatile,
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
}

impl Modifier {
    /// Whether it may also stand behind the type: `float const x`.
    pub const fn may_follow_type(self) -> bool {
        use Modifier::{Const, Constexpr, Extern, Inline, Mutable, Static, Typedef, Unsigned, Volatile};
        matches!(self, Const | Constexpr | Extern | Inline | Mutable | Static | Typedef | Unsigned | Volatile)
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
    /// Whether it stands in `[[ ]]`.
    pub double_bracket: bool,
}

/// An item of a file, namespace, struct or cbuffer.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// The forms of items.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind {
    /// Something that did not parse; an error was reported.
    Error,
    /// A lone `;`.
    Empty,
    /// Variables, fields or (with `typedef` in the prefix) type names; with no declarator, the type alone.
    Variables(Variables),
    /// A function, declared or defined.
    Function(FunctionId),
    /// A namespace; one item per level of `a::b`.
    Namespace {
        /// Its name, [`Symbol::EMPTY`] when it has none.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
        /// What it holds.
        items: List<Item>,
    },
    /// A template and what it makes.
    Template {
        /// The parameters; empty for a full specialisation `template<>`.
        params: List<TemplateParam>,
        /// What is declared.
        item: ItemId,
    },
    /// `template struct S<int>;`
    ExplicitInstantiation(ItemId),
    /// `using Name = Type;`
    Alias {
        /// The new name.
        name: Symbol,
        /// Where the name stands.
        name_span: Span,
        /// Attributes behind the name.
        prefixes: List<Prefix>,
        /// What it stands for.
        ty: TypeId,
    },
    /// `using namespace a::b;`
    UsingNamespace(PathId),
    /// `using a::b;`
    Using(PathId),
    /// `cbuffer` or `tbuffer`.
    Buffer(Buffer),
    /// `public:` and the like.
    Access,
    /// Old effect syntax, skipped.
    Effect,
    /// `_Static_assert(condition, "message")`.
    StaticAssert(List<Expr>),
    /// `#pragma pack_matrix` at this place.
    PackMatrix {
        /// Whether rows are packed together.
        row_major: bool,
    },
}

/// Declared variables of one type.
#[derive(Clone, Copy, Debug)]
pub struct Variables {
    /// Modifiers and attributes.
    pub prefixes: List<Prefix>,
    /// The type that the declarators share.
    pub ty: TypeId,
    /// The names.
    pub declarators: List<Declarator>,
}

/// A declared name with what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Declarator {
    /// From the name to the end of the initialiser.
    pub span: Span,
    /// The name; nothing for an unnamed parameter or bit-field.
    pub name: Option<PathId>,
    /// The array dimensions.
    pub dims: List<Dim>,
    /// What follows after colons.
    pub annotations: List<Annotation>,
    /// The initialiser or default argument.
    pub init: Option<ExprId>,
}

/// `: SEMANTIC`, `: register(b0)`, `: packoffset(c0.x)`, a bit-field's `: 3`, `: read(caller)`.
#[derive(Clone, Copy, Debug)]
pub struct Annotation {
    /// What follows the colon: the analysis reads it as a semantic, a call of `register` or a width.
    pub expr: ExprId,
}

/// A function parameter: one declarator with its own prefix and type.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Where it stands.
    pub span: Span,
    /// Modifiers and attributes.
    pub prefixes: List<Prefix>,
    /// The type.
    pub ty: TypeId,
    /// The name with dimensions, semantic and default argument.
    pub declarator: DeclaratorId,
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Function {
    /// From the first prefix to the end of the head.
    pub span: Span,
    /// Modifiers and attributes.
    pub prefixes: List<Prefix>,
    /// The type of the result.
    pub ret: TypeId,
    /// The name, qualified when a member is defined outside its struct.
    pub name: PathId,
    /// The parameters.
    pub params: Vec<Param>,
    /// The semantic of the result.
    pub annotations: List<Annotation>,
    /// The body, a [`StmtKind::Block`]; nothing for a declaration.
    pub body: Option<StmtId>,
}

/// `struct`, `class` or `interface`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StructTag {
    /// `struct`
    Struct,
    /// `class`
    Class,
    /// `interface`
    Interface,
}

/// A struct with a body.
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// From the keyword to the closing brace.
    pub span: Span,
    /// The keyword.
    pub tag: StructTag,
    /// The name, with arguments when it is a specialisation; nothing for an anonymous struct.
    pub name: Option<PathId>,
    /// Attributes between keyword and name, as prefixes.
    pub attributes: List<Prefix>,
    /// The bases.
    pub bases: List<Type>,
    /// The members.
    pub items: List<Item>,
}

/// An enumeration with a body.
#[derive(Clone, Copy, Debug)]
pub struct Enum {
    /// From the keyword to the closing brace.
    pub span: Span,
    /// Whether it is an `enum class`.
    pub scoped: bool,
    /// The name; nothing for an anonymous enumeration.
    pub name: Option<PathId>,
    /// The underlying type.
    pub base: Option<TypeId>,
    /// The enumerators; their values are initialisers.
    pub enumerators: List<Declarator>,
}

/// A `cbuffer` or `tbuffer`.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// Whether it is a `tbuffer`.
    pub is_texture: bool,
    /// Modifiers and attributes.
    pub prefixes: List<Prefix>,
    /// The name.
    pub name: Symbol,
    /// Where the name stands.
    pub name_span: Span,
    /// `: register(b0)`.
    pub annotations: List<Annotation>,
    /// The members.
    pub items: List<Item>,
}

/// A parameter of a template.
#[derive(Clone, Copy, Debug)]
pub struct TemplateParam {
    /// Where it stands.
    pub span: Span,
    /// Its name, [`Symbol::EMPTY`] when it has none.
    pub name: Symbol,
    /// What may be given for it.
    pub kind: TemplateParamKind,
}

/// The forms of template parameters.
#[derive(Clone, Copy, Debug)]
pub enum TemplateParamKind {
    /// `typename T = Default`
    Type(Option<TypeId>),
    /// `int N = 4`
    Value(TypeId, Option<ExprId>),
    /// `template<...> typename T`
    Template,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Stmt {
    /// Where it stands.
    pub span: Span,
    /// Attributes before it.
    pub prefixes: List<Prefix>,
    /// What it is.
    pub kind: StmtKind,
}

/// What a `for` consists of.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// Before the loop.
    pub init: Option<StmtId>,
    /// Before each pass.
    pub condition: Option<Condition>,
    /// After each pass.
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
    /// `case value:`, a label that stands alone in its block
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

/// What an `if`, a loop or a `switch` looks at.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// An expression.
    Expr(ExprId),
    /// A variable that is declared there: an item with one declarator.
    Declaration(ItemId),
}
