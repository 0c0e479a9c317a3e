//! Vertices on the screen: projected once per batch where they need no clipping.

use super::planes;
use crate::clip::{Corner, Plane};
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
    let planes: Vec<Plane> = planes::of_space(pipeline, &viewport).collect();
    let of_vertex = |vertex: u32| {
        let corner = Corner::new(vertices.position(vertex)?, 0);
        let is_inside = planes.iter().all(|plane| plane.holds(&corner));
        if is_inside { of_point(&viewport, corner.position) } else { None }
    };
    screens.extend((0..count as u32).map(of_vertex));
}
