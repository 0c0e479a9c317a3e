//! Coverage: the samples inside of a shape, for blocks of 8 x 8 pixels, exactly.
//!
//! It must not know attributes, tests, or targets.

mod line;
mod point;
mod polygon;
mod triangle;

pub(crate) use polygon::Polygon;
pub(crate) use triangle::Blocks;

use crate::bounds::Bounds;
use crate::fixed::{Affine, ONE, Point};
use crate::samples::{self, Samples};

/// The pixels of a block's edge.
pub(crate) const BLOCK: i64 = 8;

/// The covered pixels of a block for each sample: bits in the order of [`crate::tile`], so that a quad is four bits.
pub(crate) type Masks = [u64; samples::MOST];

/// The pixels of a block that are left of a column, and above a row.
const LEFT: [u64; 9] = pixels_below(0);
const ABOVE: [u64; 9] = pixels_below(1);

const fn pixels_below(axis: usize) -> [u64; 9] {
    let mut masks = [0; 9];
    let mut at = 0;
    while at < 64 {
        let [x, y] = pixel_of(at);
        let mut end = if axis == 0 { x } else { y } + 1;
        while end < 9 {
            masks[end] |= 1 << at;
            end += 1;
        }
        at += 1;
    }
    masks
}

/// The column and the row of a bit.
const fn pixel_of(bit: usize) -> [usize; 2] {
    let (quad, lane) = (bit >> 2, bit & 3);
    [(quad & 3) << 1 | lane & 1, (quad >> 2) << 1 | lane >> 1]
}

/// The pixels of a block that are within bounds.
pub(crate) fn within(block: Point, bounds: Bounds) -> u64 {
    let part = |axis: usize, end: i64| (end - block[axis]).clamp(0, BLOCK) as usize;
    let x = LEFT[part(0, bounds.max[0])] & !LEFT[part(0, bounds.min[0])];
    x & ABOVE[part(1, bounds.max[1])] & !ABOVE[part(1, bounds.min[1])]
}

/// What is covered.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Samples where all three functions are at least zero.
    Triangle { edges: [Affine; 3] },
    /// Pixels that a convex polygon touches, or fills.
    Polygon(Polygon),
    /// Samples at most half a width beside the line, between its ends.
    Rectangle { from: Point, to: Point, half_width: i64 },
    /// Pixels whose diamond the line leaves.
    Thin { from: Point, to: Point },
    /// Samples in a square.
    Point { min: Point, max: Point },
}

impl Shape {
    /// Fills in the masks of the samples for the block whose upper left pixel is given, of which some pixels are wanted.
    #[inline(always)]
    pub(crate) fn cover(&self, block: Point, wanted: u64, samples: &Samples, masks: &mut Masks) {
        let origin = block.map(|part| part * ONE);
        match *self {
            Self::Triangle { edges } => triangle::cover(edges, origin, wanted, samples, masks),
            Self::Polygon(ref polygon) => all_samples(samples, masks, polygon.covered(origin, wanted)),
            Self::Rectangle { from, to, half_width } => line::rectangle([from, to], half_width, origin, samples, masks),
            Self::Thin { from, to } => line::thin([from, to], origin, samples, masks),
            Self::Point { min, max } => point::cover(min, max, origin, samples, masks),
        }
    }
}

impl Shape {
    /// Returns whether all of the pixel whose upper left corner is given is inside.
    pub(crate) fn contains(&self, corner: Point) -> bool {
        match self {
            Self::Triangle { edges } => edges.iter().all(|edge| polygon::least(*edge).at(corner) >= 0),
            Self::Polygon(polygon) => polygon.contains(corner),
            Self::Rectangle { .. } | Self::Thin { .. } => false,
            Self::Point { min, max } => (0..2).all(|axis| min[axis] <= corner[axis] && corner[axis] + ONE <= max[axis]),
        }
    }
}

/// Fills in the masks with the samples of a block that are inside.
fn each_sample(origin: Point, samples: &Samples, masks: &mut Masks, holds: impl Fn(Point) -> bool) {
    for ([x, y], mask) in samples.places().iter().zip(masks) {
        let inside = |bit: &usize| {
            let [column, row] = pixel_of(*bit).map(|part| part as i64 * ONE);
            holds([origin[0] + column + x, origin[1] + row + y])
        };
        *mask = (0..64).filter(inside).fold(0, |mask, bit| mask | 1 << bit);
    }
}

/// Gives all samples of a block the same pixels.
fn all_samples(samples: &Samples, masks: &mut Masks, pixels: u64) {
    masks[..samples.count()].fill(pixels);
}

/// The least and the greatest value of a function over a block's pixels, their edges included.
fn range(function: Affine, origin: Point) -> [i64; 2] {
    let (base, size) = (function.at(origin), BLOCK * ONE);
    let (right, down) = (function.a * size, function.b * size);
    [base + right.min(0) + down.min(0), base + right.max(0) + down.max(0)]
}
