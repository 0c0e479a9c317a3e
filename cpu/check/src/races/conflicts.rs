//! Accesses against what their cells remember: which of them conflict, and how.

use super::access::{Access, Class, Conflict};
use super::cells::{self, Cell, Entry};
use super::group::Epoch;
use super::order::{Reach, Whereabouts};
use super::{GRANULE, Races};
use crate::clock::{Classes, Clock};
use crate::rows::Check;
use std::sync::Arc;

/// The kind of synchronisation that orders one access before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By a barrier of the group or of a wave.
    Barrier,
    /// By atomic operations with barriers around them.
    Atomics,
}

/// What two accesses are that conflict.
enum Judgement {
    Is(Check),
    /// A race, whose name depends on atomic operations.
    Unordered {
        is_handed_on: bool,
    },
}

impl Races {
    /// Notes an access. Gives the first conflict with an earlier one.
    pub fn access(&mut self, access: &Access) -> Option<Conflict> {
        if let Some(atomic) = access.atomic {
            self.atomic(access, atomic);
        }
        let (first, last) = (access.offset / GRANULE, (access.offset + u64::from(access.bytes.max(1)) - 1) / GRANULE);
        let (epoch, site) = (self.epoch(), self.sites.number(access)?);
        let tick = self.now.threads[access.thread as usize].tick;
        let mut conflict: Option<Conflict> = None;
        for granule in first..=last {
            let start = (granule * GRANULE).max(access.offset);
            let end = ((granule + 1) * GRANULE).min(access.offset + u64::from(access.bytes));
            let bytes = (start..end).fold(0u8, |bytes, at| bytes | 1 << (at % GRANULE));
            let entry = Entry { epoch, thread: access.thread, tick, site, bytes };
            let found = self.granule(access, granule, entry);
            // A conflict that is an error says more than one that is not.
            conflict = match (conflict, found) {
                (Some(old), Some(new)) if old.check <= new.check => Some(old),
                (old, new) => new.or(old),
            };
        }
        // It does not order itself.
        if access.atomic.is_some() {
            self.loosely(access);
        }
        conflict
    }

    fn granule(&mut self, access: &Access, granule: u64, entry: Entry) -> Option<Conflict> {
        let mut cell = *self.cell(access, granule)?;
        if self.needed.is_some() {
            self.separate(access, &entry, cell);
        }
        let mut found = None;
        // Accesses that a barrier has ordered before this one, and those of the thread itself, do not race with it.
        let is_own = cells::is_own(cell.write, &entry);
        let has_write = !self.is_over(access.class, cell.write) && !is_own;
        let is_over = self.is_over(access.class, cell.reads);
        // Of a thread's plain write and its atomic one the former conflicts with more.
        let keeps_write = access.atomic.is_some() && self.is_plain_of(access, cell.write);
        if is_over && !has_write {
            cell.reads = 0;
            let word = entry.word().unwrap_or(0);
            if !access.writes {
                cell.reads = word;
            } else if !keeps_write {
                cell.write = word;
            }
            *self.cell(access, granule)? = cell;
            return None;
        }
        if has_write || access.writes {
            let first = self.now.first;
            let is_void = |earlier: &Entry| access.class == Class::Group && earlier.epoch < first;
            let earlier = Entry::of(cell.write).filter(|entry| !is_void(entry)).map(|entry| (entry, true));
            let reads = if access.writes { self.lists.reads(cell) } else { [None; 4] };
            let reads = reads.into_iter().flatten().filter(|entry| !is_void(entry)).map(|entry| (entry, false));
            for (earlier, writes) in earlier.into_iter().chain(reads) {
                let check = match self.judged(access, &entry, &earlier, writes) {
                    Some(Judgement::Is(check)) => check,
                    Some(Judgement::Unordered { is_handed_on }) => {
                        self.unordered(access, &entry, &earlier, is_handed_on)
                    }
                    None => continue,
                };
                if found.as_ref().is_none_or(|found: &Conflict| check < found.check) {
                    let earlier = self.party(&earlier, writes);
                    found = Some(Conflict { check, earlier, offset: (granule * GRANULE).max(access.offset) });
                }
            }
        }
        if !(access.writes && keeps_write) {
            self.remember(&mut cell, entry, access);
        }
        *self.cell(access, granule)? = cell;
        found
    }

    /// Notes the barriers between an access and those before it that it would conflict with.
    fn separate(&mut self, access: &Access, now: &Entry, cell: Cell) {
        let reads = if access.writes { self.lists.reads(cell) } else { [None; 4] };
        for earlier in Entry::of(cell.write).into_iter().chain(reads.into_iter().flatten()) {
            let Epoch { group, barriers, .. } = self.epochs[earlier.epoch as usize];
            let is_other = earlier.thread != now.thread && earlier.bytes & now.bytes != 0;
            if group != self.now.number || !is_other {
                continue;
            }
            let between = self.now.passed.get(barriers as usize..).unwrap_or_default();
            let meant = between.iter().filter(|(_, classes)| classes[access.class as usize]);
            for (site, _) in meant {
                self.needed.iter_mut().for_each(|needed| _ = needed.insert(*site, true));
            }
        }
    }

    /// Returns whether a word of a cell, which is not a list, is an access that is not atomic of the thread of another
    /// one, with no barrier between the two.
    fn is_plain_of(&self, access: &Access, word: u64) -> bool {
        let is_plain = |entry: &Entry| self.site(entry).atomic.is_none() && entry.thread == access.thread;
        let earlier = Entry::of(word).filter(|_| !self.is_over(access.class, word)).filter(is_plain);
        earlier.is_some_and(|entry| self.epochs[entry.epoch as usize].group == self.now.number)
    }

