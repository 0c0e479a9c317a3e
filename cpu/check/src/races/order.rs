//! Order that memory barriers and atomic operations pass on: how far it reaches, which kinds of memory it is for, and
//! who may take it.

use crate::clock::{CLASSES, Classes, Clock};

/// The threads that an operation concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The threads of a wave: scope Subgroup.
    Wave,
    /// The threads of a group: scope Workgroup.
    Group,
    /// All threads: scope Device and wider ones.
    Device,
}

/// A barrier for memory: on its own, of a group or of a wave, or as part of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The threads that it concerns.
    pub reach: Reach,
    /// True if it takes order that others have passed on.
    pub acquires: bool,
    /// True if it passes on order.
    pub releases: bool,
    /// The kinds of memory: groupshared, buffers, images.
    pub classes: [bool; CLASSES],
}

impl Fence {
    /// Orders nothing.
    pub const NONE: Fence = Fence { reach: Reach::Device, acquires: false, releases: false, classes: [false; CLASSES] };

    /// The memory that either of two barriers orders.
    pub fn or(self, other: Fence) -> Fence {
        Fence {
            reach: self.reach.max(other.reach),
            acquires: self.acquires || other.acquires,
            releases: self.releases || other.releases,
            classes: [0, 1, 2].map(|at| self.classes[at] || other.classes[at]),
        }
    }
}

/// An atomic operation, apart from what it accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// The threads for which it is one.
    pub reach: Reach,
    /// The barrier that is part of it.
    pub fence: Fence,
    /// True if it writes without reading.
    pub is_store: bool,
}

/// A thread among others: its group, and its wave there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Whereabouts {
    pub(super) group: u32,
    pub(super) wave: u32,
}

impl Whereabouts {
    /// Returns whether two threads are as near as that.
    pub(super) fn are_within(self, other: Whereabouts, reach: Reach) -> bool {
        match reach {
            Reach::Device => true,
            Reach::Group => self.group == other.group,
            Reach::Wave => self == other,
        }
    }
}

/// Order that was passed on, by how far it was and by whom, in that order.
#[derive(Clone, Debug, Default)]
pub(super) struct Released(Vec<((Reach, Whereabouts), Clock)>);

impl Released {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Passes on what a clock knows about some kinds of memory.
    pub(super) fn add(&mut self, reach: Reach, by: Whereabouts, clock: &Clock, classes: Classes) {
        let place = self.0.binary_search_by_key(&(reach, by), |(key, _)| *key);
        let at = place.unwrap_or_else(|at| {
            self.0.insert(at, ((reach, by), Clock::default()));
            at
        });
        self.0[at].1.join(clock, classes);
    }

    /// Passes on what others have, as far as a thread with that scope acquires it.
    pub(super) fn join(&mut self, other: &Released, taker: Whereabouts, reach: Reach) {
        for ((far, by), clock) in &other.0 {
            if by.are_within(taker, reach.min(*far)) {
                self.add(*far, *by, clock, crate::clock::ALL);
            }
        }
    }

    /// The clocks that a thread with that scope may acquire.
    pub(super) fn taken(&self, taker: Whereabouts, reach: Reach) -> impl Iterator<Item = &Clock> {
        let is_near = move |far: Reach, by: &Whereabouts| by.are_within(taker, reach.min(far));
        self.0.iter().filter(move |((far, by), _)| is_near(*far, by)).map(|(_, clock)| clock)
    }
}
