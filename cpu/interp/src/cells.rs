//! Rows of cells: a number for each lane of a wave. Most numbers have 32 bits, so that the rows are words; rows of larger
//! numbers have their high halves beside them.

use crate::lanes::{Mask, is_whole, lanes};
use std::ops::Range;

/// The number of a cell's row.
pub(crate) type Slot = u32;

/// The cells of a wave.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    width: usize,
    low: Vec<u32>,
    /// The high halves, which are zero in all rows that are not wide.
    high: Vec<u32>,
    wide: Vec<bool>,
}

/// A row to be written, and the rows before it.
pub(crate) struct Parted<'c> {
    pub(crate) before: Before<'c>,
    pub(crate) row: &'c mut [u32],
}

/// The rows before another one.
#[derive(Clone, Copy)]
pub(crate) struct Before<'c> {
    width: usize,
    cells: &'c [u32],
}

impl<'c> Before<'c> {
    #[inline]
    pub(crate) fn row(&self, slot: Slot) -> &'c [u32] {
        &self.cells[slot as usize * self.width..][..self.width]
    }
}

impl Cells {
    /// Zeros.
    pub(crate) fn new(slots: usize, width: usize) -> Self {
        Cells { width, low: vec![0; slots * width], high: vec![0; slots * width], wide: vec![false; slots] }
    }

    /// The number of cells of a row.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.low.len() + self.high.len()) + self.wide.len()
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> Slot {
        self.wide.len() as Slot
    }

    fn range(&self, slot: Slot) -> Range<usize> {
        let start = slot as usize * self.width;
        start..start + self.width
    }

    #[inline]
    pub(crate) fn get(&self, slot: Slot, lane: usize) -> u64 {
        let at = slot as usize * self.width + lane;
        let low = u64::from(self.low[at]);
        if self.wide[slot as usize] { low | u64::from(self.high[at]) << 32 } else { low }
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, lane: usize, value: u64) {
        let at = slot as usize * self.width + lane;
        self.low[at] = value as u32;
        let high = (value >> 32) as u32;
        if high != 0 || self.wide[slot as usize] {
            self.wide[slot as usize] = true;
            self.high[at] = high;
        }
    }

    /// Gives all lanes the same number.
    pub(crate) fn fill(&mut self, slot: Slot, value: u64) {
        (0..self.width).for_each(|lane| self.set(slot, lane, value));
    }

    /// Returns whether the numbers of a row may have more than 32 bits.
    #[inline]
    pub(crate) fn is_wide(&self, slot: Slot) -> bool {
        self.wide[slot as usize]
    }

    /// The low halves of a row: all of it if it is not wide.
    #[inline]
    pub(crate) fn row(&self, slot: Slot) -> &[u32] {
        &self.low[slot as usize * self.width..][..self.width]
    }

    /// The high halves of a row.
    fn high_row(&self, slot: Slot) -> &[u32] {
        &self.high[slot as usize * self.width..][..self.width]
    }

    /// A row to be filled with numbers of 32 bits.
    #[inline]
    pub(crate) fn part(&mut self, slot: Slot, mask: Mask) -> Parted<'_> {
        if self.wide[slot as usize] {
            self.narrow(slot, mask);
        }
        let (before, after) = self.low.split_at_mut(slot as usize * self.width);
        Parted { before: Before { width: self.width, cells: before }, row: &mut after[..self.width] }
    }

    /// Makes the high halves of some lanes of a row zero.
    #[cold]
    fn narrow(&mut self, slot: Slot, mask: Mask) {
        let range = self.range(slot);
        let row = &mut self.high[range];
        lanes(mask & Mask::MAX >> (Mask::BITS as usize - row.len())).for_each(|lane| row[lane] = 0);
        self.wide[slot as usize] = row.iter().any(|high| *high != 0);
    }

    /// The number of a row, if all of these lanes have the same.
    #[inline]
    pub(crate) fn uniform(&self, slot: Slot, mask: Mask) -> Option<u64> {
        let lane = mask.trailing_zeros() as usize;
        let low = same(self.row(slot), mask, lane)?;
        let high = if self.is_wide(slot) { same(self.high_row(slot), mask, lane)? } else { 0 };
        Some(u64::from(low) | u64::from(high) << 32)
    }

    /// Copies some lanes of a row.
    #[inline]
    pub(crate) fn copy(&mut self, mask: Mask, to: Slot, from: Slot) {
        let (width, is_wide) = (self.width, self.wide[from as usize]);
        copy(&mut self.low, width, mask, to, from);
        if is_wide || self.wide[to as usize] {
            self.wide[to as usize] = is_wide || !is_whole(mask, width);
            copy(&mut self.high, width, mask, to, from);
        }
    }

    /// Makes rows zero.
    pub(crate) fn clear(&mut self, slots: Range<Slot>) {
        let rows = slots.start as usize..slots.end as usize;
        let cells = rows.start * self.width..rows.end * self.width;
        self.low[cells.clone()].fill(0);
        if self.wide[rows.clone()].contains(&true) {
            self.high[cells].fill(0);
            self.wide[rows].fill(false);
        }
    }
}

