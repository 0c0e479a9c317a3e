//! Races: a shadow of the memory that threads share, and the order that barriers make.
//!
//! Each granule of four bytes remembers its last write and a few reads since. An access conflicts with one of another
//! thread if one of the two writes, not both are atomic, and nothing puts them in an order: neither a barrier of the group
//! for that kind of memory, nor a barrier of a wave, nor atomic operations with barriers before and after. Where the
//! detector lacks room it may miss a race; it never invents one. It knows memory as numbered objects and instructions as
//! numbered sites.

use crate::clock::{Agent, CLASSES, Clock};
use crate::rows::Check;
use rustc_hash::FxHashMap;

/// The kinds of memory that barriers order apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Groupshared memory.
    Group,
    /// Buffers.
    Buffer,
    /// Images.
    Image,
}

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The number of the buffer, the image, or the groupshared memory.
    pub object: u32,
    /// The kind of memory.
    pub class: Class,
    /// The first byte.
    pub offset: u64,
    /// The count.
    pub bytes: u32,
    /// The thread's number in its group.
    pub thread: u32,
    /// True if it writes.
    pub writes: bool,
    /// True if it is an atomic operation.
    pub atomic: bool,
    /// True if the memory is coherent between groups.
    pub coherent: bool,
    /// True if it writes what is there already.
    pub same: bool,
    /// The instruction.
    pub site: u32,
}

/// One side of a conflict that came earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The group, by its number in the dispatch.
    pub group: u32,
    /// The thread's number in its group.
    pub thread: u32,
    /// The instruction.
    pub site: u32,
    /// True if it writes.
    pub writes: bool,
    /// True if it is an atomic operation.
    pub atomic: bool,
}

/// Two accesses without an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The kind of race.
    pub check: Check,
    /// The earlier access.
    pub earlier: Party,
    /// The first byte of the granule.
    pub offset: u64,
}

/// The record of an access in a cell.
#[derive(Clone, Copy, Debug)]
struct Entry {
    group: u32,
    thread: u32,
    phase: u32,
    /// The number of barriers of the group before it, of whatever kind.
    barriers: u32,
    tick: u32,
    site: u32,
    bytes: u8,
    atomic: bool,
}

/// The reads that a cell remembers.
const READS: usize = 3;

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Option<Entry>,
    reads: [Option<Entry>; READS],
}

/// The bytes of a granule.
const GRANULE: u64 = 4;
/// The granules of a page.
const PAGE: usize = 64;
/// The most pages, which come to about half a gigabyte. Memory without a page is not looked at.
const MOST_PAGES: usize = 1 << 16;
/// The most threads that are remembered for an atomic place, and places for a thread.
const MOST_ATOMICS: usize = 32;

/// A thread of the group at hand.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    tick: u32,
    /// The last barrier of its wave: the tick there, and the threads that took part.
    wave: Option<(u32, std::rc::Rc<[u32]>)>,
    clock: Option<Box<Clock>>,
    /// Order that atomic operations have released since the last barrier.
    released: Option<Box<Clock>>,
    /// Order that they have acquired, in force from the next barrier.
    pending: Option<Box<Clock>>,
    /// Places of its last atomic operations.
    atomics: Vec<(u32, u64)>,
}

/// An atomic place.
#[derive(Debug, Default)]
struct Location {
    released: Clock,
    threads: Vec<(Agent, u32)>,
}

/// The shadow of a dispatch, whose groups run one after the other.
#[derive(Debug)]
pub struct Races {
    group: u32,
    /// The smallest number of lanes in a wave that the shader may run with.
    least_wave: u32,
    /// Counters of barriers by kind of memory, which go on from group to group.
    phases: [u32; CLASSES],
    barriers: u32,
    threads: Vec<ThreadState>,
    /// Order known to all threads of the group.
    shared: Clock,
    pages: FxHashMap<(u32, u64), Box<[Cell; PAGE]>>,
    locations: FxHashMap<(u32, u64), Location>,
    has_atomics: bool,
}

impl Races {
    /// For groups of so many threads, whose waves have at least so many lanes.
    pub fn new(threads: u32, least_wave: u32) -> Self {
        Races {
            group: 0,
            least_wave: least_wave.max(1),
            phases: [1; CLASSES],
            barriers: 0,
            threads: vec![ThreadState::default(); threads as usize],
            shared: Clock::default(),
            pages: FxHashMap::default(),
            locations: FxHashMap::default(),
            has_atomics: false,
        }
    }

