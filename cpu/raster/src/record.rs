//! Records: a primitive on the screen, as all tiles need it.
//!
//! The rows of attributes hold the values of the three corners. It must not know targets or tests.

use crate::coverage::Shape;
use crate::fixed::{Affine, ONE, Point};

/// A vertex on the screen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Screen {
    /// The point of the grid, which has at most 25 bits.
    at: [i32; 2],
    pub(crate) z: f64,
    pub(crate) rhw: f64,
}

impl Screen {
    pub(crate) fn new(at: Point, z: f64, rhw: f64) -> Self {
        Self { at: at.map(|part| part as i32), z, rhw }
    }

    /// The point of the grid.
    #[inline(always)]
    pub(crate) fn at(&self) -> Point {
        self.at.map(i64::from)
    }

    /// The point of the grid in its 25 bits.
    #[inline(always)]
    pub(crate) fn short(&self) -> [i32; 2] {
        self.at
    }
}

/// The functions of a triangle on the screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    /// Those of the edges, not negative inside.
    pub(crate) edges: [Affine; 3],
    /// Twice the area.
    pub(crate) area: i64,
}

impl Triangle {
    #[inline(always)]
    pub(crate) fn new(corners: &[Screen; 3]) -> Self {
        let [a, b, c] = [corners[0].at(), corners[1].at(), corners[2].at()];
        let edges = [Affine::edge(b, c), Affine::edge(c, a), Affine::edge(a, b)];
        let area = edges[2].at(c);
        Self { edges: if area < 0 { edges.map(Affine::negated) } else { edges }, area: area.abs() }
    }

    /// What it covers.
    #[inline(always)]
    pub(crate) fn shape(&self) -> Shape {
        Shape::Triangle { edges: self.edges.map(Affine::top_left) }
    }

    /// The weights of the second and the third corner, times the area.
    #[inline(always)]
    pub(crate) fn weights(&self) -> [Linear; 2] {
        [self.edges[1], self.edges[2]].map(Linear::new)
    }

    /// The reciprocal of the area.
    #[inline(always)]
    pub(crate) fn inverse(&self) -> f64 {
        reciprocal(self.area)
    }
}

/// The reciprocal of an area, or 0 if there is none.
#[inline(always)]
pub(crate) fn reciprocal(area: i64) -> f64 {
    if area == 0 { 0.0 } else { 1.0 / area as f64 }
}

/// A row of attributes: the bits of a component at the three corners. The last word is unused.
pub type Row = [u32; 4];

/// An [`Affine`] function in double precision, which holds its values: they have at most 52 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    a: f64,
    b: f64,
    c: f64,
}

impl Linear {
    #[inline(always)]
    pub(crate) fn new(function: Affine) -> Self {
        Self { a: function.a as f64, b: function.b as f64, c: function.c as f64 }
    }

    #[inline(always)]
    fn at(self, [x, y]: Point) -> f64 {
        self.a * x as f64 + self.b * y as f64 + self.c
    }
}

/// A primitive, or the part of one that clipping left.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) shape: Shape,
    /// The weights of the second and the third corner, times the area.
    pub(crate) weights: [Linear; 2],
    /// The reciprocal of the area.
    pub(crate) inverse: f64,
    /// Depths at the corners.
    pub(crate) z: [f64; 3],
    /// Reciprocals of w at the corners.
    pub(crate) rhw: [f64; 3],
    /// What is added to depths.
    pub(crate) bias: f32,
    /// The least and the greatest depth that is tested.
    pub(crate) depths: [f32; 2],
    pub(crate) front: bool,
    pub(crate) viewport: u32,
    pub(crate) layer: u32,
    /// The number of the primitive in its call.
    pub(crate) primitive: u32,
    /// The instance.
    pub(crate) instance: u32,
    /// The number of the view.
    pub(crate) view: u32,
    /// The first of its rows.
    pub(crate) rows: u32,
}

impl Record {
    /// The weights of the second and the third corner on the screen, for the lanes of a quad. The functions are exact, and
    /// rounded twice in double precision.
    pub(crate) fn linear(&self, at: [Point; 4]) -> [[f64; 4]; 2] {
        self.weights.map(|weight| at.map(|point| weight.at(point) * self.inverse))
    }

    /// The weights of the second and the third corner for the pixels of a quad, by the point of the upper left one.
    #[inline(always)]
    pub(crate) fn linear_quad(&self, first: Point) -> [[f64; 4]; 2] {
        let pair = self.in_block(first).of_pair(0);
        pair.map(|[a, b, c, d, ..]| [a, b, c, d])
    }

