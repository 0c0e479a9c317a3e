//! Races: a shadow of the memory that threads share, and the order that barriers make.
//!
//! Each granule of four bytes remembers its last write and a few reads since ([`cells`]). An access conflicts with one of another
//! thread if one of the two writes, not both are atomic, and nothing puts them in an order: neither a barrier of the group
//! for that kind of memory, nor a barrier of a wave, nor atomic operations with barriers before and after. Where the
//! detector lacks room it may miss a race; it never invents one. It knows memory as numbered objects and instructions as
//! numbered sites.

mod cells;
mod order;
mod pages;

use crate::clock::{ALL, Agent, CLASSES, Classes, Clock};
use crate::rows::Check;
use cells::{Cell, EPOCHS, Entry, Lists, SITES};
pub use order::{Atomic, Fence, Reach};
use order::{Released, Whereabouts};
use pages::{MOST_CELLS, Pages};
use rustc_hash::FxHashMap;
use std::sync::Arc;

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
    /// The atomic operation that it is, if it is one.
    pub atomic: Option<Atomic>,
    /// True if the memory is coherent between groups.
    pub coherent: bool,
    /// True if other threads must not rely on it, whatever orders it.
    pub private: bool,
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

/// How an earlier access is known to be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// By a barrier of the group or of a wave.
    Barrier,
    /// By atomic operations with barriers around them.
    Atomics,
}

/// The bytes of a granule.
const GRANULE: u64 = 4;
/// The most threads that are remembered for an atomic place, and places for a thread.
const MOST_ATOMICS: usize = 32;

/// A thread of the group at hand.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    tick: u32,
    /// The last barrier of its wave: the tick there, the threads that took part, and the kinds of memory.
    wave: Option<(u32, Arc<[u32]>, Classes)>,
    clock: Option<Box<Clock>>,
    /// Order that its barriers for memory hand on with the next atomic operations, by the fence.
    released: Vec<(Fence, Box<Clock>)>,
    /// Order that atomic operations on each kind of memory have seen, in force from the next barrier for it.
    pending: [Released; CLASSES],
    /// Places of its last atomic operations.
    atomics: Vec<(u32, u64)>,
    /// What it would know if each atomic operation were a barrier too.
    loose: Option<Box<Clock>>,
}

/// An atomic place.
#[derive(Clone, Debug, Default)]
struct Location {
    released: Released,
    threads: Vec<(Agent, u32)>,
    /// The clock that would be handed on if each atomic operation were a barrier too.
    loose: Clock,
}

/// A group between two of its barriers.
#[derive(Clone, Copy, Debug, Default)]
struct Epoch {
    group: u32,
    /// Counters of barriers by kind of memory, and of all.
    phases: [u32; CLASSES],
    barriers: u32,
}

/// An instruction that accesses memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Site {
    pc: u32,
    atomic: Option<Reach>,
    coherent: bool,
    private: bool,
}

/// The instructions that have accessed memory, by small numbers.
#[derive(Clone, Debug, Default)]
struct Sites {
    all: Vec<Site>,
    /// The number of the last form of each instruction.
    known: Vec<u32>,
}

impl Sites {
    /// The number of an access's instruction, if there is one left.
    fn number(&mut self, access: &Access) -> Option<u32> {
        let Access { site: pc, coherent, private, .. } = *access;
        let site = Site { pc, atomic: access.atomic.map(|atomic| atomic.reach), coherent, private };
        let at = access.site as usize;
        if let Some(number) = self.known.get(at)
            && self.all.get(*number as usize) == Some(&site)
        {
            return Some(*number);
        }
        let number = self.all.len();
        if number >= SITES {
            return None;
        }
        self.all.push(site);
        if at >= self.known.len() {
            self.known.resize(at + 1, u32::MAX);
        }
        self.known[at] = number as u32;
        Some(number as u32)
    }
}

/// Atomic places, by object and offset.
type Locations = FxHashMap<(u32, u64), Location>;