    /// The next group begins. Its groupshared memory is new.
    pub fn begin_group(&mut self, group: u32) {
        self.group = group;
        self.phases = self.phases.map(|phase| phase + 1);
        self.shared = Clock::default();
        self.threads.iter_mut().for_each(|thread| *thread = ThreadState::default());
    }

    /// Returns whether atomic operations have taken part.
    pub fn has_atomics(&self) -> bool {
        self.has_atomics
    }

    /// All threads of the group have come to a barrier for these kinds of memory.
    pub fn group_barrier(&mut self, classes: [bool; CLASSES]) {
        for (phase, is_meant) in self.phases.iter_mut().zip(classes) {
            *phase += u32::from(is_meant);
        }
        self.barriers += 1;
        for thread in 0..self.threads.len() {
            self.take_pending(thread);
            if let Some(clock) = self.threads[thread].clock.take() {
                self.shared.join(&clock);
            }
        }
        let mut released = self.shared.clone();
        released.know_group(self.group, self.phases);
        if self.has_atomics {
            let released = Box::new(released);
            self.threads.iter_mut().for_each(|thread| thread.released = Some(released.clone()));
        }
        // What is released from here on must be known to later atomic operations even if these are the first.
        self.shared.know_group(self.group, self.phases);
    }

    /// A thread comes to a barrier that orders memory without waiting for others.
    pub fn memory_barrier(&mut self, thread: u32) {
        let index = thread as usize;
        self.take_pending(index);
        let mut released = self.shared.clone();
        let state = &mut self.threads[index];
        if let Some(clock) = &state.clock {
            released.join(clock);
        }
        released.know_agent((self.group, thread), state.tick);
        state.tick += 1;
        state.released = Some(Box::new(released));
    }

    fn take_pending(&mut self, thread: usize) {
        let state = &mut self.threads[thread];
        if let Some(pending) = state.pending.take() {
            state.clock.get_or_insert_default().join(&pending);
        }
    }

    /// Lanes of a wave come to a barrier of the wave.
    pub fn wave_barrier(&mut self, threads: &[u32]) {
        let tick = threads.iter().map(|thread| self.threads[*thread as usize].tick).max().unwrap_or(0) + 1;
        let together: std::rc::Rc<[u32]> = threads.into();
        for thread in threads {
            let state = &mut self.threads[*thread as usize];
            (state.tick, state.wave) = (tick, Some((tick, together.clone())));
        }
    }

    /// Notes an access. Gives the first conflict with an earlier one.
    pub fn access(&mut self, access: &Access) -> Option<Conflict> {
        if access.atomic {
            self.atomic(access);
        }
        let (first, last) = (access.offset / GRANULE, (access.offset + u64::from(access.bytes.max(1)) - 1) / GRANULE);
        let mut conflict: Option<Conflict> = None;
        for granule in first..=last {
            let found = self.granule(access, granule);
            // A conflict that is an error says more than one that is not.
            conflict = match (conflict, found) {
                (Some(old), Some(new)) if old.check <= new.check => Some(old),
                (old, new) => new.or(old),
            };
        }
        conflict
    }

    fn granule(&mut self, access: &Access, granule: u64) -> Option<Conflict> {
        let key = (access.object, granule / PAGE as u64);
        if self.pages.len() >= MOST_PAGES && !self.pages.contains_key(&key) {
            return None;
        }
        let start = (granule * GRANULE).max(access.offset);
        let end = ((granule + 1) * GRANULE).min(access.offset + u64::from(access.bytes));
        let bytes = (start..end).fold(0u8, |bytes, at| bytes | 1 << (at % GRANULE));
        let entry = Entry {
            group: self.group,
            thread: access.thread,
            phase: self.phases[access.class as usize],
            barriers: self.barriers,
            tick: self.threads[access.thread as usize].tick,
            site: access.site,
            bytes,
            atomic: access.atomic,
        };
        let at = (granule % PAGE as u64) as usize;
        let page = self.pages.entry(key).or_insert_with(|| Box::new([Cell::default(); PAGE]));
        let mut cell = page[at];
        let mut found = None;
        let earlier = cell.write.iter().map(|entry| (*entry, true));
        let reads = cell.reads.iter().flatten().map(|entry| (*entry, false)).filter(|_| access.writes);
        for (earlier, writes) in earlier.chain(reads) {
            let check = self.judged(access, &entry, (&earlier, writes));
            let Some(check) = check else { continue };
            if found.as_ref().is_none_or(|found: &Conflict| check < found.check) {
                let Entry { group, thread, site, atomic, .. } = earlier;
                let earlier = Party { group, thread, site, writes, atomic };
                found = Some(Conflict { check, earlier, offset: start });
            }
        }
        remember(&mut cell, entry, access.writes, self.least_wave);
        if let Some(page) = self.pages.get_mut(&key) {
            page[at] = cell;
        }
        found
    }

