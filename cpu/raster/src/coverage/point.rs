//! Coverage of points: squares with their left and upper edges.

use super::{BLOCK, Masks, all_samples, each_sample};
use crate::fixed::{ONE, Point};
use crate::samples::Samples;

pub(super) fn cover(min: Point, max: Point, origin: Point, samples: &Samples, masks: &mut Masks) {
    let end = origin.map(|part| part + BLOCK * ONE);
    if (0..2).any(|axis| max[axis] <= origin[axis] || min[axis] >= end[axis]) {
        return all_samples(samples, masks, 0);
    }
    if (0..2).all(|axis| min[axis] <= origin[axis] && max[axis] >= end[axis]) {
        return all_samples(samples, masks, u64::MAX);
    }
    each_sample(origin, samples, masks, |at| (0..2).all(|axis| (min[axis]..max[axis]).contains(&at[axis])));
}
