//! Cells: sixteen bytes of shadow for each four of memory, the last write and the reads since.
//!
//! An access is a word: when it was, by the number of an epoch, which represents a group between two of its barriers; by
//! which thread, at which tick of its; by which instruction; and to which of the four bytes. Reads are such a word too, or
//! two threads in one, or the number of a list. What has no room is not remembered.

use rustc_hash::FxHashMap;

/// A part of a word.
#[derive(Clone, Copy)]
struct Field {
    /// The bit at which it begins.
    start: u32,
    /// The number of its bits.
    bits: u32,
}

const BYTES: Field = Field { start: 0, bits: 4 };
const EPOCH: Field = Field { start: 4, bits: 22 };
const THREAD: Field = Field { start: 26, bits: 12 };
const SITE: Field = Field { start: 38, bits: 14 };
const TICK: Field = Field { start: 52, bits: 10 };
/// Instead of site and tick: another thread, and the number of a pair of sites.
const OTHER: Field = Field { start: 38, bits: 12 };
const SITES_OF_PAIR: Field = Field { start: 50, bits: 12 };
/// The form of reads.
const FORM: Field = Field { start: 62, bits: 2 };
const SINGLE: u64 = 0;
const PAIR: u64 = 1;
const LIST: u64 = 2;
/// The number of a list.
const NUMBER: Field = Field { start: 0, bits: 62 };

/// Ticks from this one on are the same.
const LAST_TICK: u32 = (1 << TICK.bits) - 1;

/// Numbers of epochs are below this, and above 0.
pub(super) const EPOCHS: usize = 1 << EPOCH.bits;
/// Numbers of instructions are below this.
pub(super) const SITES: usize = 1 << SITE.bits;

fn get(word: u64, Field { start, bits }: Field) -> u64 {
    word >> start & ((1 << bits) - 1)
}

/// A value in its place, if it has room there.
fn put(value: u32, Field { start, bits }: Field) -> Option<u64> {
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

/// The epoch of a word that is not a list; 0 if there is none.
#[inline]
pub(super) fn epoch(word: u64) -> Option<u32> {
    (get(word, FORM) != LIST).then(|| get(word, EPOCH) as u32)
}

/// Returns whether a word is one access of an entry's thread in its epoch.
#[inline]
pub(super) fn is_own(word: u64, entry: &Entry) -> bool {
    get(word, FORM) == SINGLE
        && get(word, EPOCH) == u64::from(entry.epoch)
        && get(word, THREAD) == u64::from(entry.thread)
}

/// All bytes of a granule.
pub(super) const WHOLE: u8 = (1 << BYTES.bits) - 1;

/// Numbers of threads are below this.
pub(super) const THREADS: usize = 1 << THREAD.bits;

/// The word of an access with another thread instead of thread 0; its number has room there.
#[inline]
pub(super) fn with_thread(word: u64, thread: u32) -> u64 {
    word | u64::from(thread) << THREAD.start
}

/// Returns whether a word is one access by the thread, and in the epoch, of another one.
#[inline]
pub(super) fn is_of_same_thread(word: u64, other: u64) -> bool {
    const MEANT: u64 =
        ((1 << EPOCH.bits) - 1) << EPOCH.start | ((1 << THREAD.bits) - 1) << THREAD.start | 0b11 << FORM.start;
    (word ^ other) & MEANT == 0
}

/// Which further reads of a granule in the same epoch those that are known represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Represented {
    /// All: they are of two waves.
    All,
    /// The one that is asked about: they are two of its wave.
    One,
    Nothing,
}

/// Returns which reads the known ones represent, where another one is a word without a tick.
#[inline]
pub(super) fn represented(reads: u64, word: u64, wave: u32) -> Represented {
    if get(reads, FORM) != PAIR || !are_alike(reads, word) {
        return Represented::Nothing;
    }
    let wave_of = |word: u64, part| wave_of(get(word, part) as u32, wave);
    match wave_of(reads, THREAD) {
        first if first != wave_of(reads, OTHER) => Represented::All,
        first if first == wave_of(word, THREAD) => Represented::One,
        _ => Represented::Nothing,
    }
}

/// Asks whether reads represent all others in an epoch, in a few instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeReads {
    /// Two reads in that epoch but for their threads and sites.
    pair: u64,
    /// The bits by which the numbers of threads of two waves differ; none unless the size of waves is a power of two.
    waves: u64,
}

