//! Accesses of many threads by one instruction, with a fast path for those that meet cells in which nothing is left that
//! they could conflict with: most do.

use super::access::{Access, Class, Conflict};
use super::cells::{self, Cell, Entry, Lists};
use super::group::{Group, ThreadState};
use super::pages::Pages;
use super::{GRANULE, Races};

/// The accesses of lanes of a wave by one instruction.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    /// The lanes that access memory, one bit each.
    pub lanes: u128,
    /// The number of the first lane's thread in its group.
    pub first: u32,
    /// For each lane the first byte, less `start`.
    pub offsets: &'r [u64],
    /// What is added to each offset.
    pub start: u64,
    /// The lanes that write what is there already.
    pub same: u128,
}

impl Row<'_> {
    /// The access of a lane.
    fn of(&self, lane: usize, access: &Access) -> Access {
        let (thread, offset) = (self.first + lane as u32, self.offsets[lane].wrapping_add(self.start));
        Access { thread, offset, same: self.same >> lane & 1 == 1, ..*access }
    }
}

/// The lanes in a mask but for the first one.
fn without_first(lanes: u128) -> u128 {
    lanes & lanes.wrapping_sub(1)
}

impl Races {
    /// Notes an access that is not atomic for several threads, and passes each conflict with an earlier one.
    pub fn accesses(&mut self, access: &Access, row: Row<'_>, mut found: impl FnMut(Access, Conflict)) {
        let word = self.common_word(access);
        let mut left = row.lanes;
        loop {
            if let Some(word) = word {
                left = self.settle(access, &Row { lanes: left, ..row }, word);
            }
            if left == 0 {
                return;
            }
            let access = row.of(left.trailing_zeros() as usize, access);
            left = without_first(left);
            if let Some(conflict) = self.access(&access) {
                found(access, conflict);
            }
        }
    }

    /// The word of an access in a cell but for the thread, if it is of whole granules and nothing else is to be noted.
    fn common_word(&mut self, access: &Access) -> Option<u64> {
        let is_plain = access.atomic.is_none() && !self.model.is_strict && self.needed.is_none();
        if !is_plain || access.bytes == 0 || !u64::from(access.bytes).is_multiple_of(GRANULE) {
            return None;
        }
        let (epoch, site) = (self.epoch(), self.sites.number(access)?);
        Entry { epoch, thread: 0, tick: 0, site, bytes: cells::WHOLE }.word()
    }

    /// Notes accesses, lane by lane, as long as there is nothing in their cells that they could conflict with. Returns the lanes
    /// from the first one on of which that is not so; some of its cells may be noted.
    fn settle(&mut self, access: &Access, row: &Row<'_>, word: u64) -> u128 {
        let Races { now: Group { cells, threads, starts, number, .. }, lists, pages, epochs, model, .. } = self;
        let mut settling = Settling {
            lists,
            row,
            word,
            granules: u64::from(access.bytes) / GRANULE,
            writes: access.writes,
            threads,
            least_wave: model.least_wave,
        };
        let start = starts[access.class as usize];
        match access.class {
            Class::Group => settling.run(&mut Own { cells }, |epoch| epoch < start),
            Class::Buffer | Class::Image => {
                let is_past = |epoch: u32| epoch < start && epochs[epoch as usize].group == *number;
                settling.run(&mut Shared { pages, object: access.object }, is_past)
            }
        }
    }

    /// Returns whether a barrier of the group is between a word of a cell, which is not a list, and whatever comes now,
    /// where the model is not strict.
    #[inline]
    pub(super) fn is_past(&self, class: Class, word: u64) -> bool {
        word == 0
            || cells::epoch(word).is_some_and(|epoch| {
                epoch < self.now.starts[class as usize]
                    && (class == Class::Group || self.epochs[epoch as usize].group == self.now.number)
            })
    }
}

/// The cells of an object.
trait Cells {
    fn cell(&mut self, granule: u64) -> Option<&mut Cell>;
}

/// The shadow cells of the memory of the group, as far as there are any yet.
struct Own<'r> {
    cells: &'r mut [Cell],
}

impl Cells for Own<'_> {
    #[inline]
    fn cell(&mut self, granule: u64) -> Option<&mut Cell> {
        self.cells.get_mut(usize::try_from(granule).ok()?)
    }
}

/// The shadow cells of a buffer or an image.
struct Shared<'r> {
    pages: &'r mut Pages,
    object: u32,
}

impl Cells for Shared<'_> {
    #[inline]
    fn cell(&mut self, granule: u64) -> Option<&mut Cell> {
        self.pages.cell(self.object, granule)
    }
}

/// What is the same for all lanes of a row.
struct Settling<'r> {
    lists: &'r mut Lists,
    row: &'r Row<'r>,
    /// The word of an access but for the thread.
    word: u64,
    granules: u64,
    writes: bool,
    threads: &'r [ThreadState],
    least_wave: u32,
}

impl Settling<'_> {
    fn run(&mut self, cells: &mut impl Cells, is_past: impl Fn(u32) -> bool) -> u128 {
        let mut left = self.row.lanes;
        // The last granule whose reads represent those of all lanes.
        let mut settled = None;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let thread = self.row.first + lane as u32;
            let offset = self.row.offsets[lane].wrapping_add(self.row.start);
            let has_tick = self.threads.get(thread as usize).is_none_or(|thread| thread.tick != 0);
            let Some(word) = cells::with_thread(self.word, thread).filter(|_| !has_tick) else { return left };
            let first = offset / GRANULE;
            for granule in first..first + self.granules {
                if settled == Some(granule) {
                    continue;
                }
                let cell = cells.cell(granule).filter(|_| offset.is_multiple_of(GRANULE));
                match cell.map(|cell| self.note(cell, word, &is_past)) {
                    Some(Noted::All) => settled = Some(granule),
                    Some(Noted::One) => {}
                    Some(Noted::Nothing) | None => return left,
                }
            }
            left = without_first(left);
        }
        0
    }

    #[inline]
    fn note(&mut self, cell: &mut Cell, word: u64, is_past: impl Fn(u32) -> bool) -> Noted {
        let is_past = |word: u64| word == 0 || cells::epoch(word).is_some_and(&is_past);
        let is_over = is_past(cell.write);
        if !is_over && !cells::is_of_same_thread(cell.write, word) {
            return Noted::Nothing;
        }
        let is_free = is_past(cell.reads);
        match self.writes {
            true if is_free || cells::is_of_same_thread(cell.reads, word) => *cell = Cell { write: word, reads: 0 },
            true => return Noted::Nothing,
            false if is_free => cell.reads = word,
            // An access that conflicts with it conflicts with one of those that are recorded.
            false if cells::stand_for_all(cell.reads, word, self.least_wave) && is_over => return Noted::All,
            false => {
                let has_joined =
                    Entry::of(word).is_some_and(|entry| self.lists.joins(&mut cell.reads, entry, self.least_wave));
                return if has_joined { Noted::One } else { Noted::Nothing };
            }
        }
        Noted::One
    }
}

/// What became of an access.
enum Noted {
    /// Its cell may have something that it conflicts with.
    Nothing,
    One,
    /// Its cell represents all further reads by the same instruction.
    All,
}
