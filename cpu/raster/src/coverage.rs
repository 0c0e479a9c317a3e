//! Coverage: the samples inside of a shape, for blocks of 8 x 8 pixels, exactly.
//!
//! It must not know attributes, tests, or targets.

mod line;
mod point;
mod triangle;

use crate::fixed::{Affine, ONE, Point};
use crate::samples::Samples;

/// The pixels of a block's edge.
pub(crate) const BLOCK: i64 = 8;

/// The covered samples of each pixel of a block, row by row.
pub(crate) type Masks = [u16; 64];

/// What is covered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// Samples where all three functions are at least zero. With whole pixels, the functions are about upper left corners of
    /// pixels.
    Triangle { edges: [Affine; 3], whole_pixels: bool },
    /// Samples at most half a width beside the line, between its ends.
    Rectangle { from: Point, to: Point, half_width: i64 },
    /// Pixels whose diamond the line leaves.
    Thin { from: Point, to: Point },
    /// Samples in a square.
    Point { min: Point, max: Point },
}

/// How much of a block is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Covered {
    /// Nothing.
    None,
    /// What the masks say.
    Some,
    /// Every sample; the masks say so too.
    All,
}

impl Shape {
    /// Fills in the masks of the block whose upper left pixel is given.
    pub(crate) fn cover(&self, block: Point, samples: &Samples, masks: &mut Masks) -> Covered {
        let origin = block.map(|part| part * ONE);
        match *self {
            Self::Triangle { edges, whole_pixels } => triangle::cover(edges, whole_pixels, origin, samples, masks),
            Self::Rectangle { from, to, half_width } => line::rectangle([from, to], half_width, origin, samples, masks),
            Self::Thin { from, to } => line::thin([from, to], origin, samples, masks),
            Self::Point { min, max } => point::cover(min, max, origin, samples, masks),
        }
    }
}

/// Fills in the masks with the samples of a block that are inside.
fn each_sample(origin: Point, samples: &Samples, masks: &mut Masks, holds: impl Fn(Point) -> bool) -> Covered {
    let mut any = false;
    for (at, mask) in masks.iter_mut().enumerate() {
        let pixel = [origin[0] + (at as i64 & 7) * ONE, origin[1] + (at as i64 >> 3) * ONE];
        *mask = 0;
        for (number, [x, y]) in samples.places().iter().enumerate() {
            *mask |= u16::from(holds([pixel[0] + x, pixel[1] + y])) << number;
        }
        any |= *mask != 0;
    }
    if any { Covered::Some } else { Covered::None }
}

/// The least and the greatest value of a function over a block's pixels, their edges included.
fn range(function: Affine, origin: Point) -> [i64; 2] {
    let (base, size) = (function.at(origin), BLOCK * ONE);
    let (right, down) = (function.a * size, function.b * size);
    [base + right.min(0) + down.min(0), base + right.max(0) + down.max(0)]
}