impl WholeReads {
    pub(super) fn new(word: u64, wave: u32) -> Self {
        let threads = (1 << THREAD.bits) - 1;
        let waves = if wave.is_power_of_two() { threads & !u64::from(wave - 1) } else { 0 };
        WholeReads { pair: word | PAIR << FORM.start, waves }
    }

    /// Returns whether [`represented`] gives [`Represented::All`]; never unless the size of waves is a power of two.
    #[inline]
    pub(super) fn stand_for_all(self, reads: u64) -> bool {
        const MEANT: u64 =
            ((1 << EPOCH.bits) - 1) << EPOCH.start | ((1 << BYTES.bits) - 1) << BYTES.start | 0b11 << FORM.start;
        (reads ^ self.pair) & MEANT == 0 && (reads >> THREAD.start ^ reads >> OTHER.start) & self.waves != 0
    }
}

/// The wave of a thread.
#[inline]
fn wave_of(thread: u32, wave: u32) -> u32 {
    // Nearly all sizes are powers of two, and a division takes many times as long.
    if wave.is_power_of_two() { thread >> wave.trailing_zeros() } else { thread / wave }
}

/// Returns whether two words are of the same epoch and the same bytes.
#[inline]
fn are_alike(one: u64, other: u64) -> bool {
    const MEANT: u64 = ((1 << EPOCH.bits) - 1) << EPOCH.start | ((1 << BYTES.bits) - 1) << BYTES.start;
    (one ^ other) & MEANT == 0
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

/// Pairs of instructions that have read the same, by small numbers.
#[derive(Clone, Debug, Default)]
struct Pairs {
    numbers: FxHashMap<(u32, u32), u32>,
    all: Vec<(u32, u32)>,
    last: Option<((u32, u32), u32)>,
}

impl Pairs {
    fn number(&mut self, sites: (u32, u32)) -> u32 {
        if let Some((known, number)) = self.last
            && known == sites
        {
            return number;
        }
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(sites).or_insert(next);
        if number == next {
            self.all.push(sites);
        }
        self.last = Some((sites, number));
        number
    }
}

/// Reads of one place that have no room in a word: in different epochs, of different bytes, or at a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pairs: Pairs,
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
                let (site, other) = self.pairs.all.get(part(SITES_OF_PAIR) as usize).copied().unwrap_or_default();
                let first =
                    Entry { epoch: part(EPOCH), thread: part(THREAD), tick: 0, site, bytes: get(word, BYTES) as u8 };
                [Some(first), Some(Entry { thread: part(OTHER), site: other, ..first }), None, None]
            }
            _ => self.all.get(get(word, NUMBER) as usize).map_or([None; READS], |list| list.map(Entry::of)),
        }
    }

    /// Adds a read to a cell. Those that are void are forgotten; waves have the given number of lanes at least.
    pub(super) fn add(&mut self, cell: &mut Cell, entry: Entry, wave: u32, is_void: impl Fn(&Entry) -> bool) {
        if cell.reads == 0 {
            cell.reads = entry.word().unwrap_or(0);
            return;
        }
        if self.joins(&mut cell.reads, entry, wave) {
            return;
        }
        let mut reads = self.reads(*cell).map(|read| read.filter(|read| !is_void(read)));
        let is_same = |read: &Entry| (read.epoch, read.thread) == (entry.epoch, entry.thread);
        let wave_of = |read: &Entry| (read.epoch, wave_of(read.thread, wave));
        // The same thread again, a place that is free, or else the last one for a wave that is not the first one's.
        let first = reads[0];
        let is_alike = |read: Option<Entry>| read.is_none_or(|read| is_alike(read, entry));
        let most = if reads.iter().all(|read| is_alike(*read)) { 2 } else { READS };
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

    /// Adds a read to others in the same epoch, which is what most are. Two represent all: one of the first wave, and
    /// another one, of another wave if there is one, since what conflicts with any of them conflicts with one of the
    /// two. Returns whether it could.
    #[inline]
    pub(super) fn joins(&mut self, word: &mut u64, entry: Entry, wave: u32) -> bool {
        let form = get(*word, FORM);
        let is_alike = get(*word, EPOCH) == u64::from(entry.epoch) && get(*word, BYTES) == u64::from(entry.bytes);
        let has_tick = entry.tick != 0 || form == SINGLE && get(*word, TICK) != 0;
        if form == LIST || !is_alike || has_tick {
            return false;
        }
        let first = get(*word, THREAD) as u32;
        if first == entry.thread {
            return true;
        }
        let is_apart = |thread: u32| wave_of(thread, wave) != wave_of(first, wave);
        if form == PAIR && (is_apart(get(*word, OTHER) as u32) || !is_apart(entry.thread)) {
            return true;
        }
        let one = if form == SINGLE { Entry::of(*word) } else { self.reads(Cell { write: 0, reads: *word })[0] };
        let Some(one) = one else { return false };
        self.pair(one, entry).is_some_and(|pair| {
            *word = pair;
            true
        })
    }

    /// Two reads in a word, if there is room for them.
    fn pair(&mut self, one: Entry, two: Entry) -> Option<u64> {
        if !is_alike(one, two) {
            return None;
        }
        let sites = put(self.pairs.number((one.site, two.site)), SITES_OF_PAIR)?;
        let (epoch, bytes) = (put(one.epoch, EPOCH)?, put(one.bytes.into(), BYTES)?);
        Some(PAIR << FORM.start | epoch | put(one.thread, THREAD)? | put(two.thread, OTHER)? | sites | bytes)
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
            (Some(one), Some(two), None) => self.pair(one, two),
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
                LIST << FORM.start | u64::from(number)
            }
        };
    }
}

