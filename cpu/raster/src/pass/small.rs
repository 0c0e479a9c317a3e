//! Small triangles, whose functions are integers of 32 bits: quads are tested and enter the packet one by one.
//!
//! Pixels have one sample in the center, which depth alone tests before they are shaded, and all inputs are plain. What comes out
//! is what larger triangles give, to the bit, in the same order. It must not know how depths are compared.

use super::entered::{Entered, MOST_QUADS, Weights, rounded};
use super::{Pass, Room};
use crate::bounds::Bounds;
use crate::coverage::BLOCK;
use crate::error::Error;
use crate::fixed::{BITS, HALF, ONE};
use crate::geometry::Plain;
use crate::lanes::{MASKS, Mask, and, any};
use crate::packet::Placed;
use crate::record::{Depths, Screen, clamped, in_space, reciprocal};
use crate::tile::place;

/// The largest distance of two corners along an axis: products of two fit in 32 bits by far.
const REACH: i64 = 12 * ONE;

/// A quad with covered pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Covered {
    lanes: Mask,
    /// The functions of the second and the third edge in the upper left pixel.
    starts: [i32; 2],
    /// The upper left pixel, and the place of that in the tile.
    pixel: [u16; 2],
    place: u16,
}

/// The quads of a triangle.
pub(super) type Quads = [Covered; MOST_QUADS];

/// A linear function of pixels.
#[derive(Clone, Copy)]
struct Function {
    /// The change from a pixel to the next one along each axis.
    steps: [i32; 2],
    /// The value in the center of the first pixel.
    first: i32,
    /// The value from which on pixels are inside.
    least: i32,
}

impl Function {
    /// The value in the first pixel of a quad, by its distance from the first pixel.
    #[inline(always)]
    fn at(&self, [x, y]: [i32; 2]) -> i32 {
        self.first + self.steps[0] * x + self.steps[1] * y
    }

    /// What is added for the lanes of a quad.
    #[inline(always)]
    fn lanes(&self) -> [i32; 4] {
        let [x, y] = self.steps;
        [0, x, y, x + y]
    }

    /// The values in the pixels of a quad, less the least one.
    #[inline(always)]
    fn quad(&self, quad: [i32; 2]) -> [i32; 4] {
        let (first, lanes) = (self.at(quad) - self.least, self.lanes());
        lanes.map(|lane: i32| first + lane)
    }
}

/// A triangle around the pixel that its functions begin at.
struct Small {
    /// The functions of the edges; the second and the third one are weights, too.
    edges: [Function; 3],
    /// The reciprocal of the area.
    inverse: f64,
    /// The pixels between the least and the greatest position.
    pixels: Bounds,
}

impl Small {
    /// None if the corners are too far from each other.
    #[inline(always)]
    fn new(corners: &[Screen; 3], first: [i64; 2]) -> Option<Self> {
        let [a, b, c] = [corners[0].at(), corners[1].at(), corners[2].at()];
        let least = [0, 1].map(|axis: usize| a[axis].min(b[axis]).min(c[axis]));
        let most = [0, 1].map(|axis: usize| a[axis].max(b[axis]).max(c[axis]));
        if most[0] - least[0] > REACH || most[1] - least[1] > REACH {
            return None;
        }
        let pixels = Bounds { min: least.map(|part| part >> BITS), max: most.map(|part| (part >> BITS) + 1) };
        // The first pixel is not far from the corners either.
        let near = |[x, y]: [i64; 2]| [(x - first[0] * ONE - HALF) as i32, (y - first[1] * ONE - HALF) as i32];
        let [a, b, c] = [near(a), near(b), near(c)];
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let sign = if area < 0 { -1 } else { 1 };
        let edge = |from: [i32; 2], to: [i32; 2]| {
            let (x, y) = (sign * (from[1] - to[1]), sign * (to[0] - from[0]));
            let is_top_left = x > 0 || x == 0 && y > 0;
            let steps = [x * ONE as i32, y * ONE as i32];
            Function { steps, first: -(x * from[0] + y * from[1]), least: i32::from(!is_top_left) }
        };
        Some(Self { edges: [edge(b, c), edge(c, a), edge(a, b)], inverse: reciprocal((sign * area).into()), pixels })
    }

    /// The weights of the second and the third corner on the screen for the pixels of a quad.
    #[inline(always)]
    fn weights(&self, quad: &Covered) -> Weights {
        let mut weights = [[0.0; 4]; 2];
        for ((weights, start), edge) in weights.iter_mut().zip(quad.starts).zip(&self.edges[1..]) {
            let lanes = edge.lanes();
            for lane in 0..4 {
                weights[lane] = f64::from(start + lanes[lane]) * self.inverse;
            }
        }
        weights
    }