/// The number that all of these lanes have, the first of which is given.
#[inline]
fn same(row: &[u32], mask: Mask, lane: usize) -> Option<u32> {
    let first = *row.get(lane)?;
    let is_same = match is_whole(mask, row.len()) {
        // Without a branch for each lane.
        true => row.iter().fold(0, |all, value| all | value ^ first) == 0,
        false => lanes(mask).all(|lane| row[lane] == first),
    };
    is_same.then_some(first)
}

#[inline]
fn copy(cells: &mut [u32], width: usize, mask: Mask, to: Slot, from: Slot) {
    let (at, start) = (to as usize * width, from as usize * width);
    let (to, from) = match at.cmp(&start) {
        std::cmp::Ordering::Greater => {
            let (before, after) = cells.split_at_mut(at);
            (&mut after[..width], &before[start..][..width])
        }
        std::cmp::Ordering::Less => {
            let (before, after) = cells.split_at_mut(start);
            (&mut before[at..][..width], &after[..width])
        }
        std::cmp::Ordering::Equal => return,
    };
    if is_whole(mask, width) {
        to.copy_from_slice(from);
    } else {
        blend(to, from, mask);
    }
}

/// Replaces the cells of some lanes.
pub(crate) fn blend(cells: &mut [u32], new: &[u32], mask: Mask) {
    const BITS: usize = u32::BITS as usize;
    for (part, (cells, new)) in cells.chunks_mut(BITS).zip(new.chunks(BITS)).enumerate() {
        let mask = (mask >> (BITS * part)) as u32;
        for (lane, (cell, new)) in cells.iter_mut().zip(new).enumerate() {
            let meant = (mask >> lane & 1).wrapping_neg();
            *cell = *cell & !meant | new & meant;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_high_halves() {
        let mut cells = Cells::new(3, 4);
        cells.set(0, 1, 7 << 32 | 5);
        cells.set(1, 1, 9);
        assert_eq!((cells.get(0, 0), cells.get(0, 1), cells.get(1, 1)), (0, 7 << 32 | 5, 9));
        assert!(cells.is_wide(0) && !cells.is_wide(1));
        cells.copy(0b0011, 1, 0);
        assert_eq!((cells.get(1, 1), cells.get(1, 2)), (7 << 32 | 5, 0));
        cells.copy(0b0010, 0, 2);
        assert_eq!(cells.get(0, 1), 0, "a small number leaves no high half");
        cells.part(1, 0b1111).row.fill(3);
        assert!(!cells.is_wide(1) && cells.get(1, 1) == 3);
    }

    #[test]
    fn numbers_are_the_same_only_with_their_high_halves() {
        let mut cells = Cells::new(1, 4);
        cells.fill(0, 2);
        assert_eq!(cells.uniform(0, 0b1111), Some(2));
        cells.set(0, 3, 1 << 32 | 2);
        assert_eq!((cells.uniform(0, 0b1111), cells.uniform(0, 0b0110)), (None, Some(2)));
        cells.fill(0, 1 << 40);
        assert_eq!(cells.uniform(0, 0b1001), Some(1 << 40));
        cells.clear(0..1);
        assert!(!cells.is_wide(0) && cells.get(0, 2) == 0);
    }

    #[test]
    fn lanes_that_are_not_meant_keep_their_cells() {
        let mut cells = [7; 128];
        blend(&mut cells, &[1; 128], 1 << 127 | 1 << 64 | 1);
        let changed: Vec<usize> = (0..128).filter(|lane| cells[*lane] == 1).collect();
        assert_eq!(changed, [0, 64, 127]);
    }
}
