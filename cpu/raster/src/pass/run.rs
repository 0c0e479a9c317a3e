//! Quads of a record whose pixels have one sample in the center: two beside each other are tested at once.
//! Those of a record that pass are a run: they enter the packet together, whose rows are filled in one by one for all of them.
//!
//! It must not know what covers the pixels, or how depths are compared.

use super::{Pass, Room};
use crate::error::Error;
use crate::lanes::{Pair, any, pair_of, quads};
use crate::output::PairTest;
use crate::packet::{Packet, Placed, SPARE};
use crate::record::{BlockWeights, Depths, Record, Screen, clamped, in_space};

/// Weights of the second and the third corner for the lanes of a quad, or of two.
pub(super) type Weights<const N: usize = 4> = [[f64; N]; 2];

/// The weights with perspective, by which inputs are interpolated, for those on the screen.
#[inline(always)]
pub(super) fn smooth<const N: usize>(rhw: [f64; 3], exact: &Weights<N>) -> Weights<N> {
    rounded(&in_space(rhw, exact))
}

/// The nearest numbers of single precision.
#[inline(always)]
pub(super) fn rounded<const N: usize>(weights: &Weights<N>) -> Weights<N> {
    let mut rounded = [[0.0; N]; 2];
    for at in 0..2 {
        for lane in 0..N {
            rounded[at][lane] = f64::from(weights[at][lane] as f32);
        }
    }
    rounded
}

/// The most quads of a run.
const MOST_QUADS: usize = SPARE - 2;

/// Quads of one record that are to enter the packet.
#[derive(Debug)]
pub(super) struct Run {
    /// Their number. They are behind the last quad of the packet.
    count: usize,
    /// The weights with perspective.
    weights: [[[f64; 4]; SPARE]; 2],
    /// The numbers of their first rows in the packet.
    numbers: [usize; SPARE],
}

impl Run {
    pub(super) fn new() -> Self {
        Self { count: 0, weights: [[[0.0; 4]; SPARE]; 2], numbers: [0; SPARE] }
    }

    /// Forgets all quads.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a quad if some of its pixels have passed, without a branch, which nothing would predict. The weights are those of two
    /// quads, one of which it is.
    #[inline(always)]
    fn push(&mut self, packet: &mut Packet, placed: Placed, weights: &Weights<8>, half: usize) {
        let [seconds, thirds] = &mut self.weights;
        if let (Some(second), Some(third)) = (seconds.get_mut(self.count), thirds.get_mut(self.count)) {
            (*second, *third) = (weights[0].as_chunks().0[half], weights[1].as_chunks().0[half]);
            packet.prepare(self.count, placed);
            self.count += usize::from(any(placed.passed));
        }
    }
}

/// Added to a number, it changes none, not even the sign of a zero.
const NO_BIAS: f32 = -0.0;

/// What is the same for all quads of a record.
#[derive(Clone, Copy)]
pub(super) struct Surface {
    /// The numbers of the record, and of the primitive in its call.
    number: u32,
    primitive: u32,
    depths: Depths,
    /// What is added to depths, or -0, which changes none.
    bias: f32,
    /// The least and the greatest depth that is tested.
    range: [f32; 2],
    /// Reciprocals of w at the corners.
    rhw: [f64; 3],
}

impl Surface {
    #[inline(always)]
    pub(super) fn of(number: u32, record: &Record) -> Self {
        let Record { primitive, z, bias, depths, rhw, .. } = *record;
        let bias = if bias == 0.0 { NO_BIAS } else { bias };
        Self { number, primitive, depths: Depths::new(z), bias, range: depths, rhw }
    }

    /// That of vertices inside of all planes.
    #[inline(always)]
    pub(super) fn plain([number, primitive]: [u32; 2], corners: &[Screen; 3], range: [f32; 2]) -> Self {
        let depths = Depths::new(corners.map(|corner| corner.z));
        Self { number, primitive, depths, bias: NO_BIAS, range, rhw: corners.map(|corner| corner.rhw) }
    }
}

/// Pixels of two quads beside each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub(super) lanes: Pair,
    /// The upper left pixel, and the place of that in the tile.
    pub(super) pixel: [u16; 2],
    pub(super) place: u16,
}

/// The covered pixels of a block, pair by pair of quads with the number of that, and their weights on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pixels {
    /// The upper left pixel of the block, and the place of that in the tile.
    pub(super) block: [i64; 2],
    pub(super) place: usize,
    pub(super) covered: u64,
    pub(super) weights: BlockWeights,
}

