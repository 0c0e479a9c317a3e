//! Known values of memory, each with the time since when it is known.

use super::place::{Place, Places, Root, Space, are_apart};
use dialect::ir::{Module, ValueId};
use rustc_hash::FxHashMap;

/// Limit of the known places of one variable.
const MAX_PLACES: usize = 32;

/// A moment of the walk: later ones are larger.
type Time = u32;

/// Known values of memory.
#[derive(Debug, Default)]
pub(super) struct Known {
    now: Time,
    /// The value at a pointer's target, and the time since when it is known.
    values: FxHashMap<ValueId, (ValueId, Time)>,
    /// The pointers into each variable that may have a known value.
    pointers: FxHashMap<Root, Vec<ValueId>>,
    /// The last time of a write to anything, and to anything that other invocations see.
    all_lost: Time,
    shared_lost: Time,
    /// The buffer that was written last, with the time, and the last time that another one was.
    buffer_written: Option<(Root, Time)>,
    other_written: Time,
    /// The pointers with values, in the order in which these were learned.
    learned: Vec<ValueId>,
}

/// A position in that order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl Known {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.learned.len())
    }

    /// Forgets values that were learned since then.
    pub(super) fn forget(&mut self, mark: Mark, places: &Places<'_>) {
        for pointer in self.learned.split_off(mark.0) {
            self.values.remove(&pointer);
            if let Some(root) = places.root(pointer)
                && let Some(pointers) = self.pointers.get_mut(&root)
            {
                pointers.retain(|other| *other != pointer);
            }
        }
    }

    /// The value at a pointer's target.
    pub(super) fn value(&self, pointer: ValueId, place: &Place) -> Option<ValueId> {
        let (value, since) = *self.values.get(&pointer)?;
        (since > self.last_lost(place)).then_some(value)
    }

    fn last_lost(&self, place: &Place) -> Time {
        match place.space {
            Space::Own => self.all_lost,
            Space::Workgroup => self.all_lost.max(self.shared_lost),
            Space::Buffer => {
                let by_another = match self.buffer_written {
                    Some((last, _)) if last == place.root => self.other_written,
                    Some((_, time)) => time,
                    None => 0,
                };
                self.all_lost.max(self.shared_lost).max(by_another)
            }
        }
    }

    fn tick(&mut self) -> Time {
        self.now += 1;
        self.now
    }

    /// Forgets everything.
    pub(super) fn lose_all(&mut self) {
        self.all_lost = self.tick();
    }

    /// Forgets memory that other invocations see.
    pub(super) fn lose_shared(&mut self) {
        self.shared_lost = self.tick();
    }

    /// Records the value at a pointer's target.
    pub(super) fn learn(&mut self, pointer: ValueId, place: &Place, value: ValueId) {
        let now = self.tick();
        let pointers = self.pointers.entry(place.root).or_default();
        if !pointers.contains(&pointer) {
            if pointers.len() == MAX_PLACES {
                let oldest = pointers.remove(0);
                self.values.remove(&oldest);
            }
            pointers.push(pointer);
        }
        self.values.insert(pointer, (value, now));
        self.learned.push(pointer);
    }

    /// Forgets values of places that may alias a pointer that is written.
    pub(super) fn write(&mut self, module: &Module, pointer: ValueId, place: &Place, places: &mut Places<'_>) {
        let values = &mut self.values;
        if let Some(pointers) = self.pointers.get_mut(&place.root) {
            pointers.retain(|other| {
                let is_kept = *other != pointer
                    && places.of(module, *other).is_some_and(|other| are_apart(module, place, &other));
                if !is_kept {
                    values.remove(other);
                }
                is_kept
            });
        }
        if place.space == Space::Buffer {
            let now = self.tick();
            if let Some((_, time)) = self.buffer_written.filter(|(last, _)| *last != place.root) {
                self.other_written = time;
            }
            self.buffer_written = Some((place.root, now));
        }
    }
}
