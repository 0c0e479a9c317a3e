//! Accesses of many threads by one instruction, with a fast path for those that meet cells in which nothing is left that
//! they could conflict with: most do.

use super::access::{Access, Class, Conflict};
use super::cells::{self, Cell, Entry, Lists, Represented, WholeReads};
use super::group::Group;
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
    pub offsets: &'r [u32],
    /// What is added to each offset.
    pub start: u64,
    /// The lanes that write what is there already.
    pub same: u128,
}

impl Row<'_> {
    /// The access of a lane.
    fn of(&self, lane: usize, access: &Access) -> Access {
        let (thread, offset) = (self.first + lane as u32, u64::from(self.offsets[lane]).wrapping_add(self.start));
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
        let (free, rest) = self.without_ticks(row);
        let Races { now: Group { cells, starts, number, .. }, lists, pages, epochs, model, .. } = self;
        let mut settling = Settling {
            lists,
            row,
            word,
            granules: u64::from(access.bytes) / GRANULE,
            writes: access.writes,
            test: WholeReads::new(word, model.least_wave),
            least_wave: model.least_wave,
            settled: None,
        };
        let start = starts[access.class as usize];
        let left = match access.class {
            Class::Group => settling.run(free, &mut Own { cells }, |epoch| epoch < start),
            Class::Buffer | Class::Image => {
                let is_past = |epoch: u32| epoch < start && epochs[epoch as usize].group == *number;
                settling.run(free, &mut Shared { pages, object: access.object }, is_past)
            }
        };
        left | rest
    }

    /// The lanes before the first one whose thread is at a tick, or has none that a word has room for, and the others.
    fn without_ticks(&self, row: &Row<'_>) -> (u128, u128) {
        let end = row.first as usize + (u128::BITS - row.lanes.leading_zeros()) as usize;
        if end > self.now.threads.len().min(cells::THREADS) {
            return (0, row.lanes);
        }
        if !self.now.has_order {
            return (row.lanes, 0);
        }
        let mut left = row.lanes;
        while left != 0 && self.now.threads[row.first as usize + left.trailing_zeros() as usize].tick == 0 {
            left = without_first(left);
        }
        (row.lanes & !left, left)
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
    /// Cells that are one behind the other, among them that of a granule, and the granule of the first one.
    fn around(&mut self, granule: u64) -> Option<(u64, &mut [Cell])>;
}

/// The shadow cells of the memory of the group, as far as there are any yet.
struct Own<'r> {
    cells: &'r mut [Cell],
}

impl Cells for Own<'_> {
    #[inline]
    fn around(&mut self, _: u64) -> Option<(u64, &mut [Cell])> {
        Some((0, self.cells))
    }
}

/// The shadow cells of a buffer or an image.
struct Shared<'r> {
    pages: &'r mut Pages,
    object: u32,
}

impl Cells for Shared<'_> {
    #[inline]
    fn around(&mut self, granule: u64) -> Option<(u64, &mut [Cell])> {
        self.pages.around(self.object, granule)
    }
}

/// Cells that are one behind the other, and the granule of the first one.
struct Part<'c> {
    first: u64,
    cells: &'c mut [Cell],
}

/// What is the same for all lanes of a row.
struct Settling<'r> {
    lists: &'r mut Lists,
    row: &'r Row<'r>,
    /// The word of an access but for the thread.
    word: u64,
    granules: u64,
    writes: bool,
    test: WholeReads,
    least_wave: u32,
    /// The last granule whose reads represent those of all lanes.
    settled: Option<u64>,
}

