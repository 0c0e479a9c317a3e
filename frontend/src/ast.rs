//! The syntax tree: what the text says, names unresolved, types unknown.
//!
//! All nodes of one translation unit live in the arenas of one [`Ast`]; a child is an id, a list of children is a
//! [`List`] in one pool. Dropping or walking the tree needs no recursion by itself. Nothing here knows what a name
//! means: `float4` is a [`Path`] like any other.

mod expr;
mod item;
mod path;
mod stmt;
mod ty;

use base::ids::{Arena, Id};
use base::intern::Symbol;
use base::source::Span;
use std::marker::PhantomData;

pub use expr::{BinaryOp, Expr, ExprKind, FloatSuffix, IncDec, IntSuffix, Literal, UnaryOp};
pub use item::{
    Annotation, Buffer, Declarator, Enum, Function, Item, ItemKind, Param, Struct, StructTag, TemplateParam,
    TemplateParamKind, Variables,
};
pub use path::{OverloadedOp, Path, Segment, SegmentName};
pub use stmt::{Condition, For, Stmt, StmtKind};
pub use ty::{Attribute, Dim, Modifier, Prefix, PrefixKind, Type, TypeKind, UNSIZED};

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

    /// The number of elements in the list.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether the list has no element.
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

/// A statement, a head or a declaration in which something was missing that was put in.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// Where it stands.
    pub span: Span,
    /// True if it may be a declaration of which not all is there: names that it declares may be unknown.
    pub may_declare: bool,
    /// The declared name, if the text has one; its type may be incomplete.
    pub name: Symbol,
    /// The text in which the parser may have noticed it: up to the end of the statement that follows.
    pub reach: Span,
    /// The body of the function to which it is confined; nothing where it may change what is declared elsewhere.
    pub body: Option<Span>,
}

impl Doubt {
    /// All text is doubtful.
    pub const EVERYWHERE: Doubt =
        Doubt { span: Span::NONE, may_declare: true, name: Symbol::EMPTY, reach: Span::NONE, body: None };

    /// Returns whether all text is doubtful.
    pub fn is_everywhere(self) -> bool {
        self.span.is_none()
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
    /// All qualified names.
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
    /// The parts that were mended: what is said of them may be wrong.
    pub doubts: Vec<Doubt>,
    /// True if a pipeline configuration says that rays may meet opacity micromaps.
    pub allows_micromaps: bool,
    /// The macros that the text defines, as candidates for suggestions.
    pub macros: Vec<Symbol>,
    /// The depth to which expressions and statements nest together.
    pub(crate) depth: usize,
    pool: Vec<u32>,
}

impl Ast {
    /// An empty tree with the capacity that a tree of this many terminals usually needs: growth step by step would move
    /// the nodes several times.
    pub(crate) fn with_room_for(terminals: usize) -> Self {
        let mut ast = Self::default();
        ast.exprs.reserve(terminals / 2);
        ast.paths.reserve(terminals * 2 / 5);
        ast.segments.reserve(terminals * 2 / 5);
        ast.stmts.reserve(terminals / 12);
        ast.types.reserve(terminals / 10);
        ast.declarators.reserve(terminals / 15);
        ast.items.reserve(terminals / 16);
        ast.pool.reserve(terminals / 2);
        ast
    }

    /// A bound of the recursion of all walks over the tree or its types: the depth of expressions and statements, plus
    /// one level for each declaration. With templates, which may instantiate each other, there is no such bound.
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
    #[inline]
    pub fn path_name(&self, path: PathId) -> &Segment {
        let path = &self.paths[path];
        &self.segments[Id::new(path.first.raw() + path.count - 1)]
    }
}
