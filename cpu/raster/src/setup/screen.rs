//! Vertices on the screen: projected once per batch where they need no clipping.

use super::planes;
use crate::clip::Plane;
use crate::fixed::snap;
use crate::pipeline::Pipeline;
use crate::record::Screen;
use crate::state::Viewport;
use crate::vertices::Vertices;

/// A point of clip space on the screen, unless that is at an infinite place.
pub(super) fn of_point(viewport: &Viewport, [cx, cy, cz, w]: [f64; 4]) -> Option<Screen> {
    let Viewport { x, y, width, height, near, far } = *viewport;
    let [x, y, width, height] = [x, y, width, height].map(f64::from);
    let screen = [(cx / w) * (width / 2.0) + (x + width / 2.0), (cy / w) * (height / 2.0) + (y + height / 2.0)];
    let z = cz / w * (f64::from(far) - f64::from(near)) + f64::from(near);
    let rhw = 1.0 / w;
    let is_finite = screen.iter().chain([&z, &rhw]).all(|part| part.is_finite());
    is_finite.then(|| Screen::new(snap(screen), z, rhw))
}

/// Appends the vertices of a batch that are inside of all planes. There are none where vertices select viewports or have
/// distances.
pub(super) fn of_vertices(
    pipeline: &Pipeline,
    count: usize,
    vertices: &Vertices<'_>,
    screens: &mut Vec<Option<Screen>>,
) {
    let interface = &pipeline.interface;
    if pipeline.state.viewports.len() > 1 || interface.clip_distances + interface.cull_distances > 0 {
        return;
    }
    let viewport = pipeline.viewport(0);
    let volume = Volume::new(planes::of_space(pipeline, &viewport));
    let of_vertex = |vertex: u32| {
        let position = vertices.position(vertex)?.map(f64::from);
        if volume.holds(position) { of_point(&viewport, position) } else { None }
    };
    screens.extend((0..count as u32).map(of_vertex));
}

/// The most planes of clip space.
const MOST_PLANES: usize = 8;

/// What is inside of planes, which are next to each other so that all are tested at once. Those that there are not hold everything.
#[derive(Default)]
struct Volume {
    of_position: [[f64; MOST_PLANES]; 4],
    constants: [f64; MOST_PLANES],
}

impl Volume {
    fn new(planes: impl Iterator<Item = Plane>) -> Self {
        let mut volume = Self::default();
        for (at, plane) in planes.take(MOST_PLANES).enumerate() {
            let (of_position, constant) = plane.of_first();
            for (parts, part) in volume.of_position.iter_mut().zip(of_position) {
                parts[at] = part;
            }
            volume.constants[at] = constant;
        }
        volume
    }

    /// What [`Plane::holds`] says of each plane.
    #[inline]
    fn holds(&self, [x, y, z, w]: [f64; 4]) -> bool {
        let [by_x, by_y, by_z, by_w] = &self.of_position;
        let mut all = true;
        for at in 0..MOST_PLANES {
            let of_position = by_x[at] * x + by_y[at] * y + by_z[at] * z + by_w[at] * w;
            all &= of_position + self.constants[at] >= 0.0;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::Corner;
    use crate::interface::Interface;
    use crate::state::State;
    use crate::target::Targets;

    #[test]
    fn volumes_hold_what_all_planes_hold() {
        let targets = Targets::new([64, 48], 1, 1).unwrap();
        let numbers = [-3e9f32, -1.0, -1e-20, -0.0, 0.0, 1e-38, 0.3, 1.0, 70000.0];
        for depth_clip in [false, true] {
            let state = State { depth_clip, ..State::default() };
            let pipeline = Pipeline::new(state, Interface::default(), &targets).unwrap();
            let viewport = pipeline.viewport(0);
            let planes: Vec<Plane> = planes::of_space(&pipeline, &viewport).collect();
            assert!(planes.len() <= MOST_PLANES);
            let volume = Volume::new(planes.iter().copied());
            for number in 0..9usize.pow(4) {
                let position = [1, 9, 81, 729].map(|power| numbers[number / power % 9]);
                let expected = planes.iter().all(|plane| plane.holds(&Corner::new(position, 0)));
                assert_eq!(volume.holds(position.map(f64::from)), expected, "{position:?}");
            }
        }
    }
}
