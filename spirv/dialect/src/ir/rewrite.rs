//! Bulk replacement of values and removal of ops: patterns collect changes, one pass over the ops applies them.

use super::ids::{OpId, ValueId};
use super::region::Module;
use super::walk;
use rustc_hash::FxHashMap;

/// Values to be replaced, and ops to be removed.
#[derive(Debug, Default)]
pub struct Rewrites {
    values: FxHashMap<ValueId, ValueId>,
    dead: Vec<OpId>,
}

impl Rewrites {
    /// Replaces every use of `old` by `new`; chains of replacements are followed.
    pub fn replace(&mut self, old: ValueId, new: ValueId) {
        let new = self.resolve(new);
        if old != new {
            self.values.insert(old, new);
        }
    }

    /// Removes the op from its block.
    pub fn remove(&mut self, op: OpId) {
        self.dead.push(op);
    }

    /// The final replacement of `value`.
    pub fn resolve(&self, value: ValueId) -> ValueId {
        let mut current = value;
        // A cycle of replacements would be a bug of the patterns; the bound keeps it from hanging.
        for _ in 0..=self.values.len() {
            match self.values.get(&current) {
                Some(next) => current = *next,
                None => break,
            }
        }
        current
    }

    /// The final replacement of `value`, with path compression.
    fn shorten(&mut self, value: ValueId) -> ValueId {
        let end = self.resolve(value);
        let mut current = value;
        while current != end
            && let Some(next) = self.values.insert(current, end)
        {
            current = next;
        }
        end
    }

    /// Applies everything to the ops inside `root`.
    pub fn apply(mut self, module: &mut Module, root: OpId) {
        for op in &self.dead {
            module.detach(*op);
        }
        if self.values.is_empty() {
            return;
        }
        for op in walk::ops_in(module, root) {
            for value in module.ops[op].uses_mut() {
                *value = self.shorten(*value);
            }
        }
    }
}
