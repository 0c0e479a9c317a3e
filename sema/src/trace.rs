//! The record of an analysis for tools: which declaration a name represents, which type an expression has.
//!
//! Plain data without ids of the HIR, so that it is there whether the analysis had errors or not. The checker fills it in, if
//! one is wanted.

use crate::hir::expr::ParamMode;
use crate::tables::methods::Objects;
use base::ids::Map;
use base::intern::Symbol;
use base::source::Span;

/// The record of one analysis.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Names in the order in which they were resolved, those of declarations among them.
    pub uses: Vec<Use>,
    /// The declared symbols, by the position of the name.
    pub declarations: Map<u32, Declaration>,
    /// Expressions with the number of their type.
    pub values: Vec<(Span, usize)>,
    /// Calls of functions that the source declares.
    pub calls: Vec<Call>,
    /// Values that lose bits or components when they are converted without a cast, with the number of the type they get.
    pub lossy: Vec<(Span, usize)>,
    /// The types that others name by number.
    pub types: Vec<TypeInfo>,
}

/// A name, and what it represents.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Where the name stands.
    pub span: Span,
    /// The position of the name in the declaration.
    pub declaration: u32,
    /// True if it is a declaration itself.
    pub declares: bool,
}

/// The kinds of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A namespace.
    Namespace,
    /// A struct, class or interface.
    Struct,
    /// An enumeration.
    Enum,
    /// A value of an enumeration.
    EnumMember,
    /// Another name of a type.
    Alias,
    /// A template of types or variables.
    Template,
    /// A function.
    Function,
    /// A function of a struct.
    Method,
    /// A variable outside of functions.
    Global,
    /// A constant that is folded.
    Constant,
    /// A field, or a member of a constant buffer.
    Field,
    /// A variable of a function.
    Local,
    /// A parameter of a function.
    Parameter,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name alone.
    pub span: Span,
    /// The name.
    pub name: Symbol,
    /// The kind.
    pub kind: Kind,
    /// The number of its type; of a function that of its result.
    pub ty: Option<usize>,
    /// The value of a constant.
    pub value: Option<String>,
    /// The position of the name of the struct or function that it belongs to.
    pub owner: Option<u32>,
    /// The parameters of a function.
    pub params: Vec<Parameter>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name; empty for one without.
    pub name: Symbol,
    /// How it is passed.
    pub mode: ParamMode,
    /// The number of its type.
    pub ty: usize,
    /// True if a call may leave it out.
    pub is_optional: bool,
}

/// A call of a function that the source declares.
#[derive(Clone, Debug)]
pub struct Call {
    /// Where the callee's name stands.
    pub span: Span,
    /// The position of the callee's name in its declaration.
    pub callee: u32,
    /// The position of the caller's name in its declaration.
    pub caller: Option<u32>,
    /// The arguments.
    pub args: Vec<Span>,
}

/// A type, as far as tools want to know it.
#[derive(Clone, Debug, Default)]
pub struct TypeInfo {
    /// The name, as messages have it.
    pub name: String,
    /// The position of the name of the struct or enumeration.
    pub declaration: Option<u32>,
    /// The positions of the names of its fields and methods, those of bases included.
    pub members: Vec<u32>,
    /// The number of components that have letters: of a scalar or a vector of up to four; 0 for other types.
    pub components: u8,
    /// The kind of objects, for their methods.
    pub objects: Option<Objects>,
}
