//! Coverage of triangles: three linear functions, exactly.
//!
//! The places of a sample in all pixels are equal modulo a pixel. So the functions may be divided by its size, rounded down:
//! they keep their signs, and from pixel to pixel they change by integers that 32 bits hold.

use super::Masks;
use crate::fixed::{Affine, BITS, HALF, ONE, Point};
use crate::samples::Samples;

/// Larger values at a block's origin have the same sign in the whole block: steps have at most 25 bits.
const LARGE: i64 = 1 << 30;

/// The pixels of a block from the first to the last.
const REACH: i64 = super::BLOCK - 1;

/// The most pixels of a block that are tested quad by quad.
const FEW: u32 = 24;

/// The samples where all functions are at least zero, of the pixels that are wanted.
#[inline(always)]
pub(super) fn cover(edges: [Affine; 3], origin: Point, wanted: u64, samples: &Samples, masks: &mut Masks) {
    let bases = edges.map(|edge| edge.at(origin));
    for (place, mask) in samples.places().iter().zip(masks) {
        let starts = std::array::from_fn(|at| bases[at] + edges[at].a * place[0] + edges[at].b * place[1]);
        *mask = Blocks::new(&edges, starts).covered(wanted);
    }
}

/// The functions of a triangle at one place of all pixels, block by block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    /// The change from a pixel to the next one along each axis.
    steps: [[i64; 2]; 3],
    /// The least and the greatest value in a block, less that in its first pixel.
    ranges: [[i64; 2]; 3],
    /// The values in the first pixel of the block.
    values: [i64; 3],
}

impl Blocks {
    /// The block in whose first pixel the functions have these values, before they are divided.
    #[inline(always)]
    pub(super) fn new(edges: &[Affine; 3], starts: [i64; 3]) -> Self {
        let (mut steps, mut ranges, mut values) = ([[0; 2]; 3], [[0; 2]; 3], [0; 3]);
        for at in 0..3 {
            let Affine { a, b, .. } = edges[at];
            let (right, down) = (a * REACH, b * REACH);
            steps[at] = [a, b];
            ranges[at] = [right.min(0) + down.min(0), right.max(0) + down.max(0)];
            values[at] = starts[at] >> BITS;
        }
        Self { steps, ranges, values }
    }

    /// The block whose upper left pixel is given, with the centers of pixels.
    #[inline(always)]
    pub(crate) fn of_centers(edges: &[Affine; 3], block: Point) -> Self {
        let center = [block[0] * ONE + HALF, block[1] * ONE + HALF];
        Self::new(edges, [edges[0].at(center), edges[1].at(center), edges[2].at(center)])
    }

    /// Goes on to the next block along an axis.
    #[inline(always)]
    pub(crate) fn go(&mut self, axis: usize) {
        for at in 0..3 {
            self.values[at] += self.steps[at][axis] * super::BLOCK;
        }
    }

    /// The pixels of those that are wanted where no function is negative.
    #[inline(always)]
    pub(crate) fn covered(&self, wanted: u64) -> u64 {
        let (mut outside, mut inside) = (false, true);
        for at in 0..3 {
            let ([least, greatest], value) = (self.ranges[at], self.values[at]);
            outside |= value + greatest < 0;
            inside &= value + least >= 0;
        }
        if outside {
            return 0;
        }
        if inside {
            return wanted;
        }
        self.crossed(wanted)
    }

    /// The covered samples where an edge may cross the block. A function of its own keeps what it needs out of the loops around it.
    #[inline(never)]
    fn crossed(&self, wanted: u64) -> u64 {
        let values = self.values.map(|value| value.clamp(-LARGE, LARGE) as i32);
        let steps = self.steps.map(|[a, b]| [a as i32, b as i32]);
        if wanted.count_ones() <= FEW { few(steps, values, wanted) } else { wanted & signs(steps, values, wanted) }
    }
}

/// The pixels where no function is negative, quad by quad.
#[inline]
fn few(steps: [[i32; 2]; 3], starts: [i32; 3], wanted: u64) -> u64 {
    // The values of the first quad.
    let first: [[i32; 4]; 3] = std::array::from_fn(|edge| {
        let ([a, b], start) = (steps[edge], starts[edge]);
        [start, start + a, start + b, start + a + b]
    });
    let (mut pixels, mut left) = (0, wanted);
    while left != 0 {
        let quad = left.trailing_zeros() / 4;
        left &= !(0xF << (4 * quad));
        let (x, y) = ((2 * (quad & 3)) as i32, (2 * (quad >> 2)) as i32);
        let moves = steps.map(|[a, b]| a * x + b * y);
        // The signs of the three together, as a bit of each lane.
        let mut negative = [0; 4];
        for lane in 0..4 {
            let all = (first[0][lane] + moves[0]) | (first[1][lane] + moves[1]) | (first[2][lane] + moves[2]);
            negative[lane] = all >> 31 & 1 << lane;
        }
        let negative = (negative[0] | negative[1] | negative[2] | negative[3]) as u64;
        pixels |= (!negative & 0xF) << (4 * quad);
    }
    pixels & wanted
}

/// The pixels where no function is negative, at least for the rows of quads that are wanted.
#[inline(never)]
fn signs(steps: [[i32; 2]; 3], mut starts: [i32; 3], wanted: u64) -> u64 {
    // The values of a row of quads beside that of its first pixel.
    let offsets: [[i32; 16]; 3] = std::array::from_fn(|edge| {
        let [a, b] = steps[edge];
        std::array::from_fn(|lane| a * (((lane >> 2) << 1 | lane & 1) as i32) + b * (lane >> 1 & 1) as i32)
    });
    let mut pixels = 0;
    for row in 0..4 {
        if wanted >> (16 * row) & 0xFFFF != 0 {
            let mut bits = 0;
            let [first, second, third] = &offsets;
            for (lane, ((a, b), c)) in first.iter().zip(second).zip(third).enumerate() {
                // The sign of the three together.
                let all = (starts[0] + a) | (starts[1] + b) | (starts[2] + c);
                bits |= u32::from(all >= 0) << lane;
            }
            pixels |= u64::from(bits) << (16 * row);
        }
        for (start, [_, b]) in starts.iter_mut().zip(steps) {
            *start += 2 * b;
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::pixel_of;

    #[test]
    fn signs_are_those_of_the_functions() {
        let samples = Samples::new(4, None).unwrap();
        for seed in 0..4000i64 {
            let part = |at: i64, most: i64| (seed * 7919 + at * 104_729).wrapping_mul(0x5851_F42D_4C95_7F2D) % most;
            let most = if seed % 2 == 0 { 4096 } else { 65536 * 256 };
            let points = [0, 1, 2].map(|at| [part(2 * at, most), part(2 * at + 1, most)]);
            let edges = [[0, 1], [1, 2], [2, 0]].map(|[from, to]| Affine::edge(points[from], points[to]).top_left());
            let block = [part(9, 16) & -8, part(10, 16) & -8].map(|part| part * ONE);
            let mut masks = [0; 16];
            cover(edges, block, u64::MAX, &samples, &mut masks);
            for (place, mask) in samples.places().iter().zip(masks) {
                for bit in 0..64 {
                    let [x, y] = pixel_of(bit).map(|part| part as i64 * ONE);
                    let at = [block[0] + x + place[0], block[1] + y + place[1]];
                    assert_eq!(mask >> bit & 1 != 0, edges.iter().all(|edge| edge.at(at) >= 0), "{seed} {bit}");
                }
            }
        }
    }
}
