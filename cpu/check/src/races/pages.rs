//! The cells of buffers and images, in pages that are made when they are touched.

use super::cells::Cell;
use rustc_hash::FxHashMap;

/// The granules of a page.
const PAGE: usize = 256;
/// The most pages, which come to half a gigabyte. Memory without a page is not looked at.
const MOST_PAGES: usize = 1 << 17;
/// The most cells.
pub(super) const MOST_CELLS: usize = MOST_PAGES * PAGE;

/// The cells of buffers and images, by object and page.
#[derive(Clone, Debug, Default)]
pub(super) struct Pages {
    numbers: FxHashMap<(u32, u64), u32>,
    pages: Vec<Box<[Cell; PAGE]>>,
    last: Option<((u32, u64), u32)>,
}

impl Pages {
    /// The bytes of all cells.
    pub(super) fn bytes(&self) -> usize {
        self.pages.len() * size_of::<[Cell; PAGE]>()
    }

    /// The cell of a granule, if there is room for it.
    pub(super) fn cell(&mut self, object: u32, granule: u64) -> Option<&mut Cell> {
        let (first, cells) = self.around(object, granule)?;
        cells.get_mut((granule - first) as usize)
    }

    /// The cells of the page of a granule, and the granule of the first one, if there is room for it.
    #[inline]
    pub(super) fn around(&mut self, object: u32, granule: u64) -> Option<(u64, &mut [Cell])> {
        let key = (object, granule / PAGE as u64);
        let number = match self.last {
            Some((known, number)) if known == key => number,
            _ => {
                let next = self.pages.len();
                let number = match self.numbers.get(&key) {
                    Some(number) => *number,
                    None if next >= MOST_PAGES => return None,
                    None => {
                        self.pages.push(Box::new([Cell::default(); PAGE]));
                        self.numbers.insert(key, next as u32);
                        next as u32
                    }
                };
                self.last = Some((key, number));
                number
            }
        };
        let first = granule - granule % PAGE as u64;
        self.pages.get_mut(number as usize).map(|page| (first, &mut page[..]))
    }

    /// The cell of a granule, if it has been touched.
    pub(super) fn known(&self, object: u32, granule: u64) -> Option<Cell> {
        let number = self.numbers.get(&(object, granule / PAGE as u64))?;
        Some(self.pages.get(*number as usize)?[(granule % PAGE as u64) as usize])
    }
}
