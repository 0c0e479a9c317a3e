//! Packets: quads on their way to the pixel shader, and rows on their way back.
//!
//! A packet is groups of lanes, with the rows of a group one after the other: row `r` of lane `l` is word
//! `(l / lanes * rows + r) * lanes + l % lanes`. Four lanes in a row, from a multiple of four, are a quad: upper left, upper
//! right, lower left, lower right. This file must not know how lanes are covered or what becomes of colors.

use crate::interface::Interface;
use crate::rows::{KEPT, Part, PixelRow};

/// The most lanes of a packet: about those of a tile, so that its rows stay in a cache.
pub(crate) const MOST: usize = 4096;
/// The alignment of rows, in words.
const ALIGN: usize = 16;

/// Rows of groups of lanes.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    memory: Vec<u32>,
    /// The first word that is aligned.
    start: usize,
    lanes: usize,
    rows: usize,
}

impl Rows {
    fn new(rows: usize, lanes: usize) -> Self {
        // Zeros take no time until they are used.
        let memory = vec![0; MOST * rows + ALIGN];
        let start = memory.as_ptr().addr().wrapping_neg() / size_of::<u32>() % ALIGN;
        Self { memory, start, lanes, rows }
    }

    /// The words of the first groups.
    fn words(&self, groups: usize) -> &[u32] {
        &self.memory[self.start..][..groups * self.rows * self.lanes]
    }

    fn words_mut(&mut self, groups: usize) -> &mut [u32] {
        &mut self.memory[self.start..][..groups * self.rows * self.lanes]
    }

    #[inline]
    fn at(&self, row: usize, lane: usize) -> usize {
        self.start + (lane / self.lanes * self.rows + row) * self.lanes + lane % self.lanes
    }

    #[inline]
    fn word(&self, row: usize, lane: usize) -> u32 {
        self.memory[self.at(row, lane)]
    }
}

/// The rows of a quad.
pub(crate) struct QuadRows<'r> {
    /// Quads of lanes, from its own in the first row on.
    memory: &'r mut [[u32; 4]],
}

impl QuadRows<'_> {
    /// The words of a row, by the number of quads in the rows above it.
    #[inline(always)]
    pub(crate) fn of(&mut self, above: usize) -> &mut [u32; 4] {
        &mut self.memory[above]
    }

    /// The words of a row for several quads.
    #[inline(always)]
    pub(crate) fn of_all(&mut self, above: usize, quads: usize) -> &mut [u32] {
        self.memory[above..above + quads].as_flattened_mut()
    }
}

/// The primitive, the place and the samples of a quad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) record: u32,
    /// The number of the primitive in its call.
    pub(crate) primitive: u32,
    /// The upper left pixel.
    pub(crate) pixel: [u16; 2],
    /// The place of that in the tile.
    pub(crate) place: u16,
    /// The samples of each lane that may be written.
    pub(crate) passed: [u16; 4],
}

impl Placed {
    /// The place of its first pixel in the tile.
    #[inline]
    pub(crate) fn place(&self) -> usize {
        usize::from(self.place)
    }
}

/// Quads of one or several primitives, for one call of the pixel shader.
#[derive(Debug, Default)]
pub struct Packet {
    rows: Rows,
    /// The row of the mask.
    mask: Option<usize>,
    /// The first word of the next quad.
    next: usize,
    pub(crate) quads: Vec<Placed>,
}

impl Packet {
    /// A packet without quads.
    pub(crate) fn new(interface: &Interface) -> Self {
        let rows = Rows::new(interface.rows.len(), interface.lanes);
        let mask = interface.rows.iter().position(|row| *row == PixelRow::Mask);
        Self { next: rows.start, rows, mask, quads: Vec::with_capacity(MOST / 4) }
    }

    /// The number of lanes: those of each quad that is there, helper lanes included.
    pub fn lanes(&self) -> usize {
        4 * self.quads.len()
    }

    /// The number of groups of lanes.
    pub fn groups(&self) -> usize {
        self.lanes().div_ceil(self.rows.lanes)
    }

    /// The rows of all groups. Lanes behind the last quad do not run; their other words are any.
    pub fn words(&self) -> &[u32] {
        self.rows.words(self.groups())
    }

    /// A word of a lane, by the number of the row in [`Interface::rows`].
    pub fn word(&self, row: usize, lane: usize) -> u32 {
        self.rows.word(row, lane)
    }

    /// Returns whether the effects of a lane count.
    pub fn is_kept(&self, lane: usize) -> bool {
        self.quads[lane / 4].passed[lane % 4] != 0
    }

