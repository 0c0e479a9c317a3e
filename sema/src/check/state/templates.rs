//! What is known of a template.

use super::ids::{FnId, ScopeId, TemplateId};
use super::scopes::Entity;
use crate::hir::expr::ConstantId;
use crate::hir::ty::{StructId, TypeId};
use base::intern::Symbol;
use base::source::Span;
use frontend::ast::{self, List};
use rustc_hash::FxHashMap;

/// A template: its parameters and what it makes.
#[derive(Debug)]
pub(crate) struct Template {
    /// The name.
    pub(crate) name: Symbol,
    /// Where the name stands.
    pub(crate) span: Span,
    /// The parameters.
    pub(crate) params: List<ast::TemplateParam>,
    /// What it makes.
    pub(crate) item: ast::ItemId,
    /// Which sort of thing that is.
    pub(crate) kind: TemplateKind,
    /// Where it is declared.
    pub(crate) scope: ScopeId,
    /// The struct it is a member of.
    pub(crate) owner: Option<StructId>,
    /// Partial specialisations: their parameters, arguments and body.
    pub(crate) partial: Vec<(List<ast::TemplateParam>, List<ast::Expr>, ast::ItemId)>,
    /// Members defined outside of the class: the parameters there, and the item.
    pub(crate) members: Vec<(List<ast::TemplateParam>, ast::ItemId)>,
    /// What has been made of it, or is given as full specialisation.
    pub(crate) instances: FxHashMap<Vec<TemplateArg>, Instance>,
    /// The position among all declarations.
    pub(crate) order: u32,
}

/// The sorts of templates.
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

/// What a template has made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instance {
    /// A type.
    Type(TypeId),
    /// A function.
    Function(FnId),
    /// A constant or variable.
    Entity(Entity),
    /// A full specialisation that has been declared and not been used yet.
    Specialised(ast::ItemId),
}
