//! Coverage of points: squares with their left and upper edges.

use super::{BLOCK, Covered, Masks, each_sample};
use crate::fixed::{ONE, Point};
use crate::samples::Samples;

pub(super) fn cover(min: Point, max: Point, origin: Point, samples: &Samples, masks: &mut Masks) -> Covered {
    let end = origin.map(|part| part + BLOCK * ONE);
    if (0..2).any(|axis| max[axis] <= origin[axis] || min[axis] >= end[axis]) {
        return Covered::None;
    }
    if (0..2).all(|axis| min[axis] <= origin[axis] && max[axis] >= end[axis]) {
        masks.fill(samples.all());
        return Covered::All;
    }
    each_sample(origin, samples, masks, |at| (0..2).all(|axis| (min[axis]..max[axis]).contains(&at[axis])))
}