    /// Finds the quads with covered pixels. Returns their number.
    #[inline(always)]
    fn covered(&self, start: [i64; 2], bounds: Bounds, quads: &mut Quads) -> usize {
        let mut count = 0;
        let steps = [0, 1, 2].map(|at: usize| 2 * self.edges[at].steps[0]);
        // Pixels beside the triangle are outside of it anyway.
        let is_cut = self.pixels.and(bounds) != self.pixels;
        let mut block = start;
        while block[1] < bounds.max[1] {
            let end = [0, 1].map(|axis: usize| ((block[axis] | (BLOCK - 1)) + 1).min(bounds.max[axis]));
            let mut y = block[1];
            while y < end[1] {
                let quad = [(block[0] - start[0]) as i32, (y - start[1]) as i32];
                let mut values = [0, 1, 2].map(|at: usize| self.edges[at].quad(quad));
                let mut starts = [self.edges[1].at(quad), self.edges[2].at(quad)];
                let mut x = block[0];
                let mut at = place(x as usize, y as usize) as u16;
                while x < end[0] {
                    let mut inside = [0; 4];
                    for lane in 0..4 {
                        let all = values[0][lane] | values[1][lane] | values[2][lane];
                        inside[lane] = (!all >> 31).cast_unsigned();
                    }
                    for (values, step) in values.iter_mut().zip(steps) {
                        values.iter_mut().for_each(|value| *value += step);
                    }
                    let lanes = if is_cut { and(inside, within([x, y], bounds)) } else { inside };
                    quads[count] = Covered { lanes, starts, pixel: [x as u16, y as u16], place: at };
                    count += usize::from(any(lanes));
                    starts = [starts[0] + steps[1], starts[1] + steps[2]];
                    (x, at) = (x + 2, at + 4);
                }
                y += 2;
            }
            block[0] = end[0];
            if block[0] >= bounds.max[0] {
                block = [start[0], end[1]];
            }
        }
        count
    }
}

/// The lanes of a quad that are within bounds.
#[inline(always)]
fn within([x, y]: [i64; 2], bounds: Bounds) -> Mask {
    let first = if x < bounds.min[0] { 0b1010 } else { 0xF } & if y < bounds.min[1] { 0b1100 } else { 0xF };
    let last = if x + 1 < bounds.max[0] { 0xF } else { 0b0101 } & if y + 1 < bounds.max[1] { 0xF } else { 0b0011 };
    MASKS[first & last]
}

impl Pass<'_, '_, '_> {
    /// Draws a triangle within bounds. Returns false if it is not a small one.
    #[inline(never)]
    pub(super) fn small(&mut self, plain: &Plain<'_>, bounds: Bounds) -> Result<bool, Error> {
        self.small_inlined(plain, bounds, &|pass| pass.flush())
    }

    /// As [`Pass::small`], compiled for instructions of AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline(never)]
    pub(super) fn small_avx2(&mut self, plain: &Plain<'_>, bounds: Bounds) -> Result<bool, Error> {
        self.small_inlined(plain, bounds, &|pass| pass.flush_avx2())
    }

    #[inline(always)]
    fn small_inlined(
        &mut self,
        plain: &Plain<'_>,
        bounds: Bounds,
        flush: &dyn Fn(&mut Self) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let (first, corners) = (bounds.min.map(|part| part & -2), &plain.corners());
        let Some(small) = Small::new(corners, first) else { return Ok(false) };
        let count = small.covered(first, bounds, &mut self.room.quads);
        let depths = Depths::new(corners.map(|corner| corner.z));
        let range = self.geometry.depths();
        let rhw = corners.map(|corner| corner.rhw);
        let (mut samples, mut entered) = ([0; 4], 0);
        for at in 0..count.min(MOST_QUADS) {
            let quad = &self.room.quads[at];
            let Covered { lanes: covered, pixel, place, .. } = *quad;
            let weights = small.weights(quad);
            let passed = match (&self.test, &mut self.tile.depth) {
                (Some(test), Some(plane)) => {
                    let depths = depths.at(&weights).map(|depth: f32| clamped(depth, range));
                    test.quad(plane, place.into(), covered, depths)
                }
                (None, _) | (_, None) => covered,
            };
            for lane in 0..4 {
                samples[lane] += passed[lane] & 1;
            }
            if !any(passed) || !self.pipeline.shades {
                continue;
            }
            let Room { packet, evaluation, entered: pending, .. } = &mut *self.room;
            let lanes = passed.map(|lane| lane as u16 & 1);
            let placed = Placed { record: plain.number, primitive: plain.primitive, pixel, place, passed: lanes };
            pending[entered] = Entered { quad: packet.next_quad(), weights: rounded(&in_space(rhw, &weights)) };
            entered += 1;
            evaluation.fill_others((pixel, passed), &mut packet.push(placed));
            if packet.is_full() {
                self.fill(plain, entered);
                entered = 0;
                flush(self)?;
            }
        }
        self.fill(plain, entered);
        let samples = samples.iter().map(|count| u64::from(*count)).sum::<u64>();
        self.statistics.samples += samples;
        self.statistics.invocations += if self.pipeline.shades { samples } else { 0 };
        Ok(true)
    }

    /// Fills in the inputs of the first quads of a record that have entered the packet.
    #[inline(always)]
    fn fill(&mut self, plain: &Plain<'_>, count: usize) {
        let Room { packet, evaluation, entered, .. } = &mut *self.room;
        if count > 0 {
            evaluation.fill_inputs(
                plain.attributes(self.geometry.inputs()),
                &entered[..count.min(MOST_QUADS)],
                packet.all_quads(),
            );
        }
    }
}
