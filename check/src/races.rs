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
    coherent: bool,
}

/// How an earlier access is known to be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By a barrier of the group or of a wave.
    Barrier,
    /// By atomic operations with barriers around them.
    Atomics,
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
    /// What it would know if each atomic operation were a barrier too.
    loose: Option<Box<Clock>>,
}

/// An atomic place.
#[derive(Debug, Default)]
struct Location {
    released: Clock,
    threads: Vec<(Agent, u32)>,
    /// The clock that would be handed on if each atomic operation were a barrier too.
    loose: Clock,
}

/// The cells of memory, by object and page.
type Pages = FxHashMap<(u32, u64), Box<[Cell; PAGE]>>;

/// Atomic places, by object and offset.
type Locations = FxHashMap<(u32, u64), Location>;

/// The state of a group.
#[derive(Debug)]
pub struct Group {
    number: u32,
    /// Counters of barriers by kind of memory.
    phases: [u32; CLASSES],
    barriers: u32,
    threads: Vec<ThreadState>,
    /// Order known to all threads of the group.
    shared: Clock,
    /// The same if each atomic operation were a barrier too.
    loose: Clock,
    /// The shadow of its groupshared memory, and atomic places there.
    pages: Pages,
    locations: Locations,
}

impl Group {
    /// The start of a group with a number and so many threads.
    pub fn new(number: u32, threads: u32) -> Self {
        Group {
            number,
            phases: [1; CLASSES],
            barriers: 0,
            threads: vec![ThreadState::default(); threads as usize],
            shared: Clock::default(),
            loose: Clock::default(),
            pages: Pages::default(),
            locations: Locations::default(),
        }
    }
}

/// The shadow of a dispatch, with the group that runs at the moment.
#[derive(Debug)]
pub struct Races {
    now: Group,
    /// The smallest number of lanes in a wave that the shader may run with.
    least_wave: u32,
    pages: Pages,
    locations: Locations,
    has_atomics: bool,
}

impl Races {
    /// For groups of so many threads, whose waves have at least so many lanes.
    pub fn new(threads: u32, least_wave: u32) -> Self {
        Races {
            now: Group::new(0, threads),
            least_wave: least_wave.max(1),
            pages: Pages::default(),
            locations: Locations::default(),
            has_atomics: false,
        }
    }

    /// Another group runs from here on, and gives its place to the one that has run so far.
    pub fn exchange(&mut self, group: &mut Group) {
        std::mem::swap(&mut self.now, group);
    }

    /// Returns whether atomic operations have taken part.
    pub fn has_atomics(&self) -> bool {
        self.has_atomics
    }

    /// All threads of the group have come to a barrier for these kinds of memory.
    pub fn group_barrier(&mut self, classes: [bool; CLASSES]) {
        for (phase, is_meant) in self.now.phases.iter_mut().zip(classes) {
            *phase += u32::from(is_meant);
        }
        self.now.barriers += 1;
        for thread in 0..self.now.threads.len() {
            self.take_pending(thread);
            if let Some(clock) = self.now.threads[thread].clock.take() {
                self.now.shared.join(&clock);
            }
            if let Some(loose) = self.now.threads[thread].loose.take() {
                self.now.loose.join(&loose);
            }
        }
        let mut released = self.now.shared.clone();
        released.know_group(self.now.number, self.now.phases);
        if self.has_atomics {
            let released = Box::new(released);
            self.now.threads.iter_mut().for_each(|thread| thread.released = Some(released.clone()));
        }
        // What is released from here on must be known to later atomic operations even if these are the first.
        self.now.shared.know_group(self.now.number, self.now.phases);
    }

    /// A thread comes to a barrier that orders memory without waiting for others.
    pub fn memory_barrier(&mut self, thread: u32) {
        let index = thread as usize;
        self.take_pending(index);
        let mut released = self.now.shared.clone();
        let state = &mut self.now.threads[index];
        if let Some(clock) = &state.clock {
            released.join(clock);
        }
        released.know_agent((self.now.number, thread), state.tick);
        state.tick += 1;
        state.released = Some(Box::new(released));
    }

