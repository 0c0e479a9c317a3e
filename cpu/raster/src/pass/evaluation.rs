//! What a shader evaluates inputs at other places of a pixel by: the functions of a record, and points of the grid.
//!
//! It must not know the inputs.

use crate::fixed::{HALF, ONE, Point};

/// The words before this one are [`Record::functions`](crate::record::Record::functions); from here on the center of the pixel
/// along both axes, in steps of the grid.
pub(super) const CENTER: usize = 20;
/// The centroid along both axes.
const CENTROID: usize = CENTER + 2;
/// The places of samples.
const SAMPLES: usize = CENTROID + 2;

/// A word behind the functions for the lanes of a quad. From [`SAMPLES`] on each word has the places of two samples in a pixel,
/// 8 bits for an axis.
pub(super) fn words(at: usize, center: Point, covered: [u16; 4], places: &[[i64; 2]]) -> [u32; 4] {
    let centers = quad_of(center);
    match at {
        CENTER..CENTROID => centers.map(|point| point[at - CENTER] as u32),
        CENTROID..SAMPLES => {
            std::array::from_fn(|lane| centroid_of(places, centers[lane], covered[lane])[at - CENTROID] as u32)
        }
        _ => {
            let of_sample = |sample: usize| {
                let [x, y] = places.get(sample).copied().unwrap_or([HALF; 2]).map(|part| part.rem_euclid(ONE) as u32);
                x | y << 8
            };
            let first = 2 * at.saturating_sub(SAMPLES);
            [of_sample(first) | of_sample(first + 1) << 16; 4]
        }
    }
}

/// The points of a quad's pixels.
pub(super) fn quad_of([x, y]: Point) -> [Point; 4] {
    [[x, y], [x + ONE, y], [x, y + ONE], [x + ONE, y + ONE]]
}

/// The center if all samples are covered or none is, else the first covered one.
pub(super) fn centroid_of(places: &[[i64; 2]], center: Point, mask: u16) -> Point {
    let covered = mask.trailing_zeros() as usize;
    if mask == 0 || mask.count_ones() as usize == places.len() {
        return center;
    }
    [0, 1].map(|axis: usize| center[axis] - HALF + places[covered][axis])
}
