//! Items of files, namespaces and structs: functions, variables, types, buffers, templates.

use super::{DeclaratorId, Dim, Expr, ExprId, FunctionId, ItemId, List, PathId, Prefix, StmtId, Type, TypeId};
use base::intern::Symbol;
use base::source::Span;

/// An item of a file, namespace, struct or cbuffer.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Where it stands.
    pub span: Span,
    /// Its form.
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
        /// Its items.
        items: List<Item>,
    },
    /// A template.
    Template {
        /// The parameters; empty for a full specialisation `template<>`.
        params: List<TemplateParam>,
        /// The declaration.
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
        /// The aliased type.
        ty: TypeId,
    },
    /// `using namespace a::b;`
    UsingNamespace(PathId),
    /// `using a::b;`
    Using(PathId),
    /// `cbuffer` or `tbuffer`.
    Buffer(Buffer),
    /// `public:` and similar ones.
    Access,
    /// Old effect syntax, skipped.
    Effect,
    /// `_Static_assert(condition, "message")`.
    StaticAssert(List<Expr>),
    /// `#pragma pack_matrix` at this place.
    PackMatrix {
        /// True if rows are packed together.
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
    /// The annotations after colons.
    pub annotations: List<Annotation>,
    /// The initialiser or default argument.
    pub init: Option<ExprId>,
}

/// `: SEMANTIC`, `: register(b0)`, `: packoffset(c0.x)`, a bit-field's `: 3`, `: read(caller)`.
#[derive(Clone, Copy, Debug)]
pub struct Annotation {
    /// The expression after the colon: the analysis reads it as a semantic, a call of `register` or a width.
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
    /// `const` behind the parameters: a method that does not modify its object.
    pub is_const: bool,
    /// The semantic of the result.
    pub annotations: List<Annotation>,
    /// The body, a [`StmtKind::Block`](super::StmtKind::Block); nothing for a declaration.
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
    /// True if it is an `enum class`.
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
    /// True if it is a `tbuffer`.
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
    /// The kind of argument that it takes.
    pub kind: TemplateParamKind,
}

/// The forms of template parameters.
#[derive(Clone, Copy, Debug)]
pub enum TemplateParamKind {
    /// `typename T = Default`
    Type(Option<TypeId>),
    /// `int N = 4`
    Value(TypeId, Option<ExprId>),
    /// `template<...> typename T = Default`
    Template(Option<TypeId>),
}