    fn take_pending(&mut self, thread: usize) {
        let state = &mut self.now.threads[thread];
        if let Some(pending) = state.pending.take() {
            state.clock.get_or_insert_default().join(&pending);
        }
    }

    /// Lanes of a wave come to a barrier of the wave.
    pub fn wave_barrier(&mut self, threads: &[u32]) {
        let tick = threads.iter().map(|thread| self.now.threads[*thread as usize].tick).max().unwrap_or(0) + 1;
        let together: std::rc::Rc<[u32]> = threads.into();
        for thread in threads {
            let state = &mut self.now.threads[*thread as usize];
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
        let pages = self.pages(access.class);
        if pages.len() >= MOST_PAGES && !pages.contains_key(&key) {
            return None;
        }
        let start = (granule * GRANULE).max(access.offset);
        let end = ((granule + 1) * GRANULE).min(access.offset + u64::from(access.bytes));
        let bytes = (start..end).fold(0u8, |bytes, at| bytes | 1 << (at % GRANULE));
        let entry = Entry {
            group: self.now.number,
            thread: access.thread,
            phase: self.now.phases[access.class as usize],
            barriers: self.now.barriers,
            tick: self.now.threads[access.thread as usize].tick,
            site: access.site,
            bytes,
            atomic: access.atomic,
            coherent: access.coherent,
        };
        let at = (granule % PAGE as u64) as usize;
        let page = self.pages(access.class).entry(key).or_insert_with(|| Box::new([Cell::default(); PAGE]));
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
        if let Some(page) = self.pages(access.class).get_mut(&key) {
            page[at] = cell;
        }
        found
    }

    /// The shadow of a kind of memory: that of groupshared memory is new for each group.
    fn pages(&mut self, class: Class) -> &mut Pages {
        match class {
            Class::Group => &mut self.now.pages,
            Class::Buffer | Class::Image => &mut self.pages,
        }
    }

    /// The race that two accesses are, if they are one.
    fn judged(&self, access: &Access, now: &Entry, (earlier, writes): (&Entry, bool)) -> Option<Check> {
        let both_atomic = earlier.atomic && now.atomic;
        let is_same_thread = (earlier.group, earlier.thread) == (now.group, now.thread);
        if earlier.bytes & now.bytes == 0 || both_atomic || is_same_thread {
            return None;
        }
        let is_of_group = earlier.group == now.group;
        let is_coherent = earlier.coherent && now.coherent;
        let is_handed_on = writes && !access.writes && !is_of_group && !is_coherent;
        if let Some(order) = self.order(access, earlier) {
            return (is_handed_on && order == Order::Atomics).then_some(Check::NotCoherent);
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
        if self.meet_at_atomics(access.class as usize, now, earlier) {
            return Some(if is_handed_on { Check::NotCoherent } else { Check::RaceFence });
        }
        let is_of_wave = is_of_group && earlier.thread / self.least_wave == now.thread / self.least_wave;
        Some(if is_of_wave { Check::RaceInWave } else { Check::Race })
    }

    /// How an earlier access is known to be over for the thread of an access, if it is.
    fn order(&self, access: &Access, earlier: &Entry) -> Option<Order> {
        let (class, state) = (access.class as usize, &self.now.threads[access.thread as usize]);
        if earlier.group == self.now.number {
            let is_of_wave = |(tick, together): &(u32, std::rc::Rc<[u32]>)| {
                earlier.tick < *tick && together.contains(&earlier.thread)
            };
            if earlier.phase < self.now.phases[class] || state.wave.as_ref().is_some_and(is_of_wave) {
                return Some(Order::Barrier);
            }
        }
        let agent = (earlier.group, earlier.thread);
        let covers = |clock: &Clock| clock.covers(agent, earlier.phase, class, earlier.tick);
        let is_known = covers(&self.now.shared) || state.clock.as_deref().is_some_and(covers);
        is_known.then_some(Order::Atomics)
    }

    fn atomic(&mut self, access: &Access) {
        self.has_atomics = true;
        let key = (access.object, access.offset);
        let (group, phases) = (self.now.number, self.now.phases);
        let state = &mut self.now.threads[access.thread as usize];
        if state.released.is_none() && self.now.barriers > 0 {
            // The first atomic operation behind barriers hands on what these have ordered.
            let mut released = self.now.shared.clone();
            released.know_group(group, phases);
            state.released = Some(Box::new(released));
        }
        let locations = if access.class == Class::Group { &mut self.now.locations } else { &mut self.locations };
        let location = locations.entry(key).or_default();
        state.pending.get_or_insert_default().join(&location.released);
        if access.writes
            && let Some(released) = &state.released
        {
            location.released.join(released);
        }
        let agent = (group, access.thread);
        let loose = state.loose.get_or_insert_default();
        loose.join(&location.loose);
        location.loose.join(loose);
        location.loose.join(&self.now.loose);
        location.loose.know_group(group, phases);
        location.loose.know_agent(agent, state.tick);
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

    /// Returns whether the earlier thread came to an atomic place afterwards that the later one came to before, or to one
    /// from which others have come to that.
    fn meet_at_atomics(&self, class: usize, now: &Entry, earlier: &Entry) -> bool {
        let agent = (earlier.group, earlier.thread);
        let is_it = |(known, tick): &(Agent, u32)| *known == agent && *tick >= earlier.tick;
        let state = &self.now.threads[now.thread as usize];
        let is_told = |clock: &Clock| clock.is_told(agent, earlier.phase, class, earlier.tick);
        if is_told(&self.now.loose) || state.loose.as_deref().is_some_and(is_told) {
            return true;
        }
        let places = &state.atomics;
        let location = |place| self.now.locations.get(place).or_else(|| self.locations.get(place));
        places.iter().any(|place| location(place).is_some_and(|location| location.threads.iter().any(is_it)))
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
            let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
            assert_eq!(verdicts(&mut races, &[device(write(0))]), [None]);
            if has_fences {
                races.memory_barrier(0);
            }
            verdicts(&mut races, &[device(atomic(0, 64))]);
            races.exchange(&mut Group::new(1, 64));
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
    fn atomic_operations_lead_on_from_one_place_to_another() {
        let mut races = Races::new(64, 4);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        verdicts(&mut races, &[device(write(0)), device(atomic(0, 64))]);
        races.exchange(&mut Group::new(1, 64));
        verdicts(&mut races, &[device(atomic(5, 64)), device(atomic(5, 128))]);
        races.exchange(&mut Group::new(2, 64));
        verdicts(&mut races, &[device(atomic(7, 128))]);
        let seen = verdicts(&mut races, &[device(read(7)), device(read(8))]);
        assert_eq!(seen, [Some(Check::RaceFence), Some(Check::Race)]);
    }

    #[test]
    fn what_another_group_takes_over_must_be_coherent() {
        for coherent in [true, false] {
            let mut races = Races::new(64, 4);
            let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent, ..access };
            let flag = device(Access { coherent: true, ..atomic(0, 64) });
            verdicts(&mut races, &[device(write(0))]);
            races.memory_barrier(0);
            verdicts(&mut races, &[flag]);
            races.exchange(&mut Group::new(1, 64));
            verdicts(&mut races, &[flag]);
            races.memory_barrier(0);
            let expected = if coherent { None } else { Some(Check::NotCoherent) };
            assert_eq!(verdicts(&mut races, &[device(read(0))]), [expected]);
        }
    }

    #[test]
    fn what_a_group_barrier_orders_goes_to_another_group() {
        let mut races = Races::new(64, 4);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        verdicts(&mut races, &[device(write(7))]);
        races.group_barrier([true, true, true]);
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.exchange(&mut Group::new(1, 64));
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
        races.exchange(&mut Group::new(1, 64));
        assert_eq!(verdicts(&mut races, &[flag(read(0))]), [Some(Check::RacePlainAtomic)]);
    }
}
