//! Factors as they count: clamped to what a partitioning allows, and rounded up where it has whole numbers.

use super::{Partitioning, Tessellator};

/// The smallest fraction in fixed point.
const STEP: f32 = 1.0 / 65536.0;

/// Returns whether a factor makes points at all. One that is not a number does not.
pub(super) fn is_kept(factor: f32) -> bool {
    factor > 0.0
}

/// A factor within bounds; the lower one where it is not a number.
fn clamp(factor: f32, [least, most]: [f32; 2]) -> f32 {
    if factor.is_nan() { least } else { factor.max(least).min(most) }
}

impl Tessellator {
    pub(super) fn bounds(&self) -> [f32; 2] {
        match self.partitioning {
            Partitioning::Integer => [1.0, 64.0],
            Partitioning::FractionalEven => [2.0, 64.0],
            Partitioning::FractionalOdd => [1.0, 63.0],
        }
    }

    fn whole(&self, factor: f32) -> f32 {
        match self.partitioning {
            Partitioning::Integer => factor.ceil(),
            Partitioning::FractionalEven | Partitioning::FractionalOdd => factor,
        }
    }

    /// The factor of an edge.
    pub(super) fn outer(&self, factor: f32) -> f32 {
        self.whole(clamp(factor, self.bounds()))
    }

    /// The factor of the inside. Where an edge has more than one part, so has the inside: there is a ring of triangles.
    pub(super) fn inner(&self, factor: f32, has_ring: bool) -> f32 {
        let [least, most] = self.bounds();
        let is_odd = self.partitioning == Partitioning::FractionalOdd;
        let least = if has_ring && is_odd { least + STEP } else { least };
        self.whole(clamp(factor, [least, most]))
    }

    /// Returns whether a factor is more than one in fixed point.
    pub(super) fn is_more(factor: f32) -> bool {
        factor > 1.0 + STEP / 2.0
    }

    /// The number of lines.
    pub(super) fn density(factor: f32) -> f32 {
        clamp(factor, [1.0, 64.0]).ceil()
    }

    /// Returns whether an edge has an odd number of parts.
    pub(super) fn is_odd(&self, factor: f32) -> bool {
        match self.partitioning {
            Partitioning::Integer => factor as u32 % 2 == 1,
            Partitioning::FractionalEven => false,
            Partitioning::FractionalOdd => true,
        }
    }

    /// Returns whether an inside factor has an odd number of parts. One part counts as two.
    pub(super) fn is_odd_inside(&self, factor: f32) -> bool {
        self.is_odd(factor) && !(self.partitioning == Partitioning::Integer && factor == 1.0)
    }
}