    /// The race that two accesses are, if they are one.
    fn judged(&self, access: &Access, now: &Entry, (earlier, writes): (&Entry, bool)) -> Option<Check> {
        let both_atomic = earlier.atomic && now.atomic;
        let is_same_thread = (earlier.group, earlier.thread) == (now.group, now.thread);
        if earlier.bytes & now.bytes == 0 || both_atomic || is_same_thread || self.ordered(access, earlier) {
            return None;
        }
        let is_of_group = earlier.group == now.group;
        // Groupshared memory is new for each group.
        if access.class == Class::Group && !is_of_group {
            return None;
        }
        if is_of_group && earlier.barriers < now.barriers {
            return Some(Check::Scope);
        }
        let is_plain_read = (!access.writes && !now.atomic) || (!writes && !earlier.atomic);
        let has_atomic = earlier.atomic || now.atomic;
        if !is_of_group && has_atomic && is_plain_read && access.coherent && access.bytes <= 4 {
            return Some(Check::RacePlainAtomic);
        }
        if access.writes && writes && access.same && !has_atomic {
            return Some(Check::RaceSameValue);
        }
        if self.meet_at_atomics(now, earlier) {
            return Some(Check::RaceFence);
        }
        let is_of_wave = is_of_group && earlier.thread / self.least_wave == now.thread / self.least_wave;
        Some(if is_of_wave { Check::RaceInWave } else { Check::Race })
    }

    /// Returns whether an earlier access is over for the thread of an access.
    fn ordered(&self, access: &Access, earlier: &Entry) -> bool {
        let (class, state) = (access.class as usize, &self.threads[access.thread as usize]);
        if earlier.group == self.group {
            if earlier.phase < self.phases[class] {
                return true;
            }
            if let Some((tick, together)) = &state.wave
                && earlier.tick < *tick
                && together.contains(&earlier.thread)
            {
                return true;
            }
        }
        let agent = (earlier.group, earlier.thread);
        let covers = |clock: &Clock| clock.covers(agent, earlier.phase, class, earlier.tick);
        covers(&self.shared) || state.clock.as_deref().is_some_and(covers)
    }

    fn atomic(&mut self, access: &Access) {
        self.has_atomics = true;
        let key = (access.object, access.offset);
        let (group, phases) = (self.group, self.phases);
        let state = &mut self.threads[access.thread as usize];
        if state.released.is_none() && self.barriers > 0 {
            // The first atomic operation behind barriers hands on what these have ordered.
            let mut released = self.shared.clone();
            released.know_group(group, phases);
            state.released = Some(Box::new(released));
        }
        let location = self.locations.entry(key).or_default();
        state.pending.get_or_insert_default().join(&location.released);
        if access.writes
            && let Some(released) = &state.released
        {
            location.released.join(released);
        }
        let agent = (group, access.thread);
        if location.threads.len() < MOST_ATOMICS {
            location.threads.push((agent, state.tick));
        } else if let Some(known) = location.threads.iter_mut().find(|(known, _)| *known == agent) {
            known.1 = state.tick;
        }
        if state.atomics.len() < MOST_ATOMICS && !state.atomics.contains(&key) {
            state.atomics.push(key);
        }
        state.tick += 1;
    }

    /// Returns whether the earlier thread came to an atomic place afterwards that the later one came to before.
    fn meet_at_atomics(&self, now: &Entry, earlier: &Entry) -> bool {
        let agent = (earlier.group, earlier.thread);
        let is_it = |(known, tick): &(Agent, u32)| *known == agent && *tick >= earlier.tick;
        let places = &self.threads[now.thread as usize].atomics;
        places.iter().any(|place| self.locations.get(place).is_some_and(|location| location.threads.iter().any(is_it)))
    }
}

