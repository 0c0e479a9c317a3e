//! Cells: sixteen bytes of shadow for each four of memory, the last write and the reads since.
//!
//! An access is a word: when it was, by the number of an epoch, which stands for a group between two of its barriers; by
//! which thread, at which tick of its; by which instruction; and to which of the four bytes. Reads are such a word too, or
//! two threads of one instruction in one, or the number of a list. What has no room is not remembered.

/// A part of a word: where it begins, and how many bits it has.
type Part = (u32, u32);

const BYTES: Part = (0, 4);
const EPOCH: Part = (4, 22);
const THREAD: Part = (26, 12);
const SITE: Part = (38, 14);
const TICK: Part = (52, 10);
/// In the place of site and tick: another thread, and a site with fewer bits.
const OTHER: Part = (38, 12);
const SHORT_SITE: Part = (50, 12);
/// The form of reads.
const FORM: Part = (62, 2);
const SINGLE: u64 = 0;
const PAIR: u64 = 1;
const LIST: u64 = 2;
/// The number of a list.
const NUMBER: Part = (0, 62);

/// Ticks from this one on are the same.
const LAST_TICK: u32 = (1 << TICK.1) - 1;

/// Numbers of epochs are below this, and above 0.
pub(super) const EPOCHS: usize = 1 << EPOCH.1;
/// Numbers of instructions are below this.
pub(super) const SITES: usize = 1 << SITE.1;

fn get(word: u64, (start, bits): Part) -> u64 {
    word >> start & ((1 << bits) - 1)
}

/// A value in its place, if it has room there.
fn put(value: u32, (start, bits): Part) -> Option<u64> {
    (u64::from(value) < 1 << bits).then(|| u64::from(value) << start)
}

/// An access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) epoch: u32,
    pub(super) thread: u32,
    pub(super) tick: u32,
    pub(super) site: u32,
    pub(super) bytes: u8,
}

impl Entry {
    /// Its word, if it has room in one. A tick that has none becomes the last one, which counts as long ago.
    pub(super) fn word(self) -> Option<u64> {
        let Entry { epoch, thread, tick, site, bytes } = self;
        let (epoch, thread, site) = (put(epoch, EPOCH)?, put(thread, THREAD)?, put(site, SITE)?);
        Some(epoch | thread | site | put(tick.min(LAST_TICK), TICK)? | put(bytes.into(), BYTES)?)
    }

    pub(super) fn of(word: u64) -> Option<Entry> {
        let part = |part| get(word, part) as u32;
        let entry = Entry {
            epoch: part(EPOCH),
            thread: part(THREAD),
            tick: part(TICK),
            site: part(SITE),
            bytes: get(word, BYTES) as u8,
        };
        (entry.epoch != 0).then_some(entry)
    }
}

/// The reads that a list holds.
const READS: usize = 4;

/// Reads of one place.
pub(super) type Reads = [Option<Entry>; READS];

/// The shadow of four bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) write: u64,
    pub(super) reads: u64,
}

/// Lists of reads of different instructions or epochs.
#[derive(Debug, Default)]
pub(super) struct Lists {
    all: Vec<[u64; READS]>,
    free: Vec<u32>,
}

impl Lists {
    /// The reads of a cell.
    pub(super) fn reads(&self, cell: Cell) -> Reads {
        let word = cell.reads;
        match get(word, FORM) {
            SINGLE => [Entry::of(word), None, None, None],
            PAIR => {
                let part = |part| get(word, part) as u32;
                let first = Entry {
                    epoch: part(EPOCH),
                    thread: part(THREAD),
                    tick: 0,
                    site: part(SHORT_SITE),
                    bytes: get(word, BYTES) as u8,
                };
                [Some(first), Some(Entry { thread: part(OTHER), ..first }), None, None]
            }
            _ => self.all.get(get(word, NUMBER) as usize).map_or([None; READS], |list| list.map(Entry::of)),
        }
    }

    /// Adds a read to a cell. Those that are void are forgotten; waves have so many lanes at least.
    pub(super) fn add(&mut self, cell: &mut Cell, entry: Entry, wave: u32, is_void: impl Fn(&Entry) -> bool) {
        if cell.reads == 0 {
            cell.reads = entry.word().unwrap_or(0);
            return;
        }
        let mut reads = self.reads(*cell).map(|read| read.filter(|read| !is_void(read)));
        let is_same = |read: &Entry| (read.epoch, read.thread) == (entry.epoch, entry.thread);
        let wave_of = |read: &Entry| (read.epoch, read.thread / wave);
        // The same thread again, a place that is free, or else the last one for a wave that is not the first one's.
        let first = reads[0];
        let is_alike =
            |read: Option<Entry>| read.is_none_or(|read| Entry { thread: 0, ..read } == Entry { thread: 0, ..entry });
        let most = if reads.iter().all(|read| is_alike(*read)) && entry.tick == 0 { 2 } else { READS };
        let place = reads.iter().position(|read| read.as_ref().is_some_and(is_same));
        let place = place.or_else(|| reads[..most].iter().position(Option::is_none));
        match place {
            Some(at) => reads[at] = Some(entry),
            None => {
                let is_other =
                    |read: Option<Entry>| read.zip(first).is_some_and(|(one, two)| wave_of(&one) != wave_of(&two));
                if is_other(reads[most - 1]) || !is_other(Some(entry)) {
                    return;
                }
                reads[most - 1] = Some(entry);
            }
        }
        self.set(cell, reads);
    }

