//! Atomic operations: the order that they pass on and take.

use super::Races;
use super::access::{Access, Class};
use super::cells::Entry;
use super::group::{Group, Heard, Location, Loose, ThreadState, Told};
use super::order::{Atomic, Fence, Reach};
use crate::clock::{ALL, Agent, Clock};

/// The most threads that are remembered for an atomic place, and places for a thread.
const MOST_ATOMICS: usize = 32;

/// The most groups and threads that are heard of by atomic operations, which only decides about the name of a race: on
/// groupshared memory, where many threads come by turns, and on what all groups have.
const MOST_OF_GROUP: usize = 32;
const MOST_HEARD: usize = 256;

/// The most atomic operations of a group of which it is not worked out what they hear.
const MOST_PENDING: usize = 1 << 16;

impl Races {
    pub(super) fn atomic(&mut self, access: &Access, atomic: Atomic) {
        self.has_atomics = true;
        self.now.has_order = true;
        let class = access.class as usize;
        // It passes on order whether or not the memory that it accesses is among the memory that it orders.
        let fence = Fence { reach: self.reach(atomic.fence.reach, atomic.fence.classes), ..atomic.fence };
        let reach = self.reach(atomic.reach, [0, 1, 2].map(|at| at == class));
        match atomic.is_store {
            true => self.location(access).1.forget(),
            false => self.take(access, reach, fence),
        }
        if access.writes {
            self.hand_on(access, reach, fence);
        }
    }

    /// The state of a thread, and that of the atomic place that it accesses.
    fn location(&mut self, access: &Access) -> (&mut ThreadState, &mut Location) {
        self.location_at(access.class, (access.object, access.offset), access.thread)
    }

    fn location_at(&mut self, class: Class, place: (u32, u64), thread: u32) -> (&mut ThreadState, &mut Location) {
        let locations = match class {
            Class::Group => &mut self.now.locations,
            Class::Buffer | Class::Image => &mut self.locations,
        };
        (&mut self.now.threads[thread as usize], locations.entry(place).or_default())
    }

    /// Takes the order that an atomic place has: at once as far as the operation is a barrier, or else with the next one.
    fn take(&mut self, access: &Access, reach: Reach, fence: Fence) {
        let (by, class) = (self.whereabouts(access.thread), access.class as usize);
        let (state, location) = self.location(access);
        state.pending[class].join(&location.released, by, reach);
        if fence.acquires {
            for clock in location.released.taken(by, reach.min(fence.reach)) {
                state.clock.get_or_insert_default().join(clock, fence.classes);
            }
        }
    }

    /// Leaves at an atomic place the order that barriers before it pass on, and the operation itself as far as it is one.
    fn hand_on(&mut self, access: &Access, reach: Reach, fence: Fence) {
        let (by, class) = (self.whereabouts(access.thread), access.class as usize);
        let known = fence.releases.then(|| self.known(access.thread, fence.classes));
        let Group { number: group, barriers, .. } = self.now;
        let told = Some(Told { group, barriers, reach, by });
        let of_group = std::mem::take(&mut self.now.released);
        let (state, location) = self.location(access);
        let news = if location.told == told { &[] } else { &of_group[..] };
        location.told = told;
        for (fence, clock) in news.iter().chain(&state.released).filter(|(fence, _)| fence.classes[class]) {
            location.released.add(reach.min(fence.reach), by, clock, ALL);
        }
        if let Some(known) = known {
            location.released.add(reach.min(fence.reach), by, &known, ALL);
        }
        self.now.released = of_group;
    }

    /// Notes what would be ordered if each atomic operation were a barrier too. As long as it stays in the group, it is worked
    /// out where a race is named.
    pub(super) fn loosely(&mut self, access: &Access) {
        let state = &mut self.now.threads[access.thread as usize];
        let heard = Heard {
            class: access.class,
            place: (access.object, access.offset),
            thread: access.thread,
            tick: state.tick,
            phases: self.now.phases,
        };
        state.tick += 1;
        if access.class == Class::Group && self.now.pending_loose.len() < MOST_PENDING {
            return self.now.pending_loose.push(Loose::Atomic(heard));
        }
        // A place that hears no more does not need to know what the group has heard.
        if access.class == Class::Group || !self.location(access).1.loose.is_full(MOST_HEARD) {
            self.catch_up();
        }
        self.hear(&heard);
    }

    /// All threads of the group have come to a barrier of it.
    pub(super) fn loosely_together(&mut self) {
        if !matches!(self.now.pending_loose.last(), Some(Loose::Barrier)) {
            self.now.pending_loose.push(Loose::Barrier);
        }
    }

    /// Works out what would be ordered if each atomic operation of the group so far were a barrier too.
    pub(super) fn catch_up(&mut self) {
        let mut pending = std::mem::take(&mut self.now.pending_loose);
        for event in pending.drain(..) {
            match event {
                Loose::Atomic(heard) => self.hear(&heard),
                Loose::Barrier => {
                    let Group { threads, loose, .. } = &mut self.now;
                    for own in threads.iter_mut().filter_map(|thread| thread.loose.as_deref_mut()) {
                        loose.hear(own, MOST_HEARD);
                        own.clear();
                    }
                }
            }
        }
        self.now.pending_loose = pending;
    }

    fn hear(&mut self, heard: &Heard) {
        let Heard { class, place, thread, tick, phases } = *heard;
        let agent = (self.now.number, thread);
        let most = if class == Class::Group { MOST_OF_GROUP } else { MOST_HEARD };
        let of_group = std::mem::take(&mut self.now.loose);
        let (state, location) = self.location_at(class, place, thread);
        let loose = state.loose.get_or_insert_default();
        loose.hear(&location.loose, most);
        location.loose.hear(loose, most);
        location.loose.hear(&of_group, most);
        location.loose.hear_of(agent, tick, phases, most);
        if location.threads.len() < MOST_ATOMICS {
            location.threads.push((agent, tick));
        } else if let Some(known) = location.threads.iter_mut().find(|(known, _)| *known == agent) {
            known.1 = tick;
        }
        if state.atomics.len() < MOST_ATOMICS && !state.atomics.contains(&place) {
            state.atomics.push(place);
        }
        self.now.loose = of_group;
    }

    /// Returns whether the earlier thread came to an atomic place afterwards that the later one came to before, or to one
    /// from which others have come to that.
    pub(super) fn meet_at_atomics(&self, class: usize, now: &Entry, earlier: &Entry) -> bool {
        let epoch = self.epochs[earlier.epoch as usize];
        let agent = (epoch.group, earlier.thread);
        let is_it = |(known, tick): &(Agent, u32)| *known == agent && *tick >= earlier.tick;
        let state = &self.now.threads[now.thread as usize];
        let is_told = |clock: &Clock| clock.covers(agent, epoch.phases[class], class, earlier.tick);
        if is_told(&self.now.loose) || state.loose.as_deref().is_some_and(is_told) {
            return true;
        }
        let places = &state.atomics;
        let location = |place| self.now.locations.get(place).or_else(|| self.locations.get(place));
        places.iter().any(|place| location(place).is_some_and(|location| location.threads.iter().any(is_it)))
    }
}
