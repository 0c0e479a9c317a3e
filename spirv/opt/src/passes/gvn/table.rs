//! A scoped hash table of ops by what they compute.

use base::ids::Id;
use dialect::ir::{Module, OpId, Traits, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

/// The available ops. Different ops with the same hash share an entry, which the later one has.
#[derive(Debug)]
pub(super) struct Table {
    known: FxHashMap<u64, OpId>,
    /// Undo log of the open scope.
    undo: Vec<(u64, Option<OpId>)>,
}

/// The start of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl Table {
    /// A table with room for this many ops.
    pub(super) fn with_room(count: usize) -> Table {
        let known = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
        Table { known, undo: Vec::with_capacity(count) }
    }

    pub(super) fn open(&self) -> Mark {
        Mark(self.undo.len())
    }

    pub(super) fn close(&mut self, mark: Mark) {
        for (hash, before) in self.undo.drain(mark.0..).rev() {
            match before {
                Some(op) => self.known.insert(hash, op),
                None => self.known.remove(&hash),
            };
        }
    }

    /// The result of an equal op that is available here; otherwise this op is from here on.
    pub(super) fn find_or_insert(&mut self, module: &Module, op: OpId) -> Option<ValueId> {
        let hash = hash(module, op);
        let before = match self.known.entry(hash) {
            Entry::Occupied(known) if is_equal(module, *known.get(), op) => {
                return module[*known.get()].results.first().copied();
            }
            Entry::Occupied(mut known) => Some(known.insert(op)),
            Entry::Vacant(place) => {
                place.insert(op);
                None
            }
        };
        self.undo.push((hash, before));
        None
    }
}

/// The operands, sorted if the op is commutative.
#[inline]
fn operands(module: &Module, op: OpId) -> (&[ValueId], bool) {
    let operands = &module[op].operands;
    let swaps = module[op].info.traits.has(Traits::COMMUTATIVE) && operands.len() == 2 && operands[0] > operands[1];
    (operands, swaps)
}

fn hash(module: &Module, op: OpId) -> u64 {
    let mut hasher = FxHasher::default();
    module[op].info.index.hash(&mut hasher);
    let (operands, swaps) = operands(module, op);
    let mut add = |value: &ValueId| Id::raw(*value).hash(&mut hasher);
    match (swaps, operands) {
        (true, [a, b]) => [b, a].into_iter().for_each(&mut add),
        _ => operands.iter().for_each(&mut add),
    }
    for (_, attr) in &module[op].attrs {
        attr.raw().hash(&mut hasher);
    }
    module[op].results.first().map(|value| module.type_of(*value).raw()).hash(&mut hasher);
    hasher.finish()
}

fn is_equal(module: &Module, a: OpId, b: OpId) -> bool {
    let type_of = |op: OpId| module[op].results.first().map(|value| module.type_of(*value));
    let ((x, swaps_x), (y, swaps_y)) = (operands(module, a), operands(module, b));
    let same_operands = match (x, y) {
        ([p, q], [r, s]) if swaps_x != swaps_y => p == s && q == r,
        _ => x == y,
    };
    module[a].info == module[b].info && same_operands && module[a].attrs == module[b].attrs && type_of(a) == type_of(b)
}
