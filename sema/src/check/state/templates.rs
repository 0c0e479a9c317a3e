//! Templates and their instances.

use super::ids::{FnId, ScopeId, TemplateId};
use super::packing::Packing;
use super::scopes::Entity;
use crate::hir::expr::ConstantId;
use crate::hir::ty::{StructId, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List};
use rustc_hash::FxHashMap;

/// A declaration of a template or of a specialisation: its parameters, and its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// The parameters.
    pub(crate) params: List<ast::TemplateParam>,
    /// The scope that it is written in.
    pub(crate) scope: ScopeId,
    /// The position among all declarations.
    pub(crate) position: u32,
    /// The order of matrices there.
    pub(crate) packing: Packing,
}

/// A partial specialisation of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Partial {
    /// Its own parameters.
    pub(crate) head: Head,
    /// The patterns of its arguments, in terms of its own parameters.
    pub(crate) patterns: List<ast::Expr>,
    /// The templated item.
    pub(crate) item: ast::ItemId,
}

/// A template: its parameters and its item.
#[derive(Debug)]
pub(crate) struct Template {
    /// The name.
    pub(crate) name: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The declaration that defines it, or the first one as long as none does.
    pub(crate) head: Head,
    /// Its other declarations, whose default arguments hold as well.
    pub(crate) others: Vec<Head>,
    /// The templated item.
    pub(crate) item: ast::ItemId,
    /// Its kind.
    pub(crate) kind: TemplateKind,
    /// The scope of its declaration.
    pub(crate) scope: ScopeId,
    /// The struct it is a member of.
    pub(crate) owner: Option<StructId>,
    /// Partial specialisations.
    pub(crate) partial: Vec<Partial>,
    /// Members defined outside of the class.
    pub(crate) members: Vec<(Head, ast::ItemId)>,
    /// Its instances and full specialisations.
    pub(crate) instances: FxHashMap<Vec<TemplateArg>, Instance>,
    /// The position of the first declaration.
    pub(crate) order: u32,
}

/// The kinds of templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TemplateKind {
    /// A struct or class.
    Class,
    /// A function.
    Function,
    /// `using X = …`
    Alias,
    /// A variable.
    Variable,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TemplateArg {
    /// A type.
    Type(TypeId),
    /// A constant.
    Value(ConstantId),
    /// A template.
    Template(TemplateId),
}

/// An instance of a template.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instance {
    /// A type.
    Type(TypeId),
    /// A function.
    Function(FnId),
    /// A constant or variable.
    Entity(Entity),
    /// A full specialisation that is declared and not used yet.
    Specialised(Head, ast::ItemId),
}
