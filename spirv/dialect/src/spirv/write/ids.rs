//! The ids that are given out while a module is written.

use super::words::{Id, Word};
use crate::ir::types::Sign;
use crate::ir::{AttrId, Module, Type, TypeId};
use base::ids::Map;
use base::intern::Symbol;
use rustc_hash::FxHashMap;

/// The ids that entities of a module have in its words.
pub(super) struct Ids {
    pub(super) next: u32,
    /// The id of each type, by its number; 0 where it has none yet.
    pub(super) types: Vec<u32>,
    /// Pointers by their pointee: inside a struct its name represents it.
    pub(super) pointers: FxHashMap<(spirv::StorageClass, TypeId, Option<u32>), Id>,
    /// Types that may be declared once, by their words, if types of different names may have the same.
    pub(super) declared_types: Option<FxHashMap<Vec<Word>, Id>>,
    pub(super) constants: FxHashMap<(AttrId, TypeId), Id>,
    pub(super) undefs: FxHashMap<TypeId, Id>,
    pub(super) symbols: FxHashMap<Symbol, Id>,
    pub(super) strings: FxHashMap<AttrId, Id>,
    pub(super) sets: Map<String, Id>,
    /// The id of each value, by its number; 0 where it has none yet.
    pub(super) values: Vec<u32>,
}

impl Ids {
    /// The ids of a module of which nothing is written yet.
    pub(super) fn of(module: &Module) -> Self {
        Ids {
            next: 1,
            types: vec![0; module.ctx.types().len()],
            pointers: FxHashMap::default(),
            declared_types: has_unsigned(module).then(FxHashMap::default),
            constants: FxHashMap::default(),
            undefs: FxHashMap::default(),
            symbols: FxHashMap::default(),
            strings: FxHashMap::default(),
            sets: Map::default(),
            values: vec![0; module.values.len()],
        }
    }
}

/// Returns whether a module has unsigned integers: in words they are the same as those without a sign.
fn has_unsigned(module: &Module) -> bool {
    module.ctx.types().any(|(_, ty)| matches!(ty, Type::Int { sign: Sign::Unsigned, .. }))
}
