//! Small triangles, whose functions are integers of 32 bits: pairs of quads are tested and enter the packet one by one.
//!
//! Pixels have one sample in the center, which depth alone tests before they are shaded, and all inputs are plain. What comes out
//! is what larger triangles give, to the bit, in the same order. It must not know how depths are compared.

use super::Pass;
use super::run::{Spot, Surface, Weights};
use crate::bounds::Bounds;
use crate::coverage::BLOCK;
use crate::error::Error;
use crate::fixed::{BITS, HALF, ONE};
use crate::geometry::Plain;
use crate::lanes::{and, any, pair_of};
use crate::record::{Screen, reciprocal};
use crate::tile::place;
use std::hint::black_box;

/// The largest distance of two corners along an axis: products of two fit in 32 bits by far.
const REACH: i32 = 12 * SHORT_ONE;
/// A pixel, and half of one.
const SHORT_ONE: i32 = ONE as i32;
const SHORT_HALF: i32 = HALF as i32;

/// The most pairs of quads of a small triangle, which touches at most 5 along a row and 7 rows, and one beside them.
const MOST_PAIRS: usize = 36;

/// Two quads beside each other with covered pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Covered {
    spot: Spot,
    /// The functions of the second and the third edge in the upper left pixel.
    starts: [i32; 2],
}

/// Those of a triangle.
pub(super) type Pairs = [Covered; MOST_PAIRS];

/// Memory for those.
pub(super) fn no_pairs() -> Pairs {
    [Covered::default(); MOST_PAIRS]
}

/// The columns and the rows of the lanes of two quads. Where they are known, multiplications become other code for each lane.
const LANES: [[i32; 8]; 2] = [[0, 1, 0, 1, 2, 3, 2, 3], [0, 0, 1, 1, 0, 0, 1, 1]];

/// A linear function of pixels.
#[derive(Clone, Copy)]
struct Function {
    /// The change from a pixel to the next one along each axis.
    steps: [i32; 2],
    /// The value in the center of the first pixel.
    first: i32,
    /// The value from which on pixels are inside.
    least: i32,
    /// What is added for the lanes of two quads.
    lanes: [i32; 8],
}

impl Function {
    /// The function of an edge around a pixel.
    #[inline(always)]
    fn new(sign: i32, from: [i32; 2], to: [i32; 2]) -> Self {
        let (a, b) = (sign * (from[1] - to[1]), sign * (to[0] - from[0]));
        let is_top_left = a > 0 || a == 0 && b > 0;
        let steps @ [x, y] = [a * SHORT_ONE, b * SHORT_ONE];
        let ([columns, rows], mut lanes) = (black_box(&LANES), [0; 8]);
        for lane in 0..8 {
            lanes[lane] = x * columns[lane] + y * rows[lane];
        }
        Self { steps, first: -(a * from[0] + b * from[1]), least: i32::from(!is_top_left), lanes }
    }

    /// The value in the first pixel of a quad, by its distance from the first pixel.
    #[inline(always)]
    fn at(&self, [x, y]: [i32; 2]) -> i32 {
        self.first + self.steps[0] * x + self.steps[1] * y
    }

    /// The values in the pixels of two quads, less the least one, by that in the first pixel.
    #[inline(always)]
    fn pair(&self, first: i32) -> [i32; 8] {
        let mut values = [0; 8];
        for (value, lane) in values.iter_mut().zip(self.lanes) {
            *value = lane + (first - self.least);
        }
        values
    }
}

/// A triangle around the pixel that its functions begin at.
struct Small {
    /// The functions of the edges; the second and the third one are weights, too.
    edges: [Function; 3],
    /// The reciprocal of the area.
    inverse: f64,
    /// The pixels with a center between the least and the greatest position.
    pixels: Bounds,
}

impl Small {
    /// None if the corners are too far from each other.
    #[inline(always)]
    fn new(corners: &[Screen; 3], first: [i64; 2]) -> Option<Self> {
        let [a, b, c] = [corners[0].short(), corners[1].short(), corners[2].short()];
        let least = [0, 1].map(|axis: usize| a[axis].min(b[axis]).min(c[axis]));
        let most = [0, 1].map(|axis: usize| a[axis].max(b[axis]).max(c[axis]));
        if most[0] - least[0] > REACH || most[1] - least[1] > REACH {
            return None;
        }
        let pixels = Bounds {
            min: least.map(|part| i64::from((part + (SHORT_HALF - 1)) >> BITS)),
            max: most.map(|part| i64::from(((part - SHORT_HALF) >> BITS) + 1)),
        };
        // The first pixel is not far from the corners either.
        let center = first.map(|part| part as i32 * SHORT_ONE + SHORT_HALF);
        let near = |[x, y]: [i32; 2]| [x - center[0], y - center[1]];
        let [a, b, c] = [near(a), near(b), near(c)];
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let sign = if area < 0 { -1 } else { 1 };
        let edges = [Function::new(sign, b, c), Function::new(sign, c, a), Function::new(sign, a, b)];
        Some(Self { edges, inverse: reciprocal((sign * area).into()), pixels })
    }