/// Returns whether two reads have room in a word.
fn is_alike(one: Entry, two: Entry) -> bool {
    (one.epoch, one.bytes) == (two.epoch, two.bytes) && one.tick == 0 && two.tick == 0
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
    fn two_readers_stand_for_many() {
        let (mut lists, mut cell) = (Lists::default(), Cell::default());
        for thread in [8, 9, 10, 40, 50] {
            lists.add(&mut cell, entry(thread), 4, |_| false);
        }
        assert_eq!(threads(&lists, cell), [8, 40], "one of another wave takes the second place");
        assert!(lists.all.is_empty());
    }

    #[test]
    fn the_short_test_is_the_long_one() {
        let word = Entry { thread: 0, ..entry(0) }.word().unwrap();
        for (one, two, wave) in [(8, 9, 4), (8, 12, 4), (3, 40, 32), (3, 7, 6), (5, 5, 4)] {
            let (mut lists, mut cell) = (Lists::default(), Cell::default());
            [one, two].into_iter().for_each(|thread| lists.add(&mut cell, entry(thread), wave, |_| false));
            let is_for_all = represented(cell.reads, word, wave) == Represented::All;
            assert_eq!(WholeReads::new(word, wave).stand_for_all(cell.reads), is_for_all && wave != 6, "{one} {two}");
            let later = Entry { epoch: 6, ..entry(0) }.word().unwrap();
            assert!(!WholeReads::new(later, wave).stand_for_all(cell.reads), "another epoch");
        }
    }

    #[test]
    fn readers_of_several_instructions_keep_them() {
        let (mut lists, mut cell) = (Lists::default(), Cell::default());
        for one in [Entry { site: 1, ..entry(8) }, Entry { site: 2, ..entry(40) }] {
            lists.add(&mut cell, one, 4, |_| false);
        }
        let sites: Vec<u32> = lists.reads(cell).into_iter().flatten().map(|read| read.site).collect();
        assert_eq!((sites, lists.all.len()), (vec![1, 2], 0));
    }

    #[test]
    fn readers_of_several_epochs_have_a_list() {
        let (mut lists, mut cell) = (Lists::default(), Cell::default());
        let other = |thread, epoch| Entry { epoch, ..entry(thread) };
        for one in [other(0, 1), other(1, 2), other(2, 3), other(3, 4), other(30, 5)] {
            lists.add(&mut cell, one, 4, |_| false);
        }
        assert_eq!(threads(&lists, cell), [0, 1, 2, 3]);
        lists.retain(&mut cell, |read| read.thread == 2);
        assert_eq!((threads(&lists, cell), lists.free.len()), (vec![2], 1), "the list is free again");
        lists.add(&mut cell, entry(7), 4, |read| read.thread == 2);
        assert_eq!(threads(&lists, cell), [7]);
    }
}
