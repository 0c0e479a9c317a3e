//! The identities of what a unit declares.
//!
//! Scopes name functions and templates, and these name scopes. An id says which one is meant and nothing of what it is,
//! so that each of them can stand in a file of its own.

use base::ids::Id;

/// Names for what ids lead to.
pub(crate) mod tag {
    /// A scope.
    #[derive(Debug)]
    pub(crate) enum Scope {}
    /// A function.
    #[derive(Debug)]
    pub(crate) enum Function {}
    /// A template.
    #[derive(Debug)]
    pub(crate) enum Template {}
}

/// Identifies a scope.
pub(crate) type ScopeId = Id<tag::Scope>;
/// Identifies a function that the source declares, or an instance of a function template.
pub(crate) type FnId = Id<tag::Function>;
/// Identifies a template of any kind.
pub(crate) type TemplateId = Id<tag::Template>;