    /// The weights of the second and the third corner on the screen for the pixels of two quads.
    #[inline(always)]
    fn weights(&self, pair: &Covered) -> Weights<8> {
        let mut weights = [[0.0; 8]; 2];
        for ((weights, start), edge) in weights.iter_mut().zip(pair.starts).zip(&self.edges[1..]) {
            for (weight, lane) in weights.iter_mut().zip(edge.lanes) {
                *weight = f64::from(start + lane) * self.inverse;
            }
        }
        weights
    }

    /// Finds the pairs of quads with covered pixels. Returns their number.
    #[inline(always)]
    fn covered(&self, start: [i64; 2], bounds: Bounds, pairs: &mut Pairs) -> usize {
        let mut count = 0;
        let [first, second, third] = &self.edges;
        let steps = [
            [4 * first.steps[0], 4 * second.steps[0], 4 * third.steps[0]],
            [2 * first.steps[1], 2 * second.steps[1], 2 * third.steps[1]],
        ];
        // Pixels beside the triangle are outside of it anyway.
        let is_cut = self.pixels.and(bounds) != self.pixels;
        let mut block = start;
        while block[1] < bounds.max[1] {
            let end = |axis: usize| ((block[axis] | (BLOCK - 1)) + 1).min(bounds.max[axis]);
            let end = [end(0), end(1)];
            let from = [(block[0] - start[0]) as i32, (block[1] - start[1]) as i32];
            let [first, second, third] = &self.edges;
            let mut row = [first.at(from), second.at(from), third.at(from)];
            let mut values = [first.pair(row[0]), second.pair(row[1]), third.pair(row[2])];
            let mut place = place(block[0] as usize, block[1] as usize) as u16;
            for y in (block[1]..end[1]).step_by(2) {
                let (mut own, mut starts, mut at) = (values, [row[1], row[2]], place);
                for x in (block[0]..end[0]).step_by(4) {
                    let mut lanes = [0; 8];
                    for lane in 0..8 {
                        lanes[lane] = (!(own[0][lane] | own[1][lane] | own[2][lane]) >> 31).cast_unsigned();
                    }
                    add(&mut own, steps[0]);
                    if is_cut {
                        lanes = and(lanes, pair_of(within([x, y], bounds)));
                    }
                    let spot = Spot { lanes, pixel: [x as u16, y as u16], place: at };
                    pairs[count] = Covered { spot, starts };
                    count += usize::from(any(lanes));
                    starts = [starts[0] + steps[0][1], starts[1] + steps[0][2]];
                    at += 8;
                }
                add(&mut values, steps[1]);
                row = [row[0] + steps[1][0], row[1] + steps[1][1], row[2] + steps[1][2]];
                place += 16;
            }
            block[0] = end[0];
            if block[0] >= bounds.max[0] {
                block = [start[0], end[1]];
            }
        }
        count
    }
}

/// Adds a step to the values of each function.
#[inline(always)]
fn add(values: &mut [[i32; 8]; 3], steps: [i32; 3]) {
    for (values, step) in values.iter_mut().zip(steps) {
        values.iter_mut().for_each(|value| *value += step);
    }
}

/// The lanes of two quads that are within bounds, a bit for each. Few triangles are cut.
#[inline(never)]
fn within(first: [i64; 2], bounds: Bounds) -> u32 {
    /// Those left of a column, and above a row.
    const BEFORE: [[u32; 5]; 2] = [[0, 0x05, 0x0F, 0x5F, 0xFF], [0, 0x33, 0xFF, 0xFF, 0xFF]];
    let before = |axis: usize, end: i64| BEFORE[axis][(end - first[axis]).clamp(0, 4) as usize];
    let inside = |axis: usize| before(axis, bounds.max[axis]) & !before(axis, bounds.min[axis]);
    inside(0) & inside(1)
}

impl Pass<'_, '_, '_> {
    /// Draws a triangle within bounds. Returns false if it is not a small one.
    #[inline(never)]
    pub(super) fn small(&mut self, plain: &Plain<'_>, bounds: Bounds) -> Result<bool, Error> {
        self.small_inlined(plain, bounds)
    }

    /// As [`Pass::small`], compiled for instructions of AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn small_avx2(&mut self, plain: &Plain<'_>, bounds: Bounds) -> Result<bool, Error> {
        self.small_inlined(plain, bounds)
    }

    #[inline(always)]
    fn small_inlined(&mut self, plain: &Plain<'_>, bounds: Bounds) -> Result<bool, Error> {
        let (first, corners) = ([bounds.min[0] & -4, bounds.min[1] & -2], &plain.corners());
        let Some(small) = Small::new(corners, first) else { return Ok(false) };
        let count = small.covered(first, bounds, &mut self.room.pairs);
        let surface = Surface::plain([plain.number, plain.primitive], corners, self.geometry.depths());
        let (test, mut samples) = (self.test, [0; 8]);
        for at in 0..count.min(MOST_PAIRS) {
            let pair = self.room.pairs[at];
            let passed = self.run(test, &surface, &pair.spot, &small.weights(&pair))?;
            for lane in 0..8 {
                samples[lane] += passed[lane] & 1;
            }
        }
        self.count(samples);
        (self.code.end_run)(self, plain.number)?;
        Ok(true)
    }
}
