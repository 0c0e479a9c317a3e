//! Affine transforms of instances.

/// An affine transform: three rows of a matrix of three rows and four columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform(pub [[f32; 4]; 3]);

impl Default for Transform {
    fn default() -> Self {
        Transform::IDENTITY
    }
}

/// A transform with more precision, which rays are taken through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Precise(pub(crate) [[f64; 4]; 3]);

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Transform = Transform([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// The rows with more precision.
    pub(crate) fn precise(&self) -> Precise {
        Precise(self.0.map(|row| row.map(f64::from)))
    }

    /// The inverse, if there is one with finite numbers.
    pub(crate) fn inverse(&self) -> Option<Precise> {
        let m = self.precise().0;
        let minor = |r0: usize, r1: usize, c0: usize, c1: usize| m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
        let determinant = m[0][0] * minor(1, 2, 1, 2) - m[0][1] * minor(1, 2, 0, 2) + m[0][2] * minor(1, 2, 0, 1);
        let scale = 1.0 / determinant;
        if determinant == 0.0 || !determinant.is_finite() || !scale.is_finite() {
            return None;
        }
        // A sum with zero is never a negative one.
        let linear = [
            [minor(1, 2, 1, 2), -minor(0, 2, 1, 2), minor(0, 1, 1, 2)],
            [-minor(1, 2, 0, 2), minor(0, 2, 0, 2), -minor(0, 1, 0, 2)],
            [minor(1, 2, 0, 1), -minor(0, 2, 0, 1), minor(0, 1, 0, 1)],
        ]
        .map(|row| row.map(|number| number * scale + 0.0));
        let row = |[a, b, c]: [f64; 3]| [a, b, c, 0.0 - (a * m[0][3] + b * m[1][3] + c * m[2][3])];
        let rows = linear.map(row);
        let is_finite = rows.iter().flatten().all(|number| number.is_finite() && (*number as f32).is_finite());
        is_finite.then_some(Precise(rows))
    }
}

impl Precise {
    /// A point, or without the last column a direction.
    #[inline]
    pub(crate) fn apply(&self, [x, y, z]: [f64; 3], w: f64) -> [f64; 3] {
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d * w)
    }

    /// The rows, rounded.
    pub(crate) fn rounded(&self) -> [[f32; 4]; 3] {
        self.0.map(|row| row.map(|number| number as f32))
    }

    /// The largest sum of the magnitudes of a row, without the last column.
    pub(crate) fn norm(&self) -> f64 {
        let sums = self.0.map(|[a, b, c, _]| a.abs() + b.abs() + c.abs());
        sums[0].max(sums[1]).max(sums[2])
    }
}
