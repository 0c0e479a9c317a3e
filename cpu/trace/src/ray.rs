//! Rays, and their forms for tests against boxes and triangles.

use crate::bounds::Bounds;
use crate::transform::Precise;
use crate::tree::Node;

/// A ray: the points at `origin + t * direction` with a `t` in its range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: [f32; 3],
    /// The least distance, in lengths of the direction.
    pub t_min: f32,
    /// Where it goes; of any length.
    pub direction: [f32; 3],
    /// The greatest distance.
    pub t_max: f32,
}

impl Ray {
    /// Returns whether the ray has points: all others hit nothing.
    pub fn is_valid(&self) -> bool {
        // A product with zero is zero, or it is not a number.
        let [sum, size] = [self.origin, self.direction].map(|[x, y, z]| x * 0.0 + y * 0.0 + z * 0.0);
        sum == 0.0 && size == 0.0 && self.direction != [0.0; 3] && self.t_min <= self.t_max
    }

    /// The ray in another space. Distances do not change.
    #[inline]
    pub(crate) fn transformed(&self, by: &Precise) -> Ray {
        let origin = by.apply(self.origin.map(f64::from), 1.0).map(|number| number as f32);
        let direction = by.apply(self.direction.map(f64::from), 0.0).map(|number| number as f32);
        Ray { origin, direction, ..*self }
    }

    /// The ray as a transform gives it that changes nothing.
    #[inline]
    pub(crate) fn without_negative_zeros(&self) -> Ray {
        let [origin, direction] = [self.origin, self.direction].map(|numbers| numbers.map(|number| number + 0.0));
        Ray { origin, direction, ..*self }
    }
}

/// The boxes of a node that a ray meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// The distances at which the ray enters each box of the node.
    pub(crate) enters: [f32; 8],
    /// The boxes that it meets, a bit each.
    pub(crate) boxes: u32,
}

/// The units in the last place by which boxes are larger for a ray than they are, relative to the largest coordinate. More
/// than what the tests of primitives may err.
const PADDING: f32 = 16.0 * f32::EPSILON;

/// The inverse of the least component of a direction, which products with coordinates have room for.
const GREATEST_INVERSE: f32 = 1e30;

/// A ray as boxes see it: the slabs of a box are widened by a distance that is larger than all rounding of the tests against
/// what is inside, and distances are in multiples of the direction's largest component.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slabs {
    /// The origin on the far side of the near planes, and on that of the far planes.
    pub(crate) origins: [[f32; 3]; 2],
    pub(crate) inverse: [f32; 3],
    /// 1 for the axes along which the ray goes down.
    pub(crate) down: [usize; 3],
    /// The largest component of the direction.
    scale: f32,
}

/// The largest magnitude of three numbers.
#[inline]
fn largest([x, y, z]: [f32; 3]) -> f32 {
    x.abs().max(y.abs()).max(z.abs())
}

impl Slabs {
    /// Those that contain everything, for trees without nodes.
    pub(crate) const ALL: Slabs =
        Slabs { origins: [[0.0; 3]; 2], inverse: [f32::NAN; 3], down: [0; 3], scale: f32::INFINITY };

    /// The slabs of a ray in a tree whose coordinates have this largest magnitude. A factor above 1 pads more.
    #[inline]
    pub(crate) fn new(ray: &Ray, extent: f32, factor: f32) -> Slabs {
        let extent = largest(ray.origin) + extent;
        let (padding, scale) = (PADDING * factor * extent, largest(ray.direction));
        let mut slabs = Slabs { scale, ..Slabs::default() };
        for axis in 0..3 {
            let direction = ray.direction[axis];
            let is_down = direction.is_sign_negative();
            let padding = if is_down { -padding } else { padding };
            slabs.origins[0][axis] = ray.origin[axis] + padding;
            slabs.origins[1][axis] = ray.origin[axis] - padding;
            let inverse = scale / direction.abs();
            let inverse = if inverse < GREATEST_INVERSE { inverse } else { GREATEST_INVERSE };
            slabs.inverse[axis] = inverse.copysign(direction);
            slabs.down[axis] = usize::from(is_down);
        }
        slabs
    }

    /// A distance for comparisons with those of boxes, as an upper bound.
    #[inline]
    pub(crate) fn reach(&self, t: f32) -> f32 {
        let reach = t * self.scale;
        // A product that is not a number is one of zero and infinity.
        if reach.is_nan() { f32::INFINITY } else { reach + reach.abs() * (8.0 * f32::EPSILON) }
    }

    /// A distance for comparisons with those of boxes, as a lower bound.
    #[inline]
    pub(crate) fn start(&self, t: f32) -> f32 {
        let start = t * self.scale;
        if start.is_nan() { f32::NEG_INFINITY } else { start - start.abs() * (8.0 * f32::EPSILON) }
    }

    /// The boxes of a node that the ray meets between two distances.
    #[inline]
    pub(crate) fn eight(&self, node: &Node, start: f32, reach: f32) -> Met {
        let (mut enters, mut leaves) = ([start; 8], [reach; 8]);
        for (axis, sides) in node.planes.iter().enumerate() {
            let [near, far] = [self.down[axis], 1 - self.down[axis]].map(|side| &sides[side]);
            let (inverse, near_origin, far_origin) = (self.inverse[axis], self.origins[0][axis], self.origins[1][axis]);
            for at in 0..8 {
                let enter = (near[at] - near_origin) * inverse;
                let leave = (far[at] - far_origin) * inverse;
                // Comparisons, and not `max`, since they are one instruction.
                enters[at] = if enter > enters[at] { enter } else { enters[at] };
                leaves[at] = if leave < leaves[at] { leave } else { leaves[at] };
            }
        }
        let mut boxes = 0;
        for at in 0..8 {
            boxes |= u32::from(enters[at] <= leaves[at]) << at;
        }
        Met { enters, boxes: boxes & node.present }
    }

    /// Returns whether the ray meets a box.
    #[inline]
    pub(crate) fn meets(&self, bounds: &Bounds, start: f32, reach: f32) -> bool {
        let (mut enter, mut leave) = (start, reach);
        for axis in 0..3 {
            let sides = [bounds.min[axis], bounds.max[axis]];
            let [near, far] = [sides[self.down[axis]], sides[1 - self.down[axis]]];
            let near = (near - self.origins[0][axis]) * self.inverse[axis];
            let far = (far - self.origins[1][axis]) * self.inverse[axis];
            enter = if near > enter { near } else { enter };
            leave = if far < leave { far } else { leave };
        }
        enter <= leave
    }
}
