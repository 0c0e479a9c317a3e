//! Boxes around primitives, while trees are built and afterwards.

/// A box; an empty one has its corners the other way round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

impl Bounds {
    pub(crate) const EMPTY: Bounds = Bounds { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    #[inline]
    pub(crate) fn add(&mut self, point: [f32; 3]) {
        for ((min, max), at) in self.min.iter_mut().zip(&mut self.max).zip(point) {
            *min = if at < *min { at } else { *min };
            *max = if at > *max { at } else { *max };
        }
    }

    #[inline]
    pub(crate) fn join(&mut self, other: &Bounds) {
        for axis in 0..3 {
            self.min[axis] = if other.min[axis] < self.min[axis] { other.min[axis] } else { self.min[axis] };
            self.max[axis] = if other.max[axis] > self.max[axis] { other.max[axis] } else { self.max[axis] };
        }
    }

    /// Half of the surface; 0 if it is empty.
    #[inline]
    pub(crate) fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| self.max[axis] - self.min[axis]);
        if x < 0.0 { 0.0 } else { x * y + y * z + z * x }
    }

    /// Twice the centre.
    #[inline]
    pub(crate) fn centre(&self) -> [f32; 3] {
        [0, 1, 2].map(|axis| self.min[axis] + self.max[axis])
    }

    /// The largest magnitude of a coordinate; 0 if it is empty.
    pub(crate) fn largest(&self) -> f32 {
        let numbers = self.min.iter().chain(&self.max).filter(|number| number.is_finite());
        numbers.fold(0.0f32, |most, number| most.max(number.abs()))
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.min.iter().chain(&self.max).all(|number| number.is_finite())
    }

    /// Returns whether the least corner is nowhere beyond the greatest one.
    pub(crate) fn is_ordered(&self) -> bool {
        (0..3).all(|axis| self.min[axis] <= self.max[axis])
    }
}
