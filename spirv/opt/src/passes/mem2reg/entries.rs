//! Values that debuggers are told of where code begins, and not only where something is written.
//!
//! Parameters of inlined calls that are variables of the caller, such as the object of a method, have a value where the call
//! begins. And debuggers that read code from the top would take the values of one branch for those of the next.

use super::Pass;
use crate::debug::{self, Known};
use crate::edit;
use base::ids::Map;
use dialect::ir::{AttrId, BlockId, Def, LocId, OpId};
use spirv::Op;

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
}

impl Pass<'_> {
    /// Makes the notes for an op that an inlined call begins with; returns whether there are any. The first op of a call
    /// in execution order dominates the others.
    pub(super) fn enter_call(&mut self, op: OpId) -> bool {
        if self.entries.0.is_empty() || !self.may_stand_behind_notes(op) {
            return false;
        }
        let (Some(maker), Some(call)) = (self.maker, debug::call_at(self.module, op)) else { return false };
        for at in self.entries.0.swap_remove(&call).unwrap_or_default() {
            if let Some(value) = self.current[at] {
                let value = self.replaced.resolve(value);
                self.notes.extend(maker.entering(self.module, &self.known[at], call, value));
            }
        }
        !self.notes.is_empty()
    }

    /// Makes the notes for variables whose values of the blocks before do not hold in this one.
    pub(super) fn note_again(&mut self, variables: &[usize], block: BlockId) {
        let start = self.start_of(block);
        for &at in variables {
            let Some(value) = self.current[at].map(|value| self.replaced.resolve(value)) else { continue };
            // Arguments of the block have notes.
            if !matches!(self.module[value].def, Def::Arg(own, _) if own == block) {
                self.note(at, value, start);
            }
        }
    }

    /// The location of the first op of a block that has a line.
    pub(super) fn start_of(&self, block: BlockId) -> Option<LocId> {
        self.maker?;
        let has_line = |loc: &LocId| self.module.ctx.loc_of(*loc).range.is_some();
        self.module[block].ops.iter().filter_map(|op| self.module[*op].loc).find(has_line)
    }

    /// Variables and constants stand where calls do not begin, and the block of a merge holds nothing else.
    fn may_stand_behind_notes(&self, op: OpId) -> bool {
        edit::core(self.module, op) != Some(Op::Variable)
            && !edit::is_reference(self.module, op)
            && !edit::is_merge(self.module, op)
    }
}
