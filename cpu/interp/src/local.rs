//! The memory of lanes: the variables of each, a row of lanes for every word, so that lanes which access the same place do
//! so at once.

use crate::cells::Cells;
use crate::code::Slot;
use crate::lanes::{Mask, is_whole, lanes};
use crate::types::Piece;
use std::hash::Hasher;

/// The bytes of a word.
const WORD: usize = 4;

/// The memory of the lanes of a wave.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    width: usize,
    /// The bytes of a lane.
    len: usize,
    /// By word, then by lane.
    bytes: Vec<u8>,
    /// For each byte of a lane the lanes in which it is uninitialized.
    undefined: Vec<Mask>,
}

impl Local {
    pub(crate) fn new(len: usize, width: usize) -> Self {
        let words = len.div_ceil(WORD);
        Local { width, len, bytes: vec![0; words * WORD * width], undefined: vec![Mask::MAX; len] }
    }

    /// The bytes of all lanes, with those that say what has been written.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len() + size_of::<Mask>() * self.undefined.len()
    }

    /// Zeros that have not been written.
    pub(crate) fn clear(&mut self) {
        self.bytes.fill(0);
        self.undefined.fill(Mask::MAX);
    }

    /// Says that these lanes have not written a range, which is zero for them as it was at the beginning.
    pub(crate) fn undefine(&mut self, mask: Mask, offset: usize, count: usize) {
        let range = offset.min(self.len)..offset.saturating_add(count).min(self.len);
        self.undefined[range.clone()].iter_mut().for_each(|lanes| *lanes |= mask);
        let is_words = range.start.is_multiple_of(WORD) && range.end.is_multiple_of(WORD);
        if is_words && is_whole(mask, self.width) {
            self.bytes[range.start * self.width..range.end * self.width].fill(0);
            return;
        }
        let piece = if is_words { WORD } else { 1 };
        for start in range.step_by(piece) {
            for lane in lanes(mask) {
                let at = self.at(lane, start);
                self.bytes[at..at + piece].fill(0);
            }
        }
    }

    /// Where a lane has a byte.
    fn at(&self, lane: usize, offset: usize) -> usize {
        (offset / WORD * self.width + lane) * WORD + offset % WORD
    }

    /// The range of a number, if it is there.
    fn range(&self, offset: u64, size: usize) -> Option<std::ops::Range<usize>> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(size)?;
        (end <= self.len).then_some(start..end)
    }

    /// A number of a lane, and whether part of it has not been written; zero where no memory is.
    pub(crate) fn read(&self, lane: usize, offset: u64, size: usize) -> (u64, bool) {
        let Some(range) = self.range(offset, size) else { return (0, false) };
        let is_undefined = self.undefined[range.clone()].iter().any(|lanes| lanes >> lane & 1 == 1);
        let mut word = [0; 8];
        for (byte, offset) in word.iter_mut().zip(range) {
            *byte = self.bytes[self.at(lane, offset)];
        }
        (u64::from_le_bytes(word), is_undefined)
    }

    /// Writes a number of a lane where memory is.
    pub(crate) fn write(&mut self, lane: usize, offset: u64, size: usize, value: u64, is_undefined: bool) {
        let Some(range) = self.range(offset, size) else { return };
        for (byte, offset) in value.to_le_bytes().into_iter().zip(range) {
            let (at, own) = (self.at(lane, offset), 1 << lane);
            self.bytes[at] = byte;
            let lanes = &mut self.undefined[offset];
            *lanes = if is_undefined { *lanes | own } else { *lanes & !own };
        }
    }

    /// The row of a piece that is a word, if it is one.
    fn row(&self, offset: u64, piece: &Piece) -> Option<(usize, std::ops::Range<usize>)> {
        let range = self.range(offset.checked_add(piece.offset.into())?, piece.bytes.into())?;
        let is_word = range.len() == WORD && range.start.is_multiple_of(WORD);
        is_word.then(|| (range.start * self.width, range))
    }

    /// Reads a number of these lanes from one place into their cells. Returns the lanes in which it has not been written.
    pub(crate) fn load(&self, mask: Mask, offset: u64, piece: &Piece, cells: &mut Cells, slot: Slot) -> Mask {
        let Some((start, range)) = self.row(offset, piece) else {
            let offset = offset.wrapping_add(piece.offset.into());
            return lanes(mask).fold(0, |all, lane| {
                let (value, is_undefined) = self.read(lane, offset, piece.bytes.into());
                cells.set(slot, lane, value);
                all | Mask::from(is_undefined) << lane
            });
        };
        let words = self.bytes[start..start + WORD * self.width].chunks_exact(WORD);
        let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let row = cells.part(slot, mask).row;
        if is_whole(mask, self.width) {
            words.zip(row).for_each(|(word, cell)| *cell = word);
        } else {
            let chosen = words.zip(row).enumerate().filter(|(lane, _)| mask >> lane & 1 == 1);
            chosen.for_each(|(_, (word, cell))| *cell = word);
        }
        self.undefined[range].first_chunk::<WORD>().map_or(0, |[a, b, c, d]| a | b | c | d) & mask
    }

    /// Writes a number of these lanes to one place; those without a value are given too.
    pub(crate) fn store(&mut self, mask: Mask, offset: u64, piece: &Piece, cells: &Cells, slot: Slot, undefined: Mask) {
        let Some((start, range)) = self.row(offset, piece) else {
            let offset = offset.wrapping_add(piece.offset.into());
            return lanes(mask).for_each(|lane| {
                let is_undefined = undefined >> lane & 1 == 1;
                self.write(lane, offset, piece.bytes.into(), cells.get(slot, lane), is_undefined);
            });
        };
        let words = self.bytes[start..start + WORD * self.width].chunks_exact_mut(WORD);
        let put = |word: &mut [u8], cell: &u32| word.copy_from_slice(&cell.to_le_bytes());
        if is_whole(mask, self.width) {
            words.zip(cells.row(slot)).for_each(|(word, cell)| put(word, cell));
        } else {
            let chosen = words.zip(cells.row(slot)).enumerate().filter(|(lane, _)| mask >> lane & 1 == 1);
            chosen.for_each(|(_, (word, cell))| put(word, cell));
        }
        if let Some(bytes) = self.undefined[range].first_chunk_mut::<WORD>() {
            *bytes = bytes.map(|lanes| lanes & !mask | undefined & mask);
        }
    }

    /// Adds the memory of a lane to a number for it.
    pub(crate) fn hash(&self, lane: usize, hasher: &mut impl Hasher) {
        for row in self.bytes.chunks_exact(WORD * self.width) {
            hasher.write(&row[lane * WORD..][..WORD]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_single_lanes_see_the_same() {
        let mut local = Local::new(12, 4);
        let (word, half, wide) =
            (Piece { offset: 4, bytes: 4 }, Piece { offset: 2, bytes: 2 }, Piece { offset: 4, bytes: 8 });
        let mut cells = Cells::new(1, 4);
        let fill = |cells: &mut Cells, values: [u64; 4]| (0..4).for_each(|lane| cells.set(0, lane, values[lane]));
        fill(&mut cells, [1, 2, 3, 4]);
        local.store(0b0101, 0, &word, &cells, 0, 0b0100);
        assert_eq!([0, 1, 2].map(|lane| local.read(lane, 4, 4)), [(1, false), (0, true), (3, true)]);
        local.write(1, 4, 4, 9, false);
        fill(&mut cells, [0; 4]);
        assert_eq!(local.load(0b1111, 0, &word, &mut cells, 0), 0b1100);
        assert_eq!([0, 1, 2, 3].map(|lane| cells.get(0, lane)), [1, 9, 3, 0]);
        fill(&mut cells, [5, 6, 7, 8]);
        local.store(0b1111, 0, &half, &cells, 0, 0);
        assert_eq!(local.read(3, 0, 4), (8 << 16, true));
        fill(&mut cells, [7 << 40; 4]);
        local.store(0b0001, 0, &wide, &cells, 0, 0);
        assert_eq!(local.read(0, 8, 4), (7 << 8, false));
        assert_eq!(local.read(0, 10, 4), (0, false), "there is no such memory");
        local.undefine(0b1, 4, 8);
        assert!(local.read(0, 4, 1).1 && !local.read(0, 2, 2).1);
        assert_eq!(local.read(0, 4, 8), (0, true), "what begins anew is zero");
        assert_eq!(local.read(1, 4, 4), (9, false), "other lanes keep theirs");
        local.undefine(0b1111, 2, 2);
        assert_eq!(local.read(3, 0, 4), (0, true));
        local.undefine(0b1111, 4, 4);
        assert_eq!(local.read(1, 4, 4), (0, true));
    }
}
