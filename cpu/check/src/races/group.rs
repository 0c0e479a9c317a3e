//! The state of a group that runs: its threads, what barriers and atomic operations have passed on, the shadow of its
//! memory.

use super::access::Class;
use super::cells::Cell;
use super::order::{Fence, Reach, Released, Whereabouts};
use crate::clock::{Agent, CLASSES, Classes, Clock};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A thread of the current group.
#[derive(Clone, Debug, Default)]
pub(super) struct ThreadState {
    pub(super) tick: u32,
    /// The last barrier of its wave: the tick there, the threads that took part, and the kinds of memory.
    pub(super) wave: Option<(u32, Arc<[u32]>, Classes)>,
    pub(super) clock: Option<Box<Clock>>,
    /// Order that its barriers for memory pass on with the next atomic operations, by the fence.
    pub(super) released: Vec<(Fence, Box<Clock>)>,
    /// Order that atomic operations on each kind of memory have seen, in force from the next barrier for it.
    pub(super) pending: [Released; CLASSES],
    /// Places of its last atomic operations.
    pub(super) atomics: Vec<(u32, u64)>,
    /// What it would know if each atomic operation were a barrier too.
    pub(super) loose: Option<Box<Clock>>,
}

impl ThreadState {
    /// The start of a thread of another group, in the memory of this one.
    fn restart(&mut self) {
        let (mut atomics, mut loose) = (std::mem::take(&mut self.atomics), self.loose.take());
        atomics.clear();
        loose.iter_mut().for_each(|clock| clock.clear());
        *self = ThreadState { atomics, loose, ..ThreadState::default() };
    }
}

/// An atomic place.
#[derive(Clone, Debug, Default)]
pub(super) struct Location {
    pub(super) released: Released,
    /// The barrier of a group behind which all that it passes on has come here last, if nothing was forgotten since.
    pub(super) told: Option<Told>,
    pub(super) threads: Vec<(Agent, u32)>,
    /// The clock that would be passed on if each atomic operation were a barrier too.
    pub(super) loose: Clock,
}

impl Location {
    /// Forgets what was passed on.
    pub(super) fn forget(&mut self) {
        self.released.clear();
        self.told = None;
    }

    /// Forgets everything.
    fn clear(&mut self) {
        self.forget();
        self.threads.clear();
        self.loose.clear();
    }
}

/// A barrier of a group, and for whom a thread has left at a place what it passes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) group: u32,
    pub(super) barriers: u32,
    pub(super) reach: Reach,
    pub(super) by: Whereabouts,
}

/// An atomic operation, as far as what it hears is not worked out yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub(super) class: Class,
    /// The object and the offset.
    pub(super) place: (u32, u64),
    pub(super) thread: u32,
    pub(super) tick: u32,
    pub(super) phases: [u32; CLASSES],
}

/// What threads of a group hear from one another by.
#[derive(Clone, Copy, Debug)]
pub(super) enum Loose {
    Atomic(Heard),
    /// A barrier of the group.
    Barrier,
}

/// A group between two of its barriers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Epoch {
    pub(super) group: u32,
    /// Counters of barriers by kind of memory, and of all.
    pub(super) phases: [u32; CLASSES],
    pub(super) barriers: u32,
}

/// Atomic places, by object and offset.
pub(super) type Locations = FxHashMap<(u32, u64), Location>;

/// The state of a group.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) number: u32,
    /// Counters of barriers by kind of memory.
    pub(super) phases: [u32; CLASSES],
    pub(super) barriers: u32,
    pub(super) threads: Vec<ThreadState>,
    /// Order known to all threads of the group.
    pub(super) shared: Clock,
    /// Order that its barriers pass on with the next atomic operations, by the fence.
    pub(super) released: Vec<(Fence, Box<Clock>)>,
    /// Order that threads had passed on before a barrier of the group, in force for all behind their own next barriers for
    /// memory.
    pub(super) pending: Released,
    /// True if threads have come to barriers of their own since.
    pub(super) has_fences: bool,
    /// Its clock if each atomic operation were a barrier too.
    pub(super) loose: Clock,
    /// The atomic operations and barriers that are not yet in `loose`, in their order.
    pub(super) pending_loose: Vec<Loose>,
    /// True if threads may know or pass on anything but by barriers of the group.
    pub(super) has_order: bool,
    /// Its barriers so far, where it is asked which of them are needed: the instruction, and the kinds of memory.
    pub(super) passed: Vec<(u32, Classes)>,
    /// The number of the current epoch, and of the first one. What a cell remembers from before is another group's.
    pub(super) epoch: u32,
    pub(super) first: u32,
    /// By kind of memory the first epoch behind the last barrier for it; 0 until it is known.
    pub(super) starts: [u32; CLASSES],
    /// The shadow of its groupshared memory, and atomic places there.
    pub(super) cells: Vec<Cell>,
    pub(super) locations: Locations,
}

impl Group {
    /// The start of a group with a number and the given number of threads.
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
            pending_loose: Vec::new(),
            has_order: false,
            passed: Vec::new(),
            epoch: 0,
            first: 0,
            starts: [0; CLASSES],
            cells: Vec::new(),
            locations: Locations::default(),
        }
    }

    /// The start of another group instead of one that has ended.
    pub fn restart(&mut self, number: u32) {
        let (mut threads, mut locations) = (std::mem::take(&mut self.threads), std::mem::take(&mut self.locations));
        // Without order other than by barriers of the group threads are as they were at the start.
        if self.has_order {
            threads.iter_mut().for_each(ThreadState::restart);
            locations.values_mut().for_each(Location::clear);
        }
        let (cells, mut pending_loose) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.pending_loose));
        pending_loose.clear();
        *self = Group { cells, threads, locations, pending_loose, ..Group::new(number, 0) };
    }
}