/// Stores an access in its cell.
fn remember(cell: &mut Cell, entry: Entry, writes: bool, wave: u32) {
    if writes {
        *cell = Cell {
            write: Some(entry),
            reads: cell.reads.map(|read| read.filter(|read| read.bytes & !entry.bytes != 0)),
        };
        return;
    }
    let own = |read: &&mut Option<Entry>| {
        read.is_none_or(|read| {
            let is_same = (read.group, read.thread) == (entry.group, entry.thread);
            is_same || (read.group == entry.group && read.phase < entry.phase)
        })
    };
    match cell.reads.iter_mut().find(own) {
        Some(free) => *free = Some(entry),
        // The last place is for a thread of another group, or else of another wave, than the first.
        None => {
            let [first, .., last] = &mut cell.reads;
            let is_other = |read: &Option<Entry>| {
                read.zip(*first)
                    .is_some_and(|(read, first)| read.group != first.group || read.thread / wave != first.thread / wave)
            };
            if !is_other(last) {
                *last = Some(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Access = Access {
        object: 0,
        class: Class::Group,
        offset: 0,
        bytes: 4,
        thread: 0,
        writes: false,
        atomic: false,
        coherent: false,
        same: false,
        site: 0,
    };

    fn read(thread: u32) -> Access {
        Access { thread, ..FREE }
    }

    fn write(thread: u32) -> Access {
        Access { thread, writes: true, ..FREE }
    }

    fn atomic(thread: u32, offset: u64) -> Access {
        Access { thread, offset, writes: true, atomic: true, ..FREE }
    }

    fn verdicts(races: &mut Races, accesses: &[Access]) -> Vec<Option<Check>> {
        accesses.iter().map(|access| races.access(access).map(|conflict| conflict.check)).collect()
    }

    #[test]
    fn reads_and_writes_of_two_threads_race_without_a_barrier() {
        let mut races = Races::new(64, 4);
        let seen = verdicts(&mut races, &[write(0), read(0), read(1), read(9)]);
        assert_eq!(seen, [None, None, Some(Check::RaceInWave), Some(Check::Race)]);
        races.group_barrier([true, false, false]);
        assert_eq!(verdicts(&mut races, &[read(9), write(9), write(0)]), [None, None, Some(Check::Race)]);
        races.group_barrier([false, true, false]);
        assert_eq!(verdicts(&mut races, &[read(3)]), [Some(Check::Scope)]);
    }

    #[test]
    fn bytes_that_lie_apart_do_not_race() {
        let mut races = Races::new(64, 4);
        let part = |thread, offset| Access { thread, offset, bytes: 2, writes: true, ..FREE };
        assert_eq!(verdicts(&mut races, &[part(0, 0), part(9, 2), part(20, 3)]), [None, None, Some(Check::Race)]);
    }

    #[test]
    fn every_reader_counts() {
        let mut races = Races::new(64, 4);
        let reads: Vec<Access> = (0..64).map(read).collect();
        verdicts(&mut races, &reads);
        assert_eq!(verdicts(&mut races, &[write(0)]), [Some(Check::Race)]);
    }

    #[test]
    fn groups_are_ordered_by_barriers_around_atomic_operations_alone() {
        for has_fences in [true, false] {
            let mut races = Races::new(64, 4);
            races.begin_group(0);
            let device = |access: Access| Access { class: Class::Buffer, object: 1, ..access };
            assert_eq!(verdicts(&mut races, &[device(write(0))]), [None]);
            if has_fences {
                races.memory_barrier(0);
            }
            verdicts(&mut races, &[device(atomic(0, 64))]);
            races.begin_group(1);
            verdicts(&mut races, &[device(atomic(5, 64))]);
            if has_fences {
                races.memory_barrier(5);
            }
            let seen = verdicts(&mut races, &[device(read(5)), device(read(6))]);
            let expected = if has_fences { None } else { Some(Check::RaceFence) };
            assert_eq!(seen, [expected, Some(Check::Race)]);
        }
    }

    #[test]
    fn what_a_group_barrier_orders_goes_to_another_group() {
        let mut races = Races::new(64, 4);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, ..access };
        races.begin_group(0);
        verdicts(&mut races, &[device(write(7))]);
        races.group_barrier([true, true, true]);
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.begin_group(1);
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.group_barrier([true, true, true]);
        assert_eq!(verdicts(&mut races, &[device(read(9))]), [None]);
    }

    #[test]
    fn a_barrier_of_the_wave_orders_its_lanes() {
        let mut races = Races::new(64, 4);
        verdicts(&mut races, &[write(0)]);
        races.wave_barrier(&[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(verdicts(&mut races, &[read(5), read(9)]), [None, Some(Check::Race)]);
    }

    #[test]
    fn equal_values_and_flags_have_names_of_their_own() {
        let mut races = Races::new(64, 4);
        let same = |thread| Access { same: true, ..write(thread) };
        assert_eq!(verdicts(&mut races, &[same(0), same(9)]), [None, Some(Check::RaceSameValue)]);
        let flag = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        verdicts(&mut races, &[flag(atomic(0, 0))]);
        races.begin_group(1);
        assert_eq!(verdicts(&mut races, &[flag(read(0))]), [Some(Check::RacePlainAtomic)]);
    }
}