    /// Keeps the reads for which this holds.
    pub(super) fn retain(&mut self, cell: &mut Cell, is_kept: impl Fn(&Entry) -> bool) {
        if cell.reads != 0 {
            let reads = self.reads(*cell).map(|read| read.filter(|read| is_kept(read)));
            self.set(cell, reads);
        }
    }

    fn set(&mut self, cell: &mut Cell, reads: Reads) {
        let mut kept = reads.into_iter().flatten();
        let (one, two, more) = (kept.next(), kept.next(), kept.next());
        let short = match (one, two, more) {
            (None, ..) => Some(0),
            (Some(one), None, _) => Some(one.word().unwrap_or(0)),
            (Some(one), Some(two), None) => pair(one, two),
            _ => None,
        };
        let old = (get(cell.reads, FORM) == LIST).then(|| get(cell.reads, NUMBER) as u32);
        cell.reads = match short {
            Some(word) => {
                self.free.extend(old);
                word
            }
            None => {
                let list = reads.map(|read| read.and_then(Entry::word).unwrap_or(0));
                let number = old.or_else(|| self.free.pop()).unwrap_or(self.all.len() as u32);
                match self.all.get_mut(number as usize) {
                    Some(known) => *known = list,
                    None => self.all.push(list),
                }
                LIST << FORM.0 | u64::from(number)
            }
        };
    }
}

/// Two threads that read the same by the same instruction, if there is room for them in a word.
fn pair(one: Entry, two: Entry) -> Option<u64> {
    if (Entry { thread: two.thread, ..one }) != two || one.tick != 0 {
        return None;
    }
    let (epoch, site, bytes) = (put(one.epoch, EPOCH)?, put(one.site, SHORT_SITE)?, put(one.bytes.into(), BYTES)?);
    Some(PAIR << FORM.0 | epoch | put(one.thread, THREAD)? | put(two.thread, OTHER)? | site | bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(thread: u32) -> Entry {
        Entry { epoch: 5, thread, tick: 0, site: 9, bytes: 0b11 }
    }

    fn threads(lists: &Lists, cell: Cell) -> Vec<u32> {
        lists.reads(cell).into_iter().flatten().map(|read| read.thread).collect()
    }

    #[test]
    fn an_access_is_a_word() {
        let all = Entry { epoch: (1 << 22) - 1, thread: 4095, tick: 1023, site: 16383, bytes: 15 };
        assert_eq!(all.word().and_then(Entry::of), Some(all));
        assert_eq!(Entry { tick: 5000, ..all }.word().and_then(Entry::of), Some(all), "later ticks are the last one");
        assert_eq!(Entry { thread: 4096, ..all }.word(), None);
        assert_eq!(size_of::<Cell>(), 16);
    }

    #[test]
    fn two_readers_stand_for_many_of_one_instruction() {
        let (mut lists, mut cell) = (Lists::default(), Cell::default());
        for thread in [8, 9, 10, 40, 50] {
            lists.add(&mut cell, entry(thread), 4, |_| false);
        }
        assert_eq!(threads(&lists, cell), [8, 40], "one of another wave takes the second place");
        assert!(lists.all.is_empty());
    }

    #[test]
    fn readers_of_several_instructions_have_a_list() {
        let (mut lists, mut cell) = (Lists::default(), Cell::default());
        let other = |thread, site| Entry { site, ..entry(thread) };
        for one in [other(0, 1), other(1, 2), other(2, 3), other(3, 4), other(30, 5)] {
            lists.add(&mut cell, one, 4, |_| false);
        }
        assert_eq!(threads(&lists, cell), [0, 1, 2, 30]);
        lists.retain(&mut cell, |read| read.thread == 2);
        assert_eq!((threads(&lists, cell), lists.free.len()), (vec![2], 1), "the list is free again");
        lists.add(&mut cell, entry(7), 4, |read| read.thread == 2);
        assert_eq!(threads(&lists, cell), [7]);
    }
}
