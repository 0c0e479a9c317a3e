//! Rulers: the places of points along an edge, which are symmetric around its middle.
//!
//! A fractional factor is between two numbers of parts. Points are between their places for both, and the one that the larger
//! number has more grows out of one of its neighbors.

/// One, in fixed point.
pub(super) const ONE: u32 = 1 << 16;
pub(super) const HALF: u32 = ONE / 2;
const FRACTION: u32 = ONE - 1;

/// A factor in fixed point, to the nearest one, or to even.
pub(super) fn fixed(factor: f32) -> u32 {
    (factor * ONE as f32).round_ties_even() as u32
}

/// A place as a number.
pub(super) fn number(fixed: u32) -> f32 {
    (fixed >> 16) as f32 + (fixed & FRACTION) as f32 / ONE as f32
}

fn floor(fixed: u32) -> u32 {
    fixed & !FRACTION
}

fn ceil(fixed: u32) -> u32 {
    floor(fixed + FRACTION)
}

/// A number in fixed point, rounded up to a whole one.
fn whole(fixed: u32) -> u32 {
    ceil(fixed) >> 16
}

/// The length of one of this many parts, to the nearest number.
fn part(count: u32) -> u32 {
    (ONE + count / 2).checked_div(count).unwrap_or(ONE)
}

/// A number without its highest bit.
fn without_highest(number: u32) -> u32 {
    number & !number.checked_ilog2().map_or(0, |bit| 1 << bit)
}

/// The places of points along an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler {
    pub(super) is_odd: bool,
    /// The number of points.
    pub(super) points: u32,
    /// The points up to the middle, without one that is in the middle.
    pub(super) half: u32,
    /// Where the factor is between the two numbers of parts.
    fraction: u32,
    /// The first point that only the larger number of parts has.
    split: u32,
    /// The lengths of the parts for the smaller and the larger number.
    parts: [u32; 2],
}

impl Ruler {
    /// The ruler of a factor in fixed point. It has an odd number of parts, or an even one.
    pub(super) fn new(factor: u32, is_odd: bool) -> Ruler {
        let own = factor.div_ceil(2);
        // A factor of one counts as two where the number of parts is even.
        let half = if is_odd || own == HALF { own + HALF } else { own };
        let (least, most) = (floor(half), ceil(half));
        let points = if is_odd { whole(HALF + own) * 2 } else { whole(own) * 2 + 1 };
        let split = match (least >> 16, is_odd) {
            _ if least == most => (most >> 16) + 1,
            (1, true) => 0,
            (count, true) => without_highest(count - 1) * 2 + 1,
            (count, false) => without_highest(count) * 2 + 1,
        };
        let parts = [least, most].map(|half| part(2 * (half >> 16) - u32::from(is_odd)));
        Ruler { is_odd, points, half: most >> 16, fraction: half - least, split, parts }
    }

    /// With at least this many points, of which some are at the same places.
    pub(super) fn with_points(self, least: u32) -> Ruler {
        Ruler { points: self.points.max(least), ..self }
    }

    /// The place of a point in fixed point, from 0 to one.
    pub(super) fn place(&self, point: u32) -> u32 {
        let is_mirrored = point >= self.half;
        let point = if is_mirrored { self.half * 2 - point - u32::from(self.is_odd) } else { point };
        if point == self.half {
            return HALF;
        }
        let before = if point > self.split { point - 1 } else { point };
        let [least, most] = [before.wrapping_mul(self.parts[0]), point.wrapping_mul(self.parts[1])];
        let mixed = least.wrapping_mul(ONE - self.fraction).wrapping_add(most.wrapping_mul(self.fraction));
        let place = mixed.wrapping_add(HALF) >> 16;
        if is_mirrored { ONE - place } else { place }
    }
}
