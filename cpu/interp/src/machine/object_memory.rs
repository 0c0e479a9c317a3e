//! The memory of objects, but for the lanes' own.

use super::Machine;
use super::memory::Place;
use crate::cells::Parted;
use crate::code::{ADDRESS, BUFFERS, LOCAL, PUSH, Pointer, SHARED, TEXELS};
use crate::host::{Marks, Memory};
use crate::lanes::is_whole;
use crate::state::{Mask, Wave, lanes};
use crate::types::Piece;
use std::ops::Range;

/// A buffer, with the marks that it needs.
#[derive(Debug)]
pub(super) struct Buffer<'b> {
    pub(super) bytes: Memory<'b>,
    pub(super) marks: Option<Marks>,
}

impl Buffer<'_> {
    /// A copy in memory of its own.
    pub(super) fn duplicate(&self) -> Buffer<'static> {
        Buffer { bytes: Memory::Owned(self.bytes.bytes().to_vec()), marks: self.marks.clone() }
    }
}

/// The memory of an object, to write.
#[derive(Default)]
pub(super) struct Room<'m> {
    pub(super) bytes: &'m mut [u8],
    pub(super) marks: Option<&'m mut Marks>,
    /// The offset of the first byte.
    pub(super) base: u64,
}

/// The memory of an object, to read.
#[derive(Clone, Copy, Default)]
pub(super) struct View<'m> {
    pub(super) bytes: &'m [u8],
    pub(super) marks: Option<&'m Marks>,
    /// The offset of the first byte.
    pub(super) base: u64,
}

impl Room<'_> {
    pub(super) fn holds(&self, offset: u64, size: usize) -> bool {
        View { bytes: self.bytes, marks: None, base: self.base }.holds(offset, size)
    }

    /// Writes a number where memory is. Returns whether that has held it already.
    pub(super) fn write(&mut self, offset: u64, size: usize, value: u64, has_none: bool) -> bool {
        let view = View { bytes: self.bytes, marks: None, base: self.base };
        let Some(range) = view.range(offset, size) else { return false };
        if let Some(marks) = &mut self.marks {
            marks.write(range.start, size, has_none);
        }
        let (held, new) = (&mut self.bytes[range], value.to_le_bytes());
        if let [a, b, c, d] = held {
            let old = u32::from_le_bytes([*a, *b, *c, *d]);
            held.copy_from_slice(&new[..4]);
            return old == value as u32;
        }
        let is_same = *held == new[..size];
        held.copy_from_slice(&new[..size]);
        is_same
    }

    /// Writes a word of each lane, for which memory is there, where all words have values and no marks change. Returns the lanes
    /// whose memory has held them already, or nothing if that is not so.
    pub(super) fn write_words(
        &mut self,
        mask: Mask,
        values: &[u32],
        undefined: Mask,
        offsets: &[u32],
        piece: &Piece,
    ) -> Option<Mask> {
        if piece.bytes != 4 || undefined & mask != 0 || self.marks.as_ref().is_some_and(|marks| marks.may_change()) {
            return None;
        }
        let base = u64::from(piece.offset).wrapping_sub(self.base);
        let mut same = mask;
        for lane in lanes(mask) {
            let start = usize::try_from(u64::from(offsets[lane]).wrapping_add(base)).unwrap_or(usize::MAX);
            let word = self.bytes.get_mut(start..).and_then(|rest| rest.first_chunk_mut::<4>());
            let new = values[lane].to_le_bytes();
            match word {
                Some(word) if *word == new => {}
                Some(word) => {
                    *word = new;
                    same &= !(1 << lane);
                }
                None => same &= !(1 << lane),
            }
        }
        Some(same)
    }
}

