//! Overlaps: accesses to memory by invocations of pixels in a draw, which nothing orders but critical sections.
//!
//! Invocations run in packets, one after the other; here are the accesses of all packets of a draw. An access conflicts
//! with one of another invocation if one of the two writes and not both are atomic, unless both are in critical sections of
//! the same pixel: these run in the order of primitives. Where there is no room it may miss a conflict; it never invents
//! one.

use rustc_hash::FxHashMap;

/// The bytes of a granule.
const GRANULE: u64 = 4;
/// The most granules that are remembered.
const MOST: usize = 1 << 19;

/// An invocation of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Column and row.
    pub pixel: [u32; 2],
    /// The number of the primitive.
    pub primitive: u32,
}

/// An access of an invocation.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// The number of the buffer or the image.
    pub object: u32,
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub bytes: u32,
    /// True if it writes.
    pub writes: bool,
    /// True if it is atomic.
    pub atomic: bool,
    /// True if it writes what is there already.
    pub same: bool,
    /// True if it is in a critical section.
    pub ordered: bool,
    /// The instruction.
    pub site: u32,
}

/// An access that another one conflicts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unordered {
    /// Its invocation.
    pub fragment: Fragment,
    /// The instruction.
    pub site: u32,
    /// True if it writes.
    pub writes: bool,
    /// The byte where the two meet.
    pub offset: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    fragment: Fragment,
    /// The packet, and the number in it.
    invocation: (u32, usize),
    site: u32,
    writes: bool,
    atomic: bool,
    ordered: bool,
}

/// What is known of a granule: its last write and its last read.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Option<Entry>,
    read: Option<Entry>,
}

/// The accesses of the packets of a draw.
#[derive(Clone, Debug, Default)]
pub struct Overlaps {
    packet: u32,
    /// The invocations of the packet, in the order of its threads. Helpers are none.
    fragments: Vec<Option<Fragment>>,
    cells: FxHashMap<(u32, u64), Cell>,
}

impl Overlaps {
    /// The next packet begins, with these invocations.
    pub fn begin(&mut self, fragments: impl Iterator<Item = Option<Fragment>>) {
        self.packet = self.packet.wrapping_add(1);
        self.fragments.clear();
        self.fragments.extend(fragments);
    }

    /// An invocation of the packet, by its number.
    pub fn fragment(&self, number: usize) -> Option<Fragment> {
        self.fragments.get(number).copied().flatten()
    }

    /// Notes an access of an invocation of the packet, by its number. Gives an earlier access that it conflicts with.
    pub fn access(&mut self, number: usize, access: &Reached) -> Option<Unordered> {
        let fragment = self.fragment(number)?;
        let Reached { writes, atomic, ordered, site, .. } = *access;
        let entry = Entry { fragment, invocation: (self.packet, number), site, writes, atomic, ordered };
        let last = access.offset.checked_add(u64::from(access.bytes.max(1)) - 1)? / GRANULE;
        let mut found = None;
        for granule in access.offset / GRANULE..=last {
            let is_full = self.cells.len() >= MOST;
            let cell = match self.cells.get_mut(&(access.object, granule)) {
                Some(cell) => cell,
                None if is_full => continue,
                None => self.cells.entry((access.object, granule)).or_default(),
            };
            let read = cell.read.filter(|_| writes);
            let earlier = cell.write.into_iter().chain(read).find(|earlier| conflicts(earlier, &entry, access.same));
            if let (None, Some(earlier)) = (&found, earlier) {
                let offset = (granule * GRANULE).max(access.offset);
                let Entry { fragment, site, writes, .. } = earlier;
                found = Some(Unordered { fragment, site, writes, offset });
            }
            *(if writes { &mut cell.write } else { &mut cell.read }) = Some(entry);
        }
        found
    }
}

/// Returns whether nothing orders two accesses that must have an order. `same` says that the later one changes nothing.
fn conflicts(earlier: &Entry, later: &Entry, same: bool) -> bool {
    let is_other = earlier.invocation != later.invocation;
    let is_ordered = earlier.ordered && later.ordered && earlier.fragment.pixel == later.fragment.pixel;
    let is_harmless = earlier.atomic && later.atomic || same && earlier.writes && later.writes;
    is_other && !is_ordered && !is_harmless
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Reached =
        Reached { object: 3, offset: 8, bytes: 4, writes: false, atomic: false, same: false, ordered: false, site: 1 };
    const WRITE: Reached = Reached { writes: true, site: 2, ..READ };

    /// Accesses of two packets, the second with a pixel of its own.
    fn both(first: &Reached, second: &Reached, pixel: [u32; 2]) -> Option<u32> {
        let mut overlaps = Overlaps::default();
        let fragment = |pixel, primitive| Some(Fragment { pixel, primitive });
        overlaps.begin([None, fragment([4, 5], 0)].into_iter());
        assert_eq!((overlaps.access(0, &WRITE), overlaps.access(1, first)), (None, None));
        assert_eq!(overlaps.access(1, first), None, "an invocation is in order with itself");
        overlaps.begin([fragment(pixel, 1)].into_iter());
        overlaps.access(0, second).map(|found| found.site)
    }

    #[test]
    fn sections_of_a_pixel_are_in_order() {
        let ordered = |access: Reached| Reached { ordered: true, ..access };
        assert_eq!(both(&WRITE, &READ, [4, 5]), Some(2));
        assert_eq!(both(&READ, &WRITE, [4, 5]), Some(1));
        assert_eq!(both(&READ, &READ, [4, 5]), None);
        assert_eq!(both(&ordered(WRITE), &ordered(READ), [4, 5]), None);
        assert_eq!(both(&ordered(WRITE), &READ, [4, 5]), Some(2));
        assert_eq!(both(&ordered(WRITE), &ordered(READ), [6, 5]), Some(2));
        assert_eq!(both(&WRITE, &Reached { offset: 12, ..READ }, [4, 5]), None);
        assert_eq!(both(&WRITE, &Reached { bytes: 16, offset: 0, ..READ }, [4, 5]), Some(2));
    }

    #[test]
    fn atomic_operations_and_equal_values_do_not_conflict() {
        let atomic = |access: Reached| Reached { atomic: true, ..access };
        assert_eq!(both(&atomic(WRITE), &atomic(WRITE), [6, 5]), None);
        assert_eq!(both(&atomic(WRITE), &READ, [6, 5]), Some(2));
        assert_eq!(both(&WRITE, &Reached { same: true, ..WRITE }, [6, 5]), None);
    }
}