    /// The weights in a block of 8 x 8 pixels, by the point of its first one.
    #[inline(always)]
    pub(crate) fn in_block(&self, first: Point) -> BlockWeights {
        let steps = self.weights.map(|weight| [weight.a * ONE as f64, weight.b * ONE as f64]);
        BlockWeights {
            first: [self.weights[0].at(first), self.weights[1].at(first)],
            pair: [offsets(steps[0]), offsets(steps[1])],
            steps,
            inverse: self.inverse,
        }
    }

    /// The reciprocals of w for weights on the screen.
    #[inline(always)]
    pub(crate) fn reciprocals(&self, weights: &[[f64; 4]; 2]) -> [f64; 4] {
        reciprocals(self.rhw, weights)
    }

    /// The depths for weights on the screen, with the bias.
    #[inline(always)]
    pub(crate) fn depths(&self, weights: &[[f64; 4]; 2]) -> [f32; 4] {
        let mut depths = Depths::new(self.z).at(weights);
        // Adding zero would change the sign of a zero.
        if self.bias != 0.0 {
            depths = depths.map(|depth: f32| depth + self.bias);
        }
        depths
    }

    /// The depths for weights on the screen, with the bias, clamped to the range that is tested.
    #[inline(always)]
    pub(crate) fn clamped_depths(&self, weights: &[[f64; 4]; 2]) -> [f32; 4] {
        let mut depths = self.depths(weights);
        for depth in &mut depths {
            *depth = self.clamped(*depth);
        }
        depths
    }

    /// The functions of the weights, and the reciprocals of w, as the words of numbers in double precision.
    pub(crate) fn functions(&self) -> [u32; 20] {
        let [second, third] = self.weights;
        let [p, q, r] = self.rhw;
        let all = [second.a, second.b, second.c, third.a, third.b, third.c, self.inverse, p, q, r];
        std::array::from_fn(|at| (all[at / 2].to_bits() >> (32 * (at % 2))) as u32)
    }

    /// A depth within the range that is tested.
    #[inline(always)]
    pub(crate) fn clamped(&self, depth: f32) -> f32 {
        clamped(depth, self.depths)
    }

    /// Positions in the point, from 0 to 1, by axis and lane.
    pub(crate) fn points(&self, at: [Point; 4]) -> [[f32; 4]; 2] {
        match self.shape {
            Shape::Point { min, max } => [0, 1].map(|axis: usize| {
                let size = (max[axis] - min[axis]) as f32;
                at.map(|point| (point[axis] - min[axis]) as f32 / size)
            }),
            Shape::Triangle { .. } | Shape::Polygon(_) | Shape::Rectangle { .. } | Shape::Thin { .. } => [[0.0; 4]; 2],
        }
    }
}

/// A depth within a range. NaN stays as it is.
#[inline(always)]
pub(crate) fn clamped(depth: f32, [least, greatest]: [f32; 2]) -> f32 {
    let depth = if depth < least { least } else { depth };
    if depth > greatest { greatest } else { depth }
}

/// The weights in space for weights on the screen, by the reciprocals of w at the corners.
#[inline(always)]
pub(crate) fn in_space<const N: usize>([a, b, c]: [f64; 3], [second, third]: &[[f64; N]; 2]) -> [[f64; N]; 2] {
    if a == b && b == c {
        return [*second, *third];
    }
    let (mut weights, sums) = ([[0.0; N]; 2], reciprocals([a, b, c], &[*second, *third]));
    for lane in 0..N {
        weights[0][lane] = second[lane] * b / sums[lane];
        weights[1][lane] = third[lane] * c / sums[lane];
    }
    weights
}

/// The reciprocals of w for weights on the screen, by those at the corners.
#[inline(always)]
fn reciprocals<const N: usize>([a, b, c]: [f64; 3], [second, third]: &[[f64; N]; 2]) -> [f64; N] {
    if a == b && b == c {
        return [a; N];
    }
    let mut sums = [0.0; N];
    for lane in 0..N {
        sums[lane] = (1.0 - second[lane] - third[lane]) * a + second[lane] * b + third[lane] * c;
    }
    sums
}

/// Depths in a primitive: that of the first corner, and what is added for the weights of the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depths {
    first: f64,
    second: f64,
    third: f64,
}

impl Depths {
    #[inline(always)]
    pub(crate) fn new([a, b, c]: [f64; 3]) -> Self {
        Self { first: a, second: b - a, third: c - a }
    }