impl Settling<'_> {
    /// Notes the accesses of lanes. Returns those from the first one on that cannot be noted.
    fn run(&mut self, lanes: u128, cells: &mut impl Cells, is_past: impl Fn(u32) -> bool) -> u128 {
        let mut left = lanes;
        if left != 0 && !self.writes && self.reads_one_place(lanes, cells, &is_past) {
            return 0;
        }
        while left != 0 {
            let offset = self.offset(left.trailing_zeros() as usize);
            let Some((first, cells)) = cells.around(offset / GRANULE) else { return left };
            let now = self.within(left, Part { first, cells }, &is_past);
            if now == left {
                return left;
            }
            left = now;
        }
        0
    }

    /// Notes reads of the same place by all lanes. Returns whether they are that, and could be noted; what was noted of others
    /// may be noted again.
    #[inline(never)]
    fn reads_one_place(&mut self, lanes: u128, cells: &mut impl Cells, is_past: impl Fn(u32) -> bool) -> bool {
        let offset = self.offset(lanes.trailing_zeros() as usize);
        let is_one = self.row.offsets.iter().fold(0, |all, other| all | other ^ self.row.offsets[0]) == 0;
        let first = offset / GRANULE;
        let Some((start, cells)) = cells.around(first).filter(|_| is_one && offset.is_multiple_of(GRANULE)) else {
            return false;
        };
        for granule in first..first + self.granules {
            let Some(cell) = cells.get_mut(granule.wrapping_sub(start) as usize) else { return false };
            let mut left = lanes;
            while left != 0 {
                let word = cells::with_thread(self.word, self.row.first + left.trailing_zeros());
                match self.note(cell, word, &is_past) {
                    Noted::All => break,
                    Noted::One => left = without_first(left),
                    Noted::Nothing => return false,
                }
            }
        }
        true
    }

    /// Notes the accesses of lanes as long as they are to these cells.
    fn within(&mut self, lanes: u128, part: Part<'_>, is_past: impl Fn(u32) -> bool) -> u128 {
        let Part { first, cells } = part;
        // Halves, since processors know the lowest bit of a word.
        for half in 0..2 {
            let mut left = (lanes >> (64 * half)) as u64;
            while left != 0 {
                let lane = (64 * half + left.trailing_zeros()) as usize;
                if !self.note_lane(lane, Part { first, cells }, &is_past) {
                    return lanes & !((1 << lane) - 1);
                }
                left &= left - 1;
                // Lanes that read the same are often neighbours.
                let next = (64 * half + left.trailing_zeros()) as usize;
                if self.is_settled(lane) && self.row.offsets.get(next) == Some(&self.row.offsets[lane]) {
                    left &= !self.alike(half, lane);
                }
            }
        }
        0
    }

    /// Returns whether the read of a lane, of a single granule, represents those of others that read the same.
    #[inline]
    fn is_settled(&self, lane: usize) -> bool {
        self.granules == 1 && self.settled == Some(self.offset(lane) / GRANULE)
    }

    /// The lanes of a half that access the same place as another one.
    fn alike(&self, half: u32, lane: usize) -> u64 {
        let offset = self.row.offsets[lane];
        let offsets = self.row.offsets.iter().skip(64 * half as usize).take(64);
        (0..).zip(offsets).fold(0, |all, (at, other)| all | u64::from(*other == offset) << at)
    }

    #[inline]
    fn offset(&self, lane: usize) -> u64 {
        u64::from(self.row.offsets[lane]).wrapping_add(self.row.start)
    }

    /// Notes the access of a lane. Returns whether there was nothing that it could conflict with.
    #[inline]
    fn note_lane(&mut self, lane: usize, part: Part<'_>, is_past: impl Fn(u32) -> bool) -> bool {
        let Part { first, cells } = part;
        let offset = self.offset(lane);
        let granule = offset / GRANULE;
        if !offset.is_multiple_of(GRANULE) {
            return false;
        }
        if self.granules == 1 && !self.writes {
            if self.settled == Some(granule) {
                return true;
            }
            let cell = cells.get(granule.wrapping_sub(first) as usize);
            if cell.is_some_and(|cell| self.test.stand_for_all(cell.reads) && is_past_word(cell.write, &is_past)) {
                self.settled = Some(granule);
                return true;
            }
        }
        let word = cells::with_thread(self.word, self.row.first + lane as u32);
        for granule in granule..granule + self.granules {
            if self.settled == Some(granule) {
                continue;
            }
            let Some(cell) = cells.get_mut(granule.wrapping_sub(first) as usize) else { return false };
            match self.note(cell, word, &is_past) {
                Noted::All => self.settled = Some(granule),
                Noted::One => {}
                Noted::Nothing => return false,
            }
        }
        true
    }

    #[inline]
    fn note(&mut self, cell: &mut Cell, word: u64, is_past: impl Fn(u32) -> bool) -> Noted {
        let is_past = |word: u64| is_past_word(word, &is_past);
        let is_over = is_past(cell.write);
        if !is_over && !cells::is_of_same_thread(cell.write, word) {
            return Noted::Nothing;
        }
        if self.writes {
            if !is_past(cell.reads) && !cells::is_of_same_thread(cell.reads, word) {
                return Noted::Nothing;
            }
            *cell = Cell { write: word, reads: 0 };
            return Noted::One;
        }
        match cells::represented(cell.reads, word, self.least_wave) {
            // An access that conflicts with it conflicts with one of those that are recorded.
            Represented::All if is_over => Noted::All,
            Represented::All | Represented::One => Noted::One,
            Represented::Nothing if is_past(cell.reads) => {
                cell.reads = word;
                Noted::One
            }
            Represented::Nothing => {
                let has_joined =
                    Entry::of(word).is_some_and(|entry| self.lists.joins(&mut cell.reads, entry, self.least_wave));
                if has_joined { Noted::One } else { Noted::Nothing }
            }
        }
    }
}

/// Returns whether a word of a cell is over, where the epochs are known that are.
#[inline]
fn is_past_word(word: u64, is_past: impl Fn(u32) -> bool) -> bool {
    word == 0 || cells::epoch(word).is_some_and(is_past)
}

/// What became of an access.
enum Noted {
    /// Its cell may have something that it conflicts with.
    Nothing,
    One,
    /// Its cell represents all further reads by the same instruction.
    All,
}
