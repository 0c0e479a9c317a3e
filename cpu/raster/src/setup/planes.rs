//! The planes that a primitive is clipped at: those that it crosses.

use super::Setup;
use crate::clip::{Corner, Plane};
use crate::pipeline::Pipeline;
use crate::state::Viewport;

/// The pixels around the origin where x and y are not clipped.
const GUARD: f64 = 32768.0;

/// The planes of w and z.
fn of_depth(pipeline: &Pipeline) -> impl Iterator<Item = Plane> {
    let near_far = [Plane::of_position([0.0, 0.0, 1.0, 0.0]), Plane::of_position([0.0, 0.0, -1.0, 1.0])];
    let count = if pipeline.state.depth_clip { 2 } else { 0 };
    std::iter::once(Plane::front()).chain(near_far.into_iter().take(count))
}

/// The planes of w and z, and those of x and y, far outside of the viewport.
pub(super) fn of_space(pipeline: &Pipeline, viewport: &Viewport) -> impl Iterator<Item = Plane> {
    let [x, y, width, height] = [viewport.x, viewport.y, viewport.width, viewport.height].map(f64::from);
    let side = |axis: usize, start: f64, size: f64, sign: f64| {
        let mut of_position = [0.0, 0.0, 0.0, GUARD + sign * (start + size / 2.0)];
        of_position[axis] = sign * size / 2.0;
        Plane::of_position(of_position)
    };
    let guard = [side(0, x, width, 1.0), side(0, x, width, -1.0), side(1, y, height, 1.0), side(1, y, height, -1.0)];
    of_depth(pipeline).chain(guard)
}

impl Setup<'_> {
    /// The planes that some corners are outside of, or none if all corners are outside of one.
    pub(super) fn planes(&self, corners: &[Corner]) -> Option<Vec<Plane>> {
        if self.is_culled() {
            return None;
        }
        let mut crossed = Vec::new();
        for plane in of_space(self.pipeline, &self.viewport).chain(self.distances()) {
            let inside = corners.iter().filter(|corner| plane.holds(corner)).count();
            if inside == 0 {
                return None;
            }
            if inside < corners.len() {
                crossed.push(plane);
            }
        }
        Some(crossed)
    }

    /// Returns whether the center of a point is in the clip volume, x and y included.
    pub(super) fn point_is_inside(&self, corner: &Corner) -> bool {
        let sides = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
        let mut sides = sides.into_iter().map(|[x, y]| Plane::of_position([x, y, 0.0, 1.0]));
        let mut volume = of_depth(self.pipeline).chain(self.distances());
        !self.is_culled() && volume.all(|plane| plane.holds(corner)) && sides.all(|plane| plane.holds(corner))
    }

    /// The planes of the clip distances.
    fn distances(&self) -> impl Iterator<Item = Plane> {
        (0..self.pipeline.interface.clip_distances).map(|number| {
            let of_vertex = |vertex| self.vertices.distance(&self.pipeline.interface, vertex, number);
            Plane::of_distances(self.corners.map(of_vertex))
        })
    }

    /// Returns whether a cull distance is negative or NaN at all corners.
    fn is_culled(&self) -> bool {
        let interface = &self.pipeline.interface;
        let numbers = interface.clip_distances..interface.clip_distances + interface.cull_distances;
        numbers.into_iter().any(|number| {
            let is_out = |vertex: &u32| {
                let distance = self.vertices.distance(interface, *vertex, number);
                distance.is_nan() || distance < 0.0
            };
            self.corners[..self.count].iter().all(is_out)
        })
    }
}