    /// Returns whether depths depend on weights.
    #[inline(always)]
    pub(crate) fn is_sloped(&self) -> bool {
        self.second != 0.0 || self.third != 0.0
    }

    /// The depths for weights on the screen.
    #[inline(always)]
    pub(crate) fn at<const N: usize>(&self, [second, third]: &[[f64; N]; 2]) -> [f32; N] {
        let mut depths = [self.first as f32; N];
        if self.is_sloped() {
            for lane in 0..N {
                depths[lane] = (self.first + second[lane] * self.second + third[lane] * self.third) as f32;
            }
        }
        depths
    }
}

/// The functions of the weights in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockWeights {
    /// Their values at the first pixel.
    first: [f64; 2],
    /// What is added for the lanes of two quads.
    pair: [[f64; 8]; 2],
    /// What is added for a pixel to the right, and for one below.
    steps: [[f64; 2]; 2],
    inverse: f64,
}

/// The change of a function from the first lane of two quads beside each other to each lane.
#[inline(always)]
fn offsets([right, down]: [f64; 2]) -> [f64; 8] {
    let mut offsets = [0.0; 8];
    for (lane, offset) in offsets.iter_mut().enumerate() {
        let (x, y) = ((lane / 4 * 2 + lane % 2) as f64, (lane / 2 % 2) as f64);
        *offset = right * x + down * y;
    }
    offsets
}

impl BlockWeights {
    /// The weights for the pixels of two quads beside each other, by the number of the pair in the block.
    #[inline(always)]
    pub(crate) fn of_pair(&self, pair: usize) -> [[f64; 8]; 2] {
        const EVEN: [f64; 4] = [0.0, 2.0, 4.0, 6.0];
        let (x, y) = (2.0 * EVEN[pair & 1], EVEN[pair >> 1 & 3]);
        let mut weights = [[0.0; 8]; 2];
        for (at, weights) in weights.iter_mut().enumerate() {
            let [right, down] = self.steps[at];
            // All of these are integers that double precision holds.
            let value = self.first[at] + (right * x + down * y);
            for (weight, offset) in weights.iter_mut().zip(&self.pair[at]) {
                *weight = (value + offset) * self.inverse;
            }
        }
        weights
    }
}

/// A component for weights of the second and third corner: `a + w1 (b - a) + w2 (c - a)` in double precision, rounded once.
/// A constant keeps its bits, whatever the weights are.
pub fn interpolate(row: Row, weights: [f32; 2]) -> u32 {
    Plane::new(row).at(&weights.map(|weight| [f64::from(weight); 4]))[0]
}

/// A component in a primitive.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plane {
    /// These bits everywhere.
    Constant(u32),
    /// The value at the first corner, and the differences of the others.
    Sloped { first: f64, second: f64, third: f64 },
}

impl Plane {
    #[inline(always)]
    pub(crate) fn new([first, middle, last, _]: Row) -> Self {
        if first == middle && middle == last {
            return Self::Constant(first);
        }
        let [a, b, c] = [first, middle, last].map(|bits| f64::from(f32::from_bits(bits)));
        Self::Sloped { first: a, second: b - a, third: c - a }
    }

    /// The values for the lanes of a quad.
    #[inline(always)]
    pub(crate) fn at(&self, [second, third]: &[[f64; 4]; 2]) -> [u32; 4] {
        match *self {
            Self::Constant(word) => [word; 4],
            Self::Sloped { first, second: by_second, third: by_third } => {
                let mut words = [0; 4];
                for lane in 0..4 {
                    words[lane] = ((first + second[lane] * by_second + third[lane] * by_third) as f32).to_bits();
                }
                words
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_their_bits() {
        for constant in [0.1f32, -0.0, f32::INFINITY, f32::from_bits(0x7FC0_1234), 1e-40] {
            for weights in [[0.3, 0.3], [f32::NAN, 7.0], [-1e30, f32::INFINITY]] {
                assert_eq!(interpolate([constant.to_bits(); 4], weights), constant.to_bits());
            }
        }
    }

    #[test]
    fn corners_have_their_values() {
        let row = [1.5f32, -2.25, 0.001, 0.0].map(f32::to_bits);
        let at = |weights| f32::from_bits(interpolate(row, weights));
        assert_eq!([at([0.0, 0.0]), at([1.0, 0.0]), at([0.0, 1.0])], [1.5, -2.25, 0.001]);
        assert_eq!(at([0.5, 0.0]), -0.375);
    }
}
