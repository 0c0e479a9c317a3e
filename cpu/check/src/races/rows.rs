//! Accesses of many threads by one instruction, with a fast path for those that meet cells in which nothing is left that
//! they could conflict with: most do.

use super::access::{Access, Class, Conflict};
use super::cells::{self, Cell, Entry};
use super::{GRANULE, Races};

/// The access of one thread among others.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The thread's number in its group.
    pub thread: u32,
    /// The first byte.
    pub offset: u64,
    /// True if it writes what is there already.
    pub same: bool,
}

impl Races {
    /// Notes an access that is not atomic for several threads, and passes each conflict with an earlier one.
    pub fn accesses(
        &mut self,
        access: &Access,
        places: impl Iterator<Item = Place>,
        mut found: impl FnMut(Access, Conflict),
    ) {
        let word = self.common_word(access);
        for Place { thread, offset, same } in places {
            let access = Access { thread, offset, same, ..*access };
            if word.is_some_and(|word| self.meets_nothing(&access, word)) {
                continue;
            }
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

    /// Notes an access if there is nothing in its cells that it could conflict with. Returns whether that is so; some cells
    /// may be noted where it is not.
    #[inline]
    fn meets_nothing(&mut self, access: &Access, word: u64) -> bool {
        let has_tick = self.now.threads.get(access.thread as usize).is_none_or(|thread| thread.tick != 0);
        let Some(word) = cells::with_thread(word, access.thread) else { return false };
        if has_tick || !access.offset.is_multiple_of(GRANULE) {
            return false;
        }
        let first = access.offset / GRANULE;
        (first..first + u64::from(access.bytes) / GRANULE).all(|granule| self.settles(access, granule, word))
    }

    fn settles(&mut self, access: &Access, granule: u64, word: u64) -> bool {
        let Some(Cell { write, reads }) = self.cell(access, granule).copied() else { return false };
        if !cells::is_of_same_thread(write, word) && !self.is_past(access.class, write) {
            return false;
        }
        let is_free = self.is_past(access.class, reads);
        let new = match access.writes {
            true if is_free || cells::is_of_same_thread(reads, word) => Cell { write: word, reads: 0 },
            true => return false,
            false if is_free => Cell { write, reads: word },
            // An access that conflicts with it conflicts with one of those that are recorded.
            false => return cells::stand_for(reads, word, self.model.least_wave),
        };
        self.cell(access, granule).is_some_and(|cell| {
            *cell = new;
            true
        })
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
