//! The identities of what a unit declares.
//!
//! Scopes name functions and templates, and these name scopes. An id says which one is meant and nothing of what it is,
//! so that each of them can stand in a file of its own.

use base::ids::Id;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Marks ids of scopes.
pub(crate) enum OfScope {}
/// Marks ids of functions.
pub(crate) enum OfFunction {}
/// Marks ids of templates.
pub(crate) enum OfTemplate {}

/// Identifies a scope.
pub(crate) type ScopeId = Id<OfScope>;
/// Identifies a function that the source declares, or an instance of a function template.
pub(crate) type FnId = Id<OfFunction>;
/// Identifies a template of any kind.
pub(crate) type TemplateId = Id<OfTemplate>;

/// What is known under the ids of one kind.
pub(crate) struct Table<Of, T> {
    rows: Vec<T>,
    of: PhantomData<fn(Of)>,
}

impl<Of, T> Default for Table<Of, T> {
    fn default() -> Self {
        Table { rows: Vec::new(), of: PhantomData }
    }
}

impl<Of, T> Table<Of, T> {
    /// Adds a row and gives it the next id.
    pub(crate) fn alloc(&mut self, row: T) -> Id<Of> {
        let id = Id::new(self.rows.len() as u32);
        self.rows.push(row);
        id
    }
}

impl<Of, T> Index<Id<Of>> for Table<Of, T> {
    type Output = T;

    fn index(&self, id: Id<Of>) -> &T {
        &self.rows[id.index()]
    }
}

impl<Of, T> IndexMut<Id<Of>> for Table<Of, T> {
    fn index_mut(&mut self, id: Id<Of>) -> &mut T {
        &mut self.rows[id.index()]
    }
}

impl<Of, T: fmt::Debug> fmt::Debug for Table<Of, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.rows).finish()
    }
}