/// The state of a group.
#[derive(Clone, Debug)]
pub struct Group {
    number: u32,
    /// Counters of barriers by kind of memory.
    phases: [u32; CLASSES],
    barriers: u32,
    threads: Vec<ThreadState>,
    /// Order known to all threads of the group.
    shared: Clock,
    /// Order that its barriers hand on with the next atomic operations, by the fence.
    released: Vec<(Fence, Box<Clock>)>,
    /// Order that threads had handed on before a barrier of the group, in force for all behind their own next barriers for
    /// memory.
    pending: Released,
    /// True if threads have come to barriers of their own since.
    has_fences: bool,
    /// The same if each atomic operation were a barrier too.
    loose: Clock,
    /// The number of the epoch at hand, and of the first one. What a cell remembers from before is another group's.
    epoch: u32,
    first: u32,
    /// By kind of memory the first epoch behind the last barrier for it; 0 until it is known.
    starts: [u32; CLASSES],
    /// The shadow of its groupshared memory, and atomic places there.
    cells: Vec<Cell>,
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
            released: Vec::new(),
            pending: Released::default(),
            has_fences: false,
            loose: Clock::default(),
            epoch: 0,
            first: 0,
            starts: [0; CLASSES],
            cells: Vec::new(),
            locations: Locations::default(),
        }
    }

    /// The start of another group in the place of one that has ended.
    pub fn restart(&mut self, number: u32) {
        let (cells, threads) = (std::mem::take(&mut self.cells), self.threads.len() as u32);
        *self = Group { cells, ..Group::new(number, threads) };
    }
}

/// The facts about a shader that decide what its barriers order.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The number of lanes in a wave.
    pub wave: u32,
    /// The smallest number of lanes in a wave that the shader may run with.
    pub least_wave: u32,
    /// True if barriers or atomic operations concern fewer than all threads, in memory that others have too.
    pub has_scopes: bool,
    /// True if accesses are ordered for others only if they say so, as in Vulkan's memory model.
    pub is_strict: bool,
    /// True if all that hands on order makes writes available.
    pub makes_available: bool,
    /// True if all that takes order makes writes visible.
    pub makes_visible: bool,
}

/// The shadow of a dispatch, with the group that runs at the moment.
#[derive(Clone, Debug)]
pub struct Races {
    now: Group,
    model: Model,
    /// By number; the first one stands for none.
    epochs: Vec<Epoch>,
    sites: Sites,
    lists: Lists,
    pages: Pages,
    locations: Locations,
    has_atomics: bool,
}

