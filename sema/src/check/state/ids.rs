//! The identities of what a unit declares.
//!
//! Scopes refer to functions and templates, and vice versa. Ids are independent of their entities, so that each of
//! these can be in a file of its own.

use base::ids::Id;

/// Marker types for the entities.
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
