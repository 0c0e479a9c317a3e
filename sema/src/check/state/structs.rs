//! Structs, besides their fields.

use super::ids::{FnId, ScopeId, TemplateId};
use super::templates::TemplateArg;
use crate::hir::ty::StructId;

/// The checker's data about a struct besides its [`hir::ty::Struct`].
#[derive(Debug)]
pub(crate) struct StructInfo {
    /// The names in it.
    pub(crate) scope: ScopeId,
    /// The base class with fields.
    pub(crate) base: Option<StructId>,
    /// All bases, interfaces included.
    pub(crate) bases: Vec<StructId>,
    /// True if its body has been seen.
    pub(crate) complete: bool,
    /// Its own conversion operators.
    pub(crate) conversions: Vec<FnId>,
    /// Facts about all its fields, once they are known.
    pub(crate) facts: Option<Facts>,
    /// The number of its members so far with nested structs expanded.
    pub(crate) members: u64,
    /// The template that it is an instance of, with the arguments.
    pub(crate) instance: Option<(TemplateId, Vec<TemplateArg>)>,
    /// True if that template was incomplete when the instance was named.
    pub(crate) announced: bool,
}

/// Facts about all scalars and objects in a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The number of scalars; objects count as one.
    pub(crate) scalars: u64,
    /// The size in units of four bytes, which each scalar takes at least.
    pub(crate) words: u64,
    /// The number of members with nested structs expanded, an array counting as one element.
    pub(crate) members: u64,
    /// The nesting depth of structs.
    pub(crate) depth: u32,
    /// True if there are objects and nothing else.
    pub(crate) only_resources: bool,
    /// True if there is an object.
    pub(crate) any_resource: bool,
    /// True if buffers can hold it.
    pub(crate) is_data: bool,
    /// True if there is a vector of more than 4 components.
    pub(crate) any_long_vector: bool,
}
