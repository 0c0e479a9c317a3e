//! Packets: quads on their way to the pixel shader, and rows on their way back.
//!
//! A packet is groups of lanes, with the rows of a group one after the other: row `r` of lane `l` is word
//! `(l / lanes * rows + r) * lanes + l % lanes`. Four lanes in a row, from a multiple of four, are a quad: upper left, upper
//! right, lower left, lower right. This file must not know how lanes are covered or what becomes of colors.

use crate::interface::Interface;
use crate::lanes::Mask;
use crate::rows::{KEPT, Part, PixelRow, RUNS};

/// The most lanes of a packet: about those of a tile, so that its rows stay in a cache.
pub(crate) const MOST: usize = 4096;
/// The places for quads behind those of a full packet.
pub(crate) const SPARE: usize = 34;
/// The alignment of rows, in words.
const ALIGN: usize = 16;

/// Rows of groups of lanes.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    memory: Vec<u32>,
    /// The first word that is aligned.
    start: usize,
    /// A power of two, and the exponent of that.
    lanes: usize,
    shift: u32,
    rows: usize,
}

impl Rows {
    fn new(rows: usize, lanes: usize) -> Self {
        // Zeros take no time until they are used.
        let memory = vec![0; MOST * rows + ALIGN];
        let start = memory.as_ptr().addr().wrapping_neg() / size_of::<u32>() % ALIGN;
        Self { memory, start, lanes, shift: lanes.trailing_zeros(), rows }
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
        self.start + (((lane >> self.shift) * self.rows + row) << self.shift) + (lane & (self.lanes - 1))
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
    /// The memory from the first row on.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> &mut [[u32; 4]] {
        self.memory
    }

    /// The words of a row, by the number of quads in the rows above it.
    #[inline(always)]
    pub(crate) fn of(&mut self, above: usize) -> &mut [u32; 4] {
        &mut self.memory[above]
    }
}

/// The primitive, the place and the samples of a quad.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Placed {
    pub(crate) record: u32,
    /// The number of the primitive in its call.
    pub(crate) primitive: u32,
    /// The upper left pixel.
    pub(crate) pixel: [u16; 2],
    /// The place of that in the tile.
    pub(crate) place: u16,
    /// The samples of each lane that may be written, or all bits where pixels have one sample.
    pub(crate) passed: Mask,
}

impl Placed {
    /// The samples of each lane that may be written.
    #[inline]
    pub(crate) fn samples(&self) -> [u16; 4] {
        self.passed.map(|samples| samples as u16)
    }

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
    /// The quads, and places for those that may enter.
    quads: Vec<Placed>,
    count: usize,
}

impl Packet {
    /// A packet without quads.
    pub(crate) fn new(interface: &Interface) -> Self {
        let rows = Rows::new(interface.rows.len(), interface.lanes);
        let mask = interface.rows.iter().position(|row| *row == PixelRow::Mask);
        Self { rows, mask, quads: vec![Placed::default(); MOST / 4 + SPARE], count: 0 }
    }

    /// The number of lanes: those of each quad that is there, helper lanes included.
    pub fn lanes(&self) -> usize {
        4 * self.count
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
        let at = self.rows.at(0, self.lanes());
        self.quads[self.count] = quad;
        self.count += 1;
        QuadRows { memory: self.rows.memory[at..].as_chunks_mut().0 }
    }

    /// The quads.
    #[inline(always)]
    pub(crate) fn quads(&self) -> &[Placed] {
        &self.quads[..self.count]
    }

    /// The number of quads that there is room for.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        MOST / 4 - self.count
    }

    /// Puts a quad behind the last one, with some between them, fewer than [`SPARE`].
    #[inline(always)]
    pub(crate) fn prepare(&mut self, between: usize, quad: Placed) {
        if let Some(place) = self.quads.get_mut(self.count + between) {
            *place = quad;
        }
    }

    /// Adds the quads behind the last one, for which there must be room. Says the numbers of their first rows in the memory of all.
    #[inline(always)]
    pub(crate) fn extend(&mut self, numbers: &mut [usize]) -> (&[Placed], &mut [[u32; 4]]) {
        let Rows { shift, rows, .. } = self.rows;
        let (shift, first) = (shift - 2, self.count);
        for (at, number) in numbers.iter_mut().enumerate() {
            let quad = first + at;
            *number = (((quad >> shift) * rows) << shift) + (quad & ((1 << shift) - 1));
        }
        self.count += numbers.len();
        (&self.quads[first..self.count], self.rows.memory[self.rows.start..].as_chunks_mut().0)
    }

    /// Makes a full packet an empty one with the quads behind the last one.
    pub(crate) fn restart(&mut self) {
        self.quads.copy_within(MOST / 4.., 0);
        self.count = 0;
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
        self.count = 0;
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
pub(crate) fn masks(passed: Mask) -> [u32; 4] {
    let mut masks = [RUNS; 4];
    for lane in 0..4 {
        masks[lane] |= if passed[lane] == 0 { 0 } else { KEPT };
    }
    masks
}