impl Iterator for Pixels {
    type Item = (Spot, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.covered == 0 {
            return None;
        }
        let pair = (self.covered.trailing_zeros() / 8) as usize;
        let lanes = pair_of((self.covered >> (8 * pair)) as u32);
        self.covered &= !(0xFF << (8 * pair));
        let pixel = [self.block[0] as u16 + 4 * (pair as u16 & 1), self.block[1] as u16 + 2 * (pair as u16 >> 1)];
        Some((Spot { lanes, pixel, place: (self.place + 8 * pair) as u16 }, pair))
    }
}

impl Pass<'_, '_, '_> {
    /// Returns whether quads enter by runs: the shader reads nothing but plain inputs, masks and positions of pixels.
    #[inline(always)]
    pub(super) fn has_runs(&self) -> bool {
        self.room.evaluation.is_simple() && !self.pipeline.interface.pixel.ordered
    }

    /// The pixels of two quads that pass the depth test, by their weights on the screen.
    #[inline(always)]
    pub(super) fn in_front(
        &mut self,
        test: Option<PairTest>,
        surface: &Surface,
        spot: &Spot,
        weights: &Weights<8>,
    ) -> Pair {
        let (Some(test), Some(plane)) = (test, &mut self.tile.depth) else { return spot.lanes };
        let mut depths = surface.depths.at(weights);
        // A loop, since [`array::map`] is compiled for any processor where it is not inlined.
        for depth in &mut depths {
            *depth = clamped(*depth + surface.bias, surface.range);
        }
        test.pair(plane, spot.place.into(), spot.lanes, depths)
    }

    /// Tests two quads, and adds them to the run if pixels pass, which are returned. It is to be ended behind the last quad of the
    /// record.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        test: Option<PairTest>,
        surface: &Surface,
        spot: &Spot,
        weights: &Weights<8>,
    ) -> Result<Pair, Error> {
        let passed = self.in_front(test, surface, spot, weights);
        if !any(passed) || !self.pipeline.shades {
            return Ok(passed);
        }
        let weights = smooth(surface.rhw, weights);
        let Room { packet, run, .. } = &mut *self.room;
        for (half, passed) in quads(passed).into_iter().enumerate() {
            let Surface { number: record, primitive, .. } = *surface;
            let pixel = [spot.pixel[0] + 2 * half as u16, spot.pixel[1]];
            let placed = Placed { record, primitive, pixel, place: spot.place + 4 * half as u16, passed };
            run.push(packet, placed, &weights, half);
        }
        if run.count >= MOST_QUADS {
            (self.code.end_run)(self, surface.number)?;
        }
        Ok(passed)
    }

    /// Tests the quads of a block, and adds those to the run that pass.
    #[inline(never)]
    pub(super) fn run_block(&mut self, surface: &Surface, pixels: Pixels) -> Result<(), Error> {
        self.run_block_inlined(surface, pixels)
    }

    /// As [`Pass::run_block`], compiled for instructions of AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn run_block_avx2(&mut self, surface: &Surface, pixels: Pixels) -> Result<(), Error> {
        self.run_block_inlined(surface, pixels)
    }

    #[inline(always)]
    fn run_block_inlined(&mut self, surface: &Surface, pixels: Pixels) -> Result<(), Error> {
        let (test, mut samples) = (self.test, [0; 8]);
        let has_weights = surface.depths.is_sloped() || self.room.evaluation.has_inputs();
        for (spot, pair) in pixels {
            let weights = if has_weights { pixels.weights.of_pair(pair) } else { [[0.0; 8]; 2] };
            let passed = self.run(test, surface, &spot, &weights)?;
            for lane in 0..8 {
                samples[lane] += passed[lane] & 1;
            }
        }
        self.count(samples);
        Ok(())
    }

    /// Puts the run of a record into the packet.
    #[inline(never)]
    pub(super) fn end_run(&mut self, number: u32) -> Result<(), Error> {
        self.end_run_inlined(number)
    }

    /// As [`Pass::end_run`], compiled for instructions of AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn end_run_avx2(&mut self, number: u32) -> Result<(), Error> {
        self.end_run_inlined(number)
    }

    #[inline(always)]
    fn end_run_inlined(&mut self, number: u32) -> Result<(), Error> {
        let mut first = 0;
        loop {
            let Room { packet, evaluation, run, .. } = &mut *self.room;
            let own = first..run.count.min(SPARE).min(first + packet.room());
            if own.is_empty() {
                break;
            }
            let quads = &mut run.numbers[own.clone()];
            let (placed, memory) = packet.extend(quads);
            evaluation.fill(placed, quads, memory);
            let [second, third] = &run.weights;
            let weights = [&second[own.clone()], &third[own.clone()]];
            evaluation.fill_inputs(number, self.geometry, quads, weights, memory);
            first = own.end;
            if packet.is_full() {
                (self.code.flush)(self)?;
                self.room.packet.restart();
            }
        }
        self.room.run.clear();
        Ok(())
    }
}