    /// Column and row of a lane's pixel.
    pub fn pixel(&self, lane: usize) -> [u32; 2] {
        let [x, y] = self.quads[lane / 4].pixel.map(u32::from);
        [x + (lane as u32 & 1), y + (lane as u32 >> 1 & 1)]
    }

    /// The number of a lane's primitive in its call.
    pub fn primitive(&self, lane: usize) -> u32 {
        self.quads[lane / 4].primitive
    }

    /// The number of a lane's record in the geometry.
    pub fn record(&self, lane: usize) -> u32 {
        self.quads[lane / 4].record
    }

    pub(crate) fn is_full(&self) -> bool {
        self.lanes() == MOST
    }

    /// Adds a quad, for which there must be room. Its rows have any words.
    #[inline(always)]
    pub(crate) fn push(&mut self, quad: Placed) -> QuadRows<'_> {
        let at = self.next;
        self.quads.push(quad);
        self.next = at + 4;
        if self.lanes() & (self.rows.lanes - 1) == 0 {
            self.next = self.rows.at(0, self.lanes());
        }
        QuadRows { memory: self.rows.memory[at..].as_chunks_mut().0 }
    }

    /// The number of the next quad in [`Packet::all_quads`].
    #[inline(always)]
    pub(crate) fn next_quad(&self) -> usize {
        (self.next - self.rows.start) / 4
    }

    /// The memory of all quads: their first rows are where [`Packet::next_quad`] was before they entered.
    #[inline(always)]
    pub(crate) fn all_quads(&mut self) -> &mut [[u32; 4]] {
        self.rows.memory[self.rows.start..].as_chunks_mut().0
    }

    /// The number of quads that its last group still takes, or those of a group where that is full.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        let lanes = self.rows.lanes;
        // The number of lanes is a power of two.
        (lanes - (self.lanes() & (lanes - 1))) / 4
    }

    /// Adds quads to the last group, which must have room for them. Their rows have any words.
    #[inline(always)]
    pub(crate) fn push_all(&mut self, quads: impl Iterator<Item = Placed>) -> QuadRows<'_> {
        let at = self.next;
        self.quads.extend(quads);
        self.next = self.rows.at(0, self.lanes());
        QuadRows { memory: self.rows.memory[at..].as_chunks_mut().0 }
    }

    /// Makes the lanes of the last group that no quad has ones that do not run.
    pub(crate) fn complete(&mut self) {
        let Some(row) = self.mask else { return };
        for lane in self.lanes()..self.groups() * self.rows.lanes {
            let at = self.rows.at(row, lane);
            self.rows.memory[at] = 0;
        }
    }

    pub(crate) fn clear(&mut self) {
        self.quads.clear();
        self.next = self.rows.start;
    }
}

/// What the pixel shader made of a packet.
#[derive(Debug, Default)]
pub struct Shaded {
    rows: Rows,
}

impl Shaded {
    pub(crate) fn new(interface: &Interface) -> Self {
        Self { rows: Rows::new(interface.outputs.rows, interface.lanes) }
    }

    /// The rows of this many groups. They have any words until the shader fills them in.
    pub fn words_mut(&mut self, groups: usize) -> &mut [u32] {
        self.rows.words_mut(groups)
    }

    /// Fills a row of this many groups.
    pub fn fill(&mut self, row: usize, groups: usize, word: u32) {
        for group in 0..groups {
            let at = self.rows.at(row, group * self.rows.lanes);
            self.rows.memory[at..at + self.rows.lanes].fill(word);
        }
    }

    /// Sets a word of a lane.
    pub fn set(&mut self, row: usize, lane: usize, word: u32) {
        let at = self.rows.at(row, lane);
        self.rows.memory[at] = word;
    }

    /// A word of a lane.
    #[inline]
    pub(crate) fn word(&self, row: usize, lane: usize) -> u32 {
        self.rows.word(row, lane)
    }

    /// The components of a quad, by its first lane.
    #[inline(always)]
    pub(crate) fn quad(&self, parts: &[Part; 4], first: usize) -> [[u32; 4]; 4] {
        parts.map(|part| match part {
            Part::Row(row) => self.rows.memory[self.rows.at(row, first)..].first_chunk().copied().unwrap_or_default(),
            Part::Word(word) => [word; 4],
        })
    }

    /// The words of a group in a row.
    pub(crate) fn of_group(&self, row: usize, group: usize) -> &[u32] {
        let at = self.rows.at(row, group * self.rows.lanes);
        &self.rows.memory[at..at + self.rows.lanes]
    }
}

/// The bits of [`PixelRow::Mask`] for the lanes of a quad.
#[inline]
pub(crate) fn masks(passed: [u16; 4]) -> [u32; 4] {
    passed.map(|samples| crate::rows::RUNS | if samples == 0 { 0 } else { KEPT })
}