    /// Returns whether a barrier of the group is between a word of a cell, which is not a list, and whatever comes now.
    #[inline]
    fn is_over(&self, class: Class, word: u64) -> bool {
        if self.model.is_strict { word == 0 } else { self.is_past(class, word) }
    }

    /// Stores an access in its cell.
    fn remember(&mut self, cell: &mut Cell, entry: Entry, access: &Access) {
        if access.writes {
            cell.write = entry.word().unwrap_or(0);
            if access.atomic.is_some() {
                return;
            }
            return self.lists.retain(cell, |read| read.bytes & !entry.bytes != 0);
        }
        let (epochs, class, first) = (&self.epochs, access.class, self.now.first);
        let is_strict = self.model.is_strict;
        let now = epochs[entry.epoch as usize];
        // Reads in earlier phases are over for all who come later, and earlier groups had other memory.
        let is_void = |read: &Entry| {
            let before = epochs[read.epoch as usize];
            let is_over = before.group == now.group && before.phases[class as usize] < now.phases[class as usize];
            is_over && !is_strict || class == Class::Group && read.epoch < first
        };
        self.lists.add(cell, entry, self.model.least_wave, is_void);
    }

    /// The race that two accesses are, if they are one.
    fn judged(&self, access: &Access, now: &Entry, earlier: &Entry, writes: bool) -> Option<Judgement> {
        if earlier.bytes & now.bytes == 0 || (earlier.epoch, earlier.thread) == (now.epoch, now.thread) {
            return None;
        }
        let epoch = self.epochs[earlier.epoch as usize];
        let (is_of_group, site) = (epoch.group == self.now.number, self.site(earlier));
        if is_of_group && earlier.thread == now.thread {
            return None;
        }
        if let (Some(one), Some(two)) = (site.atomic, access.atomic) {
            return (!self.are_atomic(access, now, earlier, epoch.group, one.min(two.reach)))
                .then_some(Judgement::Is(Check::Scope));
        }
        let is_coherent = site.coherent && access.coherent;
        let is_handed_on = match self.model.is_strict {
            false => writes && !access.writes && !is_of_group && !is_coherent,
            true => {
                let is_private = site.private || access.private;
                let is_available = site.coherent || self.model.makes_available;
                let is_visible = access.writes || access.coherent || self.model.makes_visible;
                is_private || writes && !(is_available && is_visible)
            }
        };
        if let Some(order) = self.order(access, earlier) {
            let is_lost = is_handed_on && (order == Order::Atomics || self.model.is_strict);
            return is_lost.then_some(Judgement::Is(Check::NotCoherent));
        }
        if is_of_group && epoch.barriers < self.now.barriers {
            // What was read before the barrier has been read: nothing but the letter of the rules lets it read a later value.
            return Some(Judgement::Is(if writes { Check::Scope } else { Check::ScopeAfterRead }));
        }
        let (is_atomic, was_atomic) = (access.atomic.is_some(), site.atomic.is_some());
        let is_plain_read = (!access.writes && !is_atomic) || (!writes && !was_atomic);
        let has_atomic = is_atomic || was_atomic;
        if !is_of_group && has_atomic && is_plain_read && access.coherent && access.bytes <= 4 {
            return Some(Judgement::Is(Check::RacePlainAtomic));
        }
        if access.writes && writes && access.same && !has_atomic {
            return Some(Judgement::Is(Check::RaceSameValue));
        }
        Some(Judgement::Unordered { is_handed_on })
    }

    /// The race that two accesses are which nothing orders.
    fn unordered(&mut self, access: &Access, now: &Entry, earlier: &Entry, is_handed_on: bool) -> Check {
        self.catch_up();
        if self.meet_at_atomics(access.class as usize, now, earlier) {
            return if is_handed_on { Check::NotCoherent } else { Check::RaceFence };
        }
        let is_of_group = self.epochs[earlier.epoch as usize].group == self.now.number;
        let is_of_wave = is_of_group && earlier.thread / self.model.least_wave == now.thread / self.model.least_wave;
        if is_of_wave { Check::RaceInWave } else { Check::Race }
    }

    /// Returns whether two atomic operations are atomic for each other.
    fn are_atomic(&self, access: &Access, now: &Entry, earlier: &Entry, group: u32, reach: Reach) -> bool {
        let place = |group: u32, thread: u32| Whereabouts { group, wave: thread / self.model.wave };
        let reach = if access.class == Class::Group { reach.max(Reach::Group) } else { reach };
        place(group, earlier.thread).are_within(place(self.now.number, now.thread), reach)
    }

    /// The synchronisation that orders an earlier access before this one, if there is one.
    fn order(&self, access: &Access, earlier: &Entry) -> Option<Order> {
        let (class, state) = (access.class as usize, &self.now.threads[access.thread as usize]);
        let epoch = self.epochs[earlier.epoch as usize];
        if epoch.group == self.now.number {
            let is_of_wave = |(tick, together, classes): &(u32, Arc<[u32]>, Classes)| {
                classes[class] && earlier.tick < *tick && together.contains(&earlier.thread)
            };
            if epoch.phases[class] < self.now.phases[class] || state.wave.as_ref().is_some_and(is_of_wave) {
                return Some(Order::Barrier);
            }
        }
        let agent = (epoch.group, earlier.thread);
        let covers = |clock: &Clock| clock.covers(agent, epoch.phases[class], class, earlier.tick);
        let is_known = covers(&self.now.shared) || state.clock.as_deref().is_some_and(covers);
        is_known.then_some(Order::Atomics)
    }
}
