//! Inlined calls with parameters that are variables of the caller, such as the object of a method. They have a value where the
//! call begins, and not only where the callee writes them.

use crate::debug::Known;
use base::ids::Map;
use dialect::ir::AttrId;

/// The calls that are still to be entered, with the variables that are parameters in them.
#[derive(Default)]
pub(super) struct Entries(Map<AttrId, Vec<usize>>);

impl Entries {
    pub(super) fn of(known: &[Known]) -> Entries {
        let mut entries = Entries::default();
        for (at, known) in known.iter().enumerate() {
            for call in known.calls() {
                entries.0.entry(call).or_default().push(at);
            }
        }
        entries
    }

    /// Returns whether all calls have been entered.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The variables that are parameters in a call, if it has not been entered.
    pub(super) fn enter(&mut self, call: AttrId) -> Vec<usize> {
        self.0.swap_remove(&call).unwrap_or_default()
    }
}
