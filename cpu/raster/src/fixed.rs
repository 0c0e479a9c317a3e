//! The grid of positions on the screen: 256 units a pixel, in 64-bit integers.
//!
//! Positions lie within [`LIMIT`] pixels of the origin, so that the products of two differences have at most 52 bits.
//! It must not know what is drawn.

/// The bits of a position below the pixel.
pub(crate) const BITS: u32 = 8;
/// A pixel.
pub(crate) const ONE: i64 = 1 << BITS;
/// Half a pixel: the center.
pub(crate) const HALF: i64 = ONE / 2;
/// The pixels around the origin where positions may be.
pub(crate) const LIMIT: f64 = 65536.0;

/// A point of the grid.
pub(crate) type Point = [i64; 2];

/// The nearest point of the grid, the even one between two. Positions beyond the limit are at the limit.
pub(crate) fn snap(position: [f64; 2]) -> Point {
    // The sum is rounded to nearest even: not every processor has an instruction for that. A cast turns NaN into zero.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    position.map(|part| (part.clamp(-LIMIT, LIMIT) * ONE as f64 + SHIFT - SHIFT) as i64)
}

/// A linear function of a point with integer values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Affine {
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) c: i64,
}

impl Affine {
    /// Twice the signed area of the triangle between an edge and a point: positive where the edge goes clockwise around it,
    /// as seen with the y axis down.
    #[inline(always)]
    pub(crate) fn edge(from: Point, to: Point) -> Self {
        let (a, b) = (from[1] - to[1], to[0] - from[0]);
        Self { a, b, c: -(a * from[0] + b * from[1]) }
    }

    /// The scalar product of a direction and the way from a point.
    pub(crate) fn along(from: Point, direction: Point) -> Self {
        let [a, b] = direction;
        Self { a, b, c: -(a * from[0] + b * from[1]) }
    }

    #[inline(always)]
    pub(crate) fn negated(self) -> Self {
        Self { a: -self.a, b: -self.b, c: -self.c }
    }

    #[inline(always)]
    pub(crate) fn at(self, [x, y]: Point) -> i64 {
        self.a * x + self.b * y + self.c
    }

    /// The function with which an edge with the inside at its right includes points on it if it is a top or left edge:
    /// points with values of at least zero are inside.
    #[inline(always)]
    pub(crate) fn top_left(self) -> Self {
        let is_top_left = self.a > 0 || self.a == 0 && self.b > 0;
        Self { c: self.c - i64::from(!is_top_left), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_rounded_to_even() {
        assert_eq!(snap([0.5 / 256.0, 1.5 / 256.0]), [0, 2]);
        assert_eq!(snap([-0.5 / 256.0, 3.0]), [0, 768]);
        assert_eq!(snap([f64::INFINITY, f64::NAN]), [65536 * 256, 0]);
    }

    #[test]
    fn edges_are_areas() {
        let edge = Affine::edge([0, 0], [10, 0]);
        assert_eq!((edge.at([3, 4]), edge.at([3, -4]), edge.at([100, 0])), (40, -40, 0));
        // The top edge includes its points, the bottom edge does not.
        assert_eq!(edge.top_left().at([3, 0]), 0);
        assert_eq!(Affine::edge([10, 0], [0, 0]).top_left().at([3, 0]), -1);
    }
}
