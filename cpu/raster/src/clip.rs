//! Clipping: the part of a primitive inside of planes, in double precision.
//!
//! Corners are points of clip space with their weights in the primitive, from which attributes are computed later. A new
//! corner is computed from the inner to the outer end of its edge, so that both triangles at the edge get the same. It must
//! not know what is on the screen.

/// A corner of a primitive, or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    /// The place in clip space.
    pub(crate) position: [f64; 4],
    /// The shares of the primitive's three corners.
    pub(crate) weights: [f64; 3],
}

impl Corner {
    /// A corner of the primitive itself.
    pub(crate) fn new(position: [f32; 4], number: usize) -> Self {
        let mut weights = [0.0; 3];
        weights[number] = 1.0;
        Self { position: position.map(f64::from), weights }
    }

    /// The number of the primitive's corner that it is, if it is one.
    pub(crate) fn number(&self) -> Option<usize> {
        self.weights.iter().position(|weight| *weight == 1.0)
    }
}

/// A half-space: the distance is a linear function of the position, or of values at the primitive's corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Plane {
    of_position: [f64; 4],
    of_corners: [f64; 3],
}

/// The least w, which keeps quotients finite.
const LEAST_W: f64 = 1e-30;

impl Plane {
    /// A plane of clip space.
    pub(crate) const fn of_position(of_position: [f64; 4]) -> Self {
        Self { of_position, of_corners: [0.0; 3] }
    }

    /// A clip distance at each corner. NaN is outside.
    pub(crate) fn of_distances(distances: [f32; 3]) -> Self {
        let tame = |distance: f32| if distance.is_nan() { -1.0 } else { distance.clamp(f32::MIN, f32::MAX).into() };
        Self { of_position: [0.0; 4], of_corners: distances.map(tame) }
    }

    /// w > 0.
    pub(crate) fn front() -> Self {
        Self { of_position: [0.0, 0.0, 0.0, 1.0], of_corners: [-LEAST_W; 3] }
    }

    /// The distance of a primitive's first corner: a linear function of its position, and a constant.
    pub(crate) fn of_first(&self) -> ([f64; 4], f64) {
        (self.of_position, self.of_corners[0])
    }

    fn distance(&self, corner: &Corner) -> f64 {
        let of_position: f64 = dot(&self.of_position, &corner.position);
        of_position + dot(&self.of_corners, &corner.weights)
    }

    /// Returns whether a corner is inside.
    pub(crate) fn holds(&self, corner: &Corner) -> bool {
        self.distance(corner) >= 0.0
    }
}

fn dot<const N: usize>(left: &[f64; N], right: &[f64; N]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// The point of an edge where the distance is zero.
fn between(inner: &Corner, outer: &Corner, [inside, outside]: [f64; 2]) -> Corner {
    let share = inside / (inside - outside);
    let mix = |from: f64, to: f64| from + share * (to - from);
    Corner {
        position: std::array::from_fn(|at| mix(inner.position[at], outer.position[at])),
        weights: std::array::from_fn(|at| mix(inner.weights[at], outer.weights[at])),
    }
}

/// The part of a convex polygon inside of all planes: no corners if there is none.
pub(crate) fn polygon(corners: &[Corner], planes: &[Plane]) -> Vec<Corner> {
    let mut kept = corners.to_vec();
    for plane in planes {
        if kept.iter().all(|corner| plane.holds(corner)) {
            continue;
        }
        let mut next = Vec::with_capacity(kept.len() + 1);
        for (at, corner) in kept.iter().enumerate() {
            let before = &kept[(at + kept.len() - 1) % kept.len()];
            let (here, there) = (plane.distance(corner), plane.distance(before));
            match (here >= 0.0, there >= 0.0) {
                (true, false) => next.push(between(corner, before, [here, there])),
                (false, true) => next.push(between(before, corner, [there, here])),
                (true, true) | (false, false) => {}
            }
            if here >= 0.0 {
                next.push(*corner);
            }
        }
        kept = next;
    }
    kept
}

/// The part of a line inside of all planes.
pub(crate) fn line([mut from, mut to]: [Corner; 2], planes: &[Plane]) -> Option<[Corner; 2]> {
    for plane in planes {
        let (first, second) = (plane.distance(&from), plane.distance(&to));
        match (first >= 0.0, second >= 0.0) {
            (true, true) => {}
            (true, false) => to = between(&from, &to, [first, second]),
            (false, true) => from = between(&to, &from, [second, first]),
            (false, false) => return None,
        }
    }
    Some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAR: Plane = Plane::of_position([0.0, 0.0, 1.0, 0.0]);

    fn triangle(z: [f32; 3]) -> [Corner; 3] {
        let places = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        std::array::from_fn(|at| Corner::new([places[at][0], places[at][1], z[at], 1.0], at))
    }

    #[test]
    fn triangles_become_polygons() {
        assert_eq!(polygon(&triangle([1.0, 1.0, 1.0]), &[NEAR]), triangle([1.0, 1.0, 1.0]));
        assert_eq!(polygon(&triangle([-1.0, -2.0, -1.0]), &[NEAR]), []);
        let one_out = polygon(&triangle([1.0, -1.0, 1.0]), &[NEAR]);
        assert_eq!(
            one_out.iter().map(|corner| [corner.position[0], corner.position[1]]).collect::<Vec<_>>(),
            [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 4.0]]
        );
        assert_eq!(one_out[1].weights, [0.5, 0.5, 0.0]);
        assert_eq!(polygon(&triangle([1.0, -1.0, -1.0]), &[NEAR]).len(), 3);
        assert_eq!(one_out.iter().filter(|corner| corner.number().is_some()).count(), 2);
    }

    #[test]
    fn distances_are_planes_and_nan_is_outside() {
        let cut = polygon(&triangle([1.0; 3]), &[Plane::of_distances([1.0, -3.0, 1.0])]);
        assert_eq!(cut[1].position[0], 1.0);
        assert_eq!(polygon(&triangle([1.0; 3]), &[Plane::of_distances([f32::NAN; 3])]), []);
        assert_eq!(polygon(&triangle([1.0; 3]), &[Plane::of_distances([f32::INFINITY; 3])]).len(), 3);
    }

    #[test]
    fn both_sides_of_an_edge_get_the_same_point() {
        let [a, b, _] = triangle([0.3, -0.7, 1.0]);
        let forth = line([a, b], &[NEAR]).unwrap();
        let back = line([b, a], &[NEAR]).unwrap();
        assert_eq!((forth[0], forth[1]), (back[1], back[0]));
        assert_eq!(line([b, b], &[NEAR]), None);
    }
}