impl Races {
    /// For groups of so many threads.
    pub fn new(threads: u32, model: Model) -> Self {
        let model = Model { wave: model.wave.max(1), least_wave: model.least_wave.max(1), ..model };
        Races {
            now: Group::new(0, threads),
            model,
            epochs: vec![Epoch::default()],
            sites: Sites::default(),
            lists: Lists::default(),
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

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.pages.bytes() + self.now.cells.len() * size_of::<Cell>()
    }

    /// The instruction that has written a place in a buffer or an image last, if it is known.
    pub fn writer(&self, object: u32, offset: u64) -> Option<u32> {
        let site = Entry::of(self.pages.known(object, offset / GRANULE)?.write)?.site;
        self.sites.all.get(site as usize).map(|site| site.pc)
    }

    /// The number of the epoch at hand; 0 if there are too many.
    fn epoch(&mut self) -> u32 {
        if self.now.epoch == 0 && self.epochs.len() < EPOCHS {
            let Group { number, phases, barriers, .. } = self.now;
            self.now.epoch = self.epochs.len() as u32;
            self.epochs.push(Epoch { group: number, phases, barriers });
            let now = self.now.epoch;
            for start in self.now.starts.iter_mut().chain([&mut self.now.first]).filter(|start| **start == 0) {
                *start = now;
            }
        }
        self.now.epoch
    }

    /// The group and the wave of a thread of the group at hand, as far as these matter.
    fn whereabouts(&self, thread: u32) -> Whereabouts {
        match self.model.has_scopes {
            true => Whereabouts { group: self.now.number, wave: thread / self.model.wave },
            false => Whereabouts { group: 0, wave: 0 },
        }
    }

    /// The threads that an operation on some memory concerns. Nobody beyond the group has its groupshared memory.
    fn reach(&self, reach: Reach, classes: Classes) -> Reach {
        let is_of_group = classes == [true, false, false] && reach == Reach::Group;
        if is_of_group || !self.model.has_scopes { Reach::Device } else { reach }
    }

    /// All threads of the group that have not ended have come to a barrier of it.
    pub fn group_barrier(&mut self, fence: Fence) {
        let fence = Fence { reach: self.reach(fence.reach, fence.classes), ..fence };
        if fence.reach == Reach::Wave {
            return self.barrier_of_waves(fence);
        }
        let Fence { classes, .. } = fence;
        for (at, _) in classes.iter().enumerate().filter(|(_, is_meant)| **is_meant) {
            self.now.phases[at] += 1;
            self.now.starts[at] = 0;
        }
        self.now.barriers += 1;
        self.now.epoch = 0;
        self.hand_round();
        for thread in 0..self.now.threads.len() {
            self.take_pending(thread, fence);
            if let Some(clock) = self.now.threads[thread].clock.take() {
                self.now.shared.join(&clock, ALL);
            }
            if let Some(loose) = self.now.threads[thread].loose.take() {
                self.now.loose.join(&loose, ALL);
            }
        }
        self.now.shared.know_group(self.now.number, self.now.phases);
        keep(&mut self.now.released, fence, &self.now.shared);
    }

    /// What threads have handed on before a barrier of the group, others may take behind it.
    fn hand_round(&mut self) {
        if !std::mem::take(&mut self.now.has_fences) {
            return;
        }
        for thread in 0..self.now.threads.len() {
            let by = self.whereabouts(thread as u32);
            for (fence, clock) in &self.now.threads[thread].released {
                self.now.pending.add(fence.reach, by, clock, ALL);
            }
        }
    }

    /// A barrier of the group that orders memory within waves alone.
    fn barrier_of_waves(&mut self, fence: Fence) {
        self.now.barriers += 1;
        self.now.epoch = 0;
        let count = self.now.threads.len() as u32;
        for first in (0..count).step_by(self.model.wave as usize) {
            let wave: Vec<u32> = (first..count.min(first + self.model.wave)).collect();
            self.wave_barrier(&wave, fence);
        }
    }

    /// A thread comes to a barrier that orders memory without waiting for others.
    pub fn memory_barrier(&mut self, thread: u32, fence: Fence) {
        let fence = Fence { reach: self.reach(fence.reach, fence.classes), ..fence };
        let index = thread as usize;
        if fence.acquires {
            self.take_pending(index, fence);
        }
        if !fence.releases {
            return;
        }
        let known = self.known(thread, fence.classes);
        let state = &mut self.now.threads[index];
        state.tick += 1;
        keep(&mut state.released, fence, &known);
        self.now.has_fences = true;
    }

    /// The accesses of some kinds of memory that are over for a thread, with its own.
    fn known(&self, thread: u32, classes: Classes) -> Clock {
        let mut known = Clock::default();
        known.join(&self.now.shared, classes);
        let state = &self.now.threads[thread as usize];
        if let Some(clock) = &state.clock {
            known.join(clock, classes);
        }
        known.know_agent((self.now.number, thread), state.tick, classes);
        known
    }

    fn take_pending(&mut self, thread: usize, fence: Fence) {
        let by = self.whereabouts(thread as u32);
        let state = &mut self.now.threads[thread];
        let classes = (0..CLASSES).filter(|class| fence.classes[*class]);
        for clock in classes.flat_map(|class| state.pending[class].taken(by, fence.reach)) {
            state.clock.get_or_insert_default().join(clock, fence.classes);
        }
        for clock in self.now.pending.taken(by, fence.reach) {
            state.clock.get_or_insert_default().join(clock, fence.classes);
        }
    }

    /// Lanes of a wave come to a barrier of the wave.
    pub fn wave_barrier(&mut self, threads: &[u32], fence: Fence) {
        let tick = threads.iter().map(|thread| self.now.threads[*thread as usize].tick).max().unwrap_or(0) + 1;
        let together: Arc<[u32]> = threads.into();
        for thread in threads {
            self.memory_barrier(*thread, fence);
            let state = &mut self.now.threads[*thread as usize];
            (state.tick, state.wave) = (tick, Some((tick, together.clone(), fence.classes)));
        }
    }

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
        let mut found = None;
        // What a barrier has ordered, and what the thread itself has done, is no conflict with anything.
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
            let is_void = |earlier: &Entry| access.class == Class::Group && earlier.epoch < self.now.first;
            let earlier = Entry::of(cell.write).filter(|entry| !is_void(entry)).map(|entry| (entry, true));
            let reads = if access.writes { self.lists.reads(cell) } else { [None; 4] };
            let reads = reads.into_iter().flatten().filter(|entry| !is_void(entry)).map(|entry| (entry, false));
            for (earlier, writes) in earlier.into_iter().chain(reads) {
                let Some(check) = self.judged(access, &entry, (&earlier, writes)) else { continue };
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

    /// Returns whether a word of a cell, which is no list, is an access that is not atomic of the thread of another one, with
    /// no barrier between the two.
    fn is_plain_of(&self, access: &Access, word: u64) -> bool {
        let is_plain = |entry: &Entry| self.site(entry).atomic.is_none() && entry.thread == access.thread;
        let earlier = Entry::of(word).filter(|_| !self.is_over(access.class, word)).filter(is_plain);
        earlier.is_some_and(|entry| self.epochs[entry.epoch as usize].group == self.now.number)
    }

    /// Returns whether a barrier of the group stands between a word of a cell, which is no list, and whatever comes now.
    #[inline]
    fn is_over(&self, class: Class, word: u64) -> bool {
        let Some(epoch) = cells::epoch(word).filter(|_| !self.model.is_strict || word == 0) else { return false };
        let is_before = epoch < self.now.starts[class as usize];
        word == 0 || is_before && (class == Class::Group || self.epochs[epoch as usize].group == self.now.number)
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

    /// The cell of a granule: that of groupshared memory is the group's own.
    fn cell(&mut self, access: &Access, granule: u64) -> Option<&mut Cell> {
        if access.class != Class::Group {
            return self.pages.cell(access.object, granule);
        }
        let at = usize::try_from(granule).ok().filter(|at| *at < MOST_CELLS)?;
        if at >= self.now.cells.len() {
            self.now.cells.resize(at + 1, Cell::default());
        }
        self.now.cells.get_mut(at)
    }

    fn site(&self, entry: &Entry) -> Site {
        let none = Site { pc: 0, atomic: None, coherent: false, private: false };
        self.sites.all.get(entry.site as usize).copied().unwrap_or(none)
    }

    fn party(&self, entry: &Entry, writes: bool) -> Party {
        let Site { pc, atomic, .. } = self.site(entry);
        Party {
            group: self.epochs[entry.epoch as usize].group,
            thread: entry.thread,
            site: pc,
            writes,
            atomic: atomic.is_some(),
        }
    }

    /// The race that two accesses are, if they are one.
    fn judged(&self, access: &Access, now: &Entry, (earlier, writes): (&Entry, bool)) -> Option<Check> {
        if earlier.bytes & now.bytes == 0 || (earlier.epoch, earlier.thread) == (now.epoch, now.thread) {
            return None;
        }
        let epoch = self.epochs[earlier.epoch as usize];
        let (is_of_group, site) = (epoch.group == self.now.number, self.site(earlier));
        if is_of_group && earlier.thread == now.thread {
            return None;
        }
        if let (Some(one), Some(two)) = (site.atomic, access.atomic) {
            return (!self.are_atomic((access, now), (earlier, epoch.group), one.min(two.reach)))
                .then_some(Check::Scope);
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
            return is_lost.then_some(Check::NotCoherent);
        }
        if is_of_group && epoch.barriers < self.now.barriers {
            return Some(Check::Scope);
        }
        let (is_atomic, was_atomic) = (access.atomic.is_some(), site.atomic.is_some());
        let is_plain_read = (!access.writes && !is_atomic) || (!writes && !was_atomic);
        let has_atomic = is_atomic || was_atomic;
        if !is_of_group && has_atomic && is_plain_read && access.coherent && access.bytes <= 4 {
            return Some(Check::RacePlainAtomic);
        }
        if access.writes && writes && access.same && !has_atomic {
            return Some(Check::RaceSameValue);
        }
        if self.meet_at_atomics(access.class as usize, now, earlier) {
            return Some(if is_handed_on { Check::NotCoherent } else { Check::RaceFence });
        }
        let is_of_wave = is_of_group && earlier.thread / self.model.least_wave == now.thread / self.model.least_wave;
        Some(if is_of_wave { Check::RaceInWave } else { Check::Race })
    }

    /// Returns whether two atomic operations are atomic for each other.
    fn are_atomic(&self, (access, now): (&Access, &Entry), (earlier, group): (&Entry, u32), reach: Reach) -> bool {
        let place = |group: u32, thread: u32| Whereabouts { group, wave: thread / self.model.wave };
        let reach = if access.class == Class::Group { reach.max(Reach::Group) } else { reach };
        place(group, earlier.thread).are_within(place(self.now.number, now.thread), reach)
    }

    /// How an earlier access is known to be over for the thread of an access, if it is.
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

    fn atomic(&mut self, access: &Access, atomic: Atomic) {
        self.has_atomics = true;
        let class = access.class as usize;
        let fence = Fence { reach: self.reach(atomic.fence.reach, atomic.fence.classes), ..atomic.fence };
        let fence = if fence.classes[class] { fence } else { Fence::NONE };
        let reach = self.reach(atomic.reach, [0, 1, 2].map(|at| at == class));
        match atomic.is_store {
            true => self.location(access).1.released.clear(),
            false => self.take(access, reach, fence),
        }
        if access.writes {
            self.hand_on(access, reach, fence);
        }
    }

    /// The state of a thread, and that of the atomic place that it accesses.
    fn location(&mut self, access: &Access) -> (&mut ThreadState, &mut Location) {
        let locations = match access.class {
            Class::Group => &mut self.now.locations,
            Class::Buffer | Class::Image => &mut self.locations,
        };
        let location = locations.entry((access.object, access.offset)).or_default();
        (&mut self.now.threads[access.thread as usize], location)
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

    /// Leaves at an atomic place the order that barriers before it hand on, and the operation itself as far as it is one.
    fn hand_on(&mut self, access: &Access, reach: Reach, fence: Fence) {
        let (by, class) = (self.whereabouts(access.thread), access.class as usize);
        let known = fence.releases.then(|| self.known(access.thread, fence.classes));
        let of_group = std::mem::take(&mut self.now.released);
        let (state, location) = self.location(access);
        for (fence, clock) in of_group.iter().chain(&state.released).filter(|(fence, _)| fence.classes[class]) {
            location.released.add(reach.min(fence.reach), by, clock, ALL);
        }
        if let Some(known) = known {
            location.released.add(reach.min(fence.reach), by, &known, ALL);
        }
        self.now.released = of_group;
    }

    /// Notes what would be ordered if each atomic operation were a barrier too.
    fn loosely(&mut self, access: &Access) {
        let (group, phases) = (self.now.number, self.now.phases);
        let (key, agent) = ((access.object, access.offset), (group, access.thread));
        let of_group = std::mem::take(&mut self.now.loose);
        let (state, location) = self.location(access);
        let loose = state.loose.get_or_insert_default();
        loose.join(&location.loose, ALL);
        location.loose.join(loose, ALL);
        location.loose.join(&of_group, ALL);
        location.loose.know_group(group, phases);
        location.loose.know_agent(agent, state.tick, ALL);
        if location.threads.len() < MOST_ATOMICS {
            location.threads.push((agent, state.tick));
        } else if let Some(known) = location.threads.iter_mut().find(|(known, _)| *known == agent) {
            known.1 = state.tick;
        }
        if state.atomics.len() < MOST_ATOMICS && !state.atomics.contains(&key) {
            state.atomics.push(key);
        }
        state.tick += 1;
        self.now.loose = of_group;
    }

    /// Returns whether the earlier thread came to an atomic place afterwards that the later one came to before, or to one
    /// from which others have come to that.
    fn meet_at_atomics(&self, class: usize, now: &Entry, earlier: &Entry) -> bool {
        let epoch = self.epochs[earlier.epoch as usize];
        let agent = (epoch.group, earlier.thread);
        let is_it = |(known, tick): &(Agent, u32)| *known == agent && *tick >= earlier.tick;
        let state = &self.now.threads[now.thread as usize];
        let is_told = |clock: &Clock| clock.is_told(agent, epoch.phases[class], class, earlier.tick);
        if is_told(&self.now.loose) || state.loose.as_deref().is_some_and(is_told) {
            return true;
        }
        let places = &state.atomics;
        let location = |place| self.now.locations.get(place).or_else(|| self.locations.get(place));
        places.iter().any(|place| location(place).is_some_and(|location| location.threads.iter().any(is_it)))
    }
}

/// Keeps what a fence hands on, in the place of what fences before it did that it covers.
fn keep(released: &mut Vec<(Fence, Box<Clock>)>, fence: Fence, clock: &Clock) {
    if !fence.releases {
        return;
    }
    let is_covered =
        |old: &Fence| old.reach <= fence.reach && (0..CLASSES).all(|at| fence.classes[at] || !old.classes[at]);
    released.retain(|(old, _)| !is_covered(old));
    let mut known = Clock::default();
    known.join(clock, fence.classes);
    released.push((fence, Box::new(known)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: Model = Model {
        wave: 32,
        least_wave: 4,
        has_scopes: false,
        is_strict: false,
        makes_available: false,
        makes_visible: false,
    };

    fn fence(classes: Classes) -> Fence {
        Fence { reach: Reach::Device, acquires: true, releases: true, classes }
    }

    const RELAXED: Atomic = Atomic { reach: Reach::Device, fence: Fence::NONE, is_store: false };

    const FREE: Access = Access {
        object: 0,
        class: Class::Group,
        offset: 0,
        bytes: 4,
        thread: 0,
        writes: false,
        atomic: None,
        coherent: false,
        private: false,
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
        Access { thread, offset, writes: true, atomic: Some(RELAXED), ..FREE }
    }

    fn verdicts(races: &mut Races, accesses: &[Access]) -> Vec<Option<Check>> {
        accesses.iter().map(|access| races.access(access).map(|conflict| conflict.check)).collect()
    }

    #[test]
    fn reads_and_writes_of_two_threads_race_without_a_barrier() {
        let mut races = Races::new(64, MODEL);
        let seen = verdicts(&mut races, &[write(0), read(0), read(1), read(9)]);
        assert_eq!(seen, [None, None, Some(Check::RaceInWave), Some(Check::Race)]);
        races.group_barrier(fence([true, false, false]));
        assert_eq!(verdicts(&mut races, &[read(9), write(9), write(0)]), [None, None, Some(Check::Race)]);
        races.group_barrier(fence([false, true, false]));
        assert_eq!(verdicts(&mut races, &[read(3)]), [Some(Check::Scope)]);
    }

    #[test]
    fn bytes_that_lie_apart_do_not_race() {
        let mut races = Races::new(64, MODEL);
        let part = |thread, offset| Access { thread, offset, bytes: 2, writes: true, ..FREE };
        assert_eq!(verdicts(&mut races, &[part(0, 0), part(9, 2), part(20, 3)]), [None, None, Some(Check::Race)]);
    }

    #[test]
    fn every_reader_counts() {
        let mut races = Races::new(64, MODEL);
        let reads: Vec<Access> = (0..64).map(read).collect();
        verdicts(&mut races, &reads);
        assert_eq!(verdicts(&mut races, &[write(0)]), [Some(Check::Race)]);
    }

    #[test]
    fn groups_are_ordered_by_barriers_around_atomic_operations_alone() {
        for has_fences in [true, false] {
            let mut races = Races::new(64, MODEL);
            let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
            assert_eq!(verdicts(&mut races, &[device(write(0))]), [None]);
            if has_fences {
                races.memory_barrier(0, fence(ALL));
            }
            verdicts(&mut races, &[device(atomic(0, 64))]);
            races.exchange(&mut Group::new(1, 64));
            verdicts(&mut races, &[device(atomic(5, 64))]);
            if has_fences {
                races.memory_barrier(5, fence(ALL));
            }
            let seen = verdicts(&mut races, &[device(read(5)), device(read(6))]);
            let expected = if has_fences { None } else { Some(Check::RaceFence) };
            assert_eq!(seen, [expected, Some(Check::Race)]);
        }
    }

    #[test]
    fn atomic_operations_lead_on_from_one_place_to_another() {
        let mut races = Races::new(64, MODEL);
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
            let mut races = Races::new(64, MODEL);
            let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent, ..access };
            let flag = device(Access { coherent: true, ..atomic(0, 64) });
            verdicts(&mut races, &[device(write(0))]);
            races.memory_barrier(0, fence(ALL));
            verdicts(&mut races, &[flag]);
            races.exchange(&mut Group::new(1, 64));
            verdicts(&mut races, &[flag]);
            races.memory_barrier(0, fence(ALL));
            let expected = if coherent { None } else { Some(Check::NotCoherent) };
            assert_eq!(verdicts(&mut races, &[device(read(0))]), [expected]);
        }
    }

    #[test]
    fn what_a_group_barrier_orders_goes_to_another_group() {
        let mut races = Races::new(64, MODEL);
        let device = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        verdicts(&mut races, &[device(write(7))]);
        races.group_barrier(fence([true, true, true]));
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.exchange(&mut Group::new(1, 64));
        verdicts(&mut races, &[device(atomic(0, 64))]);
        races.group_barrier(fence([true, true, true]));
        assert_eq!(verdicts(&mut races, &[device(read(9))]), [None]);
    }

    #[test]
    fn a_barrier_of_the_wave_orders_its_lanes() {
        let mut races = Races::new(64, MODEL);
        verdicts(&mut races, &[write(0)]);
        races.wave_barrier(&[0, 1, 2, 3, 4, 5, 6, 7], fence(ALL));
        assert_eq!(verdicts(&mut races, &[read(5), read(9)]), [None, Some(Check::Race)]);
    }

    #[test]
    fn equal_values_and_flags_have_names_of_their_own() {
        let mut races = Races::new(64, MODEL);
        let same = |thread| Access { same: true, ..write(thread) };
        assert_eq!(verdicts(&mut races, &[same(0), same(9)]), [None, Some(Check::RaceSameValue)]);
        let flag = |access: Access| Access { class: Class::Buffer, object: 1, coherent: true, ..access };
        verdicts(&mut races, &[flag(atomic(0, 0))]);
        races.exchange(&mut Group::new(1, 64));
        assert_eq!(verdicts(&mut races, &[flag(read(0))]), [Some(Check::RacePlainAtomic)]);
    }

    fn device(access: Access) -> Access {
        Access { class: Class::Buffer, object: 1, coherent: true, ..access }
    }

    fn sync(reach: Reach, acquires: bool, releases: bool) -> Atomic {
        Atomic { reach, fence: Fence { reach, acquires, releases, classes: ALL }, is_store: false }
    }

    #[test]
    fn atomic_operations_with_semantics_need_no_barriers() {
        let (release, acquire) = (sync(Reach::Device, false, true), sync(Reach::Device, true, false));
        for (first, second, expected) in [
            (release, acquire, None),
            (RELAXED, acquire, Some(Check::RaceFence)),
            (release, RELAXED, Some(Check::RaceFence)),
        ] {
            let mut races = Races::new(64, MODEL);
            verdicts(&mut races, &[device(write(0)), device(Access { atomic: Some(first), ..atomic(0, 64) })]);
            races.exchange(&mut Group::new(1, 64));
            let seen =
                verdicts(&mut races, &[device(Access { atomic: Some(second), ..atomic(5, 64) }), device(read(5))]);
            assert_eq!(seen, [None, expected]);
        }
    }

    #[test]
    fn an_atomic_operation_hides_no_plain_access_of_its_thread() {
        let mut races = Races::new(64, MODEL);
        let of = |thread| atomic(thread, 0);
        assert_eq!(verdicts(&mut races, &[write(0), of(0), of(9)]), [None, None, Some(Check::Race)]);
        let mut races = Races::new(64, MODEL);
        assert_eq!(verdicts(&mut races, &[read(0), of(0), of(9)]), [None, None, Some(Check::Race)]);
        races.group_barrier(fence(ALL));
        assert_eq!(verdicts(&mut races, &[of(0), of(9)]), [None, None]);
        let mut races = Races::new(64, MODEL);
        verdicts(&mut races, &[write(0)]);
        races.group_barrier(fence([false, true, true]));
        assert_eq!(verdicts(&mut races, &[of(0), of(9)]), [None, Some(Check::Scope)]);
    }

    #[test]
    fn a_store_begins_anew() {
        let store = Atomic { is_store: true, ..RELAXED };
        for (between, expected) in [(RELAXED, None), (store, Some(Check::RaceFence))] {
            let mut races = Races::new(64, MODEL);
            verdicts(&mut races, &[device(write(0))]);
            races.memory_barrier(0, fence(ALL));
            verdicts(&mut races, &[device(atomic(0, 64))]);
            races.exchange(&mut Group::new(1, 64));
            verdicts(&mut races, &[device(Access { atomic: Some(between), ..atomic(3, 64) })]);
            verdicts(&mut races, &[device(atomic(5, 64))]);
            races.memory_barrier(5, fence(ALL));
            assert_eq!(verdicts(&mut races, &[device(read(5))]), [expected]);
        }
    }

    #[test]
    fn a_scope_reaches_so_far() {
        let model = Model { has_scopes: true, ..MODEL };
        for (reach, group, thread, expected) in [
            (Reach::Device, 1, 5, [None, None]),
            (Reach::Group, 0, 40, [None, None]),
            (Reach::Group, 1, 5, [Some(Check::Scope), Some(Check::RaceFence)]),
            (Reach::Wave, 0, 5, [None, None]),
            (Reach::Wave, 0, 40, [Some(Check::Scope), Some(Check::RaceFence)]),
        ] {
            let mut races = Races::new(64, model);
            let release = Access { atomic: Some(sync(reach, false, true)), ..atomic(0, 64) };
            verdicts(&mut races, &[device(write(0)), device(release)]);
            if group == 1 {
                races.exchange(&mut Group::new(1, 64));
            }
            let acquire = Access { atomic: Some(sync(reach, true, false)), ..atomic(thread, 64) };
            assert_eq!(verdicts(&mut races, &[device(acquire), device(read(thread))]), expected, "{reach:?} {group}");
        }
    }

    #[test]
    fn barriers_for_memory_around_one_of_the_group_order_it() {
        for classes in [ALL, [true, false, false]] {
            let mut races = Races::new(64, MODEL);
            verdicts(&mut races, &[device(write(0))]);
            races.memory_barrier(0, fence(classes));
            races.group_barrier(Fence::NONE);
            let expected = if classes == ALL { None } else { Some(Check::Scope) };
            races.memory_barrier(9, fence(ALL));
            assert_eq!(verdicts(&mut races, &[device(read(9)), device(read(10))]), [expected, Some(Check::Scope)]);
        }
    }

    #[test]
    fn what_is_private_is_for_nobody_else() {
        let model = Model { is_strict: true, ..MODEL };
        for (private, coherent, expected) in
            [(false, true, None), (true, true, Some(Check::NotCoherent)), (false, false, Some(Check::NotCoherent))]
        {
            let mut races = Races::new(64, model);
            let own = |access: Access| Access { private, coherent, ..device(access) };
            verdicts(&mut races, &[own(write(0))]);
            races.group_barrier(fence(ALL));
            assert_eq!(verdicts(&mut races, &[own(read(9))]), [expected]);
        }
    }
}
