//! Rectangles of pixels.
//!
//! It must not know what covers them.

use crate::fixed::Point;

/// A rectangle of pixels, its end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) min: Point,
    pub(crate) max: Point,
}

impl Bounds {
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            min: [self.min[0].max(other.min[0]), self.min[1].max(other.min[1])],
            max: [self.max[0].min(other.max[0]), self.max[1].min(other.max[1])],
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.min[0] >= self.max[0] || self.min[1] >= self.max[1]
    }
}
