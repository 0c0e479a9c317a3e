//! The types that have been made.

use super::variable::Repr;
use rustc_hash::FxHashMap;
use sema::hir::ty::TypeId;
use spirv::Word;

/// The types of the module.
#[derive(Debug, Default)]
pub(crate) struct Types {
    /// The types that have been made.
    pub(crate) ids: FxHashMap<(TypeId, Repr), Word>,
    /// Pointers whose pointees are being made, with their ids where those have been requested already.
    pub(crate) open_pointers: FxHashMap<TypeId, Option<Word>>,
}