impl View<'_> {
    fn range(&self, offset: u64, size: usize) -> Option<Range<usize>> {
        let start = usize::try_from(offset.wrapping_sub(self.base)).ok()?;
        let end = start.checked_add(size)?;
        (end <= self.bytes.len()).then_some(start..end)
    }

    pub(super) fn holds(&self, offset: u64, size: usize) -> bool {
        self.range(offset, size).is_some()
    }

    /// A number, and whether part of it has no value; zero where no memory is.
    #[inline]
    pub(super) fn read(&self, offset: u64, size: usize) -> (u64, bool) {
        let Some(range) = self.range(offset, size) else { return (0, false) };
        let has_none = self.marks.is_some_and(|marks| marks.has_none(range.start, size));
        let value = match self.bytes[range] {
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            ref bytes => {
                let mut word = [0; 8];
                word[..size].copy_from_slice(bytes);
                u64::from_le_bytes(word)
            }
        };
        (value, has_none)
    }

    /// Reads a value of each lane, from where its pointer leads; zeros where no memory is.
    pub(super) fn fetch(self, wave: &mut Wave, mask: Mask, there: Mask, place: Place<'_>) {
        let Place { cells: dst, pointer, layout, .. } = place;
        for (slot, piece) in (dst..).zip(layout.pieces.iter()) {
            if self.fetch_words(wave, mask, there, slot, pointer, piece) {
                continue;
            }
            let mut none = 0;
            for lane in lanes(mask) {
                if piece.bytes == 0 {
                    wave.set(slot, lane, ADDRESS);
                    continue;
                }
                let offset = wave.get(pointer + 1, lane).wrapping_add(piece.offset.into());
                let is_there = there >> lane & 1 == 1;
                let (value, has_none) = if is_there { self.read(offset, piece.bytes.into()) } else { (0, false) };
                wave.set(slot, lane, value);
                if has_none {
                    none |= 1 << lane;
                    wave.unset[lane] = Some(Pointer { object: wave.get(pointer, lane), offset });
                }
            }
            wave.mark(slot, mask, none);
        }
    }

    /// Reads a word of each lane where all memory is there and has values. Returns whether that is so.
    fn fetch_words(&self, wave: &mut Wave, mask: Mask, there: Mask, slot: u32, pointer: u32, piece: &Piece) -> bool {
        if piece.bytes != 4 || mask & !there != 0 || pointer + 1 >= slot || wave.cells.is_wide(pointer + 1) {
            return false;
        }
        let base = u64::from(piece.offset).wrapping_sub(self.base);
        let marks = self.marks.filter(|marks| marks.may_have_none());
        let Parted { before, row: cells } = wave.cells.part(slot, mask);
        let offsets = before.row(pointer + 1);
        let read = |offset: u32| {
            let start = usize::try_from(u64::from(offset).wrapping_add(base)).unwrap_or(usize::MAX);
            let word = self.bytes.get(start..).and_then(|rest| rest.first_chunk::<4>());
            (start, word.map_or(0, |word| u32::from_le_bytes(*word)))
        };
        match marks {
            None if is_whole(mask, wave.width) => match pattern(offsets) {
                Pattern::One => cells.fill(read(offsets[0]).1),
                Pattern::Words => {
                    let start = read(offsets[0]).0;
                    let words = self.bytes.get(start..).unwrap_or_default().chunks_exact(4);
                    let words = words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                    cells.iter_mut().zip(words).for_each(|(cell, word)| *cell = word);
                }
                Pattern::Any => {
                    cells.iter_mut().zip(offsets).for_each(|(cell, offset)| *cell = read(*offset).1);
                }
            },
            None => lanes(mask).for_each(|lane| cells[lane] = read(offsets[lane]).1),
            Some(marks) => {
                for lane in lanes(mask) {
                    let (start, word) = read(offsets[lane]);
                    if marks.has_none(start, 4) {
                        return false;
                    }
                    cells[lane] = word;
                }
            }
        }
        wave.mark(slot, mask, 0);
        true
    }
}

impl Machine<'_> {
    /// The bytes of an object.
    pub(super) fn size(&self, object: u64) -> u64 {
        match object {
            SHARED => self.now.shared.len() as u64,
            PUSH => self.inputs.push.len() as u64,
            LOCAL => self.kernel.program.local_bytes.into(),
            _ => self.buffer(object).map_or(0, |buffer| buffer.bytes.bytes().len() as u64),
        }
    }

    /// The buffer that an object is.
    pub(super) fn buffer(&self, object: u64) -> Option<&Buffer<'_>> {
        let slot = object.checked_sub(BUFFERS).filter(|_| object < TEXELS)?;
        self.buffers.get(usize::try_from(slot).ok()?)?.as_ref()
    }

    /// The memory of an object that is not the lanes' own, around an offset, to read.
    pub(super) fn view(&self, object: u64, offset: u64) -> View<'_> {
        match object {
            SHARED => View { bytes: &self.now.shared, marks: Some(&self.now.marks), base: 0 },
            PUSH => View { bytes: &self.inputs.push, marks: None, base: 0 },
            ADDRESS => match self.inputs.blocks.range(..=offset).next_back() {
                Some((start, block)) => View { bytes: block, marks: None, base: *start },
                None => View::default(),
            },
            _ => match self.buffer(object) {
                Some(Buffer { bytes, marks }) => View { bytes: bytes.bytes(), marks: marks.as_ref(), base: 0 },
                None => View::default(),
            },
        }
    }

    /// The memory of an object from an offset on, to be written.
    pub(super) fn room(&mut self, object: u64, offset: u64) -> Room<'_> {
        match object {
            SHARED => Room { bytes: &mut self.now.shared, marks: Some(&mut self.now.marks), base: 0 },
            PUSH => Room { bytes: &mut self.inputs.push, marks: None, base: 0 },
            ADDRESS => match self.inputs.blocks.range_mut(..=offset).next_back() {
                Some((start, block)) => Room { bytes: block, marks: None, base: *start },
                None => Room::default(),
            },
            _ if (BUFFERS..TEXELS).contains(&object) => {
                let slot = usize::try_from(object - BUFFERS).unwrap_or(usize::MAX);
                match self.buffers.get_mut(slot).and_then(Option::as_mut) {
                    Some(Buffer { bytes, marks }) => Room { bytes: bytes.bytes_mut(), marks: marks.as_mut(), base: 0 },
                    None => Room::default(),
                }
            }
            _ => Room::default(),
        }
    }
}

/// How the offsets of all lanes of a wave are related.
enum Pattern {
    /// All of them are the same.
    One,
    /// They are those of words one behind the other.
    Words,
    Any,
}

fn pattern(offsets: &[u32]) -> Pattern {
    let Some(first) = offsets.first() else { return Pattern::Any };
    // Without a branch for each lane.
    let differ = |stride: u32| {
        let expected = (0u32..).map(|lane| first.wrapping_add(lane * stride));
        offsets.iter().zip(expected).fold(0, |all, (offset, expected)| all | offset ^ expected)
    };
    match () {
        () if differ(0) == 0 => Pattern::One,
        () if differ(4) == 0 => Pattern::Words,
        () => Pattern::Any,
    }
}
