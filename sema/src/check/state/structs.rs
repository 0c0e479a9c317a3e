//! What is known of a struct besides its fields.

use super::ids::{ScopeId, TemplateId};
use super::templates::TemplateArg;
use crate::hir::ty::StructId;

/// What the checker knows of a struct besides its [`hir::ty::Struct`].
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
    /// What holds of its fields together, once all are known.
    pub(crate) facts: Option<Facts>,
    /// How many members it has so far once those that are structs are written out.
    pub(crate) members: u64,
    /// The template that it is an instance of, with the arguments.
    pub(crate) instance: Option<(TemplateId, Vec<TemplateArg>)>,
    /// True if that template had no members yet when the instance was named.
    pub(crate) announced: bool,
}

/// What holds of all scalars and objects in a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// How many scalars there are; objects count as one.
    pub(crate) scalars: u64,
    /// How many members there are once structs are written out, an array being as one element.
    pub(crate) members: u64,
    /// How many structs are inside of each other.
    pub(crate) depth: u32,
    /// True if there are objects and nothing else.
    pub(crate) only_resources: bool,
    /// True if there is an object.
    pub(crate) any_resource: bool,
    /// True if buffers can hold it.
    pub(crate) is_data: bool,
}
