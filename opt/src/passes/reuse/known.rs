//! What memory is known to hold, and since when.

use super::place::{Place, Places, Root, Space, are_apart};
use dialect::ir::{Module, ValueId};
use rustc_hash::FxHashMap;

/// So many places of one variable are known at once.
const MAX_PLACES: usize = 32;

/// A moment of the walk: later ones are larger.
type Time = u32;

/// What is known of memory.
#[derive(Debug, Default)]
pub(super) struct Known {
    now: Time,
    /// What is where a pointer leads, and since when that is known.
    values: FxHashMap<ValueId, (ValueId, Time)>,
    /// The pointers of each variable of which something may be known.
    pointers: FxHashMap<Root, Vec<ValueId>>,
    /// When anything may have been written, and anything that other invocations see.
    all_lost: Time,
    shared_lost: Time,
    /// The buffer that was written last, with the time, and when another one was.
    buffer_written: Option<(Root, Time)>,
    other_written: Time,
    /// The pointers of which something was learned, in order.
    learned: Vec<ValueId>,
}

/// A place in the order of what was learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl Known {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.learned.len())
    }

    /// Forgets what was learned since then.
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

    /// What is where a pointer leads.
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

    /// Nothing is known any more.
    pub(super) fn lose_all(&mut self) {
        self.all_lost = self.tick();
    }

    /// Nothing is known of what other invocations see.
    pub(super) fn lose_shared(&mut self) {
        self.shared_lost = self.tick();
    }

    /// A pointer leads to this value now.
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

    /// Something else is written where a pointer leads, and so where others lead.
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
