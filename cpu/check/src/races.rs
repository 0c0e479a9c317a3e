//! Races: a shadow of the memory that threads share, and the order that barriers make.
//!
//! Each granule of four bytes remembers its last write and a few reads since ([`cells`]). An access conflicts with one of another
//! thread if one of the two writes, not both are atomic, and nothing puts them in an order: neither a barrier of the group
//! for that kind of memory, nor a barrier of a wave, nor atomic operations with barriers before and after. Where the
//! detector lacks room it may miss a race; it never invents one. It knows memory as numbered objects and instructions as
//! numbered sites.

mod access;
mod atomics;
mod barriers;
mod cells;
mod conflicts;
mod group;
mod order;
mod pages;
mod rows;
#[cfg(test)]
mod tests;

use crate::clock::Classes;
pub use access::{Access, Class, Conflict, Party};
use access::{Site, Sites};
use cells::{Cell, EPOCHS, Entry, Lists};
pub use group::Group;
use group::{Epoch, Locations};
use order::Whereabouts;
pub use order::{Atomic, Fence, Reach};
use pages::{MOST_CELLS, Pages};
pub use rows::Row;
use std::collections::BTreeMap;

/// The bytes of a granule.
const GRANULE: u64 = 4;

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
    /// True if all that passes on order makes writes available.
    pub makes_available: bool,
    /// True if all that takes order makes writes visible.
    pub makes_visible: bool,
}

/// The shadow of a dispatch, with the group that runs at the moment.
#[derive(Clone, Debug)]
pub struct Races {
    now: Group,
    model: Model,
    /// By number; the first one represents none.
    epochs: Vec<Epoch>,
    sites: Sites,
    lists: Lists,
    pages: Pages,
    locations: Locations,
    has_atomics: bool,
    /// For each barrier of groups whether accesses have conflicted on its two sides, where that is asked.
    needed: Option<BTreeMap<u32, bool>>,
}

impl Races {
    /// For groups of the given number of threads.
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
            needed: None,
        }
    }

    /// Another group runs from here on, and gives its place to the one that has run so far.
    pub fn exchange(&mut self, group: &mut Group) {
        std::mem::swap(&mut self.now, group);
    }

    /// Notes from here on which barriers are between accesses that would conflict without them.
    pub fn watch_barriers(&mut self) {
        self.needed = Some(BTreeMap::new());
    }

    /// The barriers of groups that no accesses have needed so far.
    pub fn useless_barriers(&self) -> impl Iterator<Item = u32> {
        self.needed.iter().flatten().filter(|(_, is_needed)| !**is_needed).map(|(site, _)| *site)
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

    /// The number of the current epoch; 0 if there are too many.
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

    /// The group and the wave of a thread of the current group, as far as these matter.
    fn whereabouts(&self, thread: u32) -> Whereabouts {
        match self.model.has_scopes {
            true => Whereabouts { group: self.now.number, wave: thread / self.model.wave },
            false => Whereabouts { group: 0, wave: 0 },
        }
    }

    /// The threads that an operation on some memory concerns. No one beyond the group has its groupshared memory.
    fn reach(&self, reach: Reach, classes: Classes) -> Reach {
        let is_of_group = classes == [true, false, false] && reach == Reach::Group;
        if is_of_group || !self.model.has_scopes { Reach::Device } else { reach }
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
}
